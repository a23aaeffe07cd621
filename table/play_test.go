package table

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/rules"
)

// anyLegal is a policy that picks any legal action, and the Machine out of turn
// one time in four.
type anyLegal struct{}

func (anyLegal) Choose(_ string, v rules.View, seed uint64) (rules.Action, bool) {
	if !v.Owes() && seed%4 != 0 {
		return rules.Action{}, false
	}
	return v.Legal[seed%uint64(len(v.Legal))], true
}

func options(players int) rules.Options {
	o := rules.DefaultOptions()
	o.Players, o.Rounds, o.Bots = players, 2, "regular"
	return o
}

// seeds are rounds' seeds for tests.
func seeds(n uint64) func() rules.Seed {
	r := rand.New(rand.NewPCG(n, 0))
	return func() (s rules.Seed) {
		for i := range s {
			s[i] = byte(r.Uint32())
		}
		return s
	}
}

// playOn acts for a visit until its game is over.
func playOn(t *testing.T, ctx context.Context, v *Visit, each func(Update)) {
	r := rand.New(rand.NewPCG(1, 2))
	for {
		u, err := v.Next(ctx)
		if err != nil {
			t.Errorf("next: %v", err)
			return
		}
		if each != nil {
			each(u)
		}
		if u.Board.State == Over {
			return
		}
		if u.View == nil || !u.View.Owes() {
			continue
		}
		legal := u.View.Legal
		err = v.Do(ctx, Act{Seen: u.Seen, Action: legal[r.IntN(len(legal))]})
		if err != nil && err != ErrStale {
			t.Errorf("act: %v", err)
		}
	}
}

func TestAWholeGame(t *testing.T) {
	for _, pace := range []time.Duration{0, time.Second} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			tab := Open(ctx, Config{Code: "KRAK", Setup: Setup{Options: options(6)}, Policy: anyLegal{}, Pace: pace, Seed: seeds(7)})
			v, err := tab.Visit(ctx, Player{ID: "a", Name: "ana"})
			must(t, err)
			must(t, v.Do(ctx, Sit{}))
			must(t, v.Do(ctx, Start{}))
			playOn(t, ctx, v, nil)
			if over := tab.Board(); over.State != Over {
				t.Errorf("state %s, want over", over.State)
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
