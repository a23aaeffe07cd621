package rules

import "slices"

// endRound scores the round when one player is left with cards (R8), who is
// placed last; otherwise it returns nil.
func (g *Game) endRound() []Event {
	n := g.options.Players
	if len(g.placed) < n-1 {
		return nil
	}
	last := g.orNext(g.placed[0])
	g.placed = append(g.placed, last)
	events := []Event{{N: g.number(), Kind: WentOut, Seat: last, Place: n}}

	events = append(events, g.scoreRound())
	if g.round == g.options.Rounds {
		events = append(events, g.endGame())
	}
	return events
}

func (g *Game) scoreRound() Event {
	n := g.options.Players
	points, titles := make([]int, n), make([]string, n)
	totals := slices.Clone(g.totals)
	for i, s := range g.placed {
		points[s], titles[s] = Points(i+1, n), Title(i+1, n)
		totals[s] += points[s]
	}
	g.totals, g.titles = totals, titles
	g.winners = append(g.winners, g.placed[0])
	g.phase, g.turn, g.top = PhaseScored, Nobody, nil
	g.lastHand, g.plays = g.plays, nil
	scored := Event{N: g.number(), Kind: RoundScored, Round: g.round, Order: slices.Clone(g.placed), Points: points, Totals: totals, Seed: g.seed}
	g.lastRound = &scored
	return scored
}

func (g *Game) endGame() Event {
	g.phase = PhaseOver
	ranking := g.ranking()
	over := Event{N: g.number(), Kind: GameOver, Winner: ranking[0], Totals: g.totals, Ranking: ranking}
	g.result = &over
	return over
}

// ranking orders the seats by points, then by rounds won, then by the last
// round's places, which always decide (R10).
func (g *Game) ranking() []Seat {
	won := make([]int, g.options.Players)
	for _, s := range g.winners {
		won[s]++
	}
	ranking := slices.Clone(g.placed)
	slices.SortStableFunc(ranking, func(a, b Seat) int {
		if g.totals[a] != g.totals[b] {
			return g.totals[b] - g.totals[a]
		}
		return won[b] - won[a]
	})
	return ranking
}

// TimeOut is what the clock does for a seat that owes an action (R12): pass;
// on lead, lead the lowest whole creature set, lone specials last; in the Pig
// step and the exchange, part with the lowest creatures.
func (g *Game) TimeOut(seat Seat) Action {
	hand := &g.hands[seat]
	switch g.phase {
	case PhaseGive:
		part := hand.weakest(g.gives(seat))
		return Give(part.Cards()...)
	case PhasePig:
		lowest := hand.weakest(1)
		pig := FeedPig(lowest.Cards()[0])
		if g.options.Leader == LeaderChosen {
			pig.Leader = g.next(seat)
		}
		return pig
	case PhaseLead:
		return leadLowest(hand)
	}
	pass := Pass()
	pass.Auto = true
	return pass
}

func leadLowest(hand *Hand) Action {
	for c := Imp; c <= RedLotus; c++ {
		if hand[c] > 0 {
			var set Hand
			set[c] = hand[c]
			return Play(set.Cards()...)
		}
	}
	return Stop()
}
