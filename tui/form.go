package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// titleLength is how long a table's title may be, in cells.
const titleLength = 24

// formScreen sets a table up: a new one, or, for its host, the one that waits.
// Everybody else reads it. Left and right step through what is possible, so a
// wrong value can't be set.
type formScreen struct {
	*session
	heading string
	words   string // of the enter line
	setup   table.Setup
	title   lineEdit
	fixed   bool // only to be read
	row     int
	taken   int // seats that can't go away
	done    func(table.Setup) tea.Cmd
}

// newTableForm sets a new table up.
func newTableForm(s *session) *formScreen {
	f := &formScreen{
		session: s, heading: "new table", words: "open the table and sit down",
		setup: table.Setup{Options: rules.DefaultOptions()}, taken: 1, done: s.open,
	}
	f.title = lineEdit{most: titleLength}
	return f
}

// optionsForm shows the options of the table the person is at; its host may
// change them until the game starts.
func optionsForm(s *session) *formScreen {
	f := &formScreen{
		session: s, heading: "table options", words: "set it so", setup: s.at.Board.Setup,
		fixed: !s.host(), taken: lastTaken(s.at.Board) + 1,
		done: func(setup table.Setup) tea.Cmd { return s.do(table.Change{Setup: setup}) },
	}
	f.title = lineEdit{most: titleLength}
	f.title.set(f.setup.Title)
	return f
}

// lastTaken is the highest seat that is taken.
func lastTaken(b *table.Board) int {
	last := 0
	for i, chair := range b.Seats {
		if !chair.Free() {
			last = i
		}
	}
	return last
}

func (f *formScreen) typing() bool { return f.row == 0 && !f.fixed }

func (f *formScreen) keys() keyMap {
	back := bind("esc", "back")
	if f.fixed {
		return keyMap{enter: []shortcut{bind("enter", "back", "enter", "esc", "space", "q")}, lines: []shortcut{chatKey, helpKey}, now: "you read the table's options; its host sets them"}
	}
	return keyMap{
		enter: []shortcut{bind("enter", f.words)},
		lines: []shortcut{
			bind("left", "less").when(f.row > 0),
			bind("right", "more").when(f.row > 0),
			bind("up", "above", "up", "shift+tab").when(f.row > 0),
			bind("down", "below", "down", "tab").when(f.row < len(formFields)-1),
			back,
		},
		now: "you set up a table",
	}
}

func (f *formScreen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return f.key(msg)
	case tea.PasteMsg:
		if f.typing() {
			f.title.insert(msg.Content)
		}
	case tea.MouseClickMsg:
		f.click(msg)
	case tea.MouseWheelMsg:
		by := 1
		if msg.Button == tea.MouseWheelUp {
			by = -1
		}
		f.move(by)
	case tableMsg:
		if f.fixed && msg.update.Board != nil {
			f.setup = msg.update.Board.Setup
		}
	}
	return nil
}

func (f *formScreen) key(msg tea.KeyPressMsg) tea.Cmd {
	switch name := msg.String(); {
	case name == "esc" || name == "ctrl+c" || f.fixed && f.keys().enter[0].is(msg):
		return f.wish(closeDialog{})
	case f.fixed:
	case name == "enter":
		f.setup.Title = f.title.String()
		f.wish(closeDialog{})
		return f.done(f.setup)
	case name == "up" || name == "shift+tab":
		f.move(-1)
	case name == "down" || name == "tab":
		f.move(1)
	case f.row == 0:
		f.title.key(msg)
	case name == "left" || name == "-":
		f.step(-1)
	case name == "right" || name == "+" || name == "space":
		f.step(1)
	}
	return nil
}

func (f *formScreen) move(by int) { f.row = max(0, min(f.row+by, len(formFields)-1)) }

func (f *formScreen) step(by int) {
	if step := formFields[f.row].step; step != nil && !f.fixed {
		step(f, by)
	}
}

// click picks a row; on the picked row it steps, to the left of the value back.
func (f *formScreen) click(msg tea.MouseClickMsg) {
	r, first := f.rowsOn(f.width, f.height)
	row := first + msg.Y - r.Y
	if f.fixed || msg.Y < r.Y || msg.Y >= r.Y+r.H || row >= len(formFields) {
		return
	}
	by := 1
	if msg.Button == tea.MouseRight || msg.X < r.X+formValue+2 {
		by = -1
	}
	if row == f.row {
		f.step(by)
	}
	f.row = row
}

// besideW is the width from which what a value means stands beside it.
const besideW = 80

// formValue is where the values stand, from the rows' left edge.
const formValue = 13

// rowsOn is where the rows are drawn, and the first of them that is shown.
func (f *formScreen) rowsOn(w, h int) (r terminal.Rect, first int) {
	r = terminal.Rect{X: margin(sizeOf(w, h)), Y: 4, W: w - 2*margin(sizeOf(w, h)), H: h - 8}
	if sizeOf(w, h) == phone {
		r.Y, r.H = 1, h-5
	}
	r.H = max(1, min(r.H, len(formFields)))
	return r, max(0, f.row-r.H+1)
}

func (f *formScreen) draw(b brush) {
	w, h := b.Size()
	b.titleBar("esc back", f.heading)
	r, first := f.rowsOn(w, h)
	if b.size() != phone {
		b.clip(r.X, 2, r.W, f.intro(), b.on(ground, text))
	}
	for y := range min(r.H, len(formFields)-first) {
		f.drawRow(b.part(terminal.Rect{X: r.X, Y: r.Y + y, W: r.W, H: 1}), first+y)
	}
	y, indent := r.Y+r.H, min(2, margin(b.size()))
	if b.size() != phone {
		y += min(1, h-3-y)
	}
	if w < besideW {
		b.lines(r.X+indent, y, r.W-indent, max(1, h-2-y), formFields[f.row].about(f), b.on(ground, quiet))
	}
	b.told(r.X+indent, y, r.W-indent, direction(y+3 <= h-2), f.notice.words)
}

func (f *formScreen) intro() string {
	if f.fixed {
		return "The host sets these; this is how the table plays."
	}
	return "The printed game, unless you change a line."
}

// drawRow draws one field on a canvas of one line.
func (f *formScreen) drawRow(b brush, i int) {
	w, _ := b.Size()
	field := formFields[i]
	on, name := ground, quiet
	if i == f.row && !f.fixed {
		on, name = picked, text
		b.clear(b.rect(), picked)
	}
	b.clip(2, 0, formValue-2, field.label, b.on(on, name))
	if i == 0 && on == picked {
		f.title.draw(b, formValue+2, 0, min(titleLength+1, w-formValue-2), b.on(on, strong))
		return
	}
	if on == picked {
		b.mark(0, 0, '►', b.on(on, turn))
		b.mark(formValue, 0, '◄', b.on(on, turn))
		b.mark(formValue+11, 0, '►', b.on(on, turn))
	}
	value := field.value(f)
	if i == 0 && value == "" {
		value = "named after you"
	}
	b.clip(formValue+2, 0, w-formValue-2, value, b.on(on, strong))
	if i > 0 && w >= besideW-4 {
		b.clip(formValue+14, 0, w-formValue-14, field.about(f), b.on(on, name))
	}
}
