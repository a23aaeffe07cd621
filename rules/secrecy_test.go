package rules

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
)

// What a seat can't know is drawn again: its view, and its news of what comes
// next, are the same letter by letter. Watchers can't know any hand.
func TestSecrecy(t *testing.T) {
	positions := 0
	everyGame(t, 1, func(t *testing.T, o Options, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 6))
		for g := begin(t, o); g.Phase() != PhaseOver; {
			viewer := Seat(random.IntN(o.Players+1)) - 1
			before := g.Clone()
			events, err := randomStep(g, random)
			if err != nil {
				t.Fatal(err)
			}
			if often := before.phase == PhaseGive || before.phase == PhasePig; before.round > 0 && (often || random.IntN(6) == 0) {
				positions++
				sameView(t, before, redraw(before, viewer, nil, random), viewer)
				sameNews(t, before, g, events, viewer, random)
			}
		}
	})
	if positions < 5000 && !testing.Short() {
		t.Errorf("only %d positions", positions)
	}
}

// redraw deals everything the viewer can't know again: the hands of the others
// (apart from cards that must stay where they are), the other pair's exchange,
// the seed.
func redraw(g *Game, viewer Seat, stay map[Seat]Hand, random *rand.Rand) *Game {
	other := g.Clone()
	other.seed = randomSeed(random)
	var pool []Card
	for s := range Seat(g.options.Players) {
		if s != viewer {
			part := g.hands[s]
			part.Remove(stay[s])
			pool = append(pool, part.Cards()...)
		}
	}
	random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for s := range Seat(g.options.Players) {
		if s != viewer {
			kept := stay[s]
			drawn := g.hands[s].Len() - kept.Len()
			kept.Add(HandOf(pool[:drawn]...))
			other.hands[s], pool = kept, pool[drawn:]
		}
	}
	for i := range other.trades {
		redrawTrade(other, &other.trades[i], viewer, random)
	}
	return other
}

func redrawTrade(g *Game, trade *Trade, viewer Seat, random *rand.Rand) {
	sealed := g.options.Exchange == ExchangeSealed && !trade.Given
	switch {
	case sealed: // the hero can't know the tribute yet; the Wimp's hand tells
		trade.tribute = g.hands[trade.From].strongest(trade.Count)
	case viewer != trade.From && viewer != trade.To:
		trade.tribute = anyCards(trade.Count, random)
		trade.returns = anyCards(trade.Count, random)
	}
}

func anyCards(n int, random *rand.Rand) (cards Hand) {
	for range n {
		cards[Imp+Card(random.IntN(int(kinds-Imp)))]++
	}
	return cards
}

func sameView(t *testing.T, g, other *Game, viewer Seat) {
	t.Helper()
	if a, b := inJSON(t, g.View(viewer)), inJSON(t, other.View(viewer)); !bytes.Equal(a, b) {
		t.Fatalf("seat %d sees what it can't know:\n%s\n%s", viewer, a, b)
	}
}

func inJSON(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// sameNews lets the same happen in another world that the viewer can't tell
// from this one, as far as it is public or the viewer's own affair.
func sameNews(t *testing.T, before, after *Game, events []Event, viewer Seat, random *rand.Rand) {
	t.Helper()
	if events[0].Kind == Dealt || events[len(events)-1].Kind == HandWon {
		sameRedacted(t, events, hideAnew(events, viewer, random), viewer)
		return
	}
	seat, action := actionOf(before.options, events)
	other := redraw(before, viewer, mustStay(before, seat, action, viewer), random)
	if after.phase == PhaseScored || after.phase == PhaseOver {
		other.seed = before.seed // it is revealed
	}
	if events[0].Kind == Tribute || events[0].Kind == Returned {
		action = giveAnother(other, seat, action, viewer, random)
	}
	happened, err := other.Apply(seat, action)
	if err != nil {
		t.Fatalf("seat %d can't do %+v in the other world: %v", seat, action, err)
	}
	sameRedacted(t, events, happened, viewer)
	sameView(t, after, other, viewer)
}

// mustStay is the cards that are about to be seen: those of the move, the Pig,
// whose holder's turn comes after the exchange, and a tribute to the viewer.
func mustStay(g *Game, seat Seat, a Action, viewer Seat) map[Seat]Hand {
	stay := map[Seat]Hand{}
	add := func(s Seat, cards Hand) {
		kept := stay[s]
		kept.Add(cards)
		stay[s] = kept
	}
	for s := range Seat(g.options.Players) {
		if g.hands[s][ExplodingPig] > 0 {
			add(s, HandOf(ExplodingPig))
		}
	}
	switch a.Kind {
	case ActPlay:
		add(seat, HandOf(a.Cards...))
	case ActPig:
		add(seat, HandOf(a.Card))
	case ActMachine:
		add(seat, HandOf(KillingMachine))
	case ActGive:
		for _, trade := range g.trades {
			if trade.To != seat || viewer != trade.To && viewer != trade.From {
				continue
			}
			pair := HandOf(a.Cards...)
			pair[ExplodingPig] = 0 // stays anyway
			add(seat, pair)
			stay[trade.From] = g.hands[trade.From] // so the tribute is the same
		}
	}
	return stay
}

// giveAnother is another gift, if the viewer can't see it. The Pig goes with it
// or not as in this world, because its holder plays next.
func giveAnother(g *Game, seat Seat, a Action, viewer Seat, random *rand.Rand) Action {
	for _, trade := range g.trades {
		if trade.To == seat && (viewer == trade.To || viewer == trade.From) {
			return a
		}
	}
	pig := slices.Contains(a.Cards, ExplodingPig)
	gifts := slices.DeleteFunc(g.Legal(seat), func(b Action) bool { return slices.Contains(b.Cards, ExplodingPig) != pig })
	return gifts[random.IntN(len(gifts))]
}

// hideAnew is the events with all that is secret to the viewer drawn again.
func hideAnew(events []Event, viewer Seat, random *rand.Rand) []Event {
	anew := slices.Clone(events)
	for i, e := range anew {
		switch {
		case e.Kind == Dealt:
			anew[i].Hands = slices.Clone(e.Hands)
			for s := range e.Hands {
				if Seat(s) != viewer {
					hand := anyCards(len(e.Hands[s]), random)
					anew[i].Hands[s] = hand.Cards()
				}
			}
		case (e.Kind == Tribute || e.Kind == Returned) && viewer != e.From && viewer != e.To:
			cards := anyCards(len(e.Cards), random)
			anew[i].Cards = cards.Cards()
		}
	}
	return anew
}

func sameRedacted(t *testing.T, events, other []Event, viewer Seat) {
	t.Helper()
	redacted := func(events []Event) []Event {
		var seen []Event
		for _, e := range events {
			seen = append(seen, Redact(e, viewer))
		}
		return seen
	}
	if a, b := inJSON(t, redacted(events)), inJSON(t, redacted(other)); !bytes.Equal(a, b) {
		t.Fatalf("seat %d hears what it can't know:\n%s\n%s", viewer, a, b)
	}
}

// The words of a view never hold a card of another hand: a view of somebody
// who holds Imps alone, in a round where nothing is played yet, names no other
// card.
func TestViewNamesNoOtherCard(t *testing.T) {
	for _, exchange := range []Trading{ExchangeOpen, ExchangeSealed} {
		o := DefaultOptions()
		o.Exchange = exchange
		g := leading(t, o, "imp imp", "medusa medusa", "orc orc", "zombie zombie", "warrior warrior", "minotaur minotaur")
		g.round, g.lastRound = 2, &Event{Kind: RoundScored, Order: []Seat{1, 2, 0, 3, 4, 5}}
		g.startExchange()
		for _, viewer := range []Seat{0, Nobody} {
			text := inJSON(t, g.View(viewer))
			for _, c := range Cards()[1:] {
				if bytes.Contains(text, []byte(`"`+c.String()+`"`)) {
					t.Errorf("%s: seat %d reads of %s: %s", exchange, viewer, c, text)
				}
			}
		}
	}
}
