package tui

import (
	"strings"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// drawExchange draws the exchange as the viewer may know it.
func (g *gameScreen) drawExchange(b brush) {
	for i := range g.view.Trades {
		t := &g.view.Trades[i]
		switch g.view.Seat {
		case t.To:
			returns := t.Returns
			if !t.Given {
				returns = g.choice.raised.Cards()
			}
			g.drawTrade(b, t.From, t.Tribute, returns, t.Count, !t.Given)
			return
		case t.From:
			g.drawTrade(b, t.To, t.Returns, t.Tribute, t.Count, false)
			return
		}
	}
	g.drawTrades(b)
}

// drawTrade draws one's own part: what comes from the other, and what goes
// there; lit is what is only chosen so far. Cards that aren't there yet are
// drawn as unknown ones.
func (g *gameScreen) drawTrade(b brush, other rules.Seat, from, to []rules.Card, n int, lit bool) {
	w, h := b.Size()
	form := tableForm(h)
	y := 1
	if h <= form.h {
		y = 0
	}
	pair := 2*form.w + 1
	left, right := 1, min(1+pair+10, w-pair)
	g.drawPart(b, left, y, form, from, n, paper)
	who := g.names.third(other)
	gap := right - left - pair
	b.text(left+pair+min(3, gap/2), y+form.h/2-1, "►", b.on(band, turn))
	on, role := paper, quiet
	if lit {
		on, role = chosen, turn
	}
	if lit && len(to) == 0 {
		n = 0
	}
	g.drawPart(b, right, y, form, to, n, on)
	if y > 0 {
		b.clip(left, 0, right-left-1, "from "+who, b.on(band, quiet))
		b.clip(right, 0, w-right, "to "+who, b.on(band, role))
	}
}

// drawPart draws up to two cards, as a fan when they are equal.
func (g *gameScreen) drawPart(b brush, x, y int, f cardForm, cards []rules.Card, n int, s surface) {
	switch {
	case len(cards) == 0:
		for i := range n {
			b.unknown(x+i*(f.w+1), y, f, band)
		}
	case len(cards) == 2 && cards[0] == cards[1]:
		b.fan(x, y, cards[0], 2, f, s, band)
	default:
		for i := len(cards) - 1; i >= 0; i-- {
			b.fan(x, y, cards[i], 1, f, s, band)
			x += f.w + 1
		}
	}
}

// drawTrades tells somebody who has no part in it.
func (g *gameScreen) drawTrades(b brush) {
	w, h := b.Size()
	y := max(0, (h-len(g.view.Trades)-2)/2)
	b.centre(0, y, w, "the wimps pay tribute", b.on(band, strong))
	for _, t := range g.view.Trades {
		y++
		words := g.names.third(t.From) + " to " + g.names.third(t.To) + ": " + cards(t.Count)
		if t.Given {
			words += ", done"
		}
		b.centre(0, y, w, words, b.on(band, text))
	}
	b.centre(0, y+2, w, "nobody else sees them", b.on(band, quiet))
}

// drawPhoneTable is the table in one line.
func (g *gameScreen) drawPhoneTable(b brush, r terminal.Rect) {
	b = b.part(r)
	b.clear(b.rect(), band)
	v := g.view
	if v.Phase != rules.PhaseFollow || v.Top == nil {
		b.clip(1, 0, r.W-2, g.phoneTableWords(), b.on(band, text))
		return
	}
	card := creatureOf(rules.HandOf(v.Top.Cards...))
	lead := "beat  "
	if v.Turn == rules.Nobody {
		lead = "won   "
	}
	x := b.text(1, 0, lead, b.on(band, quiet))
	x = b.text(x, 0, cardLabel(card)+" "+cardSign(card), b.creature(card, band))
	x = b.text(x+1, 0, setName(v.Top.Cards), b.on(band, strong))
	b.clip(x+2, 0, r.W-x-2, g.names.third(v.Top.Seat), b.on(band, quiet))
}

func (g *gameScreen) phoneTableWords() string {
	v := g.view
	switch {
	case v.Phase == rules.PhaseGive:
		for _, t := range v.Trades {
			if t.To == v.Seat && len(t.Tribute) == 0 {
				return "you give back, then see the tribute"
			}
			if t.To == v.Seat {
				return g.names.third(t.From) + " gave you " + cardNames(t.Tribute)
			}
			if t.From == v.Seat && len(t.Tribute) > 0 {
				return "you gave " + g.names.third(t.To) + " " + cardNames(t.Tribute)
			}
		}
		return "two heroes give cards back"
	case v.Phase == rules.PhasePig:
		return strings.Replace(g.pigWords(), "both leave the game", "the Pig takes a monster", 1)
	case g.clank != nil && g.clank.led:
		return "CLANK. There is nothing to stop."
	case g.clank != nil:
		return "CLANK. " + g.names.does(g.clank.seat, "stop the hand", "stops the hand")
	case v.Turn == v.Seat:
		return "you lead: any number of one creature"
	case v.Turn != rules.Nobody:
		return g.names.third(v.Turn) + " leads"
	}
	return ""
}
