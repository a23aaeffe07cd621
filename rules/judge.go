package rules

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
	dog, lotus := p.hand[Chaindog] > 0, p.hand[RedLotus] > 0
	var wilds [][]Card
	for _, w := range [...]struct {
		held bool
		wild []Card
	}{{true, nil}, {dog, []Card{Chaindog}}, {lotus, []Card{RedLotus}}, {dog && lotus, []Card{Chaindog, RedLotus}}} {
		if w.held {
			wilds = append(wilds, w.wild)
		}
	}
	for _, wild := range wilds[1:] {
		try(Play(wild...))
	}
	for c := Imp; c <= RedDragon; c++ {
		for n := 1; n <= int(p.hand[c]); n++ {
			for _, wild := range wilds {
				if p.lying && n+len(wild) != p.count {
					continue
				}
				set := make([]Card, n, n+len(wild))
				for i := range set {
					set[i] = c
				}
				try(Play(append(set, wild...)...))
			}
		}
	}
}
