package tui

import (
	"testing"

	"pgregory.net/rapid"

	"deathtrap/tui/terminal"
)

func TestEditingALine(t *testing.T) {
	for _, c := range []struct {
		name string
		keys []string
		want string
	}{
		{"typing", []string{"a", "b", "space", "c"}, "ab c"},
		{"in the middle", []string{"a", "c", "left", "b"}, "abc"},
		{"backspace", []string{"a", "b", "backspace"}, "a"},
		{"backspace at the start", []string{"a", "home", "backspace"}, "a"},
		{"delete", []string{"a", "b", "home", "delete"}, "b"},
		{"no longer than it may be", []string{"a", "b", "c", "d", "e", "f", "g"}, "abcdef"},
		{"wide letters count twice", []string{"漢", "字", "漢", "字"}, "漢字漢"},
	} {
		l := lineEdit{most: 6}
		for _, key := range c.keys {
			l.key(typed(key))
		}
		if l.String() != c.want {
			t.Errorf("%s: %q, want %q", c.name, l.String(), c.want)
		}
	}
}

// What is pasted stays one line, and no longer than it may be.
func TestPasteStaysOneLine(t *testing.T) {
	l := lineEdit{most: 10}
	l.insert("one\ntwo\x1b[31mthree")
	if got, want := l.String(), "one two [3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// However it is edited, the cursor stays in the line and the line short.
func TestEditingKeepsItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := lineEdit{most: rapid.IntRange(0, 20).Draw(t, "most")}
		for range rapid.IntRange(0, 40).Draw(t, "n") {
			l.key(typed(rapid.SampledFrom([]string{
				"a", "漢", "\u0301", "space", "left", "right", "home", "end", "backspace", "delete", "ctrl+w", "ctrl+u", "ctrl+k",
			}).Draw(t, "key")))
			if l.cursor < 0 || l.cursor > len(l.runes) || terminal.Width(l.String()) > l.most {
				t.Fatalf("cursor %d in %q of at most %d", l.cursor, l.String(), l.most)
			}
		}
	})
}
