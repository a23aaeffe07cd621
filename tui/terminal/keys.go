package terminal

import (
	"unicode"

	tea "charm.land/bubbletea/v2"
)

// Keys have the codes and modifiers that Bubble Tea's own decoder gives them, so
// that bindings match.

// textKey is a key of printable ASCII.
func textKey(r rune) tea.Key {
	k := tea.Key{Code: r, Text: string(r)}
	if unicode.IsUpper(r) {
		k.Code, k.ShiftedCode, k.Mod = unicode.ToLower(r), r, tea.ModShift
	}
	return k
}

// controlKey is the key of a control character other than ESC.
func controlKey(c byte) tea.Key {
	switch c {
	case 0:
		return tea.Key{Code: tea.KeySpace, Mod: tea.ModCtrl}
	case '\b', 0x7f: // both are somebody's backspace
		return tea.Key{Code: tea.KeyBackspace}
	case '\t':
		return tea.Key{Code: tea.KeyTab}
	case '\r', '\n':
		return tea.Key{Code: tea.KeyEnter}
	}
	if c < 0x1b {
		return tea.Key{Code: rune(c) + 'a' - 1, Mod: tea.ModCtrl}
	}
	return tea.Key{Code: rune(c) + '@', Mod: tea.ModCtrl}
}

// altKey is a key that came with an ESC before it.
func altKey(c byte) tea.Key {
	k := textKey(rune(c))
	if c < ' ' || c == 0x7f {
		k = controlKey(c)
	}
	k.Text = ""
	k.Mod |= tea.ModAlt
	return k
}

// letterKey is the key of a final letter, 0 when there is none.
func letterKey(c byte) rune {
	switch c {
	case 'A':
		return tea.KeyUp
	case 'B':
		return tea.KeyDown
	case 'C':
		return tea.KeyRight
	case 'D':
		return tea.KeyLeft
	case 'E':
		return tea.KeyBegin
	case 'F':
		return tea.KeyEnd
	case 'H':
		return tea.KeyHome
	case 'P':
		return tea.KeyF1
	case 'Q':
		return tea.KeyF2
	case 'S':
		return tea.KeyF4
	}
	return 0
}

// keypad is what the keypad's keys say, from ESC O j on.
const keypad = "*+,-./0123456789"

// ss3Key is the key of ESC O and a letter.
func ss3Key(c byte) (tea.Key, bool) {
	switch {
	case c == 'R':
		return tea.Key{Code: tea.KeyF3}, true
	case c == 'M':
		return tea.Key{Code: tea.KeyEnter}, true
	case c >= 'j' && c <= 'y':
		return textKey(rune(keypad[c-'j'])), true
	}
	code := letterKey(c)
	return tea.Key{Code: code}, code != 0
}

// numberKey is the key of ESC [ n ~, 0 when there is none.
func numberKey(n int) rune {
	switch {
	case n == 1 || n == 7:
		return tea.KeyHome
	case n == 2:
		return tea.KeyInsert
	case n == 3:
		return tea.KeyDelete
	case n == 4 || n == 8:
		return tea.KeyEnd
	case n == 5:
		return tea.KeyPgUp
	case n == 6:
		return tea.KeyPgDown
	case n >= 11 && n <= 15:
		return tea.KeyF1 + rune(n-11)
	case n >= 17 && n <= 21:
		return tea.KeyF6 + rune(n-17)
	case n == 23 || n == 24:
		return tea.KeyF11 + rune(n-23)
	}
	return 0
}

// modifiers are those of xterm's second parameter: 1 and a bit for each.
func modifiers(n int) tea.KeyMod {
	var m tea.KeyMod
	for i, mod := range []tea.KeyMod{tea.ModShift, tea.ModAlt, tea.ModCtrl, tea.ModMeta} {
		if n > 0 && (n-1)>>i&1 == 1 {
			m |= mod
		}
	}
	return m
}
