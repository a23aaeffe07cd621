package bots_test

import (
	"slices"
	"testing"

	"deathtrap/rules"
	"deathtrap/rules/bots"
)

// hold is a view of seat 0 of six with that hand, on lead, where everybody else
// has ten cards and nothing else has happened.
func hold(cards ...rules.Card) rules.View {
	v := rules.View{
		Seat: 0, Round: 1, Rounds: 4, Phase: rules.PhaseLead, Turn: 0, Leader: 0,
		Hand: cards, Counts: []int{len(cards), 10, 10, 10, 10, 10}, Totals: make([]int, 6),
		Options: rules.DefaultOptions(),
	}
	spare := rules.DeckSize - len(cards) - 50
	for _, c := range rules.Cards() {
		free := c.Copies() - int(rules.HandOf(cards...)[c])
		for range min(free, spare) {
			v.Gone = append(v.Gone, c)
		}
		spare -= min(free, spare)
	}
	return v
}

// against is the same hand in its turn after somebody has led that set.
func against(v rules.View, led ...rules.Card) rules.View {
	v.Phase, v.Leader = rules.PhaseFollow, 5
	v.Top = &rules.Top{Seat: 5, Cards: led, Value: led[0].Value()}
	v.HandPlays = []rules.Event{{Kind: rules.Played, Seat: 5, Cards: led, Value: led[0].Value()}}
	return v
}

// feeding is the same hand in the Pig step.
func feeding(v rules.View) rules.View {
	v.Phase = rules.PhasePig
	return v
}

func TestRegular(t *testing.T) {
	const (
		imp, orc, skeleton, zombie = rules.Imp, rules.Orc, rules.Skeleton, rules.Zombie
		warrior, medusa, dragon    = rules.Warrior, rules.Medusa, rules.RedDragon
		dog, machine, explodingPig = rules.Chaindog, rules.KillingMachine, rules.ExplodingPig
	)
	for _, c := range []struct {
		name string
		view rules.View
		want rules.Action
	}{
		{"leads its weakest set whole", hold(orc, orc, skeleton, warrior, medusa, dragon), rules.Play(orc, orc)},
		{"leads long sets early", hold(orc, skeleton, skeleton, skeleton, warrior, medusa), rules.Play(skeleton, skeleton, skeleton)},
		{"leads what is sure when that is the way out", hold(orc, dragon), rules.Play(dragon)},
		{"follows with the cheapest whole set", against(hold(imp, orc, orc, skeleton, zombie, warrior, warrior), imp), rules.Play(skeleton)},
		{"keeps strong cards early", against(hold(imp, imp, orc, orc, skeleton, skeleton, medusa), zombie), rules.Pass()},
		{"spends them late", against(hold(imp, imp, orc, orc, medusa), zombie), rules.Play(medusa)},
		{"keeps wild cards early", against(hold(imp, orc, skeleton, warrior, dog), zombie, zombie), rules.Pass()},
		{"spends them late as well", against(hold(imp, warrior, dog), zombie, zombie), rules.Play(warrior, dog)},
		{"stops the hand when one set is left", against(hold(imp, imp, machine), zombie), rules.Stop()},
		{"keeps the Machine while much is left", against(hold(imp, orc, skeleton, machine), zombie), rules.Pass()},
		{"feeds the Pig a lone weak creature", feeding(hold(imp, imp, orc, zombie, medusa, explodingPig)), rules.FeedPig(orc)},
	} {
		a, ok := bots.Choose(bots.Regular, c.view, 1)
		if !ok || !a.Same(c.want) {
			t.Errorf("%s: it chooses %v, not %v", c.name, a, c.want)
		}
	}
}

// TestNothingSpecialIsGivenBack: whoever has won the round before keeps wild
// cards, Pig and Machine.
func TestNothingSpecialIsGivenBack(t *testing.T) {
	v := hold(rules.Imp, rules.Zombie, rules.Warrior, rules.Warrior, rules.RedDragon,
		rules.Chaindog, rules.RedLotus, rules.ExplodingPig, rules.KillingMachine)
	v.Round, v.Phase, v.Turn = 2, rules.PhaseGive, rules.Nobody
	v.Trades = []rules.TradeView{{From: 5, To: 0, Count: 2, Tribute: []rules.Card{rules.Warrior, rules.RedDragon}}}
	for _, kind := range []string{bots.Regular, bots.Master} {
		a, ok := bots.Choose(kind, v, 1)
		if !ok || v.Check(a) != nil || slices.ContainsFunc(a.Cards, func(c rules.Card) bool { return !c.Creature() }) {
			t.Errorf("a %s gives %v", kind, a.Cards)
		}
	}
}
