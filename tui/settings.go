package tui

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

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
	off := func(label, about string, which *bool) setting {
		word := map[bool]string{true: "off", false: "on"}[*which]
		return setting{label, word, about, func(*settingsScreen, int) tea.Cmd { *which = !*which; return nil }}
	}
	my := &s.settings
	return []setting{
		{"name", s.name.String(), "what you are called in this house", nil},
		{"colours", my.theme.String(), themeWords[my.theme], (*settingsScreen).stepTheme},
		{"depth", my.depth.String(), "how many colours your terminal can show", (*settingsScreen).stepDepth},
		{"signs", my.signs.String(), "ASCII where lines and blocks look broken", (*settingsScreen).stepSigns},
		off("motion", "sets slide, torches flicker", &my.still),
		off("mouse", "off: it selects text again", &my.noMouse),
		off("bell", "your turn rings, if you look elsewhere", &my.noBell),
		off("hints", "h says what a good player would do", &my.noHints),
		off("counting", "x counts what the others still hold", &my.noCount),
		{"auto pass", map[bool]string{true: "on", false: "off"}[my.autoPass], "passes for you where no set of yours fits", (*settingsScreen).flipAutoPass},
		{"hand", my.sort.String(), "how your cards are laid out", func(s *settingsScreen, _ int) tea.Cmd {
			s.settings.sort = s.settings.sort.next()
			return nil
		}},
		{"keys", map[bool]string{true: "none", false: "SSH key"}[s.me.Key == ""], "your other machines, as the same player", func(s *settingsScreen, _ int) tea.Cmd {
			return s.wish(openDialog{newKeys(s.session)})
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
	s.repaint()
	return nil
}

func (s *settingsScreen) stepDepth(by int) tea.Cmd {
	s.settings.depth = depthChoice((int(s.settings.depth) + by + int(depthChoices)) % int(depthChoices))
	s.repaint()
	return nil
}

func (s *settingsScreen) stepSigns(int) tea.Cmd {
	s.settings.signs = (s.settings.signs + 1) % signChoices
	s.repaint()
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
			bind("left", "the other way").inOneWord("other").inOneWord("other"), bind("up", "above").when(s.row > 0),
			bind("down", "below").when(s.row < len(s.rows())-1),
			bind("esc", "back", "esc", "q"),
		},
		now: "you are in the settings",
	}
	if s.row == len(s.rows())-1 {
		k.enter = []shortcut{bind("enter", "see your keys", "enter", "space", "right")}
		k.lines = k.lines[1:]
	}
	if s.row == 0 {
		k.enter, k.idle = []shortcut{bind("enter", "take this name").when(s.unfit() == "")}, "no other name"
		k.lines = []shortcut{bind("down", "below"), bind("esc", "back")}
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
	case tea.MouseWheelMsg:
		by := 1
		if msg.Button == tea.MouseWheelUp {
			by = -1
		}
		s.row = max(0, min(s.row+by, len(s.rows())-1))
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
	case s.row == 0 && name == "enter" && s.unfit() != "":
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

// unfit says why what is typed can't become the person's name; "" if it can.
func (s *settingsScreen) unfit() string {
	if s.seat != nil {
		return "Your name stays while you are at a table."
	}
	return unfitName(s.name.String())
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
	r, first := s.rowsOn(s.width, s.height)
	row := first + msg.Y - r.Y
	if msg.Y < r.Y || msg.Y >= r.Y+r.H {
		return nil
	}
	picked := row == s.row
	s.row = row
	if picked && rows[row].step != nil {
		return rows[row].step(s, 1)
	}
	return nil
}

// rowsOn is where the rows are drawn, and the first of them that is shown.
func (s *settingsScreen) rowsOn(w, h int) (r terminal.Rect, first int) {
	x := margin(sizeOf(w, h))
	r = terminal.Rect{X: x, Y: 3, W: w - 2*x, H: h - 8}
	if sizeOf(w, h) == phone {
		r.Y, r.H = 1, h-4
	}
	rows := len(s.rows())
	r.H = max(1, min(r.H, rows))
	return r, max(0, s.row-r.H+1)
}

func (s *settingsScreen) draw(b brush) {
	w, h := b.Size()
	b.titleBar("esc back", "settings")
	r, first := s.rowsOn(w, h)
	rows := s.rows()
	for i, row := range rows[first : first+r.H] {
		s.drawRow(b.part(terminal.Rect{X: r.X, Y: r.Y + i, W: r.W, H: 1}), first+i, row)
	}
	words, y, indent := s.notice.words, min(h-3, r.Y+r.H+1), min(2, margin(b.size()))
	if s.row == 0 {
		words = cmp.Or(s.unfit(), words)
	}
	switch {
	case words != "":
		b.told(r.X+indent, y, r.W-indent, direction(y+3 <= h-2), words)
	case w < besideW:
		b.clip(r.X+indent, y, r.W-indent, rows[s.row].about, b.on(ground, quiet))
	default:
		b.clip(r.X+indent, y, r.W-indent, s.keptWords(), b.on(ground, quiet))
	}
}

// keptWords says for how long the settings hold.
func (s *settingsScreen) keptWords() string {
	if s.me.Guest {
		return "They hold until you leave; with an SSH key they would be kept for you."
	}
	return "They are kept for you: the next time you come, all is as you set it."
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
