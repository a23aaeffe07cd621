package bots_test

import (
	"math/rand/v2"
	"reflect"
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

// TestHiddenCardsChangeNothing plays a round, deals the cards anew that one seat
// can't know of, plays the same round up to its question, and asks again: the
// answers are the same.
func TestHiddenCardsChangeNothing(t *testing.T) {
	o := rules.DefaultOptions()
	o.Rounds = 1
	m := newMatch(t, o, slices.Repeat([]string{bots.Regular}, o.Players), 11)
	dealt, err := m.game.Deal(dealSeed(11, 1))
	if err != nil {
		t.Fatal(err)
	}
	var asked []asking
	m.watch = func(v rules.View, _ string, a rules.Action, acted bool) {
		asked = append(asked, asking{v, a, acted})
	}
	m.play(t)

	random := rand.New(rand.NewPCG(4, 4))
	for n := range asked {
		hands := redeal(dealt[0].Hands, asked[:n], asked[n].view.Seat, random)
		v := replay(t, o, dealt[0], hands, asked[:n+1]).View(asked[n].view.Seat)
		for _, kind := range kindsFor(n) {
			a, ok := bots.Choose(kind, asked[n].view, 5)
			b, again := bots.Choose(kind, v, 5)
			if !reflect.DeepEqual(a, b) || ok != again {
				t.Errorf("question %d: with other cards hidden, a %s chooses %v, not %v", n, kind, b, a)
			}
		}
	}
}

// redeal is a deal in which all is the same that the seat has seen: its own
// cards and what the others have put down. The rest is dealt anew.
func redeal(hands [][]rules.Card, past []asking, seat rules.Seat, random *rand.Rand) [][]rules.Card {
	seen := make([][]rules.Card, len(hands))
	for _, q := range past {
		if q.acted {
			seen[q.view.Seat] = append(seen[q.view.Seat], spent(q.action)...)
		}
	}
	seen[seat] = hands[seat]
	var hidden []rules.Card
	for s, hand := range hands {
		h := rules.HandOf(hand...)
		h.Remove(rules.HandOf(seen[s]...))
		hidden = append(hidden, h.Cards()...)
	}
	random.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	fresh := make([][]rules.Card, len(hands))
	for s, hand := range hands {
		n := len(hand) - len(seen[s])
		fresh[s] = slices.Concat(seen[s], hidden[:n])
		hidden = hidden[n:]
	}
	return fresh
}

// spent is the cards that leave a hand by an action.
func spent(a rules.Action) []rules.Card {
	switch a.Kind {
	case rules.ActPig:
		return []rules.Card{a.Card, rules.ExplodingPig}
	case rules.ActMachine:
		return []rules.Card{rules.KillingMachine}
	}
	return a.Cards
}

// replay plays the same actions with other hands, up to the last question.
func replay(t *testing.T, o rules.Options, dealt rules.Event, hands [][]rules.Card, asked []asking) *rules.Game {
	t.Helper()
	g := newMatch(t, o, make([]string, o.Players), 0).game
	if _, err := g.DealHands(dealt.First, dealt.Commit, hands); err != nil {
		t.Fatal(err)
	}
	for i, q := range asked {
		if q.view.Phase == rules.PhaseLead && g.Finished() {
			if _, err := g.Clear(); err != nil {
				t.Fatal(err)
			}
		}
		if !q.acted || i == len(asked)-1 {
			continue
		}
		if _, err := g.Apply(q.view.Seat, q.action); err != nil {
			t.Fatal(err)
		}
	}
	return g
}
