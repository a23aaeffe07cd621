package tui

import (
	"errors"
	"slices"
	"strconv"

	"deathtrap/rules"
)

// why says why a card can't be played now, or that it can. NoCard asks about
// the hand as a whole.
func (g *gameScreen) why(card rules.Card) string {
	if g.paused() {
		return "Why not? The table rests. It goes on when somebody at it says so."
	}
	return why(g.view, card, g.names)
}

func why(v *rules.View, card rules.Card, names cast) string {
	if !v.Owes() {
		return "Why not? " + waitingFor(v, names)
	}
	solid := can(v)
	switch {
	case card == rules.NoCard:
		return whyAny(v)
	case solid[card]:
		return "You can. Raise the " + shortName(card) + " and press enter."
	case v.Phase == rules.PhasePig:
		return "Why not? " + sorry(rules.ErrNotCreature)
	case card == rules.ExplodingPig:
		return "Why not? The Pig only opens a round."
	case card.Wild():
		return "Why not? No creature of yours is strong enough for it to join."
	case card.Creature() && v.Top != nil:
		return "Why not? " + whySet(v, card)
	}
	return "Why not? " + sorry(v.Check(rules.Play(card)))
}

// waitingFor says whom the game waits for, when it isn't the viewer.
func waitingFor(v *rules.View, names cast) string {
	switch {
	case v.Phase == rules.PhaseGive:
		return "The heroes give cards back."
	case v.Turn == rules.Nobody:
		return "All have played in this hand."
	}
	return names.third(v.Turn) + " plays now."
}

// turnOnly are the keys, beside those of the creatures, that count in one's turn.
var turnOnly = []string{"p", "w", "K", "k", "+", "-", "=", "_"}

// unoffered says why a key that means something in the game does nothing now; ""
// if it is no such key.
func (g *gameScreen) unoffered(key string) string {
	v := g.view
	hand := rules.HandOf(v.Hand...)
	switch {
	case key == "q":
		return "Nobody leaves by a slip: esc opens the menu, and q is there."
	case cardOf(key) == rules.NoCard && !slices.Contains(turnOnly, key):
		return ""
	case v.Seat == rules.Nobody:
		return "You are looking on: nothing is asked of you."
	case g.paused():
		return g.why(rules.NoCard)
	case isMachine(key):
		return g.noMachine()
	case key == "w" && wildsIn(hand) == 0:
		return "You have no wild card."
	case !v.Owes():
		return "It isn't your turn. " + waitingFor(v, g.names)
	case key == "p" && v.Phase == rules.PhaseLead:
		return "You lead, so you can't pass: put something down."
	case key == "w":
		return "Your wild card joins no set that would do now."
	}
	return "That means nothing now. " + whyAny(v)
}

// noMachine says why the Killing Machine can't be played now.
func (g *gameScreen) noMachine() string {
	v := g.view
	switch {
	case slices.Contains(v.Gone, rules.KillingMachine):
		return "The Killing Machine is gone: it was played in this round."
	case !slices.Contains(v.Hand, rules.KillingMachine):
		return "You don't have the Killing Machine."
	case v.Phase == rules.PhaseFollow:
		return "At this table the Machine stops a hand only in your own turn."
	case len(v.LastHand) > 0:
		return "Too late: that hand is over, and nothing lies there to stop."
	}
	return "There is nothing to stop yet: no set lies on the table."
}

func whyAny(v *rules.View) string {
	switch {
	case v.Phase == rules.PhaseGive:
		return "Any card can be given, also a special one."
	case v.Phase == rules.PhasePig:
		return "Any monster will do. The Pig is not choosy."
	case v.Top == nil:
		return "You lead: any number of one creature. A wild card joins in."
	case !may(v, rules.ActPlay):
		return "Why not? " + beatWords(v.Top) + " You have none such."
	}
	joins := ""
	if wildsIn(rules.HandOf(v.Hand...)) > 0 {
		joins = " A wild card may be one of them."
	}
	return "Solid cards can be played. " + beatWords(v.Top) + joins
}

func beatWords(top *rules.Top) string {
	n := len(top.Cards)
	if n == 1 {
		return "One card of value " + strconv.Itoa(top.Value+1) + " or more is needed."
	}
	return capital(number(n)) + " of one creature are needed, of value " + strconv.Itoa(top.Value+1) + " or more."
}

// whySet says why a creature can't beat the set on the table.
func whySet(v *rules.View, c rules.Card) string {
	hand := rules.HandOf(v.Hand...)
	have, wilds, need := int(hand[c]), wildsIn(hand), len(v.Top.Cards)
	set := rules.Hand{}
	set[c] = uint8(min(have, need))
	for _, w := range [...]rules.Card{rules.Chaindog, rules.RedLotus} {
		if hand[w] > 0 && set.Len() < need {
			set[w] = 1
		}
	}
	err := v.Check(rules.Play(set.Cards()...))
	switch {
	case errors.Is(err, rules.ErrTooWeak) && c.Value() == v.Top.Value:
		return "Equal is not enough. It must be stronger."
	case errors.Is(err, rules.ErrTooWeak) || errors.Is(err, rules.ErrWrongCount) && c.Value() <= v.Top.Value:
		top := creatureOf(rules.HandOf(v.Top.Cards...))
		return c.Plural() + " are worth " + strconv.Itoa(c.Value()) + ". " +
			top.Plural() + " are worth " + strconv.Itoa(v.Top.Value) + ", and they know it."
	case errors.Is(err, rules.ErrWrongCount):
		return "You have " + some(have, c) + withWilds(have, wilds) + capital(number(need)) + " are needed."
	}
	return sorry(err)
}

func withWilds(have, wilds int) string {
	switch wilds {
	case 0:
		return ". "
	case 1:
		return " and one wild: " + number(have+1) + " cards. "
	}
	return " and two wilds: " + number(have+2) + " cards. "
}
