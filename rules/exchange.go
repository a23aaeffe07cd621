package rules

// Trade is one pair's exchange (R9): tribute from a wimp to a hero, and as many
// cards back.
type Trade struct {
	From    Seat // the wimp
	To      Seat // the hero
	Count   int  // each way
	Given   bool // the hero has given back
	tribute Hand
	returns Hand
}

// startExchange takes the wimps' cards. Under exchange=sealed they stay in the
// wimps' hands until the hero has given.
func (g *Game) startExchange() []Event {
	g.phase, g.turn = PhaseGive, Nobody
	order, n := g.lastRound.Order, g.options.Players
	g.trades = []Trade{
		{From: order[n-1], To: order[0], Count: 2},
		{From: order[n-2], To: order[1], Count: 1},
	}
	var events []Event
	for i := range g.trades {
		t := &g.trades[i]
		t.tribute = g.hands[t.From].strongest(t.Count)
		if g.options.Exchange == ExchangeOpen {
			events = append(events, g.payTribute(t))
		}
	}
	return events
}

func (g *Game) payTribute(t *Trade) Event {
	g.hands[t.From].Remove(t.tribute)
	g.hands[t.To].Add(t.tribute)
	return Event{N: g.number(), Kind: Tribute, Round: g.round, From: t.From, To: t.To, Cards: t.tribute.Cards()}
}

// gives is how many cards the seat has to give back now.
func (g *Game) gives(seat Seat) int {
	if g.phase != PhaseGive {
		return 0
	}
	for _, t := range g.trades {
		if t.To == seat && !t.Given {
			return t.Count
		}
	}
	return 0
}

func (g *Game) give(seat Seat, cards Hand) []Event {
	var events []Event
	waiting := false
	for i := range g.trades {
		t := &g.trades[i]
		if t.To != seat {
			waiting = waiting || !t.Given
			continue
		}
		if g.options.Exchange == ExchangeSealed {
			events = append(events, g.payTribute(t))
		}
		t.Given, t.returns = true, cards
		g.hands[t.To].Remove(cards)
		g.hands[t.From].Add(cards)
		events = append(events, Event{N: g.number(), Kind: Returned, Round: g.round, From: t.To, To: t.From, Cards: cards.Cards()})
	}
	if !waiting {
		g.startPig()
	}
	return events
}
