package bots

import (
	"math/rand/v2"

	"deathtrap/rules"
)

// meddle is how often, once in so many chances, a random bot plays the Killing
// Machine out of turn.
const meddle = 12

func chooseRandom(v *rules.View, random *rand.Rand) (rules.Action, bool) {
	action := v.Legal[random.IntN(len(v.Legal))]
	return action, v.Owes() || random.IntN(meddle) == 0
}

// haste is how often, once in so many chances, a novice passes although
// something fits.
const haste = 10

// chooseNovice sheds the first action that fits, without a plan: Legal lists
// weak cards first. On lead it puts down all of its lowest creature.
func chooseNovice(v *rules.View, random *rand.Rand) (rules.Action, bool) {
	if !v.Owes() {
		return rules.Action{}, false
	}
	if v.Phase == rules.PhaseFollow && random.IntN(haste) == 0 {
		return rules.Pass(), true
	}
	best := v.Legal[0]
	if v.Phase != rules.PhaseLead {
		return best, true
	}
	for _, a := range v.Legal[1:] {
		if a.Kind == rules.ActPlay && leadRank(a) < leadRank(best) {
			best = a
		}
	}
	return best, true
}

// leadRank is lower for what a novice would rather lead: a creature before lone
// wild cards, a weaker creature, and more of it; and no wild cards with it.
func leadRank(a rules.Action) int {
	const never = 1 << 20
	first, last := a.Cards[0], a.Cards[len(a.Cards)-1]
	if last.Wild() {
		return never + len(a.Cards)
	}
	return first.Value()*rules.DeckSize - len(a.Cards)
}
