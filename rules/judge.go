package rules

import "slices"

// position is all that decides what one seat may do: the same for a Game, which
// knows everything, and for a View, which knows what its seat knows. Its check
// is the one judge of legality.
type position struct {
	players  int
	phase    Phase
	owes     bool // an action is asked of this seat now
	give     int  // how many cards this seat has to give back
	hand     Hand
	lying    bool // a set lies on the table
	count    int  // of the set to beat
	value    int  // of the set to beat
	leader   Leading
	stopping Stopping
}

// check says why the action is refused, or nil if it may be done.
func (p *position) check(a Action) error {
	if a.Kind == ActMachine {
		return p.checkMachine()
	}
	if !p.owes {
		return ErrNotYourTurn
	}
	switch {
	case a.Kind == ActGive && p.phase == PhaseGive:
		return p.checkGive(a.Cards)
	case a.Kind == ActPig && p.phase == PhasePig:
		return p.checkPig(a)
	case a.Kind == ActPlay && (p.phase == PhaseLead || p.phase == PhaseFollow):
		return p.checkSet(a.Cards)
	case a.Kind == ActPass && p.phase == PhaseFollow:
		return nil
	case a.Kind == ActPass && p.phase == PhaseLead:
		return ErrMustLead
	}
	return ErrWrongStep
}

// checkMachine judges the Killing Machine (R5).
func (p *position) checkMachine() error {
	if !p.owes && p.stopping == MachineTurn {
		return ErrNotYourTurn
	}
	switch {
	case p.phase != PhaseLead && p.phase != PhaseFollow:
		if p.owes {
			return ErrWrongStep
		}
		return ErrNotYourTurn
	case p.hand[KillingMachine] == 0:
		return ErrNotHeld
	case !p.owes && !p.lying:
		return ErrEmptyTable
	}
	return nil
}

func (p *position) checkGive(cards []Card) error {
	if len(cards) != p.give {
		return ErrWrongCount
	}
	return p.checkHeld(cards)
}

func (p *position) checkPig(a Action) error {
	if !a.Card.Creature() {
		return ErrNotCreature
	}
	if p.hand[a.Card] == 0 {
		return ErrNotHeld
	}
	named := a.Leader >= 0 && int(a.Leader) < p.players
	if p.leader == LeaderChosen && !named || p.leader == LeaderLeft && a.Leader != Nobody {
		return ErrNoLeader
	}
	return nil
}

// checkSet judges a set that is led or follows (R3).
func (p *position) checkSet(cards []Card) error {
	if len(cards) == 0 {
		return ErrNoCards
	}
	if err := p.checkHeld(cards); err != nil {
		return err
	}
	value, err := setValue(cards)
	switch {
	case err != nil:
		return err
	case p.lying && len(cards) != p.count:
		return ErrWrongCount
	case p.lying && value <= p.value:
		return ErrTooWeak
	}
	return nil
}

func (p *position) checkHeld(cards []Card) error {
	if len(cards) > DeckSize || !p.hand.Has(HandOf(cards...)) {
		return ErrNotHeld
	}
	return nil
}

// setValue is what a set is worth: its creature's value, or 0 for wild cards
// alone.
func setValue(cards []Card) (int, error) {
	creature := NoCard
	for _, c := range cards {
		switch {
		case c.Wild():
		case !c.Creature():
			return 0, ErrNoSet
		case creature != NoCard && c != creature:
			return 0, ErrMixed
		default:
			creature = c
		}
	}
	return creature.Value(), nil
}

// legal lists each distinct action that check accepts, in a fixed order: wild
// cards alone; sets by creature, then by number, those without wild cards first;
// pass; the Machine. It is never nil.
func (p *position) legal() []Action {
	actions := make([]Action, 0, p.likely())
	accept := func(a Action) {
		if p.check(a) == nil {
			actions = append(actions, a)
		}
	}
	if p.owes {
		switch p.phase {
		case PhaseGive:
			p.eachGift(accept)
		case PhasePig:
			p.eachPig(accept)
		case PhaseLead, PhaseFollow:
			p.eachSet(accept)
			accept(Pass())
		}
	}
	accept(Stop())
	return actions
}

// likely is about how many actions there will be.
func (p *position) likely() int {
	switch {
	case !p.owes:
		return int(p.hand[KillingMachine])
	case p.phase == PhaseFollow:
		return 4
	}
	return 16
}

func (p *position) eachGift(try func(Action)) {
	for c := Imp; c < kinds; c++ {
		if p.give == 1 {
			try(Give(c))
			continue
		}
		for d := c; d < kinds; d++ {
			try(Give(c, d))
		}
	}
}

func (p *position) eachPig(try func(Action)) {
	for c := Imp; c <= RedDragon; c++ {
		if p.leader == LeaderLeft {
			try(FeedPig(c))
			continue
		}
		for s := range p.players {
			try(FeedPigFor(c, Seat(s)))
		}
	}
}

// eachSet tries every set that the hand can form; under a set to beat only
// those of its size.
func (p *position) eachSet(try func(Action)) {
	var ways []int // of wildWays
	for i, wild := range wildWays {
		if p.hand.Has(HandOf(wild...)) {
			ways = append(ways, i)
		}
	}
	for _, i := range ways[1:] {
		try(Play(wildWays[i]...))
	}
	for c := Imp; c <= RedDragon; c++ {
		held := int(p.hand[c])
		if held == 0 || p.lying && c.Value() <= p.value { // no check would let it pass
			continue
		}
		for n := 1; n <= held; n++ {
			for _, i := range ways {
				if !p.lying || n+len(wildWays[i]) == p.count {
					try(Play(setOf(c, n, i)...))
				}
			}
		}
	}
}

// wildWays are the ways to have wild cards in a set.
var wildWays = [...][]Card{nil, {Chaindog}, {RedLotus}, {Chaindog, RedLotus}}

// fullSets are the largest sets there are, by creature and by the way of their wild
// cards, which come last: so each smaller set is the end of one, and costs nothing.
var fullSets = func() (sets [RedDragon + 1][len(wildWays)][]Card) {
	for c := Imp; c <= RedDragon; c++ {
		for i, wild := range wildWays {
			sets[c][i] = append(slices.Repeat([]Card{c}, c.Copies()), wild...)
		}
	}
	return sets
}()

// setOf is n creatures and the wild cards of a way. It is shared: not to be changed.
func setOf(c Card, n, way int) []Card {
	full := fullSets[c][way]
	return slices.Clip(full[len(full)-len(wildWays[way])-n:])
}
