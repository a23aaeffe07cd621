package table

import (
	"errors"
	"testing"
	"time"

	"deathtrap/rules"
)

// Once everybody who is here is out of the round and has asked, the computer
// players go on at four times the pace, until the next deal.
func TestHurry(t *testing.T) {
	bubble(t, "the rest of a round", func(t *testing.T) {
		h := open(t, func(c *Config) { c.Setup.Options.Rounds = 4 })
		v := h.started()
		spans := map[bool]time.Duration{} // between two passes or plays: hurried or not
		counts := map[bool]int{}
		hurried, last, round := false, time.Now(), 1
		for range 4000 {
			u, err := v.Next(t.Context())
			must(t, err)
			game := u.View
			if game == nil {
				continue
			}
			if u.Board.State == Over {
				break
			}
			if game.Round != round {
				round, hurried = game.Round, false
				if u.Hurries {
					t.Error("it still hurries after the deal")
				}
			}
			if moves := movesIn(u.News); moves > 0 {
				spans[hurried] += time.Since(last)
				counts[hurried] += moves
				last = time.Now()
			}
			switch out := game.Counts[0] == 0; {
			case len(game.Legal) > 0:
				must(t, v.Do(t.Context(), Act{Seen: u.Seen, Action: game.Legal[0]}))
			case out && game.Phase != rules.PhaseScored && !hurried:
				must(t, v.Do(t.Context(), Hurry{}))
				hurried = true
			case !out:
				if err := v.Do(t.Context(), Hurry{}); !errors.Is(err, ErrNotAllowed) {
					t.Fatalf("who still plays may hurry: %v", err)
				}
			}
		}
		if counts[true] < 5 || counts[false] < 5 {
			t.Fatalf("too little happens: %v", counts)
		}
		slow, quick := spans[false]/time.Duration(counts[false]), spans[true]/time.Duration(counts[true])
		if quick*3 > slow*2 {
			t.Errorf("a move takes %v, hurried %v", slow, quick)
		}
	})
	bubble(t, "a watcher may not", func(t *testing.T) {
		h := open(t, nil)
		h.started()
		if err := h.visit(1).Do(t.Context(), Hurry{}); !errors.Is(err, ErrNotSeated) {
			t.Errorf("a watcher hurries: %v", err)
		}
	})
}

func movesIn(news []News) int {
	n := 0
	for _, piece := range news {
		if e := piece.Event; e != nil && (e.Kind == rules.Played || e.Kind == rules.Passed) && e.Seat != 0 {
			n++
		}
	}
	return n
}
