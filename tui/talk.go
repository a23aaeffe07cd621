package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// talkRows are the lines of some talk in w cells, whole: what is long goes on in
// the next line.
func talkRows(talk []table.Talk, w int) []storyLine {
	const most = 12 // lines of one, also where there are few cells
	var rows []storyLine
	for _, t := range talk {
		first, role := w-terminal.Width(t.From)-1, chat
		if t.From == "" {
			first, role = w, quiet
		}
		for i, words := range wrap(t.Text, first, w-2, most) {
			row := storyLine{words: words, role: role}
			if i == 0 {
				row.from = t.From
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// talkRect is where the talk lies while the chat line is open: over seats and
// table in a game, so that turn and hand stay to be seen; else above the line, as
// high as there is talk, and at most over half of the picture.
func (p *program) talkRect(w, h int) terminal.Rect {
	r := terminal.Rect{Y: max(1, h/2-1), W: w, H: h - 2 - max(1, h/2-1)}
	if g, ok := p.place.(*gameScreen); ok && p.top() == p.place && g.view != nil {
		l := g.layout(w, h)
		return l.panel
	}
	if n := len(talkRows(p.talk(), w-2*margin(sizeOf(w, h)))) + 2; n < r.H {
		r.Y, r.H = r.Y+r.H-n, n
	}
	return r
}

// talkRoom is how many lines of talk are shown, and how many there are.
func (p *program) talkRoom() (shown, all int) {
	r := p.talkRect(p.width, p.height)
	return max(1, r.H-1), len(talkRows(p.talk(), r.W-2*margin(sizeOf(p.width, p.height))))
}

// scrollTalk goes back to older talk, or forth.
func (p *program) scrollTalk(by int) {
	shown, all := p.talkRoom()
	p.chat.back = max(0, min(p.chat.back+by, all-shown))
}

// talkKey scrolls by a key, and reports whether the key does that.
func (p *program) talkKey(msg tea.KeyPressMsg) bool {
	shown, _ := p.talkRoom()
	switch msg.String() {
	case "up":
		p.scrollTalk(1)
	case "down":
		p.scrollTalk(-1)
	case "pgup":
		p.scrollTalk(shown)
	case "pgdown":
		p.scrollTalk(-shown)
	default:
		return false
	}
	return true
}

// scrolls scrolls by the wheel, and reports whether it was turned.
func (p *program) scrolls(msg tea.MouseMsg) bool {
	wheel, ok := msg.(tea.MouseWheelMsg)
	switch {
	case !ok:
	case wheel.Button == tea.MouseWheelUp:
		p.scrollTalk(3)
	default:
		p.scrollTalk(-3)
	}
	return ok
}

// drawTalk draws what was said while the chat line is open.
func (p *program) drawTalk(b brush) {
	w, h := b.Size()
	r := p.talkRect(w, h)
	if len(p.talk()) == 0 || r.H < 2 {
		return
	}
	x := margin(sizeOf(w, h))
	rows := talkRows(p.talk(), r.W-2*x)
	shown := r.H - 1
	last := len(rows) - min(p.chat.back, max(0, len(rows)-shown))
	rows, older := rows[max(0, last-shown):last], last > shown
	b = b.part(r)
	b.clear(b.rect(), band)
	b.clip(x, 0, r.W-2*x, "WHAT WAS SAID", bold(b.on(band, quiet)))
	if older {
		b.right(r.W-x, 0, "up: older", b.on(band, quiet))
	}
	for i, row := range rows {
		y := r.H - len(rows) + i
		indent := x
		if row.from != "" {
			indent = b.clip(x, y, r.W-2*x, row.from, bold(b.on(band, chat))) + 1
		} else if row.role == chat {
			indent += 2
		}
		b.clip(indent, y, r.W-x-indent, row.words, b.on(band, row.role))
	}
}
