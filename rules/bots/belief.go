package bots

import (
	"slices"

	"deathtrap/rules"
)

// doubt is how much less likely, in parts of one, a deal gets by each thing
// in it that speaks against it.
const doubt = 400

// certain is how many doubts a thing weighs that can't be.
const certain = 8

// belief is what a seat may think of one other hand, from what it has seen.
type belief struct {
	seat   int
	kind   beliefKind
	card   int
	size   int
	weight int // in doubts
}

type beliefKind uint8

const (
	holdsCard   beliefKind = iota // it holds the card: it was given it
	holdsWeak                     // it holds nothing stronger: it paid tribute
	holdsNoMore                   // it holds no more of a creature it has put down
	holdsNoSet                    // it holds no whole set that beats one it passed on
)

// doubts is how much a hand speaks against the belief.
func (b *belief) doubts(h *heap) int {
	switch b.kind {
	case holdsCard:
		if h[b.card] == 0 {
			return b.weight
		}
	case holdsWeak:
		for c := b.card + 1; c <= dragon; c++ {
			if h[c] > 0 {
				return b.weight
			}
		}
	case holdsNoMore:
		if h[b.card] > 0 {
			return b.weight
		}
	case holdsNoSet:
		for c := b.card + 1; c < strong; c++ {
			if int(h[c]) == b.size {
				return b.weight
			}
		}
	}
	return 0
}

// beliefs is what the view's seat may think of the other hands.
func beliefs(v *rules.View) []belief {
	var all []belief
	all = believeTrades(all, v)
	all = believePlays(all, v, v.LastHand)
	return believePlays(all, v, v.HandPlays)
}

// believeTrades tells from the exchange where cards are that nobody, or perhaps
// somebody else, has put down since.
func believeTrades(all []belief, v *rules.View) []belief {
	gone := heapOf(v.Gone)
	for _, t := range v.Trades {
		theirs, them := t.Tribute, t.To
		if v.Seat == t.To {
			theirs, them = t.Returns, t.From
		}
		if v.Seat != t.To && v.Seat != t.From {
			continue
		}
		for _, c := range theirs {
			weight := 1
			if gone[slot(c)] == 0 {
				weight = certain
			}
			all = append(all, belief{seat: int(them), kind: holdsCard, card: slot(c), weight: weight})
		}
		if v.Seat == t.To && len(t.Tribute) > 0 {
			all = append(all, belief{seat: int(t.From), kind: holdsWeak, card: strongestLeft(t), weight: certain})
		}
	}
	return all
}

// strongestLeft is the strongest creature that a wimp may hold after the trade:
// none that beats the tribute, but what it got back.
func strongestLeft(t rules.TradeView) int {
	left := slices.Min(t.Tribute)
	for _, c := range t.Returns {
		if c.Creature() {
			left = max(left, c)
		}
	}
	return int(left)
}

// believePlays tells from a hand that has been played what is not there.
func believePlays(all []belief, v *rules.View, plays []rules.Event) []belief {
	var top set
	for _, e := range plays {
		if e.Kind == rules.Played {
			top = setOf(e.Cards)
		}
		if e.Seat == v.Seat || v.Counts[e.Seat] == 0 {
			continue
		}
		if e.Kind == rules.Played && top.n > 0 {
			all = append(all, belief{seat: int(e.Seat), kind: holdsNoMore, card: top.creature, weight: 1})
		}
		if e.Kind == rules.Passed {
			all = append(all, belief{seat: int(e.Seat), kind: holdsNoSet, card: top.creature, size: top.size(), weight: 1})
		}
	}
	return all
}
