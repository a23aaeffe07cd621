package tui

import (
	"strings"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// trade is the viewer's part of this round's exchange; nil for whoever has none.
func (g *gameScreen) trade() *rules.TradeView {
	if g.view.Seat == rules.Nobody {
		return nil
	}
	for i := range g.view.Trades {
		if t := &g.view.Trades[i]; t.To == g.view.Seat || t.From == g.view.Seat {
			return t
		}
	}
	return nil
}

// exchange is the viewer's part as events, once it is done.
func (g *gameScreen) exchange() []rules.Event {
	t := g.trade()
	if t == nil || !t.Given {
		return nil
	}
	return []rules.Event{
		{Kind: rules.Tribute, From: t.From, To: t.To, Count: t.Count, Cards: t.Tribute},
		{Kind: rules.Returned, From: t.To, To: t.From, Count: t.Count, Cards: t.Returns},
	}
}

// tradedWords tells in w cells what the viewer got and gave, from the exchange until
// the first set lies.
func (g *gameScreen) tradedWords(w int) string {
	v, t := g.view, g.trade()
	begins := v.Phase == rules.PhasePig || v.Phase == rules.PhaseLead && v.HandNumber == 1
	if t == nil || !t.Given || !begins {
		return ""
	}
	with, came, went := t.From, t.Tribute, t.Returns
	if t.From == v.Seat {
		with, came, went = t.To, t.Returns, t.Tribute
	}
	got, gave := giftWords(rules.HandOf(came...)), giftWords(rules.HandOf(went...))
	ways := []string{
		g.names.third(with) + " gave you " + got + ", you gave " + gave + ".",
		"You got " + got + " and gave " + gave + ".",
		"got " + got + ", gave " + gave,
		"got " + briefGift(came) + ", gave " + briefGift(went),
	}
	for _, words := range ways {
		if terminal.Width(words) <= w {
			return words
		}
	}
	return ways[len(ways)-1]
}

// briefGift names cards as briefly as it goes: "2 Imp", "Beast + Snake".
func briefGift(cards []rules.Card) string {
	if len(cards) == 2 && cards[0] == cards[1] {
		return "2 " + briefNames[cards[0]]
	}
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = briefNames[c]
	}
	return strings.Join(names, " + ")
}
