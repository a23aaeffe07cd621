package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"deathtrap/lobby"
)

// startsCode reports whether a key begins a table's code: codes are capitals
// and digits.
func startsCode(key string) bool {
	return len(key) == 1 && (key >= "A" && key <= "Z" || key >= "0" && key <= "9")
}

// codeKeys are the keys while a code is being typed.
func (l *lobbyScreen) codeKeys() keyMap {
	whole := lobby.IsCode(l.code.String())
	return keyMap{
		enter: []shortcut{bind("enter", "sit down at "+l.code.String()).when(whole)},
		lines: []shortcut{bind("tab", "watch instead").when(whole), bind("esc", "back to the tables")},
		now:   "you type a table's code",
		idle:  "a code has 4 or 8 signs, one a digit",
	}
}

func (l *lobbyScreen) codeKey(msg tea.KeyPressMsg) tea.Cmd {
	code := l.code.String()
	switch msg.String() {
	case "esc", "ctrl+c":
		l.coding = false
	case "enter", "tab":
		if !lobby.IsCode(code) {
			return nil
		}
		l.coding = false
		l.code.set("")
		if msg.String() == "tab" {
			return l.watch(code)
		}
		return l.join(code)
	default:
		msg.Text = strings.ToUpper(strings.TrimSpace(msg.Text))
		l.code.key(msg)
	}
	return nil
}
