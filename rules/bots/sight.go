package bots

// sight is how a round looks from one seat: nothing in it comes from another
// hand.
type sight struct {
	*round
	seat   int
	hand   heap
	unseen heap            // the cards in the other hands
	below  [dragon + 2]int // below[c]: unseen creatures weaker than c
	foes   int             // other seats still in
}

func (r *round) from(seat int) sight {
	s := sight{round: r, seat: seat, hand: r.hands[seat], unseen: r.live}
	s.unseen.remove(s.hand)
	for c := 1; c <= dragon; c++ {
		s.below[c+1] = s.below[c] + int(s.unseen[c])
	}
	for i := range r.players {
		if i != seat && r.in(i) {
			s.foes++
		}
	}
	return s
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
	able := 0
	for i := range s.players {
		if i != s.seat && s.left[i] >= size {
			able++
		}
	}
	if able == 0 {
		return one
	}
	return fade(s.beaten(creature, size, able, shares/s.foes))
}

// holdsOut is the chance that a set that is put down now, after others, wins
// the hand.
func (s *sight) holdsOut(creature, size int) int {
	last := s.leader
	if s.open {
		last = s.seat
	}
	able, cards := 0, 0
	for i := s.next(s.seat); i != last; i = s.next(i) {
		if s.left[i] >= size && !s.locked[i] {
			able++
			cards += s.left[i]
		}
	}
	if able == 0 {
		return one
	}
	all := 1
	for i := range s.players {
		if i != s.seat {
			all += s.left[i]
		}
	}
	return fade(s.beaten(creature, size, able, (shares*cards/able+all/2)/all))
}
