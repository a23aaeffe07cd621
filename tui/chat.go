package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// mostSaid is how long a line of chat may be, in cells.
const mostSaid = 200

// room is how long a draft may be, in cells: as long as what is said, with what
// comes before it, an order and a name.
func (c *chatLine) room() int {
	before := 0
	word, rest, _ := strings.Cut(c.edit.String(), " ")
	if strings.HasPrefix(word, "/") {
		before = terminal.Width(word) + 1
		if name, _, _ := strings.Cut(rest, " "); word != "/r" {
			before += terminal.Width(name) + 1
		}
	}
	return before + mostSaid
}

// chatWarns is from how many cells on the line tells how many are left.
const chatWarns = 20

// chatLine is the line a person is writing. While it is open it gets every key;
// esc closes it and keeps the draft.
type chatLine struct {
	open bool
	edit lineEdit
	back int // lines that the talk above is scrolled back
}

// write opens the line with a draft.
func (c *chatLine) write(draft string) {
	c.open, c.edit.most = true, mostSaid
	c.edit.set(draft)
}

// paste takes pasted text if the line is open, and reports whether it was.
func (c *chatLine) paste(s string) bool {
	if c.open {
		c.edit.most = c.room()
		c.edit.insert(s)
	}
	return c.open
}

// keys is what the key lines say while the line is open.
func (c *chatLine) keys(owes, host bool) keyMap {
	back, brief := "keep the draft", "back"
	if owes {
		back, brief = "then play: it is your turn", "then play"
	}
	draft := c.edit.String()
	if strings.HasPrefix(draft, "/") {
		return keyMap{lines: append(append([]shortcut{bind("enter", "do it")}, orderKeys(draft, host)...), bind("esc", back))}
	}
	return keyMap{lines: []shortcut{
		bind("enter", "say it").when(strings.TrimSpace(draft) != ""), bind("esc", back).inOneWord(brief), bind("/", "whisper and more").inOneWord("whisper").when(draft == ""),
		bind("up/down", "older, newer", "up"),
	}}
}

// chatKey is a key while the chat line is open.
func (p *program) chatKey(msg tea.KeyPressMsg) tea.Cmd {
	p.chat.edit.most = p.chat.room()
	switch msg.String() {
	case "esc", "ctrl+c":
		p.chat.open, p.chat.back = false, 0
	case "enter":
		said := strings.TrimSpace(p.chat.edit.String())
		p.chat = chatLine{}
		switch {
		case strings.HasPrefix(said, "/"):
			return unsaid(said, p.obey(said))
		case said != "":
			return unsaid(said, p.say(said))
		}
	default:
		if !p.talkKey(msg) {
			p.chat.edit.key(msg)
		}
	}
	return nil
}

// unsaidMsg is the no to a line of chat.
type unsaidMsg struct {
	line string
	err  error
}

// unsaid is a command that says a line; if it is refused, the line comes back.
func unsaid(line string, say tea.Cmd) tea.Cmd {
	if say == nil {
		return nil
	}
	return func() tea.Msg {
		msg := say()
		if no, ok := msg.(refusedMsg); ok {
			return unsaidMsg{line, no.err}
		}
		return msg
	}
}

// keepUnsaid keeps a line that was refused as the draft, unless there is one.
func (p *program) keepUnsaid(msg unsaidMsg) {
	words := sorry(msg.err)
	if !p.chat.open && p.chat.edit.String() == "" {
		p.chat.edit.most = mostSaid + terminal.Width(msg.line)
		p.chat.edit.set(msg.line)
		words += " Press c: your words are still there."
	}
	p.tell(words)
}

// chatLines draws the chat line in the place of the enter line, with its ground
// lit, and its keys below.
func (b brush) chatLines(c *chatLine, owes, host bool) {
	w, h := b.Size()
	b.keyLines(c.keys(owes, host))
	b.clear(terminal.Rect{Y: h - 2, W: w, H: 1}, picked)
	x, end := b.text(margin(b.size()), h-2, "say ", b.on(picked, turn)), w-1
	if left := c.room() - terminal.Width(c.edit.String()); left <= chatWarns {
		end = b.right(end, h-2, strconv.Itoa(left)+" left", b.on(picked, quiet)) - 1
	}
	c.edit.draw(b, x, h-2, end-x, b.on(picked, strong))
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
