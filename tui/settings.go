package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// sortOrder is how a hand is laid out; o steps through it.
type sortOrder uint8

const (
	weakFirst sortOrder = iota
	strongFirst
	sortOrders // one more than the last
)

// next is the order that o goes to.
func (o sortOrder) next() sortOrder { return (o + 1) % sortOrders }

// nameLength is how long a name may be typed, in cells.
const nameLength = 16

// settingsScreen is where a person sets what they see and hear, and what they
// are called.
type settingsScreen struct {
	*session
	row  int
	name lineEdit
}

// setting is one row: its value in words, what it means, and what stepping it
// does.
type setting struct {
	label, value, about string
	step                func(*settingsScreen, int) tea.Cmd
}

// renamedMsg says that the house has taken a new name.
type renamedMsg struct{ me table.Player }

func newSettings(s *session) *settingsScreen {
	screen := &settingsScreen{session: s, row: 1, name: lineEdit{most: nameLength}}
	screen.name.set(s.me.Name)
	return screen
}

func (s *settingsScreen) typing() bool { return s.row == 0 }

// rows are the settings; the name is the first.
func (s *settingsScreen) rows() []setting {
	word := func(on bool) string { return map[bool]string{true: "on", false: "off"}[on] }
	flip := func(which *bool) func(*settingsScreen, int) tea.Cmd {
		return func(*settingsScreen, int) tea.Cmd { *which = !*which; return nil }
	}
	order := [...]string{weakFirst: "weak first", strongFirst: "strong first"}
	return []setting{
		{"name", s.name.String(), "what you are called in this house", nil},
		{"colours", s.settings.theme.String(), themeWords[s.settings.theme], (*settingsScreen).stepTheme},
		{"motion", word(!s.settings.still), "sets slide, torches flicker", flip(&s.settings.still)},
		{"mouse", word(!s.settings.noMouse), "off: it selects text again", flip(&s.settings.noMouse)},
		{"bell", word(!s.settings.noBell), "rings on your turn if you look elsewhere", flip(&s.settings.noBell)},
		{"auto pass", word(s.settings.autoPass), "passes for you where no set of yours fits", (*settingsScreen).flipAutoPass},
		{"hand", order[s.settings.sort], "how your cards are laid out", func(s *settingsScreen, _ int) tea.Cmd {
			s.settings.sort = s.settings.sort.next()
			return nil
		}},
	}
}

// themeWords explain the themes.
var themeWords = [themeChoices]string{
	autoTheme:  "what your terminal can do",
	darkTheme:  "a dark room",
	lightTheme: "daylight",
	basicTheme: "your terminal's own 16 colours",
	plainTheme: "no colours at all",
	asciiTheme: "no colours, and plain ASCII signs",
	safeTheme:  "blue, amber, white: no red and green",
}

// mouseWords say what M has done, by whether the mouse is free.
var mouseWords = map[bool]string{
	true:  "The mouse selects text now; M takes it back.",
	false: "The mouse plays again; M frees it to select text.",
}

// stepTheme steps through the themes; the program draws with the new one.
func (s *settingsScreen) stepTheme(by int) tea.Cmd {
	s.settings.theme = themeChoice((int(s.settings.theme) + by + int(themeChoices)) % int(themeChoices))
	s.theme = newTheme(s.settings.theme, s.caps)
	return nil
}

func (s *settingsScreen) flipAutoPass(int) tea.Cmd {
	s.settings.autoPass = !s.settings.autoPass
	if !s.seated() {
		return nil
	}
	return s.do(table.AutoPass{On: s.settings.autoPass})
}

func (s *settingsScreen) keys() keyMap {
	k := keyMap{
		enter: []shortcut{bind("enter", "change it", "enter", "space", "right")},
		lines: []shortcut{
			bind("left/right", "change", "right", "left"), bind("up/down", "row", "down", "up"),
			bind("esc", "back", "esc", "q"),
		},
		now: "you are in the settings",
	}
	if s.row == 0 {
		k.enter = []shortcut{bind("enter", "take this name")}
		k.lines = []shortcut{bind("up/down", "row", "down", "up"), bind("esc", "back")}
	}
	return k
}

func (s *settingsScreen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case renamedMsg:
		s.me = msg.me
		s.name.set(s.me.Name)
		s.tell("You are " + s.me.Name + " now.")
	case tea.PasteMsg:
		if s.typing() {
			s.name.insert(msg.Content)
		}
	case tea.KeyPressMsg:
		return s.key(msg)
	case tea.MouseClickMsg:
		return s.click(msg)
	}
	return nil
}

func (s *settingsScreen) key(msg tea.KeyPressMsg) tea.Cmd {
	switch name := msg.String(); {
	case name == "esc" || name == "ctrl+c":
		return s.wish(closeDialog{})
	case name == "up" || name == "shift+tab":
		s.row = max(0, s.row-1)
	case name == "down" || name == "tab":
		s.row = min(s.row+1, len(s.rows())-1)
	case s.row == 0 && name == "enter":
		return s.rename(s.name.String())
	case s.row == 0:
		s.name.key(msg)
	case name == "left":
		return s.rows()[s.row].step(s, -1)
	case name == "right" || name == "enter" || name == "space":
		return s.rows()[s.row].step(s, 1)
	case name == "q":
		return s.wish(closeDialog{})
	}
	return nil
}

// rename asks the house for another name.
func (s *session) rename(name string) tea.Cmd {
	return func() tea.Msg {
		if err := s.visit.Rename(name); err != nil {
			return refusedMsg{err}
		}
		return renamedMsg{s.visit.Player()}
	}
}

// click picks a row; on the picked row it changes it.
func (s *settingsScreen) click(msg tea.MouseClickMsg) tea.Cmd {
	rows := s.rows()
	row := msg.Y - s.firstRow(s.width, s.height)
	if row < 0 || row >= len(rows) {
		return nil
	}
	picked := row == s.row
	s.row = row
	if picked && rows[row].step != nil {
		return rows[row].step(s, 1)
	}
	return nil
}

func (s *settingsScreen) firstRow(w, h int) int {
	if sizeOf(w, h) == phone {
		return 1
	}
	return 3
}

func (s *settingsScreen) draw(b brush) {
	w, h := b.Size()
	b.titleBar("esc back", "settings")
	x, y := margin(b.size()), s.firstRow(w, h)
	for i, row := range s.rows() {
		part := b.part(terminal.Rect{X: x, Y: y + i, W: w - 2*x, H: 1})
		s.drawRow(part, i, row)
	}
	words, style := s.notice.words, b.on(ground, turn)
	if words == "" && w < besideW {
		words, style = s.rows()[s.row].about, b.on(ground, quiet)
	}
	b.clip(x, min(h-3, y+len(s.rows())+1), w-2*x, words, style)
}

func (s *settingsScreen) drawRow(b brush, i int, row setting) {
	w, _ := b.Size()
	on, name := ground, quiet
	if i == s.row {
		on, name = picked, text
		b.clear(b.rect(), picked)
		b.mark(0, 0, '►', b.on(on, turn))
	}
	b.clip(2, 0, 11, row.label, b.on(on, name))
	if i == 0 && on == picked {
		s.name.draw(b, 15, 0, nameLength+1, b.on(on, strong))
		return
	}
	b.clip(15, 0, 16, row.value, b.on(on, strong))
	if w >= besideW-4 {
		b.clip(33, 0, w-33, row.about, b.on(on, name))
	}
}
