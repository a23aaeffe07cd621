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
	s, err := readSet(cards)
	switch {
	case err != nil:
		return err
	case p.lying && len(cards) != p.count:
		return ErrWrongCount
	case p.lying && s.creature.Value() <= p.value:
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
