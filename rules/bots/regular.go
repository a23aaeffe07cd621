package bots

import "deathtrap/rules"

// strong is the weakest creature that a regular keeps to win hands with, and
// late is with how many sets to go it begins to spend what it has kept.
const (
	strong = int(rules.Bloodbeast)
	late   = 3
)

// chooseRegular plays by rules of thumb, from what the seat knows.
func chooseRegular(v *rules.View) (rules.Action, bool) {
	r, seat := sit(v)
	s := r.from(seat)
	if !v.Owes() {
		return rules.Stop(), s.hand[machine] > 0 && s.wantsStop()
	}
	switch r.step {
	case giving:
		return rules.Give(creatures(s.spare(r.gives(seat)))...), true
	case feeding:
		companion := creatures(s.spare(1))[0]
		if r.chosen {
			return rules.FeedPigFor(companion, v.Seat), true
		}
		return rules.FeedPig(companion), true
	}
	m := s.move()
	switch {
	case m.stop:
		return rules.Stop(), true
	case m.set.size() == 0:
		return rules.Pass(), true
	}
	return put(v, m.set), true
}

// move is what a regular does in its turn.
func (s *sight) move() move {
	switch {
	case s.hand[machine] > 0 && s.wantsStop():
		return move{stop: true}
	case s.step == leading:
		return move{set: s.leadOff()}
	}
	return move{set: s.answer()}
}

// leadOff is the set that a regular leads: sets that nobody beats while all but
// one of its sets are such, for that is the way out; else a weak whole set, and
// for each further card in it, one and a half steps stronger is as good.
func (s *sight) leadOff() set {
	best, bestRank := set{wild: int(s.hand[wild])}, 1<<30
	out := s.unsure() <= 1
	for c := 1; c <= dragon; c++ {
		n := int(s.hand[c])
		if n == 0 {
			continue
		}
		rank := 2*c - 3*(n-1)
		if out && s.wins(c, n) == one {
			rank -= 1000
		}
		if rank < bestRank {
			best, bestRank = set{creature: c, n: n}, rank
		}
	}
	if best.n > 0 && s.sets == 1 {
		best.wild = int(s.hand[wild])
	}
	return best
}

// unsure is how many of the seat's whole sets somebody might beat.
func (s *sight) unsure() int {
	n := 0
	for c := 1; c <= dragon; c++ {
		if s.hand[c] > 0 && s.wins(c, int(s.hand[c])) < one {
			n++
		}
	}
	return n
}

// answer is what a regular follows with: the cheapest whole set that fits, or
// part of a larger one if there is none. Strong sets and wild cards wait until
// it is late. The zero set is a pass.
func (s *sight) answer() set {
	size := s.top.size()
	isLate := s.sets <= late
	for c := s.top.creature + 1; c <= dragon; c++ {
		n := int(s.hand[c])
		switch {
		case n == 0:
		case n == size && (c < strong || isLate):
			return set{creature: c, n: n}
		case n < size && size-n <= int(s.hand[wild]) && isLate:
			return set{creature: c, n: n, wild: size - n}
		}
	}
	for c := s.top.creature + 1; c <= dragon; c++ {
		if int(s.hand[c]) > size {
			return set{creature: c, n: size}
		}
	}
	return set{}
}

// wantsStop reports whether a regular plays the Machine now: when it can go out
// with the lead it gives, or so as not to let a finished hand's winner go out.
func (s *sight) wantsStop() bool {
	if s.sets <= 1 || s.sets == 2 && s.unsure() <= 1 {
		return true
	}
	return s.finished() && s.owner != s.seat && s.in(s.owner) && s.left[s.owner] <= 2
}

// spare is the n cards a regular can best do without: lone weak creatures
// first, then those of small weak sets.
func (s *sight) spare(n int) heap {
	var part heap
	hand := s.hand
	for range n {
		best, bestRank := 0, 1<<30
		for c := 1; c <= dragon; c++ {
			if hand[c] == 0 {
				continue
			}
			if rank := c + 3*int(hand[c]-1); rank < bestRank {
				best, bestRank = c, rank
			}
		}
		part[best]++
		hand[best]--
	}
	return part
}
