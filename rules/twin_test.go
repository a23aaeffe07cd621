package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// inWords is an event as the twin would tell it.
func inWords(e Event) string {
	words := func(cards []Card) string { return strings.Trim(fmt.Sprint(cards), "[]") }
	switch e.Kind {
	case Dealt:
		return fmt.Sprintf("dealt %d %d", e.Round, e.First)
	case Tribute, Returned:
		return fmt.Sprintf("%s %d %d %s", e.Kind, e.From, e.To, words(e.Cards))
	case PigPlayed:
		return fmt.Sprintf("pig %d %s %d", e.Seat, e.Card, e.Leader)
	case Played:
		return fmt.Sprintf("played %d %s %d", e.Seat, words(e.Cards), e.Value)
	case Passed:
		return fmt.Sprintf("passed %d", e.Seat)
	case MachinePlayed:
		return fmt.Sprintf("machine %d", e.Seat)
	case WentOut:
		return fmt.Sprintf("out %d %d", e.Seat, e.Place)
	case HandWon:
		return fmt.Sprintf("won %d %d", e.Seat, e.Leader)
	case RoundScored:
		return fmt.Sprintf("scored %d %v %v", e.Round, e.Order, e.Totals)
	case GameOver:
		return fmt.Sprintf("over %v", e.Ranking)
	}
	return string(e.Kind)
}

// The game and its twin are given the same: they allow and tell the same.
func TestTwin(t *testing.T) {
	everyGame(t, 1, func(t *testing.T, o Options, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 5))
		g, w := begin(t, o), newTwin(o)
		all := wishes(o.Players)
		for g.Phase() != PhaseOver {
			if g.Phase() == PhaseGive || random.IntN(30) == 0 {
				askBoth(t, g, w, Seat(random.IntN(o.Players)), all)
			}
			events, err := randomStep(g, random)
			if err != nil {
				t.Fatal(err)
			}
			w.told = nil
			w.follow(g, events)
			var told []string
			for _, e := range events {
				told = append(told, inWords(e))
			}
			if !slices.Equal(told, w.told) {
				t.Fatalf("the game tells %q, the twin %q", told, w.told)
			}
			if string(g.Phase()) != w.stage {
				t.Fatalf("the game is at %s, the twin at %s", g.Phase(), w.stage)
			}
		}
	})
}

// follow does in the twin what the game has told.
func (w *twin) follow(g *Game, events []Event) {
	switch events[0].Kind {
	case Dealt:
		w.deal(g.seed)
	case HandWon:
		w.clear()
	default:
		seat, a := actionOf(w.o, events)
		w.do(int(seat), string(a.Kind), slugs(a), int(a.Leader))
	}
}

func slugs(a Action) []string {
	if a.Kind == ActPig {
		return []string{a.Card.String()}
	}
	var list []string
	cards := HandOf(a.Cards...)
	for _, c := range cards.Cards() {
		list = append(list, c.String())
	}
	return list
}

// askBoth tries all that a seat might ever wish to do: both allow the same, and
// nothing else is listed.
func askBoth(t *testing.T, g *Game, w *twin, seat Seat, wishes []Action) {
	t.Helper()
	allowed := 0
	for _, a := range wishes {
		ok := w.may(int(seat), string(a.Kind), slugs(a), int(a.Leader))
		if ok {
			allowed++
		}
		if err := g.Check(seat, a); ok != (err == nil) {
			t.Fatalf("seat %d, %+v: the twin says %v, the game %v", seat, a, ok, err)
		}
	}
	legal := g.Legal(seat)
	if len(legal) != allowed {
		t.Fatalf("seat %d: the twin allows %d moves, the game %v", seat, allowed, legal)
	}
	if plays := slices.ContainsFunc(legal, func(a Action) bool { return a.Kind == ActPlay }); g.CanPlay(seat) != plays {
		t.Fatalf("seat %d can play: %v, but may do %v", seat, g.CanPlay(seat), legal)
	}
}

// wishes is every move that any hand might make, and some that none may.
func wishes(players int) []Action {
	list := []Action{
		Pass(), Stop(), Play(), Give(), Give(Imp, Imp, Imp),
		{Kind: "resign"},
		Play(ExplodingPig), Play(KillingMachine), Play(Orc, Skeleton), Play(Orc, KillingMachine), Play(ExplodingPig, Chaindog),
		Play(Chaindog), Play(RedLotus), Play(Chaindog, RedLotus), Play(Chaindog, Chaindog),
	}
	for _, c := range Cards() {
		for leader := Nobody; leader <= Seat(players); leader++ {
			list = append(list, FeedPigFor(c, leader))
		}
		list = append(list, Give(c))
		for d := c; d <= KillingMachine; d++ {
			list = append(list, Give(c, d))
		}
		if !c.Creature() {
			continue
		}
		for n := 1; n <= c.Copies()+1; n++ {
			set := slices.Repeat([]Card{c}, n)
			list = append(list, Play(set...))
			for _, wild := range [][]Card{{Chaindog}, {RedLotus}, {Chaindog, RedLotus}} {
				list = append(list, Play(slices.Concat(wild, set)...))
			}
		}
	}
	return list
}
