package bots

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"testing"

	"deathtrap/rules"
)

// TestRoundIsTheGame plays rounds beside rules.Game under all options: after
// each action both know the same.
func TestRoundIsTheGame(t *testing.T) {
	choices := rules.Choices()
	game := 0
	for _, laps := range choices["laps"] {
		for _, leader := range choices["leader"] {
			for _, machine := range choices["machine"] {
				for _, exchange := range choices["exchange"] {
					for players := rules.MinPlayers; players <= rules.MaxPlayers; players++ {
						o := rules.DefaultOptions()
						o.Players, o.Rounds = players, 2
						o.Laps, o.Leader = rules.Laps(laps), rules.Leading(leader)
						o.Machine, o.Exchange = rules.Stopping(machine), rules.Trading(exchange)
						game++
						newTwins(t, o, game).play()
					}
				}
			}
		}
	}
}

// twins are a game and the same round played beside it.
type twins struct {
	t    testing.TB
	game *rules.Game
	fast round
	id   int

	watch func(rules.View) // sees each view that an action is possible in; or nil
}

func newTwins(t testing.TB, o rules.Options, id int) *twins {
	t.Helper()
	players := make([]rules.Player, o.Players)
	for i := range players {
		players[i].Seat = rules.Seat(i)
	}
	g, _, err := rules.New(o, players)
	if err != nil {
		t.Fatal(err)
	}
	return &twins{t: t, game: g, id: id}
}

func (w *twins) play() {
	for asked := uint64(0); w.game.Phase() != rules.PhaseOver; asked++ {
		switch {
		case w.game.Phase() == rules.PhaseScored:
			round := w.game.View(rules.Nobody).Round
			if _, err := w.game.Deal(sha256.Sum256(fmt.Appendf(nil, "twins/%d/%d", w.id, round))); err != nil {
				w.t.Fatal(err)
			}
			w.fast = w.whole()
		case w.someoneActs(asked):
		default:
			if _, err := w.game.Clear(); err != nil {
				w.t.Fatal(err)
			}
			w.fast.clear()
		}
		want := w.whole()
		if want.step == scored { // what lay on the table last is of no more use
			w.fast.top, w.fast.owner, w.fast.locked = want.top, want.owner, want.locked
		}
		if w.fast != want {
			w.t.Fatalf("game %d: the round is\n%+v, not\n%+v", w.id, w.fast, want)
		}
	}
}

// someoneActs asks random bots until one of them acts.
func (w *twins) someoneActs(asked uint64) bool {
	for s := range w.game.Options().Players {
		v := w.game.View(rules.Seat(s))
		if len(v.Legal) == 0 {
			continue
		}
		if w.watch != nil {
			w.watch(v)
		}
		a, ok := Choose(Random, v, asked)
		if !ok {
			continue
		}
		if _, err := w.game.Apply(v.Seat, a); err != nil {
			w.t.Fatal(err)
		}
		w.fast.do(s, a)
		return true
	}
	return false
}

// whole is the game as a round in which all hands are known.
func (w *twins) whole() round {
	v := w.game.View(0)
	r, _ := sit(&v)
	for s := range r.players {
		r.hands[s] = heapOf(w.game.View(rules.Seat(s)).Hand)
	}
	return r
}

// TestHeap checks what counts eight kinds at a time against counting one by one.
func TestHeap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 10000 {
		var whole, part, rest heap
		kinds := 0
		for c := 1; c < len(whole); c++ {
			whole[c] = uint8(random.IntN(int(pack[c]) + 1))
			part[c] = uint8(random.IntN(int(whole[c]) + 1))
			rest[c] = whole[c] - part[c]
			if c <= dragon && whole[c] > 0 {
				kinds++
			}
		}
		if got := whole.kinds(); got != kinds {
			t.Fatalf("%v has %d creatures, not %d", whole, got, kinds)
		}
		if whole.remove(part); whole != rest {
			t.Fatalf("%v is left, not %v", whole, rest)
		}
	}
}
