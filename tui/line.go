package tui

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"deathtrap/tui/terminal"
)

// lineEdit is one line of text being typed. The cursor stands before the rune
// with its number.
type lineEdit struct {
	runes  []rune
	cursor int
	most   int // cells; what would make it longer is not taken
}

// String is what has been typed.
func (l *lineEdit) String() string { return string(l.runes) }

// set replaces the text and puts the cursor behind it.
func (l *lineEdit) set(s string) {
	l.runes, l.cursor = nil, 0
	l.insert(s)
}

// key takes a key of editing and reports whether it was one.
func (l *lineEdit) key(msg tea.KeyPressMsg) bool {
	switch msg.String() {
	case "left":
		l.cursor = max(0, l.cursor-1)
	case "right":
		l.cursor = min(len(l.runes), l.cursor+1)
	case "home", "ctrl+a":
		l.cursor = 0
	case "end", "ctrl+e":
		l.cursor = len(l.runes)
	case "backspace", "ctrl+h":
		l.erase(max(0, l.cursor-1), l.cursor)
	case "delete", "ctrl+d":
		l.erase(l.cursor, min(len(l.runes), l.cursor+1))
	case "ctrl+u":
		l.erase(0, l.cursor)
	case "ctrl+k":
		l.erase(l.cursor, len(l.runes))
	case "ctrl+w":
		l.erase(l.wordStart(), l.cursor)
	case "space":
		l.insert(" ")
	default:
		if msg.Text == "" {
			return false
		}
		l.insert(msg.Text)
	}
	return true
}

// insert puts in what fits. Control characters become blanks: what is pasted
// stays one line.
func (l *lineEdit) insert(s string) {
	for _, r := range s {
		if unicode.IsControl(r) {
			r = ' '
		}
		longer := string(l.runes) + string(r)
		if terminal.Width(longer) > l.most {
			return
		}
		l.runes = append(l.runes[:l.cursor:l.cursor], append([]rune{r}, l.runes[l.cursor:]...)...)
		l.cursor++
	}
}

func (l *lineEdit) erase(from, to int) {
	l.runes = append(l.runes[:from:from], l.runes[to:]...)
	l.cursor = from
}

func (l *lineEdit) wordStart() int {
	before := strings.TrimRight(string(l.runes[:l.cursor]), " ")
	return len([]rune(before[:strings.LastIndex(before, " ")+1]))
}

// draw shows the text in w cells, scrolled so that the cursor is among them.
func (l *lineEdit) draw(b brush, x, y, w int, style terminal.Style) {
	if w < 1 {
		return
	}
	from := 0
	for terminal.Width(b.plain(string(l.runes[from:l.cursor]))) > w-1 {
		from++
	}
	end := b.clip(x, y, w, string(l.runes[from:]), style)
	if l.cursor == len(l.runes) && end < x+w {
		style.FG = b.on(ground, turn).FG
		b.text(end, y, "_", style)
	}
	b.Cursor(x+terminal.Width(b.plain(string(l.runes[from:l.cursor]))), y)
}
