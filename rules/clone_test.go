package rules

import (
	"reflect"
	"testing"
)

// A clone and its original go on without each other.
func TestCloneIsIndependent(t *testing.T) {
	g := leading(t, DefaultOptions(), "orc orc imp", "zombie imp", "warrior imp", "imp imp", "imp", "imp")
	must(t, g, 0, Play(Orc))
	c := g.Clone()
	must(t, g, 1, Pass())
	must(t, c, 1, Play(Zombie))
	if g.plays[1].Kind != Passed || c.plays[1].Kind != Played || !g.in(1) || g.hands[1].Len() != 2 || c.top.Seat != 1 || g.top.Seat != 0 {
		t.Errorf("%v and %v", g.plays, c.plays)
	}

	o := DefaultOptions()
	o.Rounds = 2
	g = leading(t, o, "orc imp", "zombie imp", "warrior imp exploding-pig", "imp imp", "medusa", "red-dragon minotaur")
	g.round, g.lastRound = 2, &Event{Kind: RoundScored, Order: []Seat{0, 1, 2, 3, 4, 5}}
	g.startExchange()
	c = g.Clone()
	must(t, g, 1, Give(Imp))
	if c.trades[1].Given || c.gives(1) != 1 {
		t.Error("a gift in the original is one in the clone")
	}
}

// Nobody should append to a view's lists; the game is safe from it.
func TestViewsListsHaveNoRoom(t *testing.T) {
	g := leading(t, DefaultOptions(), "orc orc imp", "zombie imp", "warrior imp", "imp imp", "imp", "imp")
	must(t, g, 0, Play(Orc))
	v := g.View(0)
	must(t, g, 1, Play(Zombie))
	before := g.Clone()
	forged := append(v.HandPlays, Event{Kind: "forged"})
	if len(forged) != 2 || !reflect.DeepEqual(g, before) {
		t.Errorf("the game has become %v", g.plays)
	}
}

func must(t *testing.T, g *Game, seat Seat, a Action) {
	t.Helper()
	if _, err := g.Apply(seat, a); err != nil {
		t.Fatal(err)
	}
}
