package tui

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"deathtrap/table/words"
	"deathtrap/tui/terminal"
)

// nameScreen asks a friend who came by an invitation, and so brought no name,
// what to be called, before the table sees them.
type nameScreen struct {
	*session
	name lineEdit
	then tea.Cmd // to the table
}

// nameless reports whether somebody is here for the first time and goes
// straight to a table under a name that says nothing.
func (s *session) nameless() bool {
	return !s.options.Known && s.options.Want+s.options.Watch != "" && strings.HasPrefix(s.me.Name, words.Nameless)
}

// newNaming asks, and then goes on to where the person wanted.
func newNaming(s *session) *nameScreen {
	n := &nameScreen{session: s, name: lineEdit{most: nameLength}, then: s.join(s.options.Want)}
	if s.options.Want == "" {
		n.then = s.watch(s.options.Watch)
	}
	return n
}

func (n *nameScreen) typing() bool { return true }

func (n *nameScreen) keys() keyMap {
	as := n.name.String()
	if as == "" {
		as = n.me.Name
	}
	return keyMap{
		enter: []shortcut{bind("enter", "go to the table as "+as).when(n.unfit() == "")},
		lines: []shortcut{bind("esc", "stay "+n.me.Name)},
		now:   "you are asked for your name",
		idle:  "that won't do as a name",
	}
}

// unfit says why what is typed can't be a name; "" if it can, or nothing is.
func (n *nameScreen) unfit() string {
	if n.name.String() == "" {
		return ""
	}
	return unfitName(n.name.String())
}

// unfitName says why a text can't be a name; "" if it can.
func unfitName(text string) string {
	if _, err := words.Name(text); err != nil {
		return sorry(err)
	}
	return ""
}

func (n *nameScreen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case renamedMsg:
		n.me = msg.me
		return n.goOn()
	case tea.PasteMsg:
		n.name.insert(msg.Content)
	case tea.KeyPressMsg:
		switch {
		case msg.String() == "esc", msg.String() == "ctrl+c", msg.String() == "enter" && n.name.String() == "":
			return n.goOn()
		case msg.String() == "enter" && n.unfit() != "":
		case msg.String() == "enter":
			return n.rename(n.name.String())
		}
		n.name.key(msg)
	}
	return nil
}

func (n *nameScreen) goOn() tea.Cmd {
	n.wish(closeDialog{})
	return n.then
}

func (n *nameScreen) draw(b brush) {
	w, h := b.Size()
	b.titleBar(n.houseCount(), "welcome")
	y := max(2, h/2-4)
	going := "You come to sit down at table " + strings.ToUpper(n.options.Want) + "."
	if n.options.Want == "" {
		going = "You come to look on at table " + strings.ToUpper(n.options.Watch) + "."
	}
	b.centre(0, y, w, going, b.on(ground, text))
	b.centre(0, y+2, w, "What shall the others call you?", b.on(ground, strong))
	x := (w - nameLength - 2) / 2
	b.Fill(terminal.Rect{X: x, Y: y + 4, W: nameLength + 2, H: 1}, ' ', b.on(enterBand, text))
	n.name.draw(b, x+1, y+4, nameLength+1, b.on(enterBand, strong))
	told := cmp.Or(n.unfit(), n.notice.words)
	for i, line := range reflow(told, w-2) {
		b.centre(0, y+6+i, w, line, b.on(ground, turn))
	}
}
