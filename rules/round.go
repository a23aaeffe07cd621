package rules

import "fmt"

// Deal deals the next round. It returns ErrNoDeal unless the phase is
// PhaseScored.
func (g *Game) Deal(seed Seed) ([]Event, error) {
	if g.phase != PhaseScored {
		return nil, ErrNoDeal
	}
	hands, first := deal(seed, g.options.Players, g.first)
	g.seed = seed
	return g.startRound(hands, first, seed.Commit()), nil
}

// DealHands is Deal for somebody who has seen the hands and does not know the
// seed, such as a judge of a game that is still running: the round-scored event
// then has the zero Seed. It returns ErrNoDeal, or ErrPack if the hands can't be
// a deal that starts with that seat.
func (g *Game) DealHands(first Seat, commit Digest, hands [][]Card) ([]Event, error) {
	if g.phase != PhaseScored {
		return nil, ErrNoDeal
	}
	if err := g.checkDeal(first, hands); err != nil {
		return nil, err
	}
	var dealt [MaxPlayers]Hand
	for s, cards := range hands {
		dealt[s] = HandOf(cards...)
	}
	g.seed = Seed{}
	return g.startRound(dealt, first, commit), nil
}

// checkDeal judges whether hands are the whole pack, dealt in turn from a seat
// that may be dealt first now (R11).
func (g *Game) checkDeal(first Seat, hands [][]Card) error {
	n := g.options.Players
	if first < 0 || int(first) >= n || g.first != Nobody && first != g.next(g.first) {
		return fmt.Errorf("%w: seat %d is not dealt first", ErrPack, first)
	}
	if len(hands) != n {
		return fmt.Errorf("%w: %d hands for %d seats", ErrPack, len(hands), n)
	}
	var all Hand
	for s, cards := range hands {
		if due := HandSize(Seat(s), first, n); len(cards) != due {
			return fmt.Errorf("%w: seat %d has %d cards, not %d", ErrPack, s, len(cards), due)
		}
		all.Add(HandOf(cards...))
	}
	if all != pack {
		return fmt.Errorf("%w: cards are missing or doubled", ErrPack)
	}
	return nil
}

func (g *Game) startRound(hands [MaxPlayers]Hand, first Seat, commit Digest) []Event {
	g.round++
	g.hands, g.first = hands, first
	g.gone, g.placed, g.trades = Hand{}, nil, nil
	g.hand, g.leader, g.top, g.plays, g.lastHand = 0, Nobody, nil, nil, nil

	lists := make([][]Card, g.options.Players)
	for s := range lists {
		lists[s] = g.hands[s].Cards()
	}
	events := []Event{{N: g.number(), Kind: Dealt, Round: g.round, First: first, Commit: commit, Hands: lists}}
	if g.round == 1 {
		g.startPig()
		return events
	}
	return append(events, g.startExchange()...)
}

// startPig gives the turn to the Pig's holder (R4).
func (g *Game) startPig() {
	g.phase = PhasePig
	for s := range g.options.Players {
		if g.hands[s][ExplodingPig] > 0 {
			g.turn = Seat(s)
		}
	}
}
