package bots

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"testing"

	"deathtrap/rules"
)

// positions are views of seats that owe an action, from a game between
// regulars.
func positions(t testing.TB, o rules.Options) []rules.View {
	t.Helper()
	var views []rules.View
	w := newTwins(t, o, 1)
	for w.game.Phase() != rules.PhaseOver {
		switch {
		case w.game.Phase() == rules.PhaseScored:
			round := w.game.View(rules.Nobody).Round
			if _, err := w.game.Deal(sha256.Sum256(fmt.Appendf(nil, "positions/%d", round))); err != nil {
				t.Fatal(err)
			}
		case w.game.Finished():
			if _, err := w.game.Clear(); err != nil {
				t.Fatal(err)
			}
		default:
			for s := range o.Players {
				v := w.game.View(rules.Seat(s))
				if !v.Owes() {
					continue
				}
				views = append(views, v)
				a, _ := Choose(Regular, v, 0)
				if _, err := w.game.Apply(v.Seat, a); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return views
}

// TestWorldsAreWhatTheSeatCanSee deals worlds in every position of a game: each
// is the whole pack, in hands of the right size, around the seat's own.
func TestWorldsAreWhatTheSeatCanSee(t *testing.T) {
	o := rules.DefaultOptions()
	o.Rounds = 3
	for _, v := range positions(t, o) {
		r, seat := sit(&v)
		w := newWorlds(&v, rand.NewPCG(1, 1))
		for range 5 {
			world := r
			w.deal(&world)
			var all heap
			for s := range r.players {
				all.add(world.hands[s])
				if got := world.hands[s].size(); got != v.Counts[s] {
					t.Fatalf("seat %d is dealt %d cards, not %d", s, got, v.Counts[s])
				}
			}
			if all != r.live || world.hands[seat] != r.hands[seat] {
				t.Fatal("the cards are not those that are still in play")
			}
		}
	}
}

// TestWorldsKnowTheExchange: what a seat has given away, and nobody has put
// down since, is where it went; and who paid tribute kept nothing stronger.
func TestWorldsKnowTheExchange(t *testing.T) {
	o := rules.DefaultOptions()
	o.Rounds = 3
	wimps, heroes := 0, 0
	for _, v := range positions(t, o) {
		if len(v.Gone) > 0 {
			continue
		}
		for _, trade := range v.Trades {
			r, _ := sit(&v)
			w := newWorlds(&v, rand.NewPCG(1, 1))
			w.deal(&r)
			switch v.Seat {
			case trade.From:
				wimps++
				want := heapOf(trade.Tribute)
				for c, k := range want {
					if r.hands[trade.To][c] < k {
						t.Errorf("the tribute %v is not in the hero's hand", trade.Tribute)
					}
				}
			case trade.To:
				heroes++
				for c := int(trade.Tribute[0]) + 1; c <= dragon; c++ {
					if r.hands[trade.From][c] > heapOf(trade.Returns)[c] {
						t.Errorf("the wimp keeps a %v after %v", rules.Card(c), trade.Tribute)
					}
				}
			}
		}
	}
	if wimps == 0 || heroes == 0 {
		t.Errorf("only %d wimps and %d heroes had to choose", wimps, heroes)
	}
}

// TestWorldsAreFair: a card that may be anywhere is in each hand as often as
// the hand is large.
func TestWorldsAreFair(t *testing.T) {
	v := positions(t, rules.DefaultOptions())[0]
	r, seat := sit(&v)
	w := newWorlds(&v, rand.NewPCG(3, 3))
	const deals = 6000
	var found [rules.MaxPlayers]int
	for range deals {
		w.deal(&r)
		for s := range r.players {
			found[s] += int(r.hands[s][1])
		}
	}
	unseen := int(pack[1]) - int(r.hands[seat][1])
	others := rules.DeckSize - v.Counts[seat]
	for s, n := range found[:r.players] {
		want := float64(deals*unseen*v.Counts[s]) / float64(others)
		if s != seat && (float64(n) < 0.95*want || float64(n) > 1.05*want) {
			t.Errorf("seat %d was dealt %d Imps, about %.0f were to be expected", s, n, want)
		}
	}
}

func TestPlayoutsAllocateNothing(t *testing.T) {
	o := rules.DefaultOptions()
	o.Rounds = 2
	for _, v := range positions(t, o)[:150] {
		m := newSearch(&v, rand.NewPCG(1, 1))
		if got := testing.AllocsPerRun(3, func() { m.try(m.candidates) }); got != 0 {
			t.Fatalf("a world played out allocates %v times", got)
		}
	}
}

// BenchmarkMaster is one decision of a master, over all the decisions of a game
// for six; BenchmarkPlayout one round played out.
func BenchmarkMaster(b *testing.B) {
	views := positions(b, rules.DefaultOptions())
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		Choose(Master, views[i%len(views)], 1)
	}
}

func BenchmarkPlayout(b *testing.B) {
	v := positions(b, rules.DefaultOptions())[20]
	m := newSearch(&v, rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		m.try(m.candidates[:1])
	}
}
