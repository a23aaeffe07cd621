package bots_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"deathtrap/rules"
	"deathtrap/rules/bots"
)

// asking is one question of a game and its answer.
type asking struct {
	view   rules.View
	action rules.Action
	acted  bool
}

// told is one round: how it was dealt, and what was asked and answered in it.
type told struct {
	before *rules.Game
	dealt  rules.Event
	asked  []asking
}

// TestHiddenCardsChangeNothing plays games, and at each question deals the cards
// anew of which the seat can't know who holds them: all news of the round are the
// same for it, the exchange included, and so is what any kind of bot chooses.
func TestHiddenCardsChangeNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	met := map[string]int{} // questions of that kind with other cards hidden
	for i, options := range []string{`{}`, `{"leader":"chosen","exchange":"sealed"}`, `{"players":8,"laps":"open","leader":"chosen"}`, `{"players":4,"laps":"lock"}`} {
		for _, round := range record(t, options, uint64(i)) {
			for n, q := range round.asked {
				hands, ok := round.otherHands(t, n, random)
				if !ok {
					continue // all is known
				}
				what := occasion(q.view)
				met[what]++
				g, _ := round.replay(hands, n)
				sameChoices(t, q.view, g.View(q.view.Seat), kindsAt(what, met[what]))
			}
		}
	}
	for what, least := range map[string]int{"exchange": 8, "pig": 4, "leader": 3, "out of turn": 50, "turn": 400} {
		if met[what] < least {
			t.Errorf("only %d questions of kind %q had other cards hidden", met[what], what)
		}
	}
}

// record plays two rounds between regulars.
func record(t *testing.T, options string, seed uint64) []told {
	t.Helper()
	o, err := rules.ReadOptions([]byte(options))
	if err != nil {
		t.Fatal(err)
	}
	o.Rounds = 2
	var rounds []told
	m := newMatch(t, o, slices.Repeat([]string{bots.Regular}, o.Players), seed)
	m.dealt = func(before *rules.Game, dealt rules.Event) {
		rounds = append(rounds, told{before: before, dealt: dealt})
	}
	m.watch = func(v rules.View, _ string, a rules.Action, acted bool) {
		last := &rounds[len(rounds)-1]
		last.asked = append(last.asked, asking{v, a, acted})
	}
	m.play(t)
	return rounds
}

// occasion is what a question is about.
func occasion(v rules.View) string {
	switch {
	case v.Phase == rules.PhaseGive:
		return "exchange"
	case v.Phase == rules.PhasePig && v.Options.Leader == rules.LeaderChosen:
		return "leader"
	case v.Phase == rules.PhasePig:
		return "pig"
	case !v.Owes():
		return "out of turn"
	}
	return "turn"
}

// kindsAt is the kinds to ask the nth question of its occasion: those that think
// for long only where it is rare, or now and then.
func kindsAt(what string, n int) []string {
	switch {
	case what == "turn" || what == "out of turn":
		return kindsFor(n)
	case n > 2:
		return slices.DeleteFunc(bots.Kinds(), func(kind string) bool { return kind == bots.Flat })
	}
	return bots.Kinds()
}

// sameChoices asks with two views of the same seat.
func sameChoices(t *testing.T, v, other rules.View, kinds []string) {
	t.Helper()
	for _, kind := range kinds {
		a, ok := bots.Choose(kind, v, 5)
		b, again := bots.Choose(kind, other, 5)
		if !a.Same(b) || ok != again {
			t.Errorf("%s: with other cards hidden, a %s chooses %v, not %v", occasion(v), kind, b, a)
		}
	}
}

// otherHands is another deal of the round in which the seat that the nth question
// is for has heard the same up to it. It trades cards between two other hands, again and
// again, and keeps what can't be told apart.
func (r told) otherHands(t *testing.T, n int, random *rand.Rand) (hands [][]rules.Card, differ bool) {
	t.Helper()
	seat := r.asked[n].view.Seat
	_, news := r.replay(r.dealt.Hands, n)
	if news == nil {
		t.Fatal("the round can't be played again")
	}
	hands = r.dealt.Hands
	for range 10 {
		a, b := random.IntN(len(hands)), random.IntN(len(hands))
		if a == b || rules.Seat(a) == seat || rules.Seat(b) == seat {
			continue
		}
		tried := slices.Clone(hands)
		tried[a], tried[b] = slices.Clone(hands[a]), slices.Clone(hands[b])
		i, j := random.IntN(len(tried[a])), random.IntN(len(tried[b]))
		if tried[a][i] == tried[b][j] {
			continue
		}
		tried[a][i], tried[b][j] = tried[b][j], tried[a][i]
		if _, heard := r.replay(tried, n); heard != nil && bytes.Equal(heard, news) {
			hands, differ = tried, true
		}
	}
	return hands, differ
}

// replay plays the round with other hands up to the nth question, and is what its
// seat has heard; nothing if what was done can't be done with these hands.
func (r told) replay(hands [][]rules.Card, n int) (*rules.Game, []byte) {
	g, seat := r.before.Clone(), r.asked[n].view.Seat
	var news []byte
	hear := func(events []rules.Event, err error) bool {
		for _, e := range events {
			text, failed := json.Marshal(rules.Redact(e, seat))
			if failed != nil {
				return false
			}
			news = append(news, text...)
		}
		return err == nil
	}
	if !hear(g.DealHands(r.dealt.First, r.dealt.Commit, hands)) {
		return nil, nil
	}
	for i, q := range r.asked[:n+1] {
		if q.view.Phase == rules.PhaseLead && g.Finished() && !hear(g.Clear()) {
			return nil, nil
		}
		if q.acted && i < n && !hear(g.Apply(q.view.Seat, q.action)) {
			return nil, nil
		}
	}
	return g, news
}
