package bots

import "deathtrap/rules"

// none is no seat.
const none = -1

// step is what a round waits for.
type step uint8

const (
	giving step = iota
	feeding
	leading
	following
	scored
)

// round is one round in play: the rules again, small and without allocation,
// for trying out what may come. It judges no move: it is given only legal ones.
// A test plays it beside rules.Game.
//
// A round that was made from a view knows the hand of one seat; the other hands
// are empty until a world is dealt into them. All else in it is public.
type round struct {
	hands   [rules.MaxPlayers]heap
	left    [rules.MaxPlayers]int // cards by seat
	live    heap                  // the cards in all hands
	players int

	open, lock, chosen, anytime, sealed bool // the table's options

	step   step
	trades [2]trade
	leader int
	turn   int // none: a finished hand, or several may act
	owner  int // of the set to beat
	top    set
	locked [rules.MaxPlayers]bool
	place  [rules.MaxPlayers]int // from 1; 0 while in
	placed int
}

// trade is one pair's exchange, or none if its count is 0.
type trade struct {
	from, to int
	count    int
	given    bool
}

// set is n cards of a creature and some wild cards; of no creature (0) if they
// are alone.
type set struct{ creature, n, wild int }

func (s set) size() int { return s.n + s.wild }

func (r *round) in(s int) bool { return r.left[s] > 0 }

func (r *round) next(s int) int {
	if s++; s == r.players {
		return 0
	}
	return s
}

func (r *round) orNext(s int) int {
	for !r.in(s) {
		s = r.next(s)
	}
	return s
}

// finished reports whether a hand that everybody has answered lies there.
func (r *round) finished() bool { return r.step == following && r.turn == none }

// gives is how many cards the seat has to give back.
func (r *round) gives(seat int) int {
	if r.step != giving {
		return 0
	}
	for _, t := range r.trades {
		if t.count > 0 && t.to == seat && !t.given {
			return t.count
		}
	}
	return 0
}

// give hands cards back to the wimp who paid the seat tribute.
func (r *round) give(seat int, cards heap) {
	waiting := false
	for i := range r.trades {
		t := &r.trades[i]
		if t.count == 0 || t.to != seat {
			waiting = waiting || t.count > 0 && !t.given
			continue
		}
		if r.sealed {
			r.carry(t.from, t.to, r.hands[t.from].strongest(t.count))
		}
		t.given = true
		r.carry(t.to, t.from, cards)
	}
	if !waiting {
		r.startPig()
	}
}

// carry moves cards from one hand to another.
func (r *round) carry(from, to int, cards heap) {
	n := cards.size()
	r.hands[from].remove(cards)
	r.hands[to].add(cards)
	r.left[from] -= n
	r.left[to] += n
}

// startPig gives the turn to the Pig's holder.
func (r *round) startPig() {
	r.step = feeding
	for s := range r.players {
		if r.hands[s][pig] > 0 {
			r.turn = s
		}
	}
}

// feed blows up a creature; then leader leads.
func (r *round) feed(creature, leader int) {
	seat := r.turn
	r.hands[seat][pig]--
	r.hands[seat][creature]--
	r.live[pig]--
	r.live[creature]--
	r.left[seat] -= 2
	r.lead(leader)
}

// play puts down a set for whose turn it is.
func (r *round) play(s set) {
	seat := r.turn
	h := &r.hands[seat]
	h[s.creature] -= uint8(s.n)
	h[wild] -= uint8(s.wild)
	r.live[s.creature] -= uint8(s.n)
	r.live[wild] -= uint8(s.wild)
	r.left[seat] -= s.size()
	r.step, r.top, r.owner = following, s, seat
	if !r.goOut(seat) {
		r.turn = r.nextToFollow(seat)
	}
}

// pass leaves the set to the next.
func (r *round) pass() {
	seat := r.turn
	r.locked[seat] = r.lock
	r.turn = r.nextToFollow(seat)
}

// stop plays the seat's Killing Machine.
func (r *round) stop(seat int) {
	r.hands[seat][machine]--
	r.live[machine]--
	r.left[seat]--
	if !r.goOut(seat) {
		r.lead(r.orNext(seat))
	}
}

// clear takes a finished hand away.
func (r *round) clear() { r.lead(r.orNext(r.owner)) }

func (r *round) lead(seat int) {
	r.step, r.turn, r.leader, r.owner = leading, seat, seat, none
	r.top = set{}
	if r.lock {
		r.locked = [rules.MaxPlayers]bool{}
	}
}

func (r *round) nextToFollow(after int) int {
	last := r.leader
	if r.open {
		last = r.owner
	}
	for s := r.next(after); s != last; s = r.next(s) {
		if r.in(s) && !r.locked[s] {
			return s
		}
	}
	return none
}

// goOut places a seat without cards, and reports whether that ends the round.
func (r *round) goOut(seat int) bool {
	if r.left[seat] > 0 {
		return false
	}
	r.placed++
	r.place[seat] = r.placed
	if r.placed < r.players-1 {
		return false
	}
	r.placed++
	r.place[r.orNext(seat)] = r.placed
	r.step, r.turn = scored, none
	return true
}
