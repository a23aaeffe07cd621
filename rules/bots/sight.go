package bots

import "deathtrap/rules"

// sight is how a round looks from one seat: nothing in it comes from another
// hand.
type sight struct {
	*round
	seat     int
	hand     heap
	unseen   heap              // the cards in the other hands
	weaker   [dragon + 2]uint8 // weaker[c]: unseen creatures weaker than c
	sets     int               // creatures in hand, each a set; 1 if there are wild cards alone
	foes     int               // other seats still in
	shortest int               // of their hands, the number of cards
}

// glance is a seat's own hand. All that is about the other hands is missing.
func (r *round) glance(seat int) sight {
	s := sight{round: r, seat: seat, hand: r.hands[seat], sets: r.hands[seat].kinds()}
	if s.sets == 0 && s.hand[wild] > 0 {
		s.sets = 1
	}
	return s
}

// from is the whole sight from a seat.
func (r *round) from(seat int) sight {
	s := r.glance(seat)
	s.lookAround()
	return s
}

// lookAround adds to a glance what can be told of the other hands.
func (s *sight) lookAround() {
	s.unseen = s.live
	s.unseen.remove(s.hand)
	sum := uint8(0)
	for c := 1; c <= dragon; c++ {
		sum += s.unseen[c]
		s.weaker[c+1] = sum
	}
	s.shortest = rules.DeckSize
	for i := range s.players {
		if n := s.left[i]; n > 0 && i != s.seat {
			s.foes++
			s.shortest = min(s.shortest, n)
		}
	}
}

// after is how many sets are to go after one is put down.
func (s *sight) after(m set) int {
	switch {
	case m.n < int(s.hand[m.creature]):
		return s.sets
	case s.sets == 1 && m.wild < int(s.hand[wild]):
		return 1
	}
	return s.sets - 1
}

// able is how many foes have as many cards as that.
func (s *sight) able(size int) int {
	if size <= s.shortest {
		return s.foes
	}
	n := 0
	for i := range s.players {
		if i != s.seat && s.left[i] >= size {
			n++
		}
	}
	return n
}

// beaten is how often, in parts of one, one of some foes may be expected to
// beat a set of that creature and size, each holding a share of the unseen
// cards.
func (s *sight) beaten(creature, size, foes, share int) int {
	sum := 0
	table := &holds[share]
	for c := creature + 1; c <= dragon; c++ {
		u := s.unseen[c]
		p := int(table[size][u])
		if w := int(s.unseen[wild]); w > 0 && size > 1 && int(u)+w >= size {
			p += w * share * int(table[size-1][u]-table[size][u]) / shares
		}
		sum += p
	}
	return sum * foes
}

// wins is the chance that a set wins the hand if it is led.
func (s *sight) wins(creature, size int) int {
	able := s.able(size)
	if able == 0 {
		return one
	}
	return fade(s.beaten(creature, size, able, shares/s.foes))
}

// canLose reports whether some hand could beat a set that one of so many foes
// may answer, by the cards that are unseen. The Machine is another matter.
func (s *sight) canLose(creature, size, foes int) bool {
	if foes == 0 {
		return false
	}
	for c := creature + 1; c <= dragon; c++ {
		if s.unseen[c] > 0 && int(s.unseen[c]+s.unseen[wild]) >= size {
			return true
		}
	}
	return false
}

// holdsOut is the chance that a set that is put down now, after others, wins
// the hand.
func (s *sight) holdsOut(creature, size int) int {
	able, cards := s.behind(size)
	if able == 0 {
		return one
	}
	share := shares * cards / (able * s.unseen.size())
	return fade(s.beaten(creature, size, able, share))
}

// behind is how many foes with as many cards as that are still to answer the
// hand after the seat, and how many cards they hold.
func (s *sight) behind(size int) (able, cards int) {
	last := s.leader
	if s.open {
		last = s.seat
	}
	for i := s.next(s.seat); i != last; i = s.next(i) {
		if s.left[i] >= size && !s.locked[i] {
			able++
			cards += s.left[i]
		}
	}
	return able, cards
}
