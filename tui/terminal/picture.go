package terminal

import (
	"fmt"
	"strings"
)

// Picture is one drawn frame to look at in tests: nothing of it refers to the
// model any more.
type Picture struct {
	f frame
}

// Snapshot draws a model once at a size, which is clamped as in Run.
func Snapshot(m Model, s Size) *Picture {
	var p Picture
	p.f.draw(m, s.clamp(), new(palette), nil)
	return &p
}

// Next is the picture that follows on the same terminal, of which a model may keep
// what has not changed.
func (p *Picture) Next(m Model) *Picture {
	var next Picture
	next.f.draw(m, Size{p.f.w, p.f.h}, p.f.palette, &p.f.grid)
	next.f.complete(&p.f.grid)
	return &next
}

// Size is the picture's size in cells.
func (p *Picture) Size() (w, h int) { return p.f.w, p.f.h }

// Cell is what stands at x, y: a grapheme and its style. The second cell of a
// wide grapheme is "".
func (p *Picture) Cell(x, y int) (string, Style) {
	c := p.f.row(y)[x]
	if c.width() == 0 {
		return "", p.f.palette.style(c.style())
	}
	return string(p.f.palette.append(nil, c.glyph())), p.f.palette.style(c.style())
}

// Title is the window's title, "" when the model set none.
func (p *Picture) Title() string { return p.f.title }

// Cursor is where the cursor is shown, if it is.
func (p *Picture) Cursor() (x, y int, shown bool) {
	return p.f.cursor.x, p.f.cursor.y, p.f.cursor.shown
}

// Mouse says whether the model asked for mouse messages.
func (p *Picture) Mouse() bool { return p.f.mouse }

// Text is the picture without its styles: its lines, without blanks at their
// ends, each closed by a newline.
func (p *Picture) Text() string {
	var b strings.Builder
	for y := range p.f.h {
		b.WriteString(strings.TrimRight(p.line(y), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

func (p *Picture) line(y int) string {
	var b []byte
	for _, c := range p.f.row(y) {
		if c.width() > 0 {
			b = p.f.palette.append(b, c.glyph())
		}
	}
	return string(b)
}

// Styled is the picture for golden files: the text between two rules, the same
// cells as letters of styles, and what each letter stands for, in the order of
// first use ('.' is the plain style). Cursor, title and mouse follow if set.
func (p *Picture) Styled() string {
	var text, letters, legend strings.Builder
	names := map[styleID]rune{0: '.'}
	for y := range p.f.h {
		var line strings.Builder
		for _, c := range p.f.row(y) {
			name, ok := names[c.style()]
			if !ok {
				name = styleName(len(names) - 1)
				names[c.style()] = name
				fmt.Fprintf(&legend, "%c %v\n", name, p.f.palette.style(c.style()))
			}
			line.WriteRune(name)
		}
		fmt.Fprintf(&text, "%s\n", strings.TrimRight(p.line(y), " "))
		fmt.Fprintf(&letters, "%s\n", strings.TrimRight(line.String(), "."))
	}
	rule := strings.Repeat("=", p.f.w) + "\n"
	return rule + text.String() + rule + letters.String() + rule + legend.String() + p.extras()
}

func (p *Picture) extras() string {
	var b strings.Builder
	if p.f.cursor.shown {
		fmt.Fprintf(&b, "cursor %d,%d\n", p.f.cursor.x, p.f.cursor.y)
	}
	if p.f.title != "" {
		fmt.Fprintf(&b, "title %q\n", p.f.title)
	}
	if p.f.mouse {
		b.WriteString("mouse\n")
	}
	return b.String()
}

// styleName is the nth letter for a style.
func styleName(n int) rune {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	if n < len(letters) {
		return rune(letters[n])
	}
	return rune(0x4e00 + n - len(letters)) // still one letter each
}

// String is the style in words, "plain" for the zero value.
func (s Style) String() string {
	var words []string
	if s.FG != 0 {
		words = append(words, "fg="+s.FG.String())
	}
	if s.BG != 0 {
		words = append(words, "bg="+s.BG.String())
	}
	for _, w := range []struct {
		on   bool
		name string
	}{{s.Bold, "bold"}, {s.Underline, "underline"}, {s.Reverse, "reverse"}} {
		if w.on {
			words = append(words, w.name)
		}
	}
	if len(words) == 0 {
		return "plain"
	}
	return strings.Join(words, " ")
}

// String is "own", "basic(3)", "indexed(208)" or "#rrggbb".
func (c Color) String() string {
	n := uint32(c &^ kindMask)
	switch c & kindMask {
	case kindBasic:
		return fmt.Sprintf("basic(%d)", n)
	case kindIndexed:
		return fmt.Sprintf("indexed(%d)", n)
	case kindRGB:
		return fmt.Sprintf("#%06x", n)
	}
	return "own"
}
