package tui

import tea "charm.land/bubbletea/v2"

// farewellScreen is the last sentence before the line ends.
type farewellScreen struct {
	*session
	words string
}

func (f *farewellScreen) update(msg tea.Msg) tea.Cmd {
	if key, ok := msg.(tea.KeyPressMsg); ok && f.leave().is(key) {
		return f.wish(leaveHouse{})
	}
	return nil
}

func (f *farewellScreen) leave() shortcut {
	return bind("enter", "leave", "enter", "space", "q", "esc")
}

func (f *farewellScreen) keys() keyMap { return keyMap{enter: []shortcut{f.leave()}} }

func (f *farewellScreen) draw(b brush) {
	w, h := b.Size()
	b.titleBar("", "goodbye")
	lines := reflow(f.words, max(1, w-2))
	for i, words := range lines {
		b.centre(0, h/2-1-len(lines)/2+i, w, words, b.on(ground, strong))
	}
}
