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
	list menuList
}

func newMenu(s *session) *menuScreen { return &menuScreen{session: s} }

func (m *menuScreen) overlay() {}

// choices are the menu's rows; enter does the picked one.
func (m *menuScreen) choices() []menuRow {
	rows := []menuRow{
		{shortcut: bind("esc", "back to the table"), do: m.goes(closeDialog{})},
		{shortcut: settingsKey, do: m.goes(openSettings{})},
		{shortcut: helpKey, do: m.goes(openHelp{})},
		{shortcut: bind("i", "copy the line to watch by"), do: m.copies},
		{shortcut: bind("p", "people here"), do: m.goes(openDialog{newPeople(m.session)})},
	}
	if m.wayBack != nil {
		rows = append(rows, menuRow{shortcut: wayBackKey, do: m.goes(openDialog{m.wayBack})})
	}
	if !m.seated() || m.at.Board.State != table.Playing {
		return append(rows, menuRow{shortcut: bind("q", "to the lobby"), do: m.goes(leaveTable{})})
	}
	giveUp := &askScreen{
		session: m.session,
		words:   "Give your seat up? A bot plays your cards to the end.",
		yes:     "give it up", answer: leaveTable{giveUp: true},
	}
	return append(rows,
		menuRow{shortcut: bind("q", "to the lobby; seat kept"), do: m.goes(leaveTable{})},
		menuRow{shortcut: bind("G", "give the seat up"), do: m.goes(openDialog{giveUp})},
	)
}

type menuRow struct {
	shortcut
	do   func() tea.Cmd
	note string // at its right end
}

// wayBackKey is for guests alone: others come back by their key.
var wayBackKey = bind("w", "how to come back").explain("w", "the line that brings a guest back to this seat")

// goes is a row that only follows an intent.
func (m *menuScreen) goes(intent tea.Msg) func() tea.Cmd {
	return func() tea.Cmd { return m.wish(intent) }
}

// copies closes the menu and copies the invitation.
func (m *menuScreen) copies() tea.Cmd {
	m.wish(closeDialog{})
	return m.copyInvitation(m.at.Board)
}

func (m *menuScreen) keys() keyMap {
	rows := m.choices()
	k := keyMap{
		enter: []shortcut{enters(rows[min(m.list.row, len(rows)-1)].Help().Desc)},
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
	return m.list.update(msg, m.list.rect(m.width, m.height, rows, 1), 1, rows)
}

func (m *menuScreen) draw(b brush) {
	w, h := b.Size()
	rows := m.choices()
	r := m.list.rect(w, h, rows, 1)
	m.list.draw(b, r, "", rows)
	if m.wayBack != nil {
		m.drawWayBack(b, r.Y+r.H)
	}
}

// drawWayBack shows how a guest comes back, right below the rows where there is
// room; the row of it shows it anywhere.
func (m *menuScreen) drawWayBack(b brush, y int) {
	w, h := b.Size()
	words := "Should your line drop: "
	size := terminal.Width(words + m.wayBack.copied)
	if size+6 > w || y+2 > h-2 {
		return
	}
	r := terminal.Rect{X: (w - size - 6) / 2, Y: y, W: size + 6, H: 2}
	b.clear(r, enterBand)
	x := b.text(r.X+3, y, words, b.on(enterBand, quiet))
	b.text(x, y, m.wayBack.copied, b.on(enterBand, strong))
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
