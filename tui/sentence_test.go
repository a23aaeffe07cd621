package tui

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/table/words"
)

// The sentences for each kind of event, as a player, as somebody it is about,
// and as a watcher reads them.
func TestEventsAsSentences(t *testing.T) {
	two := []rules.Card{rules.Medusa, rules.PitFiend}
	events := []rules.Event{
		{Kind: rules.GameStarted},
		{Kind: rules.Dealt, Round: 2},
		{Kind: rules.Tribute, From: 1, To: 0, Count: 2, Cards: two},
		{Kind: rules.Tribute, From: 1, To: 2, Count: 1},
		{Kind: rules.Returned, From: 0, To: 1, Count: 2, Cards: []rules.Card{rules.Imp, rules.Imp}},
		{Kind: rules.PigPlayed, Seat: 1, Card: rules.Medusa, Leader: 2},
		{Kind: rules.PigPlayed, Seat: 3, Card: rules.Orc, Leader: 0},
		{Kind: rules.Played, Seat: 1, Cards: []rules.Card{rules.Warrior, rules.Warrior, rules.Chaindog}, Value: 5},
		{Kind: rules.Played, Seat: 0, Cards: []rules.Card{rules.RedLotus}},
		{Kind: rules.Played, Seat: 2, Cards: []rules.Card{rules.Chaindog, rules.RedLotus}},
		{Kind: rules.Passed, Seat: 0},
		{Kind: rules.Passed, Seat: 1},
		{Kind: rules.Passed, Seat: 1, Auto: true},
		{Kind: rules.MachinePlayed, Seat: 0},
		{Kind: rules.MachinePlayed, Seat: 3},
		{Kind: rules.WentOut, Seat: 0, Place: 1},
		{Kind: rules.WentOut, Seat: 1, Place: 2},
		{Kind: rules.WentOut, Seat: 2, Place: 3},
		{Kind: rules.WentOut, Seat: 3, Place: 4},
		{Kind: rules.HandWon, Seat: 0, Leader: 0},
		{Kind: rules.HandWon, Seat: 1, Leader: 1},
		{Kind: rules.HandWon, Seat: 1, Leader: 0},
		{Kind: rules.RoundScored, Round: 2},
		{Kind: rules.GameOver, Winner: 0},
		{Kind: rules.GameOver, Winner: 3},
	}
	names := []string{"Ilse", "Wei", "Ragnar", "marta"}
	var told strings.Builder
	for _, e := range events {
		fmt.Fprintf(&told, "%-14s %s\n", e.Kind, cast{you: 0, names: names}.tell(e))
		if w := (cast{you: rules.Nobody, names: names}).tell(rules.Redact(e, rules.Nobody)); strings.Contains(w, "ou ") {
			t.Errorf("a watcher is told %q", w)
		}
	}
	golden(t, "sentences", told.String())
}

// An automatic pass reads like one by hand (R14).
func TestAutomaticPassReadsTheSame(t *testing.T) {
	c := cast{you: 0, names: []string{"Ilse", "Wei"}}
	byHand, auto := rules.Event{Kind: rules.Passed, Seat: 1}, rules.Event{Kind: rules.Passed, Seat: 1, Auto: true}
	if c.tell(byHand) != c.tell(auto) {
		t.Errorf("%q and %q", c.tell(byHand), c.tell(auto))
	}
}

// Each refusal there is has a sentence of its own.
func TestRefusalsAsSentences(t *testing.T) {
	all := []error{
		rules.ErrNotYourTurn, rules.ErrWrongStep, rules.ErrNoCards, rules.ErrNotHeld, rules.ErrMixed, rules.ErrNoSet,
		rules.ErrWrongCount, rules.ErrTooWeak, rules.ErrMustLead, rules.ErrNotCreature, rules.ErrNoLeader, rules.ErrEmptyTable,
		rules.ErrOptions, errHandOver, words.ErrEmpty, words.ErrNameLength, words.ErrNameRunes, words.ErrNameStart, words.ErrNameScript, words.ErrNameMeans,
		table.ErrBadRequest, table.ErrFull, table.ErrNotSeated, table.ErrStale, table.ErrNotAllowed, table.ErrRateLimited,
		table.ErrTooLong, table.ErrDraining, table.ErrNotKept, table.ErrDoubtful, table.ErrReplaced, table.ErrLeft, table.ErrClosed,
		lobby.ErrUnknownTable, lobby.ErrNothingKept, lobby.ErrNameTaken,
		lobby.ErrNoCode, lobby.ErrKeyMoved, lobby.ErrLinked, lobby.ErrUnlinked, lobby.ErrNoKey, lobby.ErrOwnKey, lobby.ErrKeyShared,
		lobby.ErrKeySeated, lobby.ErrManyKeys, lobby.ErrLastKey, lobby.ErrNotYours,
		fmt.Errorf("%w: Ragnar is not ready", table.ErrNotAllowed),
		fmt.Errorf("acting: %w", rules.ErrTooWeak),
	}
	unknown := sorry(errors.New("the disk is on fire"))
	var said strings.Builder
	for _, err := range all {
		sentence := sorry(err)
		if sentence == unknown {
			t.Errorf("%v has no sentence", err)
		}
		if first := sentence[:1]; first != strings.ToUpper(first) || !strings.HasSuffix(sentence, ".") {
			t.Errorf("%q is no sentence", sentence)
		}
		fmt.Fprintf(&said, "%s\n    %s\n", err, sentence)
	}
	golden(t, "refusals", said.String())
}

func TestOptionsInWords(t *testing.T) {
	o := rules.DefaultOptions()
	for _, c := range []struct {
		change func()
		want   string
	}{
		{func() {}, "the printed rules, 4 rounds, 30 s a turn"},
		{func() { o.Laps, o.Turn = rules.LapsOpen, 90e9 }, "laps open, 4 rounds, 1 min 30 s a turn"},
		{func() { o.Leader, o.Rounds, o.Turn = rules.LeaderChosen, 1, 0 }, "laps open, leader chosen, 1 round, no clock"},
		{func() { o.Machine, o.Exchange, o.Turn = rules.MachineTurn, rules.ExchangeSealed, 120e9 }, "laps open, leader chosen, machine turn, exchange sealed, 1 round, 2 min a turn"},
	} {
		c.change()
		if got := ruleWords(o) + ", " + paceWords(o, ", "); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
