package arena

import (
	"bytes"
	"fmt"

	"deathtrap/rules"
)

// move makes the move that an event tells of in the replay, which puts what
// must be read into v.due. A sealed tribute waits for the hero's choice, that
// comes with the next event.
func (v *verifier) move(g given) (waits bool, err error) {
	e := g.event
	switch {
	case v.gameOver():
		return false, v.start(e)
	case v.held != nil && e.Kind != rules.Returned:
		return false, v.wrong("what the hero gives back for line %d is due, not %s.", v.held.line, e.Kind)
	case e.Kind == rules.Tribute && v.held == nil && v.game.Phase() == rules.PhaseGive:
		g.text = bytes.Clone(g.text)
		v.held = &g
		return true, nil
	case v.game.Phase() == rules.PhaseScored:
		return false, v.deal(g)
	case e.Kind == rules.HandWon:
		v.due, err = v.game.Clear()
	default:
		seat, action, ok := moved(v.game.Options(), e)
		if !ok {
			return false, v.wrong("%s does not happen here.", e.Kind)
		}
		v.due, err = v.game.Apply(seat, action)
	}
	if err != nil {
		return false, v.wrong("%s is against the rules: %v.", told(e), err)
	}
	return false, nil
}

func (v *verifier) start(e rules.Event) (err error) {
	if e.Kind != rules.GameStarted || e.Options == nil {
		return v.wrong("a game begins with game-started, players and options.")
	}
	v.game, v.due, err = rules.New(*e.Options, e.Players)
	if err != nil {
		return v.wrong("the game can't begin: %v.", err)
	}
	return nil
}

func (v *verifier) deal(g given) (err error) {
	if g.event.Kind != rules.Dealt {
		return v.wrong("a deal is due, not %s.", g.event.Kind)
	}
	v.before = v.game.Clone()
	v.dealt = given{line: g.line, event: g.event}
	v.due, err = v.game.DealHands(g.event.First, g.event.Commit, g.event.Hands)
	if err != nil {
		return v.wrong("the deal is against the rules: %v.", err)
	}
	return nil
}

// moved is the action that an event tells of, if it tells of one.
func moved(o rules.Options, e rules.Event) (rules.Seat, rules.Action, bool) {
	switch e.Kind {
	case rules.Returned:
		return e.From, rules.Give(e.Cards...), true
	case rules.PigPlayed:
		if o.Leader == rules.LeaderChosen {
			return e.Seat, rules.FeedPigFor(e.Card, e.Leader), true
		}
		return e.Seat, rules.FeedPig(e.Card), true
	case rules.Played:
		return e.Seat, rules.Play(e.Cards...), true
	case rules.Passed:
		pass := rules.Pass()
		pass.Auto = e.Auto
		return e.Seat, pass, true
	case rules.MachinePlayed:
		return e.Seat, rules.Stop(), true
	}
	return rules.Nobody, rules.Action{}, false
}

// told names a move for a sentence about it.
func told(e rules.Event) string {
	switch e.Kind {
	case rules.Returned:
		return fmt.Sprintf("what seat %d gives back", e.From)
	case rules.HandWon:
		return "hand-won"
	}
	return fmt.Sprintf("%s by seat %d", e.Kind, e.Seat)
}
