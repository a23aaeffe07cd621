package table

import (
	"strings"
	"testing"
	"time"

	"deathtrap/rules"
)

// Who ignores somebody hears neither their talk nor what they grovel, whatever
// they are called by then; the others hear it all the same.
func TestTheIgnoredAreNotHeard(t *testing.T) {
	bubble(t, "at a table", func(t *testing.T) {
		ignored := map[string]map[string]bool{player(0).ID: {player(1).ID: true}}
		stand := open(t, func(c *Config) {
			c.Setup.Options.Turn = rules.TurnTime(10 * time.Second)
			c.Ignored = func(id string) map[string]bool { return ignored[id] }
		})
		deaf, rude, other := stand.visit(0), stand.visit(1), stand.visit(2)
		must(t, deaf.Do(t.Context(), Sit{}))
		must(t, rude.Do(t.Context(), Sit{}))
		must(t, rude.Do(t.Context(), Say{"you fool"}))
		must(t, other.Do(t.Context(), Say{"hush"}))
		if u := latest(t, deaf); strings.Contains(lines(u), "fool") || !strings.Contains(lines(u), "player2: hush") {
			t.Errorf("who ignores hears %q", lines(u))
		}
		if u := latest(t, other); !strings.Contains(lines(u), "player1: you fool") {
			t.Errorf("the others hear %q", lines(u))
		}
		must(t, rude.Do(t.Context(), Ready{}))
		must(t, deaf.Do(t.Context(), Start{}))
		must(t, deaf.Do(t.Context(), GiveUp{}))
		for stand.Board().State != Over {
			time.Sleep(10 * time.Second) // the clock plays for who does nothing
		}
		must(t, rude.Do(t.Context(), Grovel{"mercy, fool"}))
		board := latest(t, rude).Board
		seen := latest(t, deaf)
		if board.Seats[1].Grovel == "" || seen.Board.Seats[1].Grovel != "" || strings.Contains(lines(seen), "mercy") {
			t.Errorf("grovelled: %q; heard: %q, %q", board.Seats[1].Grovel, seen.Board.Seats[1].Grovel, lines(seen))
		}
	})
}

// lines is all that an update says, on the board and as news.
func lines(u Update) string {
	var all []string
	for _, said := range u.Board.Talk {
		all = append(all, said.From+": "+said.Text)
	}
	for _, n := range u.News {
		if n.Talk != nil {
			all = append(all, n.Talk.From+": "+n.Talk.Text)
		}
		all = append(all, n.Notice)
	}
	return strings.Join(all, "\n")
}
