package terminal

import (
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// drawing is a Model that only draws.
type drawing func(*Canvas)

func (drawing) Init() tea.Cmd                     { return nil }
func (d drawing) Update(tea.Msg) (Model, tea.Cmd) { return d, nil }
func (d drawing) Draw(c *Canvas)                  { d(c) }

func text(t *testing.T, s Size, d drawing) string {
	t.Helper()
	return Snapshot(d, s).Text()
}

func TestTextIsClippedByWholeGraphemes(t *testing.T) {
	for name, c := range map[string]struct {
		x, y int
		text string
		want string
		end  int
	}{
		"inside":                     {1, 0, "ab", " ab\n\n", 3},
		"over the right edge":        {3, 0, "abc", "   ab\n\n", 6},
		"over the left edge":         {-2, 0, "abcd", "cd\n\n", 2},
		"above":                      {0, -1, "abc", "\n\n", 3},
		"below":                      {0, 2, "abc", "\n\n", 3},
		"beyond the right edge":      {9, 0, "abc", "\n\n", 12},
		"wide":                       {0, 0, "世a", "世a\n\n", 3},
		"wide over the right edge":   {4, 0, "世", "\n\n", 6},
		"wide over the left edge":    {-1, 0, "世a", " a\n\n", 2},
		"a mark stays on its letter": {0, 0, "e\u0301a", "e\u0301a\n\n", 2},
		"a mark alone":               {0, 0, "\u0301a", "a\n\n", 1},
		"only two marks":             {0, 0, "e\u0301\u0302\u0303\u0304a", "e\u0301\u0302a\n\n", 2},
		"right to left":              {0, 0, "שלום", "שלום\n\n", 4},
		"controls":                   {0, 0, "a\x1b[2Jb", "a[2Jb\n\n", 5},
		"C1 as UTF-8":                {0, 0, "a\u009b2Jb", "a2Jb\n\n", 4},
		"newline, tab, DEL":          {0, 0, "a\r\n\tb\x7f", "ab\n\n", 2},
		"broken UTF-8":               {0, 0, "a\xff\xc3b", "ab\n\n", 2},
		"bidi and joiners":           {0, 0, "a\u202eb\u200dc\u2066", "abc\n\n", 3},
		"a grapheme without an end":  {0, 0, strings.Repeat("ᄀ", 99) + "a", strings.Repeat("ᄀ", 10) + "a\n\n", 3},
		"frames":                     {0, 0, "┌─┐", "┌─┐\n\n", 3},
		"a mark on a frame":          {0, 0, "─\u0301a", "─\u0301a\n\n", 2},
	} {
		t.Run(name, func(t *testing.T) {
			end := -100
			got := text(t, Size{5, 2}, func(cv *Canvas) { end = cv.Text(c.x, c.y, c.text, Style{}) })
			if got != c.want || end != c.end {
				t.Errorf("got %q, %d; want %q, %d", got, end, c.want, c.end)
			}
		})
	}
}

func TestOverwritingHalfAWideGraphemeBlanksTheOtherHalf(t *testing.T) {
	for name, c := range map[string]struct {
		draw func(*Canvas)
		want string
	}{
		"its left half":           {func(c *Canvas) { c.Text(1, 0, "x", Style{}) }, "ax b\n"},
		"its right half":          {func(c *Canvas) { c.Text(2, 0, "x", Style{}) }, "a xb\n"},
		"by a wide one, left":     {func(c *Canvas) { c.Text(0, 0, "界", Style{}) }, "界 b\n"},
		"by a wide one, right":    {func(c *Canvas) { c.Text(2, 0, "界", Style{}) }, "a 界\n"},
		"by a fill of half of it": {func(c *Canvas) { c.Fill(Rect{2, 0, 1, 1}, '#', Style{}) }, "a #b\n"},
		"from a part of a canvas": {func(c *Canvas) { c.Sub(Rect{2, 0, 9, 9}).Text(0, 0, "x", Style{}) }, "a xb\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got := text(t, Size{6, 1}, func(cv *Canvas) {
				cv.Text(0, 0, "a世b", Style{})
				c.draw(cv)
			})
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestSubIsAWindow(t *testing.T) {
	got := text(t, Size{8, 4}, func(c *Canvas) {
		s := c.Sub(Rect{2, 1, 4, 2})
		if w, h := s.Size(); w != 4 || h != 2 {
			t.Errorf("size %d, %d", w, h)
		}
		s.Fill(Rect{-5, -5, 50, 50}, '.', Style{})
		s.Text(-1, 0, "abcdefgh", Style{})
		out := s.Sub(Rect{3, 1, 9, 9})
		if w, h := out.Size(); w != 1 || h != 1 {
			t.Errorf("size of the part inside: %d, %d", w, h)
		}
		out.Text(0, 0, "xyz", Style{})
		out.Cursor(1, 0)
		s.Cursor(0, 1)
	})
	if want := "\n  bcde\n  ...x\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRestyleKeepsWhatStandsThere(t *testing.T) {
	red, dim := Style{FG: Basic(1)}, Style{FG: Basic(1), BG: RGB(0x102030), Bold: true}
	p := Snapshot(drawing(func(c *Canvas) {
		c.Text(0, 0, "ab世d", red)
		c.Restyle(Rect{1, 0, 2, 1}, func(s Style) Style {
			s.BG, s.Bold = RGB(0x102030), true
			return s
		})
	}), Size{6, 1})
	for x, want := range []struct {
		text  string
		style Style
	}{{"a", red}, {"b", dim}, {"世", dim}, {"", dim}, {"d", red}, {" ", Style{}}} {
		if text, style := p.Cell(x, 0); text != want.text || style != want.style {
			t.Errorf("cell %d: %q %v, want %q %v", x, text, style, want.text, want.style)
		}
	}
}

func TestStyledShowsEverything(t *testing.T) {
	got := Snapshot(drawing(func(c *Canvas) {
		c.Text(0, 0, "hi 世", Style{FG: RGB(0xffbf47), Bold: true})
		c.Fill(Rect{0, 1, 4, 1}, '▄', Style{FG: Basic(3), BG: Indexed(233), Underline: true, Reverse: true})
		c.Cursor(2, 1)
		c.Title("table K7QD")
		c.Mouse()
	}), Size{6, 2}).Styled()
	want := strings.TrimLeft(`
======
hi 世
▄▄▄▄
======
aaaaa
bbbb
======
a fg=#ffbf47 bold
b fg=basic(3) bg=indexed(233) underline reverse
cursor 2,1
title "table K7QD"
mouse
`, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSizesAreClamped(t *testing.T) {
	for _, c := range []struct{ in, want Size }{
		{Size{0, 0}, Size{1, 1}},
		{Size{-5, 3}, Size{1, 3}},
		{Size{2147483647, 1}, Size{300, 1}},
		{Size{80, 5000}, Size{80, 100}},
	} {
		if w, h := Snapshot(drawing(func(*Canvas) {}), c.in).Size(); w != c.want.Width || h != c.want.Height {
			t.Errorf("%v became %d, %d", c.in, w, h)
		}
	}
}

// stroke is one random thing done to a canvas.
type stroke struct {
	what  string
	rect  Rect
	text  string
	sign  rune
	style Style
	in    []stroke // within the part of the canvas
}

func (s stroke) draw(c *Canvas) {
	switch s.what {
	case "text":
		c.Text(s.rect.X, s.rect.Y, s.text, s.style)
	case "fill":
		c.Fill(s.rect, s.sign, s.style)
	case "restyle":
		c.Restyle(s.rect, func(s Style) Style { s.Underline = !s.Underline; return s })
	case "sub":
		for _, in := range s.in {
			in.draw(c.Sub(s.rect))
		}
	case "cursor":
		c.Cursor(s.rect.X, s.rect.Y)
	case "mouse":
		c.Mouse()
	}
}

func strokesOf(all []stroke) drawing {
	return func(c *Canvas) {
		for _, s := range all {
			s.draw(c)
		}
	}
}

func anyStroke(depth int) *rapid.Generator[stroke] {
	return rapid.Custom(func(t *rapid.T) stroke {
		at := rapid.IntRange(-5, 25)
		what := []string{"text", "text", "text", "fill", "restyle", "cursor", "mouse"}
		if depth > 0 {
			what = append(what, "sub")
		}
		s := stroke{
			what: rapid.SampledFrom(what).Draw(t, "what"),
			rect: Rect{at.Draw(t, "x"), at.Draw(t, "y"), at.Draw(t, "w"), at.Draw(t, "h")},
			style: rapid.SampledFrom([]Style{
				{},
				{},
				{Bold: true},
				{FG: Basic(2)},
				{FG: Basic(9), BG: Basic(12)},
				{BG: RGB(0x15110e)},
				{BG: Indexed(233), Underline: true},
				{FG: Indexed(7), Reverse: true},
				{FG: RGB(0xffffff), BG: RGB(0x15110e), Bold: true, Underline: true, Reverse: true},
			}).Draw(t, "style"),
		}
		switch s.what {
		case "text":
			words := rapid.SampledFrom([]string{
				"abc", "a longer text ", "     ", "世界世界", "a世", "e\u0301", "──────────", "─┐", "\x1b[m", "\xff", "❤\ufe0f", "👨\u200d👩\u200d👧", "שלום", "ж", "นี่",
			})
			s.text = strings.Join(rapid.SliceOfN(words, 0, 4).Draw(t, "words"), "")
		case "fill":
			s.sign = rapid.SampledFrom([]rune{' ', '.', '世', '\x1b', '█', -1, '\u0301'}).Draw(t, "sign")
		case "sub":
			s.in = rapid.SliceOfN(anyStroke(depth-1), 0, 4).Draw(t, "in")
		}
		return s
	})
}

// sound fails unless the cells are whole graphemes with one style each and
// nothing that could move the terminal's cursor.
func sound(t *rapid.T, f *frame) {
	for y := range f.h {
		row := f.row(y)
		for x := 0; x < f.w; {
			w := row[x].width()
			if w < 1 || x+w > f.w {
				t.Fatalf("%d,%d: width %d", x, y, w)
			}
			for i := 1; i < w; i++ {
				if tail := row[x+i]; tail.width() != 0 || tail.style() != row[x].style() {
					t.Fatalf("%d,%d: tail %d is %v of %v", x, y, i, tail, row[x])
				}
			}
			g := string(f.palette.append(nil, row[x].glyph()))
			for _, r := range g {
				if !unicode.IsGraphic(r) {
					t.Fatalf("%d,%d: %q", x, y, g)
				}
			}
			if ansi.StringWidth(g) != w {
				t.Fatalf("%d,%d: %q is %d wide, the cell %d", x, y, g, ansi.StringWidth(g), w)
			}
			x += w
		}
	}
}

func TestAnyDrawingIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Size{rapid.IntRange(1, 20).Draw(t, "width"), rapid.IntRange(1, 6).Draw(t, "height")}
		strokes := rapid.SliceOfN(anyStroke(2), 1, 12).Draw(t, "strokes")
		p := Snapshot(strokesOf(strokes), s)
		sound(t, &p.f)
		if x, y, shown := p.Cursor(); shown && (x < 0 || y < 0 || x >= s.Width || y >= s.Height) {
			t.Fatalf("cursor at %d,%d", x, y)
		}
	})
}

func TestAnyTextIsDrawnAsWideAsItIsSaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.String().Draw(t, "text")
		p := Snapshot(drawing(func(c *Canvas) {
			if x := c.Text(0, 0, words, Style{}); x != Width(words) {
				t.Fatalf("%q ends at %d, is %d wide", words, x, Width(words))
			}
		}), Size{300, 1})
		sound(t, &p.f)
		if w := ansi.StringWidth(strings.TrimRight(p.line(0), " ")); w > Width(words) {
			t.Fatalf("%q is %d wide, drawn %d", words, Width(words), w)
		}
	})
}
