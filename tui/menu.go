package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// menuScreen is what esc opens at a table: where one can go from here.
type menuScreen struct {
	*session
	row int
}

func newMenu(s *session) *menuScreen { return &menuScreen{session: s} }

func (m *menuScreen) overlay() {}

// choices are the menu's rows; enter does the picked one.
func (m *menuScreen) choices() []menuRow {
	rows := []menuRow{
		{bind("esc", "back to the table"), m.goes(closeDialog{})},
		{settingsKey, m.goes(openSettings{})},
		{helpKey, m.goes(openHelp{})},
		{bind("i", "copy the invitation"), m.copies},
	}
	if m.wayBack != nil {
		rows = append(rows, menuRow{bind("w", "how to come back"), m.goes(openDialog{m.wayBack})})
	}
	if !m.seated() || m.at.Board.State != table.Playing {
		return append(rows, menuRow{bind("q", "to the lobby"), m.goes(leaveTable{})})
	}
	giveUp := &askScreen{
		session: m.session,
		words:   "Give your seat up? A bot plays your cards to the end.",
		yes:     "give it up", answer: leaveTable{giveUp: true},
	}
	return append(rows,
		menuRow{bind("q", "to the lobby; your seat is kept"), m.goes(leaveTable{})},
		menuRow{bind("G", "give the seat up"), m.goes(openDialog{giveUp})},
	)
}

type menuRow struct {
	shortcut
	do func() tea.Cmd
}

// goes is a row that only follows an intent.
func (m *menuScreen) goes(intent tea.Msg) func() tea.Cmd {
	return func() tea.Cmd { return m.wish(intent) }
}

// copies closes the menu and copies the invitation.
func (m *menuScreen) copies() tea.Cmd {
	m.wish(closeDialog{})
	return m.copyInvitation(m.at.Board.Code)
}

func (m *menuScreen) keys() keyMap {
	rows := m.choices()
	k := keyMap{
		enter: []shortcut{enters(rows[min(m.row, len(rows)-1)].Help().Desc)},
		lines: []shortcut{bind("up/down", "pick", "down", "up"), bind("esc", "back to the table")},
		now:   "the table's menu is open",
	}
	for _, row := range rows[1:] {
		k.more = append(k.more, row.shortcut)
	}
	return k
}

func (m *menuScreen) update(msg tea.Msg) tea.Cmd {
	rows := m.choices()
	m.row = min(m.row, len(rows)-1)
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "up":
			m.row = max(0, m.row-1)
		case "down":
			m.row = min(m.row+1, len(rows)-1)
		case "enter", "space":
			return rows[m.row].do()
		}
		for _, row := range rows {
			if row.is(msg) {
				return row.do()
			}
		}
	case tea.MouseClickMsg:
		r := m.rect(m.width, m.height)
		if i := msg.Y - r.Y - 1; i >= 0 && i < len(rows) && msg.X >= r.X && msg.X < r.X+r.W {
			return rows[i].do()
		}
	}
	return nil
}

// rect is where the menu lies.
func (m *menuScreen) rect(w, h int) terminal.Rect {
	size := min(w, 44)
	lines := len(m.choices()) + 2
	return terminal.Rect{X: (w - size) / 2, Y: max(0, (h-2-lines)/2), W: size, H: min(lines, h-2)}
}

func (m *menuScreen) draw(b brush) {
	w, h := b.Size()
	r := m.rect(w, h)
	b.panel(r)
	part := b.part(r)
	for i, row := range m.choices() {
		on := enterBand
		if i == m.row {
			on = picked
			part.clear(terminal.Rect{X: 1, Y: i + 1, W: r.W - 2, H: 1}, on)
			part.mark(1, i+1, '►', b.on(on, turn))
		}
		part.text(3, i+1, row.Help().Key, b.on(on, turn))
		part.text(8, i+1, row.Help().Desc, b.on(on, text))
	}
}

// popup shows some lines over the screen until a key is pressed.
type popup struct {
	*session
	heading string
	lines   []string
	copied  string // what i puts on the clipboard; ""
	top     int    // the first line shown
}

func newPopup(s *session, heading string, lines []string) *popup {
	return &popup{session: s, heading: heading, lines: lines}
}

// newNote shows a notice for the person alone. What follows a colon is
// something to type, and gets a line of its own and a key that copies it.
func newNote(s *session, words string) *popup {
	before, command, found := strings.Cut(words, ": ")
	if !found {
		return newPopup(s, "FOR YOU ALONE", []string{words})
	}
	p := newPopup(s, "FOR YOU ALONE", []string{before + ":", "", command})
	p.copied = command
	return p
}

func (p *popup) overlay() {}

func (p *popup) keys() keyMap {
	return keyMap{
		enter: []shortcut{
			bind("enter", "close", "enter", "esc", "space", "q", "l", "x", "v"),
			bind("i", "copy it").when(p.copied != ""),
		},
		lines: []shortcut{bind("up/down", "more of it", "down", "up").when(p.hidden() > 0)},
		now:   "a note is open",
	}
}

func (p *popup) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch k := p.keys().enter; {
		case k[0].is(msg):
			return p.wish(closeDialog{})
		case k[1].is(msg):
			p.wish(closeDialog{})
			return terminal.Copy(p.copied)
		}
		switch msg.String() {
		case "up":
			p.scroll(-1)
		case "down":
			p.scroll(1)
		}
	case tea.MouseWheelMsg:
		if msg.Button == tea.MouseWheelUp {
			p.scroll(-1)
		} else {
			p.scroll(1)
		}
	case tea.MouseClickMsg:
		return p.wish(closeDialog{})
	}
	return nil
}

func (p *popup) scroll(by int) { p.top = max(0, min(p.top+by, p.hidden())) }

// hidden is how many lines there is no room for.
func (p *popup) hidden() int {
	return max(0, len(p.broken(p.width))+4-(p.height-2))
}

// broken are the lines as they are broken for a picture of w cells.
func (p *popup) broken(w int) []string {
	var lines []string
	for _, words := range p.lines {
		lines = append(lines, reflow(words, w-6)...)
	}
	return lines
}

func (p *popup) draw(b brush) {
	w, h := b.Size()
	size := terminal.Width(p.heading)
	lines := p.broken(w)
	for _, words := range lines {
		size = max(size, terminal.Width(words))
	}
	if size += 6; size+6 > w { // of what is below nothing can be read anyway
		size = w
	}
	height := min(len(lines)+4, h-2)
	r := terminal.Rect{X: (w - size) / 2, Y: max(0, (h-2-height)/2), W: size, H: height}
	b.panel(r)
	part := b.part(r)
	part.clip(3, 1, size-6, p.heading, bold(b.on(enterBand, quiet)))
	for i, words := range lines[min(p.top, len(lines)):] {
		if i > height-4 {
			break
		}
		part.clip(3, 3+i, size-6, words, b.on(enterBand, text))
	}
}
