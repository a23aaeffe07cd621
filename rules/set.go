package rules

import "slices"

// set is some cards of one creature, and wild cards; or wild cards alone, of NoCard.
// It is worth what its creature is.
type set struct {
	creature Card
	number   uint8 // of creatures
	wild     wilds
}

// wilds is which wild cards there are, one bit each.
type wilds uint8

const (
	withChaindog wilds = 1 << iota
	withRedLotus

	bothWild = withChaindog | withRedLotus
)

// wildCards are those cards.
var wildCards = [bothWild + 1][]Card{nil, {Chaindog}, {RedLotus}, {Chaindog, RedLotus}}

// ways is what can be done with them in a set: without them first.
func (w wilds) ways() []wilds { return wildWays[w] }

var wildWays = [bothWild + 1][]wilds{
	{0}, {0, withChaindog}, {0, withRedLotus}, {0, withChaindog, withRedLotus, bothWild},
}

// wilds is which wild cards the hand holds.
func (h *Hand) wilds() (held wilds) {
	if h[Chaindog] > 0 {
		held |= withChaindog
	}
	if h[RedLotus] > 0 {
		held |= withRedLotus
	}
	return held
}

// readSet is the set that cards from one hand are, in any order.
func readSet(cards []Card) (set, error) {
	var s set
	for _, c := range cards {
		switch {
		case c == Chaindog:
			s.wild |= withChaindog
		case c == RedLotus:
			s.wild |= withRedLotus
		case !c.Creature():
			return set{}, ErrNoSet
		case s.creature != NoCard && c != s.creature:
			return set{}, ErrMixed
		default:
			s.creature = c
			s.number++
		}
	}
	return s, nil
}

// fullSets are the largest sets there are, by creature and by their wild cards, which
// come last: so each smaller set is the end of one, and costs nothing.
var fullSets = func() (sets [RedDragon + 1][bothWild + 1][]Card) {
	for c := NoCard; c <= RedDragon; c++ {
		for w, wild := range wildCards {
			sets[c][w] = append(slices.Repeat([]Card{c}, c.Copies()), wild...)
		}
	}
	return sets
}()

// cards lists the set as a Hand does. The list is shared: not to be changed.
func (s set) cards() []Card {
	full := fullSets[s.creature][s.wild]
	return slices.Clip(full[len(full)-len(wildCards[s.wild])-int(s.number):])
}
