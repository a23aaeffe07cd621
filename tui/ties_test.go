package tui

import (
	"strings"
	"testing"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// Who stands before whom with the same points is told with its reason, or the rule is
// where there is no room for that.
func TestTiesAreExplained(t *testing.T) {
	c := cast{you: 0, names: six}
	for _, k := range []struct {
		name    string
		ranking []rules.Seat
		totals  []int
		winners []rules.Seat
		w       int
		want    string
	}{
		{"none", []rules.Seat{1, 0, 2}, []int{4, 9, 3}, nil, 80, ""},
		{"rounds won", []rules.Seat{1, 0, 2}, []int{9, 9, 3}, []rules.Seat{1, 1, 0}, 80, "Wei stands before you: equal points, but more rounds won."},
		{"the last round", []rules.Seat{0, 1, 2}, []int{9, 9, 3}, []rules.Seat{1, 0}, 80, "You stand before Wei: equal points, but the better last round."},
		{"three", []rules.Seat{3, 5, 0}, []int{9, 0, 0, 9, 0, 9}, []rules.Seat{5, 3}, 80, "Equal points: marta before Kestrel (last round) before you (rounds won)."},
		{"two pairs", []rules.Seat{3, 0, 1, 2}, []int{9, 4, 4, 9}, []rules.Seat{3}, 90, "Equal points: marta before you (rounds won), Wei before Ragnar (last round)."},
		{"little room", []rules.Seat{1, 0, 2}, []int{9, 9, 3}, []rules.Seat{1, 1, 0}, 40, "Equal: rounds won, then the last round."},
		{"no room", []rules.Seat{1, 0, 2}, []int{9, 9, 3}, []rules.Seat{1, 1, 0}, 20, ""},
	} {
		if got := c.ties(k.ranking, k.totals, k.winners, k.w); got != k.want {
			t.Errorf("%s: %q, want %q", k.name, got, k.want)
		}
	}
}

// The end of the game says it too, at each size that has a line for it.
func TestTheEndExplainsItsTies(t *testing.T) {
	for _, size := range sizes {
		p := staged(t, size, func(s *session) screen {
			s.at = theEnd()
			s.at.View.Result.Totals[0] = 22
			s.at.Board.Seats = s.at.Board.Seats[:6]
			c := newCeremony(s)
			c.settle()
			return c
		})
		got := terminal.Snapshot(p, size).Text()
		if says := strings.Contains(got, "Kestrel stands before you: equal points, but more rounds won."); says != (size.Width >= 80) && size.Width != 60 {
			t.Errorf("%v:\n%s", size, got)
		}
	}
}

// The first game of a table has no number; a rematch has.
func TestTheEndCountsGamesFromTheSecond(t *testing.T) {
	for game, want := range map[int]string{1: "", 2: "game 2 at this table"} {
		p := staged(t, normalSize, func(s *session) screen {
			s.at = theEnd()
			s.at.Board.Game = game
			return newCeremony(s)
		})
		title, _, _ := strings.Cut(terminal.Snapshot(p, normalSize).Text(), "\n")
		if got := strings.TrimSpace(title[strings.Index(title, "the end")+len("the end"):]); got != want {
			t.Errorf("of game %d: %q", game, got)
		}
	}
}
