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
	stop    int    // the Machine stops a finished hand with at most that many sets to go
}

// move is what a seat does in its turn: put down a set, pass (the zero move),
// or play the Machine.
type move struct {
	set  set
	stop bool
}

// tuned is the policy that masters play rounds out by. The numbers were found
// by trying changes against a field of the present best over many thousand
// deals; they are flat around here (docs/bots.md).
var tuned = &policy{
	follow: 670, control: 920,
	size: [5]int{740, 600, 560, 540, 200},
	lead: [5]int{3000, 2000, 1000, 700, 460},
	keep: 100, joker: 850, split: 200, card: 24, danger: 100, stop: 5,
}

// cost is what a set in hand costs to be rid of, if it wins the hand with that
// chance when it is led.
func (p *policy) cost(s *sight, creature, size, wins int) int {
	follows := int(s.weaker[creature]) * p.size[min(size, len(p.size))-1] / max(int(s.weaker[dragon+1]), 1)
	return one - (p.follow*follows+p.control*wins)/one
}

// worth is what putting down a set is good for.
func (p *policy) worth(s *sight, m set) int {
	if m.size() == s.left[s.seat] {
		return 100 * one
	}
	worth := p.card*m.size() - p.joker*m.wild
	alone := 0 // the chance that all of the creature wins, if led without wild cards
	if m.n > 0 {
		held := int(s.hand[m.creature])
		alone = s.wins(m.creature, held)
		worth += p.cost(s, m.creature, held, alone)
		if rest := held - m.n; rest > 0 {
			worth -= p.split + p.cost(s, m.creature, rest, s.wins(m.creature, rest))
		}
	}
	wins := alone
	switch {
	case s.step == following:
		wins = s.holdsOut(m.creature, m.size())
	case m.wild > 0 || m.n < int(s.hand[m.creature]):
		wins = s.wins(m.creature, m.size())
	}
	if s.step == leading {
		worth -= p.dangers(s, m.size()) * (one - wins) / one
	}
	return worth + wins*p.lead[min(s.after(m), len(p.lead)-1)]/one
}

// dangers is what it costs to lead a set that is not sure to win.
func (p *policy) dangers(s *sight, size int) int {
	if size < s.shortest {
		return 0
	}
	danger := 0
	for i := range s.players {
		if i != s.seat && s.left[i] == size {
			danger += p.danger
		}
	}
	return danger
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
		if s.sets == 1 && h[wild] > 0 {
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
	if s.sets <= 1 || s.sets == 2 && s.holdsSure() {
		return true
	}
	return s.finished() && s.owner != s.seat && s.sets <= p.stop
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
