package bots

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deathtrap/rules"
)

// claim is a reason's claim for an action of a seat that sees that view.
type claim struct {
	view   rules.View
	action rules.Action
	hand   rules.Hand
	said   []string // the clause's words in brackets
}

// severalOf is a number of creatures in words.
func severalOf(n int, card rules.Card) string {
	words := map[bool]string{true: card.Name(), false: card.Plural()}
	return fmt.Sprintf("%d %s", n, words[n == 1])
}

// number reads "one set", "3 cards".
func number(words string) int {
	first, _, _ := strings.Cut(words, " ")
	switch first {
	case "no":
		return 0
	case "one":
		return 1
	}
	n, _ := strconv.Atoi(first)
	return n
}

// rest is the hand without what the action puts down.
func (c claim) rest() rules.Hand {
	rest, gone := c.hand, rules.HandOf(c.action.Cards...)
	switch c.action.Kind {
	case rules.ActMachine:
		gone = rules.HandOf(rules.KillingMachine)
	case rules.ActPig:
		gone = rules.HandOf(c.action.Card)
	}
	for i := range rest {
		rest[i] -= gone[i]
	}
	return rest
}

func kindsOf(h rules.Hand) int {
	n := 0
	for c := rules.Imp; c <= rules.RedDragon; c++ {
		if h[c] > 0 {
			n++
		}
	}
	return n
}

func wildsOf(h rules.Hand) int { return int(h[rules.Chaindog] + h[rules.RedLotus]) }

// creature is the one that the action puts down.
func (c claim) creature() rules.Card {
	for _, card := range c.action.Cards {
		if card.Creature() {
			return card
		}
	}
	return rules.NoCard
}

// own is how many cards of it are put down.
func (c claim) own() int {
	put := rules.HandOf(c.action.Cards...)
	return int(put[c.creature()])
}

// unseen is what the others hold.
func (c claim) unseen(card rules.Card) int {
	gone := rules.HandOf(c.view.Gone...)
	return card.Copies() - int(c.hand[card]) - int(gone[card])
}

// beaters are the creatures that might beat the set.
func (c claim) beaters() []string {
	var names []string
	wilds := c.unseen(rules.Chaindog) + c.unseen(rules.RedLotus)
	for card := c.creature() + 1; card <= rules.RedDragon; card++ {
		if n := c.unseen(card); n > 0 && n+wilds >= len(c.action.Cards) {
			names = append(names, severalOf(len(c.action.Cards), card))
		}
	}
	return names
}

// answers are the sets that beat the one on the table, whoever's turn it is.
func (c claim) answers() []rules.Hand {
	var list []rules.Hand
	for card := rules.Imp; card <= rules.RedDragon; card++ {
		for n := 1; n <= int(c.hand[card]) && card.Value() > c.view.Top.Value; n++ {
			if w := len(c.view.Top.Cards) - n; w >= 0 && w <= wildsOf(c.hand) {
				var set rules.Hand
				set[card], set[rules.Chaindog] = uint8(n), uint8(w)
				list = append(list, set)
			}
		}
	}
	return list
}

// others are the seats with as many cards as that; those that may yet play after the
// seat in this hand, if only they count.
func (c claim) others(cards int, after bool) int {
	v, n := c.view, 0
	players := len(v.Counts)
	for k := 1; k < players; k++ {
		s := (int(v.Seat) + k) % players
		if after && v.Options.Laps == rules.LapsOne && s == int(v.Leader) {
			break
		}
		out := after && v.Options.Laps == rules.LapsLock && slices.ContainsFunc(v.HandPlays, func(e rules.Event) bool {
			return e.Kind == rules.Passed && int(e.Seat) == s
		})
		if v.Counts[s] >= cards && !out {
			n++
		}
	}
	return n
}

// top is what lies there, in words.
func (c claim) top() string {
	set := rules.HandOf(c.view.Top.Cards...)
	for card := rules.Imp; card <= rules.RedDragon; card++ {
		if set[card] > 0 {
			return severalOf(set.Len(), card)
		}
	}
	return map[int]string{1: "a wild card alone", 2: "both wild cards alone"}[set.Len()]
}

// holding are all cards of a creature in hand, in words.
func (c claim) holding(words string) bool {
	for card := rules.Imp; card <= rules.RedDragon; card++ {
		if words == severalOf(int(c.hand[card]), card) {
			return c.hand[card] > 0
		}
	}
	return false
}

// lastSet reports whether what is left can be led at once.
func (c claim) lastSet() bool {
	rest := c.rest()
	return rest.Len() > 0 && rest[rules.KillingMachine] == 0 && kindsOf(rest) <= 1
}

// wholeSet reports whether a whole set beats the one on the table.
func (c claim) wholeSet() bool {
	return slices.ContainsFunc(c.answers(), func(h rules.Hand) bool {
		for card := rules.Imp; card <= rules.RedDragon; card++ {
			if h[card] > 0 {
				return h[card] == c.hand[card] && wildsOf(h) == 0
			}
		}
		return false
	})
}
