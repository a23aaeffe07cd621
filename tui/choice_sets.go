package tui

import (
	"slices"

	"deathtrap/rules"
)

// owed is how many cards the viewer has to give back.
func owed(v *rules.View) int {
	for _, t := range v.Trades {
		if v.Phase == rules.PhaseGive && t.To == v.Seat && !t.Given {
			return t.Count
		}
	}
	return 0
}

// creatureOf is the creature of a set; for wild cards alone the first of them.
func creatureOf(set rules.Hand) rules.Card {
	for c, n := range set {
		if n > 0 {
			return rules.Card(c)
		}
	}
	return rules.NoCard
}

func wildsIn(set rules.Hand) int { return int(set[rules.Chaindog] + set[rules.RedLotus]) }

// setList is room for the legal sets of a creature; more than it holds are rare.
type setList [24]rules.Hand

// setsFor lists the legal sets of a creature, or of wild cards alone: first
// those with fewest wild cards, and of these the largest first. Of two sets that
// differ in the wild card alone only the Chaindog's is listed. It uses the room
// it is given.
func setsFor(room *setList, v *rules.View, c rules.Card) []rules.Hand {
	sets := room[:0]
	hasDog := slices.Contains(v.Hand, rules.Chaindog)
	for wilds := range 3 {
		for _, a := range slices.Backward(v.Legal) {
			if a.Kind != rules.ActPlay {
				continue
			}
			if of := slices.Min(a.Cards); of != c && !(c.Wild() && of.Wild()) {
				continue
			}
			set := rules.HandOf(a.Cards...)
			if wildsIn(set) == wilds && !(wilds == 1 && set[rules.RedLotus] == 1 && hasDog) {
				sets = append(sets, set)
			}
		}
	}
	return sets
}

// can reports whether a card can be part of what the viewer may do now.
func can(v *rules.View) (solid [mostSets + 1]bool) {
	for _, a := range v.Legal {
		switch a.Kind {
		case rules.ActMachine:
			solid[rules.KillingMachine] = true
		case rules.ActPig:
			solid[a.Card] = true
		default:
			for _, c := range a.Cards {
				solid[c] = true
			}
		}
	}
	return solid
}

// may reports whether an action of that kind is legal.
func may(v *rules.View, kind rules.ActionKind) bool {
	for i := range v.Legal {
		if v.Legal[i].Kind == kind {
			return true
		}
	}
	return false
}

// sameWilds lists the sets of the same creature and wild cards, in the room it is given.
func sameWilds(room *setList, sets []rules.Hand, raised rules.Hand) []rules.Hand {
	same := room[:0]
	for _, s := range sets {
		if creatureOf(s) == creatureOf(raised) && wildsIn(s) == wildsIn(raised) {
			same = append(same, s)
		}
	}
	return same
}

// after is the set that follows the raised one, or the first.
func after(sets []rules.Hand, raised rules.Hand) rules.Hand {
	for i, s := range sets {
		if s == raised {
			return sets[(i+1)%len(sets)]
		}
	}
	return sets[0]
}

func neighbour(list []rules.Card, from rules.Card, by int) rules.Card {
	for i, c := range list {
		if c == from {
			return list[(i+by+len(list))%len(list)]
		}
	}
	if by < 0 {
		return list[len(list)-1]
	}
	return list[0]
}

// cheapest is what enter raises: of the sets that fit the one with fewest wild
// cards, then of the lowest value; on lead the whole of the weakest creature. It
// is empty when nothing fits.
func cheapest(v *rules.View) rules.Hand {
	switch v.Phase {
	case rules.PhaseGive:
		return weakest(v.Hand, owed(v))
	case rules.PhasePig:
		return weakest(v.Hand, 1)
	}
	best := rules.Hand{}
	for _, a := range v.Legal {
		if a.Kind != rules.ActPlay {
			continue
		}
		set := rules.HandOf(a.Cards...)
		if best == (rules.Hand{}) || cheaper(set, best) {
			best = set
		}
	}
	return best
}

func cheaper(a, b rules.Hand) bool {
	ca, cb := creatureOf(a), creatureOf(b)
	switch {
	case ca.Wild() != cb.Wild():
		return cb.Wild()
	case wildsIn(a) != wildsIn(b):
		return wildsIn(a) < wildsIn(b)
	case ca != cb:
		return ca < cb
	}
	return a.Len() > b.Len()
}

// weakest is the n weakest creatures of a hand; where there are fewer, whatever
// comes after them.
func weakest(cards []rules.Card, n int) rules.Hand {
	return rules.HandOf(cards[:min(n, len(cards))]...)
}

// couldGoOut reports whether the viewer's whole hand could go now.
func couldGoOut(v *rules.View) bool {
	for _, a := range v.Legal {
		if a.Kind == rules.ActPlay && len(a.Cards) == len(v.Hand) {
			return true
		}
	}
	return false
}
