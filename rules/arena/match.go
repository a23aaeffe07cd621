package arena

import (
	"fmt"

	"deathtrap/rules"
	"deathtrap/rules/bots"
)

// match is one game between computer players.
type match struct {
	game    *rules.Game
	kinds   []string // of computer player, by seat
	luck    uint64   // state of what they toss
	tell    func([]rules.Event) error
	moves   int      // made so far
	thought thoughts // or nil: time is not measured
}

// play plays the game and tells every event in order. The seeds are asked for
// round by round, from 1.
func (m *match) play(o rules.Options, seed func(round int) rules.Seed) error {
	game, events, err := rules.New(o, players(m.kinds))
	if err != nil {
		return err
	}
	m.game = game
	if err := m.tell(events); err != nil {
		return err
	}
	for round := 1; round <= o.Rounds; round++ {
		events, err := game.Deal(seed(round))
		if err != nil {
			return err
		}
		if err := m.tell(events); err != nil {
			return err
		}
		for game.Phase() != rules.PhaseScored && game.Phase() != rules.PhaseOver {
			if err := m.step(); err != nil {
				return err
			}
		}
	}
	return nil
}

// step lets one thing happen: whoever may stop the hand out of turn is asked
// first, at every moment that it is legal.
func (m *match) step() error {
	if stopped, err := m.interrupt(); stopped || err != nil {
		return err
	}
	if m.game.Finished() {
		events, err := m.game.Clear()
		if err != nil {
			return err
		}
		return m.tell(events)
	}
	for s := range rules.Seat(len(m.kinds)) {
		if !m.game.Owes(s) {
			continue
		}
		action, ok := m.decide(s)
		if !ok {
			return fmt.Errorf("%w: %s in seat %d does not move", ErrBot, m.kinds[s], s)
		}
		return m.act(s, action)
	}
	return fmt.Errorf("%w: nobody has to move in phase %s", ErrBot, m.game.Phase())
}

// decide is what a seat whose turn it is does. Who can only pass isn't asked.
func (m *match) decide(seat rules.Seat) (rules.Action, bool) {
	g := m.game
	if g.Phase() == rules.PhaseFollow && !g.CanPlay(seat) && g.Check(seat, rules.Stop()) != nil {
		m.toss() // as if it had been
		return rules.Pass(), true
	}
	return m.ask(seat)
}

// interrupt offers the Killing Machine to its holder out of turn.
func (m *match) interrupt() (stopped bool, err error) {
	seat := m.game.MayStop()
	if seat == rules.Nobody {
		return false, nil
	}
	action, ok := m.ask(seat)
	if !ok {
		return false, nil
	}
	return true, m.act(seat, action)
}

func (m *match) ask(seat rules.Seat) (rules.Action, bool) {
	kind, v, luck := m.kinds[seat], m.game.View(seat), m.toss()
	if m.thought == nil || len(v.Legal) == 1 && v.Owes() {
		return bots.Choose(kind, v, luck)
	}
	begun := clock()
	a, ok := bots.Choose(kind, v, luck)
	m.thought.of(kind).note(clock() - begun)
	return a, ok
}

func (m *match) act(seat rules.Seat, a rules.Action) error {
	events, err := m.game.Apply(seat, a)
	if err != nil {
		return fmt.Errorf("%w: %s in seat %d: %w", ErrBot, m.kinds[seat], seat, err)
	}
	m.moves++
	return m.tell(events)
}

// toss is the next number of the splitmix64 sequence.
func (m *match) toss() uint64 {
	m.luck += 0x9e3779b97f4a7c15
	z := m.luck
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
