package tui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deathtrap/tui/terminal"
)

var update = flag.Bool("update", false, "rewrite the expected pictures in testdata")

// sizes are those that golden pictures are kept of.
var sizes = []terminal.Size{{Width: 40, Height: 12}, {Width: 60, Height: 20}, {Width: 80, Height: 24}, {Width: 120, Height: 40}, {Width: 200, Height: 60}}

// golden compares a picture with the one in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s", path, got)
	}
}

// goldens compares a screen at each size, in colours, without, and in ASCII: one
// file a size. After the screen is on its stage, the keys are pressed.
func goldens(t *testing.T, name string, place func(*session) screen, keys ...string) {
	t.Helper()
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%s/%dx%d", name, size.Width, size.Height), func(t *testing.T) {
			golden(t, fmt.Sprintf("screens/%s/%dx%d", name, size.Width, size.Height), threeLooks(t, size, place, keys))
		})
	}
}

// threeLooks are a screen's text and styles in colours; its styles without any,
// with the text if that is another; and its ASCII form, with the styles if they
// are other than without colours.
func threeLooks(t *testing.T, size terminal.Size, place func(*session) screen, keys []string) string {
	var file strings.Builder
	var texts, styles []string
	for _, theme := range []themeChoice{autoTheme, plainTheme, asciiTheme} {
		p := staged(t, size, func(s *session) screen {
			s.settings.theme, s.settings.still = theme, true
			s.repaint()
			return place(s)
		})
		picture := terminal.Snapshot(p, size)
		for _, key := range keys {
			p.Update(pressed(key))
			picture = terminal.Snapshot(p, size)
		}
		texts, styles = append(texts, looks(picture, p.theme)), append(styles, letters(picture))
	}
	fmt.Fprintf(&file, "COLOURS\n%s\n%s\nNO COLOURS\n", texts[0], styles[0])
	if texts[1] != texts[0] {
		fmt.Fprintf(&file, "%s\n", texts[1])
	}
	fmt.Fprintf(&file, "%s\nASCII\n%s", styles[1], texts[2])
	if styles[2] != styles[1] {
		fmt.Fprintf(&file, "\n%s", styles[2])
	}
	return file.String()
}

// looks is a picture's text with upper halves as they look: they are drawn as
// lower halves with the colours swapped.
func looks(picture *terminal.Picture, theme *theme) string {
	var text strings.Builder
	w, h := picture.Size()
	for y := range h {
		line := ""
		for x := range w {
			sign, style := picture.Cell(x, y)
			if sign == "▄" && isUpper(theme, style) {
				sign = "▀"
			}
			line += sign
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return text.String()
}

func isUpper(theme *theme, style terminal.Style) bool {
	for _, s := range [...]surface{paper, chosen} {
		for _, under := range [...]surface{ground, band} {
			if style == theme.upperHalf(s, under) {
				return true
			}
		}
	}
	return false
}

// letters are a picture's styles, a letter for each cell, and what the letters
// stand for. The style that most cells have is a dot, and ends of lines in it are
// left out, as are lines at the end.
func letters(picture *terminal.Picture) string {
	w, h := picture.Size()
	seen := map[terminal.Style]int{}
	for y := range h {
		for x := range w {
			_, style := picture.Cell(x, y)
			seen[style]++
		}
	}
	names := map[terminal.Style]string{}
	legend := ""
	for style, n := range seen {
		if n > w*h/2 {
			names[style], legend = ".", fmt.Sprintf(". %v\n", style)
		}
	}
	text := ""
	for y := range h {
		line := ""
		for x := range w {
			_, style := picture.Cell(x, y)
			if names[style] == "" {
				names[style] = string("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[len(names)])
				legend += fmt.Sprintf("%s %v\n", names[style], style)
			}
			line += names[style]
		}
		text += strings.TrimRight(line, ".") + "\n"
	}
	if x, y, shown := picture.Cursor(); shown {
		legend += fmt.Sprintf("cursor %d,%d\n", x, y)
	}
	return strings.TrimRight(text, "\n") + "\n\n" + legend
}
