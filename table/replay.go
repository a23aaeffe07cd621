package table

import (
	"fmt"

	"deathtrap/rules"
)

// Replay plays the games of a table's log anew, and calls each after every entry
// that moves one, with what it made happen. It knows the rules alone: what a
// table does besides (clocks, seats, talk) is in no game. The game is only lent.
func Replay(log []Entry, each func(e Entry, g *rules.Game, events []rules.Event) error) error {
	var game *rules.Game
	for _, e := range log {
		var events []rules.Event
		var err error
		switch e.Kind {
		case Started:
			game, events, err = begin(e)
		case Dealt:
			events, err = game.Deal(*e.Seed)
		case Moved:
			action := *e.Action
			action.Auto = e.Auto
			events, err = game.Apply(e.Seat, action)
		case Cleared:
			events, err = game.Clear()
		default:
			continue
		}
		if err != nil {
			return fmt.Errorf("entry %d: %w", e.Seq, err)
		}
		if err := each(e, game, events); err != nil {
			return err
		}
	}
	return nil
}

func begin(e Entry) (*rules.Game, []rules.Event, error) {
	game, events, err := rules.New(e.Setup.Options, e.Players)
	if err != nil {
		return nil, nil, err
	}
	dealt, err := game.Deal(*e.Seed)
	return game, append(events, dealt...), err
}
