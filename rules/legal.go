package rules

// legal lists each distinct action that check accepts, in a fixed order: wild
// cards alone; sets by creature, then by number, those without wild cards first;
// pass; the Machine. It is never nil, and may be shared: not to be changed.
func (p *position) legal() []Action {
	if p.owes {
		switch p.phase {
		case PhaseGive:
			return p.gifts()
		case PhasePig:
			return p.pigs()
		case PhaseLead, PhaseFollow:
			return p.moves()
		}
	}
	return p.others()
}

// gifts is all that can be given back: two cards or one.
func (p *position) gifts() []Action {
	held := 0
	for _, k := range p.hand {
		held += int(min(k, 1))
	}
	gifts := make([]Action, 0, held*(held+1)/2)
	for c := Imp; c < kinds; c++ {
		switch {
		case p.hand[c] == 0:
			continue
		case p.give == 1:
			gifts = append(gifts, Give(c))
			continue
		case p.hand[c] > 1:
			gifts = append(gifts, Give(c, c))
		}
		for d := c + 1; d < kinds; d++ {
			if p.hand[d] > 0 {
				gifts = append(gifts, Give(c, d))
			}
		}
	}
	return gifts
}

// pigs is every monster that can be blown up, with every leader who can be named.
func (p *position) pigs() []Action {
	var pigs []Action
	for c := Imp; c <= RedDragon; c++ {
		if p.hand[c] == 0 {
			continue
		}
		if p.leader == LeaderLeft {
			pigs = append(pigs, FeedPig(c))
			continue
		}
		for s := range p.players {
			pigs = append(pigs, FeedPigFor(c, Seat(s)))
		}
	}
	return pigs
}

// manySets is more sets than nearly any hand can form.
const manySets = 64

// moves is what whose turn it is may do in a hand.
func (p *position) moves() []Action {
	var room [manySets]set
	sets, others := p.sets(room[:0]), p.others()
	if len(sets) == 0 {
		return others
	}
	moves := make([]Action, 0, len(sets)+len(others))
	for _, s := range sets {
		moves = append(moves, Play(s.cards()...))
	}
	return append(moves, others...)
}

// canPlay reports whether check accepts any set.
func (p *position) canPlay() bool {
	var room [manySets]set
	return p.owes && (p.phase == PhaseLead || p.phase == PhaseFollow) && len(p.sets(room[:0])) > 0
}

// sets adds every set that the hand can form to a list; under a set to beat only
// those that beat it.
func (p *position) sets(list []set) []set {
	ways := p.hand.wilds().ways()
	if !p.lying {
		for _, w := range ways[1:] {
			list = append(list, set{wild: w})
		}
	}
	for c := Imp; c <= RedDragon; c++ {
		if p.hand[c] == 0 || p.lying && c.Value() <= p.value {
			continue
		}
		for n := uint8(1); n <= p.hand[c]; n++ {
			for _, w := range ways {
				if !p.lying || int(n)+len(wildCards[w]) == p.count {
					list = append(list, set{c, n, w})
				}
			}
		}
	}
	return list
}

// What can be done without a set, made once.
var (
	nothing    = []Action{}
	onlyPass   = []Action{Pass()}
	onlyStop   = []Action{Stop()}
	passOrStop = []Action{Pass(), Stop()}
)

// others is what can be done in a hand without putting down a set.
func (p *position) others() []Action {
	passes := p.owes && p.phase == PhaseFollow
	stops := p.checkMachine() == nil
	switch {
	case passes && stops:
		return passOrStop
	case passes:
		return onlyPass
	case stops:
		return onlyStop
	}
	return nothing
}
