package tui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
)

// screen is one thing that fills the terminal: a place in the house, or a
// dialog on top of one. Its draw leaves the enter line and the key line to the
// program, which draws them from keys.
type screen interface {
	update(msg tea.Msg) tea.Cmd
	draw(b brush)
	keys() keyMap
}

// typist is a screen that may have a text field open: while it does, letters
// are text and not the program's keys.
type typist interface{ typing() bool }

// keyMap is what can be done on a screen now. Shortcuts that are disabled are
// not shown and not answered, so the key lines and the help are always true.
type keyMap struct {
	enter []shortcut // the enter line: first what enter does
	lines []shortcut // the key line
	more  []shortcut // in help only
	idle  string     // the enter line's sentence while enter does nothing
	now   string     // help's sentence about this moment
}

// all is every shortcut that works now.
func (k keyMap) all() []shortcut {
	var all []shortcut
	for _, s := range slices.Concat(k.enter, k.lines, k.more) {
		if s.Enabled() {
			all = append(all, s)
		}
	}
	return all
}

// idling is the sentence for the enter line if enter does nothing now.
func (k keyMap) idling() string {
	for _, s := range k.enter {
		if s.Enabled() && slices.Contains(s.Keys(), "enter") {
			return ""
		}
	}
	return k.idle
}

// shortcut is a key.Binding, whose Help is worded for the key lines, and how
// the help page words it.
type shortcut struct {
	key.Binding
	page  key.Help // the zero value: as on the key lines
	brief string   // the one word for a phone; "" for the first of its words
}

// bind makes a shortcut: its label and words on the key lines, and the keys it
// answers to. Without keys the label is the key.
func bind(label, words string, keys ...string) shortcut {
	if len(keys) == 0 {
		keys = []string{label}
	}
	var s shortcut
	s.SetKeys(keys...)
	s.SetHelp(label, words)
	return s
}

// enters is the shortcut of enter and space.
func enters(words string) shortcut { return bind("enter", words, "enter", "space") }

// inOneWord sets the word for a phone.
func (s shortcut) inOneWord(word string) shortcut {
	s.brief = word
	return s
}

// explain sets how the help page words it.
func (s shortcut) explain(label, words string) shortcut {
	s.page = key.Help{Key: label, Desc: words}
	return s
}

// shorter is the shortcut in other words, for where there is little room.
func shorter(s shortcut, words string) shortcut {
	s.SetHelp(s.Help().Key, words)
	return s
}

// when disables the shortcut if the condition does not hold.
func (s shortcut) when(possible bool) shortcut {
	s.SetEnabled(possible)
	return s
}

// is reports whether a key is the shortcut's.
func (s shortcut) is(msg tea.KeyPressMsg) bool { return s.answers(nameOf(msg)) }

// answers is the same for the key of a name.
func (s shortcut) answers(name string) bool {
	return s.Enabled() && slices.Contains(s.Keys(), name)
}

// nameOf is msg.String(), which puts the names of keys without a letter together each
// time: those that are pressed in every game have theirs here.
func nameOf(msg tea.KeyPressMsg) string {
	if msg.Mod == 0 && msg.Text == "" {
		switch msg.Code {
		case tea.KeyLeft:
			return "left"
		case tea.KeyRight:
			return "right"
		case tea.KeyUp:
			return "up"
		case tea.KeyDown:
			return "down"
		case tea.KeyEnter:
			return "enter"
		case tea.KeyTab:
			return "tab"
		case tea.KeyEscape:
			return "esc"
		}
	}
	return msg.String()
}

// press is the message of the shortcut's first key, as if it had been typed.
func (s shortcut) press() tea.KeyPressMsg { return pressed(s.Keys()[0]) }

// pressed is the message of the key with that name.
func pressed(name string) tea.KeyPressMsg {
	named := map[string]rune{
		"enter": tea.KeyEnter, "space": tea.KeySpace, "esc": tea.KeyEscape, "tab": tea.KeyTab,
		"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown,
		"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	}
	if code, ok := named[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// The intents: what a screen wishes for when it wants the program to go
// somewhere. Only the program navigates.
type (
	// openDialog puts a screen on top, closeDialog takes the top one away.
	openDialog  struct{ screen screen }
	closeDialog struct{}
	// closeDialogs takes all of them away.
	closeDialogs struct{}
	// writeChat opens the chat line with a draft.
	writeChat struct{ draft string }
	// orderTable asks the table for something.
	orderTable struct{ command table.Command }
	// openHelp shows the help for the screen that asks.
	openHelp struct{}
	// openSettings shows the settings.
	openSettings struct{}
	// openTutorial begins the tutorial.
	openTutorial struct{}
	// hailHero goes on from the last round's result to the ceremony.
	hailHero struct{}
	// leaveTable goes back to the lobby. A seat in a running game is kept,
	// unless it is given up.
	leaveTable struct{ giveUp bool }
	// typeKey is a key as if it had been typed on the screen that is on top then.
	typeKey struct{ key tea.KeyPressMsg }
	// unlinkKey takes a key away from the person.
	unlinkKey struct{ key string }
	// leaveHouse ends the program.
	leaveHouse struct{}
)

// send is the command that only delivers a message, such as what a tutorial was given.
func send(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }
