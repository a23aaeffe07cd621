package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/tui/terminal"
)

// deskSheet tells all about a row of the desk, and what can be ordered about it.
type deskSheet struct {
	*session
	desk  *deskScreen
	about DeskRow
	row   int // of the orders
}

func (q *deskSheet) overlay() {}

func (q *deskSheet) keys() keyMap {
	k := keyMap{enter: []shortcut{bind("esc", "close", "esc", "q")}, now: "you read all about " + q.about.Head}
	if len(q.about.Orders) > 0 {
		k.enter = append([]shortcut{enters(q.about.Orders[q.row].Words)}, k.enter...)
		k.lines = []shortcut{deskRowKey}
	}
	return k
}

func (q *deskSheet) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return q.key(msg)
	case tea.MouseClickMsg:
		r := q.rect(q.width, q.height)
		i := msg.Y - r.Y - q.firstOrder()
		if i >= 0 && i < len(q.about.Orders) && msg.X >= r.X && msg.X < r.X+r.W {
			return q.begins(q.about.Orders[i])
		}
	}
	return nil
}

func (q *deskSheet) key(msg tea.KeyPressMsg) tea.Cmd {
	orders := q.about.Orders
	switch name := msg.String(); {
	case name == "esc" || name == "q" || name == "enter" && len(orders) == 0:
		return q.wish(closeDialog{})
	case name == "up":
		q.row = max(0, q.row-1)
	case name == "down":
		q.row = max(0, min(q.row+1, len(orders)-1))
	case (name == "enter" || name == "space") && len(orders) > 0:
		return q.begins(orders[q.row])
	default:
		for _, o := range orders {
			if o.Key == name {
				return q.begins(o)
			}
		}
	}
	return nil
}

// begins goes back to the desk with the order begun.
func (q *deskSheet) begins(o DeskOrder) tea.Cmd {
	q.desk.begin(o)
	return q.wish(closeDialog{})
}

// firstOrder is the line of the first order on the sheet, below a blank one if
// there is room.
func (q *deskSheet) firstOrder() int {
	if first := 3 + len(q.about.Details); first+len(q.about.Orders)+1 <= q.height-2 {
		return first
	}
	return 2 + len(q.about.Details)
}

func (q *deskSheet) rect(w, h int) terminal.Rect {
	size := terminal.Width(q.about.Head)
	for _, words := range q.about.Details {
		size = max(size, terminal.Width(words))
	}
	size = max(min(w, 40), min(w, size+6))
	height := min(h-2, q.firstOrder()+len(q.about.Orders)+1)
	return terminal.Rect{X: (w - size) / 2, Y: max(0, (h-2-height)/2), W: size, H: height}
}

func (q *deskSheet) draw(b brush) {
	r := q.rect(b.Size())
	b.panel(r)
	part := b.part(r)
	part.clip(3, 1, r.W-4, q.about.Head, bold(b.on(enterBand, strong)))
	for i, words := range q.about.Details {
		part.clip(3, 2+i, r.W-4, words, b.on(enterBand, text))
	}
	for i, o := range q.about.Orders {
		y, on := q.firstOrder()+i, enterBand
		if i == q.row {
			on = picked
			part.clear(terminal.Rect{X: 1, Y: y, W: r.W - 2, H: 1}, on)
			part.mark(1, y, '►', b.on(on, turn))
		}
		part.text(3, y, o.Key, b.on(on, turn))
		part.clip(5, y, r.W-6, o.Words, b.on(on, text))
	}
}
