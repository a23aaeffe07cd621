package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// mostSaid is how long a line of chat may be, in cells.
const mostSaid = 200

// mostTyped is how long it may be with what comes before: an order and a name.
const mostTyped = mostSaid + len("/report ") + nameLength + 1

// chatLine is the line a person is writing. While it is open it gets every key;
// esc closes it and keeps the draft.
type chatLine struct {
	open bool
	edit lineEdit
	back int // lines that the talk above is scrolled back
}

// write opens the line with a draft.
func (c *chatLine) write(draft string) {
	c.open, c.edit.most = true, mostTyped
	c.edit.set(draft)
}

// paste takes pasted text if the line is open, and reports whether it was.
func (c *chatLine) paste(s string) bool {
	if c.open {
		c.edit.most = mostTyped
		c.edit.insert(s)
	}
	return c.open
}

// keys is what the key lines say while the line is open.
func (c *chatLine) keys(owes, host bool) keyMap {
	back := "keep the draft"
	if owes {
		back = "then play: it is your turn"
	}
	draft := c.edit.String()
	if strings.HasPrefix(draft, "/") {
		return keyMap{lines: append(append([]shortcut{bind("enter", "do it")}, orderKeys(draft, host)...), bind("esc", back))}
	}
	return keyMap{lines: []shortcut{
		bind("enter", "say it"), bind("esc", back).inOneWord("back"), bind("/", "whisper and more").inOneWord("whisper").when(draft == ""),
		bind("up/down", "older, newer", "up"),
	}}
}

// chatKey is a key while the chat line is open.
func (p *program) chatKey(msg tea.KeyPressMsg) tea.Cmd {
	p.chat.edit.most = mostTyped
	switch msg.String() {
	case "esc", "ctrl+c":
		p.chat.open, p.chat.back = false, 0
	case "enter":
		said := strings.TrimSpace(p.chat.edit.String())
		p.chat = chatLine{}
		switch {
		case strings.HasPrefix(said, "/"):
			return p.obey(said)
		case said != "":
			return p.say(said)
		}
	default:
		if !p.talkKey(msg) {
			p.chat.edit.key(msg)
		}
	}
	return nil
}

// chatLines draws the chat line in the place of the enter line, with its ground
// lit, and its keys below.
func (b brush) chatLines(c *chatLine, owes, host bool) {
	w, h := b.Size()
	b.keyLines(c.keys(owes, host))
	b.clear(terminal.Rect{Y: h - 2, W: w, H: 1}, picked)
	x := b.text(margin(b.size()), h-2, "say ", b.on(picked, turn))
	c.edit.draw(b, x, h-2, w-x-1, b.on(picked, strong))
}

// talkLines draws the newest lines of talk, the newest lowest, with the names in
// a column; what the table itself says has none. It returns how many lines it took.
func (b brush) talkLines(r terminal.Rect, talk []table.Talk) int {
	shown := keepLast(talk, r.H)
	column := 6
	for _, t := range shown {
		column = max(column, min(terminal.Width(t.From), 16))
	}
	for i, t := range shown {
		y := r.Y + r.H - len(shown) + i
		name := b.on(ground, chat)
		if t.From == "" {
			b.clip(r.X, y, r.W, t.Text, b.on(ground, quiet))
			continue
		}
		b.clip(r.X, y, min(column, r.W), t.From, bold(name))
		b.trailing(r.X+column+2, y, r.W-column-2, t.Text, name)
	}
	return len(shown)
}
