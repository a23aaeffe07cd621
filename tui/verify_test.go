package tui

import (
	"strings"
	"testing"

	"deathtrap/rules"
	"deathtrap/table"
)

// witnessed is a person in seat 0 who has seen a whole game of four, or from the
// given round on.
func witnessed(t *testing.T, from int) *session {
	t.Helper()
	o := rules.DefaultOptions()
	o.Players, o.Rounds = 4, 2
	people := make([]rules.Player, 4)
	for i := range people {
		people[i] = rules.Player{Seat: rules.Seat(i), Name: six[i]}
	}
	g, events, err := rules.New(o, people)
	if err != nil {
		t.Fatal(err)
	}
	s := &session{at: table.Update{You: 0}}
	for step := 0; g.Phase() != rules.PhaseOver; step++ {
		for i := range events {
			if e := rules.Redact(events[i], 0); g.View(0).Round >= from {
				s.witness(&e)
			}
		}
		events = advance(t, g, uint64(step))
	}
	for i := range events {
		e := rules.Redact(events[i], 0)
		s.witness(&e)
	}
	return s
}

// advance deals, or has somebody who owes a move play anything.
func advance(t *testing.T, g *rules.Game, seed uint64) []rules.Event {
	t.Helper()
	if g.Phase() == rules.PhaseScored || g.View(0).Round == 0 {
		events, err := g.Deal(rules.Seed{byte(seed), 7})
		if err != nil {
			t.Fatal(err)
		}
		return events
	}
	if g.Finished() {
		events, err := g.Clear()
		if err != nil {
			t.Fatal(err)
		}
		return events
	}
	for s := rules.Seat(0); ; s++ {
		if v := g.View(s); v.Owes() {
			a, _ := dice{}.Choose("", v, seed)
			events, err := g.Apply(s, a)
			if err != nil {
				t.Fatal(err)
			}
			return events
		}
	}
}

// A deal is fair if all that was seen of the round comes of the promised seed,
// and only then.
func TestVerify(t *testing.T) {
	s := witnessed(t, 0)
	if got := s.dealAgain(&s.scored[1]); !strings.HasPrefix(got[0], "Fair.") {
		t.Fatalf("a fair deal: %q", got)
	}
	if got := strings.Join(s.dealAllAgain(), "\n"); strings.Count(got, "fair: the promised seed, and your 2") != 2 {
		t.Errorf("a fair game: %s", got)
	}
	for name, c := range map[string]struct {
		spoil func(*dealt, *rules.Event)
		want  string
	}{
		"another seed":     {func(_ *dealt, scored *rules.Event) { scored.Seed[0]++ }, "the one that was promised"},
		"another first":    {func(d *dealt, _ *rules.Event) { d.First = (d.First + 1) % 4 }, "to another player first"},
		"another hand":     {func(d *dealt, _ *rules.Event) { d.Hand[0] = rules.RedDragon + 1 - d.Hand[0] }, "deals you other cards"},
		"a card too many":  {func(d *dealt, _ *rules.Event) { d.played[1][rules.ExplodingPig]++; d.played[2][rules.ExplodingPig]++ }, "never dealt them"},
		"a seventh dragon": {func(d *dealt, _ *rules.Event) { d.played[3][rules.RedDragon] = 2 }, "never dealt them"},
	} {
		s := witnessed(t, 0)
		c.spoil(&s.deals[1], &s.scored[1])
		if got := s.dealAgain(&s.scored[1]); !strings.HasPrefix(got[0], "NOT FAIR") || !strings.Contains(got[0], c.want) {
			t.Errorf("%s: %q", name, got)
		}
		if got := s.dealAllAgain()[1]; !strings.Contains(got, "NOT FAIR") {
			t.Errorf("%s, at the end: %q", name, got)
		}
	}
}

// Who comes later knows of no promise, and is told so; a new game begins anew.
func TestVerifyWithoutAPromise(t *testing.T) {
	s := witnessed(t, 2)
	if got := s.dealAllAgain()[0]; !strings.Contains(got, "you came after") && !strings.HasPrefix(got, "round 2  fair") {
		t.Errorf("from the second round on: %q", got)
	}
	s.deals = nil
	if got := s.dealAgain(&s.scored[0]); !strings.HasPrefix(got[0], "You came after this deal") {
		t.Errorf("without a promise: %q", got)
	}
	s.witness(&rules.Event{Kind: rules.GameStarted})
	if got := s.dealAllAgain(); !strings.HasPrefix(got[0], "You came after the deals") || len(s.scored) != 0 {
		t.Errorf("a new game begins with old deals: %q", got)
	}
}
