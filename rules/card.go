package rules

import (
	"fmt"
	"strings"
)

// Card is a kind of card. Equal cards are the same card: the eleven Orcs are
// eleven times Orc. The order of the constants is the order in which a hand is
// listed: by value upward, then the specials. (A Card is no byte, because
// encoding/json would take a string of base64 for a list of bytes.)
type Card int8

// The kinds of card. NoCard is the zero value and no card of the pack.
const (
	NoCard Card = iota
	Imp
	Orc
	Skeleton
	Zombie
	Warrior
	Priestess
	SnakeGirl
	Minotaur
	Bloodbeast
	Medusa
	PitFiend
	RedDragon
	Chaindog
	RedLotus
	ExplodingPig
	KillingMachine

	kinds // one more than the last card
)

// DeckSize is the number of cards in the pack, and LargestSet the number in
// the largest set there is: twelve Imps and both wild cards.
const (
	DeckSize   = 82
	LargestSet = 14
)

// bestiary is the pack. Only the values of the Skeleton and the Warrior are
// attested, and the names of the Orc, the Priestess, the Zombie and the Snake
// Girl; the rest is a reconstruction from the bestiary of the computer game,
// because the printed table is lost.
var bestiary = [kinds]struct {
	name, slug string
	value      int
	copies     int
}{
	Imp:            {"Imp", "imp", 1, 12},
	Orc:            {"Orc", "orc", 2, 11},
	Skeleton:       {"Skeleton", "skeleton", 3, 10},
	Zombie:         {"Zombie", "zombie", 4, 9},
	Warrior:        {"Warrior", "warrior", 5, 8},
	Priestess:      {"Priestess", "priestess", 6, 7},
	SnakeGirl:      {"Snake Girl", "snake-girl", 7, 6},
	Minotaur:       {"Minotaur", "minotaur", 8, 5},
	Bloodbeast:     {"Bloodbeast", "bloodbeast", 9, 4},
	Medusa:         {"Medusa", "medusa", 10, 3},
	PitFiend:       {"Pit Fiend", "pit-fiend", 11, 2},
	RedDragon:      {"Red Dragon", "red-dragon", 12, 1},
	Chaindog:       {"Chaindog", "chaindog", 0, 1},
	RedLotus:       {"Red Lotus", "red-lotus", 0, 1},
	ExplodingPig:   {"Exploding Pig", "exploding-pig", 0, 1},
	KillingMachine: {"Killing Machine", "killing-machine", 0, 1},
}

// Cards lists every kind of card in the order of the pack.
func Cards() []Card {
	all := make([]Card, 0, kinds-1)
	for c := Imp; c < kinds; c++ {
		all = append(all, c)
	}
	return all
}

// Name is the word for the card at the table: "Snake Girl".
func (c Card) Name() string { return bestiary[c.known()].name }

// Plural is the word for several: "Snake Girls", "Priestesses".
func (c Card) Plural() string {
	if name := c.Name(); strings.HasSuffix(name, "s") {
		return name + "es"
	}
	return c.Name() + "s"
}

// String is the card's slug, the word for it in data: "snake-girl".
func (c Card) String() string { return bestiary[c.known()].slug }

// Value is 1 to 12 for a monster and 0 for a special.
func (c Card) Value() int { return bestiary[c.known()].value }

// Copies is how often the card is in the pack.
func (c Card) Copies() int { return bestiary[c.known()].copies }

// Creature reports whether the card is a monster.
func (c Card) Creature() bool { return c >= Imp && c <= RedDragon }

// Wild reports whether the card joins any set.
func (c Card) Wild() bool { return c == Chaindog || c == RedLotus }

func (c Card) known() Card {
	if c < NoCard || c >= kinds {
		return NoCard
	}
	return c
}

// ParseCard finds a card by its slug.
func ParseCard(slug string) (Card, error) {
	for c := Imp; c < kinds; c++ {
		if bestiary[c].slug == slug {
			return c, nil
		}
	}
	return NoCard, fmt.Errorf("%w: %q", ErrNoSuchCard, slug)
}

// MarshalText writes the slug.
func (c Card) MarshalText() ([]byte, error) {
	if c.known() == NoCard {
		return nil, fmt.Errorf("%w: number %d", ErrNoSuchCard, int8(c))
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads a slug.
func (c *Card) UnmarshalText(text []byte) error {
	card, err := ParseCard(string(text))
	if err != nil {
		return err
	}
	*c = card
	return nil
}

// Hand is a heap of cards without order: how many there are of each kind. The
// zero Hand is empty, and two Hands are equal if they hold the same cards.
type Hand [kinds]uint8

// HandOf is the Hand of those cards.
func HandOf(cards ...Card) Hand {
	var h Hand
	for _, c := range cards {
		h[c.known()]++
	}
	return h
}

// Len is the number of cards.
func (h *Hand) Len() int {
	n := 0
	for _, k := range h {
		n += int(k)
	}
	return n
}

// Has reports whether the hand holds all those cards.
func (h *Hand) Has(part Hand) bool {
	for c := range h {
		if part[c] > h[c] {
			return false
		}
	}
	return true
}

// Add puts cards into the hand.
func (h *Hand) Add(part Hand) {
	for c := range h {
		h[c] += part[c]
	}
}

// Remove takes out cards that the hand Has.
func (h *Hand) Remove(part Hand) {
	for c := range h {
		h[c] -= part[c]
	}
}

// Cards lists the hand by value upward, then the specials. It is never nil.
func (h *Hand) Cards() []Card {
	cards := make([]Card, h.Len())
	n := 0
	for c, k := range h {
		for range k {
			cards[n] = Card(c)
			n++
		}
	}
	return cards
}

// strongest is the n strongest monsters of the hand, or all if there are fewer.
func (h *Hand) strongest(n int) Hand {
	var part Hand
	for c := RedDragon; c >= Imp && n > 0; c-- {
		k := min(int(h[c]), n)
		part[c] = uint8(k)
		n -= k
	}
	return part
}

// weakest is the n weakest monsters of the hand, or all if there are fewer.
func (h *Hand) weakest(n int) Hand {
	var part Hand
	for c := Imp; c <= RedDragon && n > 0; c++ {
		k := min(int(h[c]), n)
		part[c] = uint8(k)
		n -= k
	}
	return part
}
