package rules

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// playRandomly plays the game to its end by legal moves that a seed chooses,
// in turn and out of turn, and tells the events.
func playRandomly(t testing.TB, g *Game, seed uint64, tell func([]Event)) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	for steps := 0; g.Phase() != PhaseOver; steps++ {
		if steps > 12*2000 {
			t.Fatal("the game does not end")
		}
		events, err := randomStep(g, random)
		if err != nil {
			t.Fatal(err)
		}
		tell(events)
	}
}

// randomStep does one thing that is due, or that somebody may do.
func randomStep(g *Game, random *rand.Rand) ([]Event, error) {
	if g.Phase() == PhaseScored {
		return g.Deal(randomSeed(random))
	}
	var asked []Seat
	for s := range Seat(g.Options().Players) {
		if g.Owes(s) {
			asked = append(asked, s)
		} else if random.IntN(20) == 0 && g.Check(s, Stop()) == nil {
			return g.Apply(s, Stop())
		}
	}
	if len(asked) == 0 {
		return g.Clear()
	}
	seat := asked[random.IntN(len(asked))]
	legal := g.Legal(seat)
	return g.Apply(seat, legal[random.IntN(len(legal))])
}

func randomSeed(random *rand.Rand) (seed Seed) {
	for i := range seed {
		seed[i] = byte(random.Uint64())
	}
	return seed
}

// everyGame plays games at all numbers of seats by all options.
func everyGame(t *testing.T, each int, play func(t *testing.T, o Options, seed uint64)) {
	if testing.Short() {
		each = 1
	}
	for n := MinPlayers; n <= MaxPlayers; n++ {
		for i, o := range allOptions(n) {
			for k := range each {
				play(t, o, uint64(n*1000+i*20+k))
			}
			if t.Failed() {
				t.Fatalf("with %s", optionsName(o))
			}
		}
	}
}

// Cards are neither made nor lost, hands shrink only by what is told, and what
// is said of the end is true.
func TestLawsOfEveryGame(t *testing.T) {
	everyGame(t, 20, func(t *testing.T, o Options, seed uint64) {
		g, n := begin(t, o), 1
		playRandomly(t, g, seed, func(events []Event) {
			all := g.gone
			for s := range o.Players {
				all.Add(g.hands[s])
			}
			if all != pack {
				t.Fatalf("the pack has become %v", all.Cards())
			}
			for _, e := range events {
				if n++; e.N != n {
					t.Fatalf("event %d has n %d", n, e.N)
				}
				lawOfEnd(t, o, e)
			}
		})
		if _, err := g.Deal(Seed{}); !errors.Is(err, ErrNoDeal) {
			t.Error("a game that is over deals")
		}
	})
}

func lawOfEnd(t *testing.T, o Options, e Event) {
	t.Helper()
	switch e.Kind {
	case RoundScored:
		sum := 0
		for s, p := range e.Points {
			sum += p
			if p != o.Players-slices.Index(e.Order, Seat(s)) {
				t.Fatalf("seat %d scores %d of order %v", s, p, e.Order)
			}
		}
		if sum != o.Players*(o.Players+1)/2 {
			t.Fatalf("%d points are scored", sum)
		}
	case GameOver:
		if e.Winner != e.Ranking[0] || len(e.Ranking) != o.Players {
			t.Fatalf("%d won of %v", e.Winner, e.Ranking)
		}
		if !slices.IsSortedFunc(e.Ranking, func(a, b Seat) int { return e.Totals[b] - e.Totals[a] }) {
			t.Fatalf("the ranking %v is not by %v", e.Ranking, e.Totals)
		}
	}
}

// The log alone gives back the game.
func TestReplayIsPlay(t *testing.T) {
	everyGame(t, 1, func(t *testing.T, o Options, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 1))
		g, again := begin(t, o), begin(t, o)
		for g.Phase() != PhaseOver {
			events, err := randomStep(g, random)
			if err != nil {
				t.Fatal(err)
			}
			var repeated []Event
			switch last := events[len(events)-1]; {
			case events[0].Kind == Dealt:
				repeated, err = again.Deal(g.seed)
			case last.Kind == HandWon:
				repeated, err = again.Clear()
			default:
				seat, action := actionOf(o, events)
				repeated, err = again.Apply(seat, action)
			}
			if err != nil || !reflect.DeepEqual(repeated, events) {
				t.Fatalf("%v became %v (%v)", events, repeated, err)
			}
			if whole := g.turn == Nobody || random.IntN(16) == 0; whole && !reflect.DeepEqual(again, g) {
				t.Fatalf("after %v the games differ", events)
			}
		}
	})
}

// actionOf is the move that caused those events.
func actionOf(o Options, events []Event) (Seat, Action) {
	switch e := events[0]; e.Kind {
	case Tribute:
		return e.To, Give(events[1].Cards...)
	case Returned:
		return e.From, Give(e.Cards...)
	case PigPlayed:
		if o.Leader == LeaderChosen {
			return e.Seat, FeedPigFor(e.Card, e.Leader)
		}
		return e.Seat, FeedPig(e.Card)
	case Played:
		return e.Seat, Play(e.Cards...)
	case MachinePlayed:
		return e.Seat, Stop()
	default:
		return e.Seat, Pass()
	}
}

// Somebody sends anything at all: it is accepted if and only if it is listed,
// a refusal changes nothing, and the view's judge agrees with the game's.
func TestLegalIsApply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := rapid.SampledFrom(allOptions(rapid.IntRange(MinPlayers, MaxPlayers).Draw(t, "players"))).Draw(t, "options")
		g, _, err := New(o, people(o.Players))
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		for range rapid.IntRange(1, 500).Draw(t, "looks") {
			seat := Seat(rapid.IntRange(-1, o.Players).Draw(t, "seat"))
			tryAction(t, g, seat, anyAction(o.Players).Draw(t, "action"))
			tryLegal(t, g, Seat(random.IntN(o.Players)))
			for range random.IntN(6) {
				if g.Phase() == PhaseOver {
					return
				}
				if _, err := randomStep(g, random); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// tryLegal tries all that is listed, and that it is listed once.
func tryLegal(t *rapid.T, g *Game, seat Seat) {
	legal := g.Legal(seat)
	if may := !g.Owes(seat) && len(legal) > 0; may != (g.MayStop() == seat) {
		t.Fatalf("seat %d may stop %v, but seat %d is said to", seat, may, g.MayStop())
	}
	for i, a := range legal {
		tryAction(t, g, seat, a)
		if slices.ContainsFunc(legal[i+1:], a.Same) {
			t.Fatalf("%v is listed twice", a)
		}
	}
}

func tryAction(t *rapid.T, g *Game, seat Seat, a Action) {
	listed := slices.ContainsFunc(g.Legal(seat), a.Same)
	tried := g.Clone()
	if !reflect.DeepEqual(tried, g) {
		t.Fatal("a clone differs")
	}
	events, err := tried.Apply(seat, a)
	if listed != (err == nil) {
		t.Fatalf("seat %d, %+v: listed %v, but %v", seat, a, listed, err)
	}
	if err != nil && (events != nil || !reflect.DeepEqual(tried, g)) {
		t.Fatalf("seat %d, %+v: refused, but something has changed", seat, a)
	}
	if seat < 0 || int(seat) >= g.options.Players {
		return
	}
	v := g.View(seat)
	if seen, judged := v.Check(a), g.Check(seat, a); seen != judged || v.Owes() != g.Owes(seat) {
		t.Fatalf("seat %d, %+v: the view says %v, the game %v", seat, a, seen, judged)
	}
}

// anyAction is an action that may make sense or not.
func anyAction(players int) *rapid.Generator[Action] {
	return rapid.Custom(func(t *rapid.T) Action {
		card := rapid.Map(rapid.IntRange(-1, int(kinds)), func(n int) Card { return Card(n) })
		a := Action{
			Kind:   rapid.SampledFrom([]ActionKind{ActGive, ActPig, ActPlay, ActPass, ActMachine, "", "resign"}).Draw(t, "kind"),
			Card:   card.Draw(t, "card"),
			Leader: Seat(rapid.IntRange(-1, players).Draw(t, "leader")),
		}
		if rapid.Bool().Draw(t, "set") {
			c := card.Draw(t, "of")
			for range rapid.IntRange(0, 5).Draw(t, "copies") {
				a.Cards = append(a.Cards, c)
			}
			wild := rapid.SampledFrom([][]Card{nil, {Chaindog}, {RedLotus}, {RedLotus, Chaindog}, {Chaindog, Chaindog}})
			a.Cards = append(a.Cards, wild.Draw(t, "wild")...)
			return a
		}
		a.Cards = rapid.SliceOfN(card, 0, 4).Draw(t, "cards")
		return a
	})
}

// A view is complete by itself: it goes through JSON unharmed, and keeps what
// it said when the game goes on.
func TestViewsKeep(t *testing.T) {
	everyGame(t, 1, func(t *testing.T, o Options, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 4))
		for g := begin(t, o); g.Phase() != PhaseOver; {
			seat := Seat(random.IntN(o.Players+1)) - 1
			kept := g.View(seat)
			text, err := json.Marshal(kept)
			if err != nil {
				t.Fatal(err)
			}
			for range random.IntN(40) {
				if g.Phase() == PhaseOver {
					break
				}
				if _, err := randomStep(g, random); err != nil {
					t.Fatal(err)
				}
			}
			var back View
			if err := json.Unmarshal(text, &back); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(back, kept) {
				t.Fatalf("%s is read back, or changed, as %+v", text, kept)
			}
		}
	})
}

// Redacting twice, or for an event that is public, changes nothing.
func TestRedactTwice(t *testing.T) {
	everyGame(t, 1, func(t *testing.T, o Options, seed uint64) {
		playRandomly(t, begin(t, o), seed, func(events []Event) {
			for _, e := range events {
				for _, s := range []Seat{Nobody, 0, Seat(o.Players - 1)} {
					once := Redact(e, s)
					if twice := Redact(once, s); !reflect.DeepEqual(once, twice) {
						t.Fatalf("%+v became %+v", once, twice)
					}
				}
			}
		})
	})
}
