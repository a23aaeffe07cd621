package bots

import "deathtrap/rules"

// put is the action of putting down that set from the view's hand.
func put(v *rules.View, s set) rules.Action {
	cards := make([]rules.Card, 0, s.size())
	for range s.n {
		cards = append(cards, rules.Card(s.creature))
	}
	wilds := s.wild
	for _, c := range v.Hand {
		if c.Wild() && wilds > 0 {
			cards = append(cards, c)
			wilds--
		}
	}
	return rules.Play(cards...)
}

// creatures lists the creatures of a heap by value.
func creatures(h heap) []rules.Card {
	var cards []rules.Card
	for c := 1; c <= dragon; c++ {
		for range h[c] {
			cards = append(cards, rules.Card(c))
		}
	}
	return cards
}

// do makes a seat's move in a round whose hands are known.
func (r *round) do(seat int, a rules.Action) {
	switch a.Kind {
	case rules.ActGive:
		r.give(seat, heapOf(a.Cards))
	case rules.ActPig:
		leader := int(a.Leader)
		if a.Leader == rules.Nobody {
			leader = r.next(seat)
		}
		r.feed(int(a.Card), leader)
	case rules.ActPlay:
		r.play(setOf(a.Cards))
	case rules.ActPass:
		r.pass()
	case rules.ActMachine:
		r.stop(seat)
	}
}
