package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// mouse takes what was done with it, in the picture's cells. Words of the key
// lines are the program's.
func (g *gameScreen) mouse(msg tea.MouseMsg) tea.Cmd {
	l := g.layout(g.width, g.height)
	at := msg.Mouse()
	card, n := g.under(&l, at.X, at.Y)
	switch msg.(type) {
	case tea.MouseMotionMsg:
		g.point(card)
	case tea.MouseWheelMsg:
		return g.wheel(at, card)
	case tea.MouseClickMsg:
		g.endMotion()
		if g.sent || g.drawn != momentOf(g.view) {
			return nil
		}
		if card == rules.NoCard {
			g.clickElsewhere(&l, at)
			return nil
		}
		g.panel = noPanel
		if at.Button == tea.MouseRight {
			g.note = g.why(card)
			return nil
		}
		return g.click(card, n)
	}
	return nil
}

// under is the card at a cell, and how many of its set a click there means.
func (g *gameScreen) under(l *gameLayout, x, y int) (rules.Card, int) {
	if !inside(l.hand, x, y) || g.view.Seat == rules.Nobody {
		return rules.NoCard, 0
	}
	if l.size == phone {
		p := g.phonePlan(l)
		card := p.at(x - l.hand.X)
		hand := g.cards()
		return card, int(hand[card])
	}
	p := g.plan(l)
	return p.at(x - l.hand.X)
}

func inside(r terminal.Rect, x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// point says what the mouse is over.
func (g *gameScreen) point(card rules.Card) {
	if card == g.hover || g.caps.Slow {
		return
	}
	g.hover = card
	g.note = ""
	if card != rules.NoCard {
		hand := g.cards()
		g.note = hoverWords(card, int(hand[card]))
	}
}

func hoverWords(c rules.Card, n int) string {
	switch {
	case c.Creature():
		return giftWords(rules.HandOf(repeat(c, n)...)) + ", worth " + cardLabel(c) + ". Click raises, click again plays."
	case c.Wild():
		return c.Name() + ": joins any set; alone it is worth 0."
	case c == rules.KillingMachine:
		return "The Killing Machine stops a hand at any moment, and you lead the next."
	}
	return "The Exploding Pig opens the round and takes a monster along."
}

func repeat(c rules.Card, n int) []rules.Card {
	cards := make([]rules.Card, n)
	for i := range cards {
		cards[i] = c
	}
	return cards
}

// click raises a set, and plays one that is raised. n is how many cards a click
// on a stub means.
func (g *gameScreen) click(card rules.Card, n int) tea.Cmd {
	v := g.view
	g.note = ""
	switch {
	case card == rules.KillingMachine && v.Phase != rules.PhaseGive:
		if g.choice.asked == askMachine {
			return g.sendIf(g.choice.enter(v))
		}
		if may(v, rules.ActMachine) {
			return pressShowMachine(g, "")
		}
	case !v.Owes():
	case g.choice.raised[card] > 0:
		if a, whole := g.choice.action(v); whole {
			return g.send(a)
		}
	}
	if !v.Owes() || !g.clickRaises(card, n) {
		g.note = g.why(card)
	}
	return nil
}

// clickRaises raises the cards clicked on, and reports whether it could.
func (g *gameScreen) clickRaises(card rules.Card, n int) bool {
	v := g.view
	if card.Wild() && v.Phase != rules.PhaseGive {
		if g.wildFits() {
			g.choice.wilds(v)
			return true
		}
		return false
	}
	if !g.choice.press(v, card) {
		return false
	}
	hand := g.cards()
	for i := 0; n < int(hand[card]) && i < rules.LargestSet && int(g.choice.raised[card]) != n; i++ {
		g.choice.more(v, sign(n-int(g.choice.raised[card])))
	}
	return true
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// wheel over a set changes the number raised; elsewhere it goes from set to set.
func (g *gameScreen) wheel(at tea.Mouse, card rules.Card) tea.Cmd {
	if !g.view.Owes() || g.sent || g.drawn != momentOf(g.view) {
		return nil
	}
	up := at.Button == tea.MouseWheelUp
	switch {
	case card == rules.NoCard && up:
		return pressStep(g, "left")
	case card == rules.NoCard:
		return pressStep(g, "right")
	case g.choice.raised[card] == 0:
		g.choice.press(g.view, card)
	case up:
		g.choice.more(g.view, 1)
	default:
		g.choice.more(g.view, -1)
	}
	return nil
}

// clickElsewhere shows a seat's last plays, or puts the panel away.
func (g *gameScreen) clickElsewhere(l *gameLayout, at tea.Mouse) {
	if g.panel != noPanel {
		if inside(l.panel, at.X, at.Y) {
			g.panel = noPanel
		}
		return
	}
	for k := 1; k < len(g.view.Counts); k++ {
		if inside(l.seats[k], at.X, at.Y) {
			g.panel, g.asked = seatPanel, g.seatAt(k)
		}
	}
}
