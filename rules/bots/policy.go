package bots

// policy is how a rule-based bot weighs what it may do. Worths are in parts of
// one; one is a set that has to be led to be rid of.
type policy struct {
	follow  int    // a set that surely follows some day is cheaper by this
	control int    // a set that surely wins a hand is cheaper by this
	size    [5]int // how likely a set of one, two, ... cards gets to follow
	lead    [5]int // having the lead with that many sets to go; the last: or more
	keep    int    // passing
	joker   int    // a wild card kept
	split   int    // breaking a set costs this
	card    int    // each card shed
	danger  int    // leading as many cards as a foe has left

	stopSets int // the Machine stops a finished hand with at most that many sets to go
	stopLeft int // ... or if its winner has at most that many cards left
}

// move is what a seat does in its turn: put down a set, pass (the zero move),
// or play the Machine.
type move struct {
	set  set
	stop bool
}

// regular is the policy of the regular kind. The numbers were found by trying
// changes against a field of the present best over many thousand deals; they
// are flat around here (docs/bots.md).
var regular = &policy{
	follow: 670, control: 920,
	size: [5]int{740, 600, 560, 540, 200},
	lead: [5]int{3000, 2000, 1000, 700, 460},
	keep: 100, joker: 850, split: 200, card: 24, danger: 100,
	stopSets: 5, stopLeft: 0,
}

// cost is what a set in hand costs to be rid of.
func (p *policy) cost(s *sight, creature, size int) int {
	if size == 0 {
		return 0
	}
	all := max(s.below[dragon+1], 1)
	follows := s.below[creature] * p.size[min(size, len(p.size))-1] / all
	return one - p.follow*follows/one - p.control*s.wins(creature, size)/one
}

// worth is what putting down a set is good for.
func (p *policy) worth(s *sight, m set) int {
	if m.size() == s.left[s.seat] {
		return 100 * one
	}
	rest := s.hand
	rest[m.creature] -= uint8(m.n)
	rest[wild] -= uint8(m.wild)
	worth := p.card*m.size() - p.joker*m.wild
	if m.n > 0 {
		held := int(s.hand[m.creature])
		worth += p.cost(s, m.creature, held) - p.cost(s, m.creature, held-m.n)
		if held > m.n {
			worth -= p.split
		}
	}
	var wins int
	if s.step == leading {
		wins = s.wins(m.creature, m.size())
		for i := range s.players {
			if i != s.seat && s.left[i] == m.size() {
				worth -= p.danger * (one - wins) / one
			}
		}
	} else {
		wins = s.holdsOut(m.creature, m.size())
	}
	to := rest.sets()
	return worth + wins*p.lead[min(to, len(p.lead)-1)]/one
}

// each tries every set that is worth a thought.
func (s *sight) each(try func(set)) {
	h := &s.hand
	if s.step == leading {
		for c := 1; c <= dragon; c++ {
			for w := 0; h[c] > 0 && w <= int(h[wild]); w++ {
				try(set{c, int(h[c]), w})
			}
		}
		if h.sets() == 1 && h[wild] > 0 {
			try(set{0, 0, int(h[wild])})
		}
		return
	}
	size := s.top.size()
	for c := s.top.creature + 1; c <= dragon; c++ {
		if h[c] == 0 {
			continue
		}
		n := min(int(h[c]), size)
		if w := size - n; w <= int(h[wild]) {
			try(set{c, n, w})
		}
	}
}

// choose is what the seat does in its turn.
func (p *policy) choose(s *sight) move {
	if s.hand[machine] > 0 && p.wantsStop(s) {
		return move{stop: true}
	}
	var best set
	bestWorth := -1 << 30
	if s.step == following {
		bestWorth = p.keep
	}
	s.each(func(m set) {
		if worth := p.worth(s, m); worth > bestWorth {
			best, bestWorth = m, worth
		}
	})
	return move{set: best}
}

// wantsStop reports whether the seat plays its Machine now.
func (p *policy) wantsStop(s *sight) bool {
	sets := s.hand.sets()
	if sets <= 1 || sets == 2 && s.holdsSure() {
		return true
	}
	if !s.finished() || s.owner == s.seat {
		return false
	}
	return sets <= p.stopSets || s.left[s.owner] <= p.stopLeft
}

// holdsSure reports whether one of the seat's whole sets wins any hand it leads.
func (s *sight) holdsSure() bool {
	for c := 1; c <= dragon; c++ {
		if n := int(s.hand[c]); n > 0 && s.wins(c, n) == one {
			return true
		}
	}
	return false
}
