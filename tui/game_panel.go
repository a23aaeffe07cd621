package tui

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// panel is what lies over seats and table when it is asked for.
type panel uint8

const (
	noPanel panel = iota
	lastPanel
	outPanel
	seatPanel
	pointsPanel
)

func (g *gameScreen) toggle(p panel) {
	if g.panel == p {
		p = noPanel
	}
	g.panel = p
}

func pressLast(g *gameScreen, _ string) tea.Cmd {
	g.toggle(lastPanel)
	return nil
}

func pressStillOut(g *gameScreen, _ string) tea.Cmd {
	g.toggle(outPanel)
	return nil
}

func pressPoints(g *gameScreen, _ string) tea.Cmd {
	g.toggle(pointsPanel)
	return nil
}

// pressWhose goes from the last hand round the table: to what each seat has played
// in this round.
func pressWhose(g *gameScreen, key string) tea.Cmd {
	n := len(g.view.Counts)
	at := 0 // the last hand; then the seats
	if g.panel == seatPanel {
		at = 1 + int(g.asked-g.bottom()+rules.Seat(n))%n
	}
	by := 1
	if key == "left" {
		by = n
	}
	at = (at + by) % (n + 1)
	g.panel = lastPanel
	if at > 0 {
		g.panel, g.asked = seatPanel, g.seatAt(at-1)
	}
	return nil
}

func pressBack(g *gameScreen, _ string) tea.Cmd {
	g.panel = noPanel
	return nil
}

// panelKeys is what can be done while a panel is open: all that can be done
// without it, but enter and esc close it.
func (g *gameScreen) panelKeys() gameKeys {
	was := g.panel
	g.panel = noPanel
	keys := g.possible()
	g.panel = was
	words := "back to the table"
	if sizeOf(g.width, g.height) == phone {
		words = "back"
	}
	back := gameKey{bind("enter", words, "enter", "space", "esc"), false, pressBack}
	rest := keys.enter
	if len(rest) > 0 && rest[0].Help().Key == "enter" {
		rest = rest[1:]
	}
	keys.enter = append([]gameKey{back}, rest...)
	if was == lastPanel || was == seatPanel {
		whose := bind("left/right", "by player", "left", "right").explain("left right", "what one player did in this round")
		keys.enter = append(keys.enter, gameKey{whose, false, pressWhose})
	}
	return keys
}

// drawPanel draws the open panel in r.
func (g *gameScreen) drawPanel(b brush, r terminal.Rect) {
	b = b.part(r)
	b.clear(b.rect(), band)
	switch g.panel {
	case lastPanel:
		if len(g.view.LastHand) == 0 {
			g.drawPlays(b, "THE EXCHANGE", g.exchange())
			break
		}
		heading := "THE LAST HAND"
		if plays := g.view.LastHand; plays[len(plays)-1].Kind != rules.MachinePlayed {
			heading += "  won by " + g.names.name(best(plays).Seat)
		}
		g.drawPlays(b, heading, g.view.LastHand)
	case seatPanel:
		var plays []rules.Event
		for _, e := range g.deeds {
			if e.Seat == g.asked {
				plays = append(plays, *e)
			}
		}
		g.drawPlays(b, g.names.third(g.asked)+" in this round", plays)
	case outPanel:
		g.drawOutPanel(b)
	case pointsPanel:
		w, h := b.Size()
		g.drawStandings(b.part(terminal.Rect{X: 1, W: w - 2, H: h}), band)
	}
}

// best is the strongest of a hand's plays, which is the last set that was put down;
// nil if there is none.
func best(plays []rules.Event) *rules.Event {
	for i := range slices.Backward(plays) {
		if plays[i].Kind == rules.Played {
			return &plays[i]
		}
	}
	return nil
}

// drawPlays lists what was played, in as many columns as there is room for, the
// newest always among them.
func (g *gameScreen) drawPlays(b brush, heading string, plays []rules.Event) {
	w, h := b.Size()
	b.clip(1, 0, w-2, heading, bold(b.on(band, quiet)))
	if len(plays) == 0 {
		b.clip(1, 1, w-2, "nothing yet", b.on(band, quiet))
		return
	}
	rows := max(1, h-2)
	columns := max(1, min((w-2)/36, (len(plays)+rows-1)/rows))
	plays = plays[max(0, len(plays)-rows*columns):]
	width := (w - 2) / columns
	for i := range plays {
		e := &plays[i]
		role := quiet
		if e.Kind == rules.Played {
			role = text
		}
		b.clip(1+i/rows*width, 1+i%rows, width-1, brief(e, g.names), b.on(band, role))
	}
}

// drawOutPanel shows what is still out, from the strongest down to what there
// is room for.
func (g *gameScreen) drawOutPanel(b brush) {
	w, _ := b.Size()
	out := stillOut(g.view)
	b.clip(1, 0, w-2, "STILL OUT  unseen, not yours", bold(b.on(band, quiet)))
	columns := 2
	if w < 56 {
		columns = 3
	}
	width := (w - 2) / columns
	rows := (14 + columns) / columns
	i := 0
	for c := rules.RedDragon; c >= rules.Imp; c-- {
		g.drawOutLine(b, 1+i/rows*width, 1+i%rows, width-1, c, int(out[c]))
		i++
	}
	for _, c := range [...]rules.Card{rules.Chaindog, rules.RedLotus, rules.KillingMachine} {
		g.drawOutLine(b, 1+i/rows*width, 1+i%rows, width-1, c, int(out[c]))
		i++
	}
}

// drawOutLine is one card's line: its name where there is room, and a block for
// each that is out.
func (g *gameScreen) drawOutLine(b brush, x, y, w int, c rules.Card, n int) {
	style := b.creature(c, band)
	end := x + w
	b.right(x+2, y, cardLabel(c), style)
	x = b.text(x+3, y, cardSign(c), style) + 1
	if w >= 30 {
		b.clip(x, y, 11, shortName(c), b.on(band, text))
		x += 12
	}
	x = b.text(x, y, strconv.Itoa(n)+" ", bold(b.on(band, text)))
	if x+c.Copies() <= end {
		x = b.marks(x, y, n, '■', style)
		b.marks(x, y, c.Copies()-n, '∙', b.on(band, line))
	}
}
