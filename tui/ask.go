package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/tui/terminal"
)

// askScreen asks once before something that can't be taken back. Enter keeps
// things as they are.
type askScreen struct {
	*session
	words  string
	yes    string  // what y does
	answer tea.Msg // the intent that follows
}

func (q *askScreen) overlay() {}

func (q *askScreen) keys() keyMap {
	return keyMap{
		enter: []shortcut{bind("enter", "stay", "enter", "esc", "space", "n"), bind("y", q.yes)},
		lines: []shortcut{bind("esc", "stay")},
		now:   "you are asked: " + q.words,
	}
}

func (q *askScreen) update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	switch k := q.keys(); {
	case !ok:
	case k.enter[1].is(press):
		q.wish(closeDialog{})
		return q.wish(q.answer)
	case k.enter[0].is(press):
		return q.wish(closeDialog{})
	}
	return nil
}

func (q *askScreen) draw(b brush) {
	w, h := b.Size()
	wide := min(w, terminal.Width(q.words)+8)
	r := terminal.Rect{X: (w - wide) / 2, Y: max(1, h/2-4), W: wide, H: min(5, h-3)}
	b.panel(r)
	b.centre(r.X, r.Y+r.H/2, r.W, q.words, b.on(enterBand, strong))
}
