package lines

import (
	"fmt"
	"strconv"
	"strings"

	"deathtrap/rules"
)

// readAction reads an action from words: "play 2 orcs and the chaindog".
func (r *reader) readAction(word, rest string) (rules.Action, error) {
	switch word {
	case "pass", "p":
		return rules.Pass(), nil
	case "machine", "k":
		return rules.Stop(), nil
	case "pig":
		monster, who, named := strings.Cut(rest, " for ")
		cards, err := readCards(monster)
		if err != nil {
			return rules.Action{}, err
		}
		if len(cards) != 1 {
			return rules.Action{}, rules.ErrNotCreature
		}
		if !named {
			return rules.FeedPig(cards[0]), nil
		}
		return rules.FeedPigFor(cards[0], r.seatOf(strings.TrimSpace(who))), nil
	}
	cards, err := readCards(rest)
	if word == "give" {
		return rules.Give(cards...), err
	}
	return rules.Play(cards...), err
}

// seatOf finds a player by name; Nobody if there is none.
func (r *reader) seatOf(name string) rules.Seat {
	if name == "me" || name == "you" {
		return r.last.You
	}
	for i, known := range r.teller.names {
		if strings.EqualFold(known, name) {
			return rules.Seat(i)
		}
	}
	return rules.Nobody
}

// readCards reads "2 orcs, an imp and the chaindog".
func readCards(text string) ([]rules.Card, error) {
	text = strings.NewReplacer(",", " ", "+", " ", "-", " ").Replace(strings.ToLower(text))
	var cards []rules.Card
	count := 1
	fields := strings.Fields(text)
	for i := 0; i < len(fields); i++ {
		word := fields[i]
		switch word {
		case "and", "the", "a", "an", "x", "of":
			continue
		}
		if n, err := strconv.Atoi(word); err == nil {
			if n < 1 || n > rules.LargestSet {
				return nil, fmt.Errorf("%w: %d", rules.ErrNotHeld, n)
			}
			count = n
			continue
		}
		c, used, err := readCard(fields[i:])
		if err != nil {
			return nil, err
		}
		i += used - 1
		for range count {
			cards = append(cards, c)
		}
		count = 1
	}
	return cards, nil
}

// readCard finds the card that the words begin with, and how many words it
// takes: its whole name, or the start of one word of it.
func readCard(fields []string) (c rules.Card, used int, err error) {
	if len(fields) > 1 {
		whole := fields[0] + "-" + fields[1]
		for _, c := range rules.Cards() {
			if whole == c.String() || whole == plural(c.String()) {
				return c, 2, nil
			}
		}
	}
	word := fields[0]
	for _, c := range rules.Cards() {
		for part := range strings.SplitSeq(c.String(), "-") {
			if len(word) >= 2 && strings.HasPrefix(part, word) || word == plural(part) {
				return c, 1, nil
			}
		}
	}
	if word == "dog" {
		return rules.Chaindog, 1, nil
	}
	return rules.NoCard, 0, fmt.Errorf("%w: %q", rules.ErrNoSuchCard, word)
}
