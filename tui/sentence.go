package tui

import (
	"fmt"
	"strconv"
	"strings"

	"deathtrap/rules"
	"deathtrap/table"
)

// cast is who sits where, for sentences: the viewer is "you".
type cast struct {
	you   rules.Seat
	names []string // by seat
}

// castOf is the cast of a table.
func castOf(u table.Update) cast {
	c := cast{you: u.You}
	if u.Board != nil {
		for _, chair := range u.Board.Seats {
			c.names = append(c.names, chair.Name)
		}
	}
	return c
}

// name is how a sentence names a seat: "you", or the player's name.
func (c cast) name(s rules.Seat) string {
	if s == c.you && s != rules.Nobody {
		return "you"
	}
	return c.third(s)
}

// third is the player's name, also of the viewer.
func (c cast) third(s rules.Seat) string {
	if s < 0 || int(s) >= len(c.names) || c.names[s] == "" {
		return "somebody"
	}
	return c.names[s]
}

// does is a subject and its verb: "you pass", "marta passes". Each verb is
// given in both forms.
func (c cast) does(s rules.Seat, you, other string) string {
	if s == c.you && s != rules.Nobody {
		return "You " + you
	}
	return c.third(s) + " " + other
}

// setName is a set in words: "3 x Warrior", and for wild cards alone their
// names.
func setName(cards []rules.Card) string {
	creature := rules.NoCard
	for _, card := range cards {
		if card.Creature() {
			creature = card
		}
	}
	switch {
	case creature != rules.NoCard:
		return strconv.Itoa(len(cards)) + " x " + creature.Name()
	case len(cards) == 1:
		return cards[0].Name()
	}
	return "both wild cards"
}

// count is a number of cards in words: "one card", "2 cards".
func count(n int) string {
	if n == 1 {
		return "one card"
	}
	return strconv.Itoa(n) + " cards"
}

// tell is an event as a sentence for the news line: first the fact, then
// perhaps the joke. Some events need none.
func (c cast) tell(e rules.Event) string {
	switch e.Kind {
	case rules.GameStarted:
		return "The game begins."
	case rules.Dealt:
		return "Round " + strconv.Itoa(e.Round) + " is dealt."
	case rules.Tribute, rules.Returned:
		return c.tellTrade(e)
	case rules.PigPlayed:
		return "BOOM. The Pig takes " + aCard(e.Card) + " along. " + c.does(e.Leader, "lead", "leads") + "."
	case rules.Played:
		return c.does(e.Seat, "put down ", "puts down ") + setName(e.Cards) + "."
	case rules.Passed:
		if e.Auto && e.Seat == c.you && c.you != rules.Nobody {
			return "Your time was up: the table passes for you."
		}
		return c.does(e.Seat, "pass", "passes") + "."
	case rules.MachinePlayed:
		return "CLANK. " + c.does(e.Seat, "stop the hand and lead", "stops the hand and leads") + " the next one."
	case rules.WentOut:
		return c.tellOut(e)
	case rules.HandWon:
		if e.Leader == e.Seat {
			return c.does(e.Seat, "win the hand and lead", "wins the hand and leads") + "."
		}
		return c.does(e.Seat, "win the hand, but are", "wins the hand, but is") + " out; " + lowerYou(c.does(e.Leader, "lead", "leads")) + "."
	case rules.RoundScored:
		return "Round " + strconv.Itoa(e.Round) + " is over."
	case rules.GameOver:
		return c.does(e.Winner, "are", "is") + " The Ultimate Hero of all time!"
	}
	return ""
}

// lowerYou lets a clause that begins with You stand inside a sentence.
func lowerYou(clause string) string {
	if len(clause) > 4 && clause[:4] == "You " {
		return "you " + clause[4:]
	}
	return clause
}

// tellTrade is one half of an exchange, with the cards if the viewer may know
// them.
func (c cast) tellTrade(e rules.Event) string {
	what := count(e.Count)
	if len(e.Cards) > 0 {
		what = cardNames(e.Cards)
	}
	verb, verbs := "give ", "gives "
	if e.Kind == rules.Returned {
		verb, verbs = "give back ", "gives back "
		return c.does(e.From, verb, verbs) + what + " to " + c.name(e.To) + "."
	}
	return c.does(e.From, verb, verbs) + c.name(e.To) + " " + what + "."
}

// aCard is one card in a sentence: "a Medusa", "an Orc".
func aCard(card rules.Card) string {
	name := card.Name()
	if strings.Contains("AEIOU", name[:1]) {
		return "an " + name
	}
	return "a " + name
}

// cardNames lists cards: "Medusa and Pit Fiend", "2 x Imp".
func cardNames(cards []rules.Card) string {
	hand := rules.HandOf(cards...)
	words := ""
	for _, card := range rules.Cards() {
		n := int(hand[card])
		if n == 0 {
			continue
		}
		if words != "" {
			words += " and "
		}
		if n > 1 {
			words += strconv.Itoa(n) + " x "
		}
		words += card.Name()
	}
	return words
}

// tellOut is somebody's going out, with the title the place earns.
func (c cast) tellOut(e rules.Event) string {
	players := len(c.names)
	title, points := rules.Title(e.Place, players), rules.Points(e.Place, players)
	switch title {
	case rules.TotalWimp:
		return c.does(e.Seat, "are", "is") + " the Total Wimp. Somebody has to carry the torches."
	case rules.Adventurer:
		return fmt.Sprintf("%s out in place %d. %s.", c.does(e.Seat, "are", "is"), e.Place, pointsWord(points))
	}
	return fmt.Sprintf("%s out: %s! %s.", c.does(e.Seat, "are", "is"), title, pointsWord(points))
}

// pointsWord is a number of points in words.
func pointsWord(n int) string {
	if n == 1 {
		return "1 point"
	}
	return strconv.Itoa(n) + " points"
}

// roundEnd is how a round has ended, by who goes out last but one: that play is
// seen for a moment only. It is "" after the Machine.
func (c cast) roundEnd(v *rules.View) string {
	order, plays := v.LastRound.Order, v.LastHand
	out, left := order[len(order)-2], order[len(order)-1]
	if len(plays) == 0 || plays[len(plays)-1].Kind != rules.Played || plays[len(plays)-1].Seat != out {
		return ""
	}
	return c.does(out, "go out with ", "goes out with ") + setName(plays[len(plays)-1].Cards) + "; " +
		lowerYou(c.does(left, "keep ", "keeps ")) + count(v.Counts[left]) + "."
}

// roundJokes are said of who was out first, by round: the fact, then the joke.
// The viewer's own form comes first.
var roundJokes = [...][2]string{
	{"You are out of the dungeon first. Somebody has to be.", "%s is out of the dungeon first. Somebody has to be."},
	{"You take the stairs first. Mind the blood.", "%s takes the stairs first. Mind the blood."},
	{"You see daylight first. It is overrated.", "%s sees daylight first. It is overrated."},
	{"You are the first to slay everything. Mostly everything.", "%s is the first to slay everything. Mostly everything."},
}

// roundJoke says who was out first.
func (c cast) roundJoke(scored rules.Event) string {
	jokes, winner := roundJokes[(scored.Round+len(roundJokes)-1)%len(roundJokes)], scored.Order[0]
	if winner == c.you {
		return jokes[0]
	}
	return fmt.Sprintf(jokes[1], c.third(winner))
}

// grovels are the lines to choose from before the Ultimate Hero.
var grovels = [...]string{
	"I shall polish the boots that kicked me.",
	"May your torch never gutter, o radiant one.",
	"My skeletons were unworthy of your stairs.",
	"I was told there would be treasure. Mercy!",
	"Even my imps admire you.",
	"Your shadow is warmer than my torch.",
	"Take my cards. They liked you better anyway.",
	"I kneel, and the view from here is fine.",
}
