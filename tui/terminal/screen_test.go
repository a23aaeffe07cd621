package terminal

import (
	"fmt"
	"image/color"
	"io"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"
)

// plate is a virtual terminal that a screen is painted on.
type plate struct {
	screen screen
	frame  frame
	was    grid
	shown  *vt.Emulator
	size   Size
}

func newPlate(able abilities, s Size) *plate {
	p := &plate{shown: vt.NewEmulator(s.Width, s.Height), size: s}
	p.screen.able = able
	_, _ = p.shown.WriteString("\x1b[?7l")
	return p
}

// paint shows a model and returns what was written for it.
func (p *plate) paint(m Model) string {
	palette := p.screen.prepare()
	p.frame.draw(m, p.size, palette, p.screen.last(p.size))
	out := string(p.screen.updateWithin(nil, &p.frame, &p.was))
	_, _ = p.shown.WriteString(out + "\x1b[?7l") // which makes it show the last letter
	return out
}

// wrong says where the terminal doesn't show the picture, "" when it does.
func (p *plate) wrong(want *Picture) string {
	var b strings.Builder
	for y := range p.size.Height {
		for x := range p.size.Width {
			sign, style := want.Cell(x, y)
			cell := p.shown.CellAt(x, y)
			if got := cell.Content; got != sign {
				fmt.Fprintf(&b, "%d,%d shows %q, not %q\n", x, y, got, sign)
			}
			if got := looks(cell); sign != "" && got != looksOf(sign, style) {
				fmt.Fprintf(&b, "%d,%d looks %s, not %s\n", x, y, got, looksOf(sign, style))
			}
		}
	}
	if x, y, shown := want.Cursor(); shown {
		if at := p.shown.CursorPosition(); at.X != x || at.Y != y {
			fmt.Fprintf(&b, "the cursor is at %v, not %d,%d\n", at, x, y)
		}
	}
	_, _, shown := want.Cursor()
	mouse := want.Mouse() && !p.screen.able.plain
	if shown != p.screen.visible || mouse != p.screen.mouse {
		fmt.Fprintf(&b, "cursor %v, mouse %v\n", p.screen.visible, p.screen.mouse)
	}
	return b.String()
}

// looks is all of a cell's style that can be seen.
func looks(c *uv.Cell) string {
	s := c.Style
	return seen(c.Content, hexOf(s.Fg), hexOf(s.Bg), s.Attrs&uv.AttrBold != 0, s.Underline != 0, s.Attrs&uv.AttrReverse != 0)
}

func looksOf(sign string, s Style) string {
	return seen(sign, hexOf(colorOf(s.FG)), hexOf(colorOf(s.BG)), s.Bold, s.Underline, s.Reverse)
}

func seen(sign, fg, bg string, bold, underline, reverse bool) string {
	if sign == " " && !reverse && !underline {
		return "blank on " + bg
	}
	return fmt.Sprint(fg, " on ", bg, bold, underline, reverse)
}

func colorOf(c Color) color.Color {
	n := uint32(c &^ kindMask)
	switch c & kindMask {
	case kindBasic:
		return ansi.BasicColor(n)
	case kindIndexed:
		return ansi.IndexedColor(n)
	case kindRGB:
		return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}
	}
	return nil
}

func hexOf(c color.Color) string {
	if c == nil {
		return "own"
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("%02x%02x%02x", r>>8, g>>8, b>>8)
}

func TestTheDifferenceShowsTheWholeFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		able := abilitiesOf(rapid.SampledFrom([]string{"xterm-256color", "kitty", "screen", "linux", "vt100", ""}).Draw(t, "TERM"), nil)
		p := newPlate(able, Size{rapid.IntRange(1, 24).Draw(t, "width"), rapid.IntRange(1, 5).Draw(t, "height")})
		strokes := rapid.SliceOfN(anyStroke(1), 0, 8).Draw(t, "strokes")
		for i := range rapid.IntRange(1, 8).Draw(t, "frames") {
			if len(strokes) > 0 { // one stroke is another
				at := rapid.IntRange(0, len(strokes)-1).Draw(t, "changed")
				strokes[at] = anyStroke(1).Draw(t, "stroke")
			}
			out := p.paint(strokesOf(strokes))
			if wrong := p.wrong(Snapshot(strokesOf(strokes), p.size)); wrong != "" {
				t.Fatalf("frame %d: %q\n%s", i, out, wrong)
			}
			if again := p.paint(strokesOf(strokes)); again != "" {
				t.Fatalf("frame %d again: %q", i, again)
			}
		}
	})
}

// TestEachWay shows the shortest ways that the differences are meant to take.
func TestEachWay(t *testing.T) {
	ground := Style{BG: RGB(0x15110e)}
	onGround := func(draw func(*Canvas)) drawing {
		return func(c *Canvas) {
			w, h := c.Size()
			c.Fill(Rect{0, 0, w, h}, ' ', ground)
			draw(c)
		}
	}
	words := func(x, y int, text string) drawing {
		return onGround(func(c *Canvas) { c.Text(x, y, text, ground) })
	}
	for name, c := range map[string]struct {
		term   string
		before drawing
		after  drawing
		want   string
	}{
		"nothing":                    {"xterm", words(0, 0, "abc"), words(0, 0, "abc"), ""},
		"one letter":                 {"xterm", words(0, 0, "abc"), words(0, 0, "axc"), "\x1b[1;2Hx"},
		"a short gap is written":     {"xterm", words(0, 0, "abcdef"), words(0, 0, "xbcdey"), "\x1b[Hxbcdey"},
		"a long gap is jumped":       {"xterm", words(0, 0, "abcdefghi"), words(0, 0, "xbcdefghy"), "\x1b[Hx\x1b[7Cy"},
		"the end of a line":          {"xterm", words(0, 0, "abcdefghi"), words(0, 0, "a"), "\x1b[1;2H\x1b[K"},
		"without erasing in colours": {"screen", words(0, 0, "abcdefghi"), words(0, 0, "a"), "\x1b[1;2H        "},
		"the middle of a line":       {"xterm", words(0, 0, "ab0123456789cd"), words(0, 0, "ab          cd"), "\x1b[1;3H\x1b[10X"},
		"the next line":              {"xterm", words(0, 0, ""), onGround(func(c *Canvas) { c.Text(0, 0, "ab", ground); c.Text(0, 1, "cd", ground) }), "\x1b[Hab\r\ncd"},
		"a family is never believed": {"xterm", words(0, 0, ""), words(0, 0, "❤\ufe0fab"), "\x1b[H  \x1b[G❤\ufe0f\x1b[3Gab"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlate(abilitiesOf(c.term, nil), Size{20, 3})
			p.paint(c.before)
			p.screen.x, p.screen.y = unknown, 2
			if got := p.paint(c.after); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if wrong := p.wrong(Snapshot(c.after, p.size)); wrong != "" {
				t.Error(wrong)
			}
		})
	}
}

// TestALineUnderABlankHasItsColour: what doesn't show on a bare blank shows on
// one that is underlined.
func TestALineUnderABlankHasItsColour(t *testing.T) {
	for _, second := range []Style{{Underline: true}, {Underline: true, FG: Basic(1)}, {Underline: true, FG: Basic(2), Bold: true}} {
		d := drawing(func(c *Canvas) {
			c.Text(0, 0, " ", Style{Underline: true, FG: Basic(2)})
			c.Text(1, 0, " ", second)
		})
		p := newPlate(abilitiesOf("xterm-256color", nil), Size{2, 1})
		out := p.paint(d)
		if wrong := p.wrong(Snapshot(d, p.size)); wrong != "" {
			t.Errorf("%v: %q\n%s", second, out, wrong)
		}
	}
}

func TestTheShorterWayBetweenStyles(t *testing.T) {
	for _, c := range []struct {
		from, to Style
		want     string
	}{
		{Style{}, Style{}, ""},
		{Style{Bold: true}, Style{}, "\x1b[m"},
		{Style{}, Style{FG: Basic(1), BG: Basic(12)}, "\x1b[31;104m"},
		{Style{BG: RGB(0x15110e)}, Style{BG: RGB(0x15110e), Bold: true}, "\x1b[1m"},
		{Style{BG: RGB(0x15110e), Bold: true}, Style{BG: RGB(0x15110e)}, "\x1b[22m"},
		{Style{FG: RGB(1), BG: RGB(2), Bold: true, Underline: true}, Style{Reverse: true}, "\x1b[0;7m"},
		{Style{FG: RGB(1), BG: RGB(2)}, Style{FG: Indexed(3)}, "\x1b[0;38;5;3m"},
		{Style{FG: Basic(1), BG: RGB(0xa0b0c0)}, Style{BG: RGB(0xa0b0c0)}, "\x1b[39m"},
	} {
		if got := string(appendSGR(nil, c.from, c.to)); got != c.want {
			t.Errorf("from %v to %v: %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

func TestAPaletteThatIsFullStartsAgain(t *testing.T) {
	p := newPlate(abilitiesOf("xterm-256color", nil), Size{40, 10})
	for i := range 60 {
		d := drawing(func(c *Canvas) {
			for x := range 40 {
				for y := range 10 {
					c.Text(x, y, "e\u0301", Style{FG: RGB(uint32(i*1000 + x*10 + y)), BG: RGB(uint32(x))})
				}
			}
		})
		p.paint(d)
		if wrong := p.wrong(Snapshot(d, p.size)); wrong != "" {
			t.Fatalf("frame %d:\n%s", i, wrong)
		}
	}
	if n := len(p.screen.palette.styles); n > maxStyles {
		t.Errorf("%d styles kept", n)
	}
}

func TestAPassingFrameThatIsTooLongIsLeftOut(t *testing.T) {
	p := newPlate(abilitiesOf("xterm-256color", nil), Size{80, 24})
	passing := func(n, limit int) drawing {
		return func(c *Canvas) {
			table(n)(c)
			c.Fill(Rect{10, 10, n, 1}, '*', Style{FG: RGB(0xff0000)})
			c.Cursor(1, 1)
			c.Passing(limit)
		}
	}
	p.paint(passing(0, 1)) // the first is painted whole, however long
	if wrong := p.wrong(Snapshot(passing(0, 1), p.size)); wrong != "" {
		t.Error(wrong)
	}
	if got := p.paint(passing(30, 50)); got != "" {
		t.Errorf("%d bytes", len(got))
	}
	if wrong := p.wrong(Snapshot(passing(0, 1), p.size)); wrong != "" {
		t.Error(wrong)
	}
	if got := p.paint(passing(3, 200)); got == "" || len(got) > 200 {
		t.Errorf("%d bytes", len(got))
	}
	if wrong := p.wrong(Snapshot(passing(3, 200), p.size)); wrong != "" {
		t.Error(wrong)
	}
	p.paint(table(9))
	if wrong := p.wrong(Snapshot(table(9), p.size)); wrong != "" {
		t.Error(wrong)
	}
}

// table draws something like the game: n is a counter that moves.
func table(n int) drawing {
	ground := Style{FG: RGB(0xddd2c0), BG: RGB(0x15110e)}
	band := Style{FG: RGB(0xffbf47), BG: RGB(0x2e251e), Bold: true}
	return func(c *Canvas) {
		w, h := c.Size()
		c.Fill(Rect{0, 0, w, h}, ' ', ground)
		c.Text(2, 0, "Deathtrap Dungeon  ∙  table K7QD  ∙  round 2 of 4", ground)
		for y := 2; y < h-3; y++ {
			c.Text(2, y, "Ragnar    Total Wimp        marta                       Old Tom", ground)
			c.Text(30, y, "│ ▄▄▄▄▄▄▄▄▄▄▄ │", Style{FG: RGB(0x5a4e43), BG: RGB(0x15110e)})
		}
		c.Fill(Rect{0, h - 2, w, 1}, ' ', band)
		c.Text(2, h-2, "enter play 2 Priestess + Chaindog as 3 x Priestess", band)
		c.Fill(Rect{50, h - 3, 26 - n%26, 1}, '■', Style{FG: RGB(0xffbf47), BG: RGB(0x15110e)})
		c.Text(77, h-3, "0123456789"[n%10:n%10+1], ground)
	}
}

// A frame that is to be painted anew is, also where nothing has changed; the
// next one is a difference again.
func TestAFrameIsPaintedAnew(t *testing.T) {
	p := newPlate(modern, Size{20, 3})
	words := func(anew bool) Model {
		return drawing(func(c *Canvas) {
			c.Text(0, 0, "a torch", Style{})
			if anew {
				c.Anew()
			}
		})
	}
	p.paint(words(false))
	if out := p.paint(words(false)); out != "" {
		t.Errorf("nothing changed, and %q was written", out)
	}
	if out := p.paint(words(true)); !strings.Contains(out, "a torch") || !strings.Contains(out, "\x1b[J") {
		t.Errorf("painted anew by %q", out)
	}
	if out := p.paint(words(false)); out != "" {
		t.Errorf("afterwards %q was written", out)
	}
}

func TestDrawingAFrameAllocatesNothing(t *testing.T) {
	p := newPlate(abilitiesOf("xterm-256color", nil), Size{100, 30})
	frames := []Model{table(1), table(2)}
	out := make([]byte, 0, 64<<10)
	n := 0
	allocs := testing.AllocsPerRun(100, func() {
		n++
		p.frame.draw(frames[n%2], p.size, p.screen.prepare(), nil)
		out = p.screen.update(out[:0], &p.frame)
	})
	if allocs > 0 {
		t.Errorf("%v allocations a frame", allocs)
	}
}

// A picture that is kept is the one drawn last, and there is none if the terminal
// shows another.
func TestAPictureIsKeptIfItIsShown(t *testing.T) {
	p := newPlate(abilitiesOf("xterm-256color", nil), Size{30, 4})
	keeps := func(want bool) drawing {
		return func(c *Canvas) {
			if got := c.Keep(); got != want {
				t.Errorf("kept: %v, want %v", got, want)
			}
			c.Text(0, 1, "then", Style{FG: Basic(2), Bold: true})
		}
	}
	p.paint(keeps(false)) // nothing is shown yet
	p.paint(drawing(func(c *Canvas) { c.Text(0, 0, "first 世", Style{FG: Basic(1), BG: Indexed(233)}) }))
	p.paint(keeps(true))
	both := drawing(func(c *Canvas) {
		c.Text(0, 0, "first 世", Style{FG: Basic(1), BG: Indexed(233)})
		c.Text(0, 1, "then", Style{FG: Basic(2), Bold: true})
	})
	if wrong := p.wrong(Snapshot(both, p.size)); wrong != "" {
		t.Error(wrong)
	}
	p.paint(drawing(func(c *Canvas) {
		c.Passing(3)
		c.Text(0, 2, "too long a frame", Style{})
	}))
	p.paint(keeps(false)) // it was left out
	p.screen.forget()
	p.paint(keeps(false)) // everything is to be painted again
	p.size.Width++
	p.paint(keeps(false))
}

func TestAFrameIsSmall(t *testing.T) {
	p := newPlate(abilitiesOf("xterm-256color", nil), Size{80, 24})
	if first := len(p.paint(table(20))); first > 4000 {
		t.Errorf("the first frame takes %d bytes", first)
	}
	if next := len(p.paint(table(21))); next > 60 {
		t.Errorf("a tick of the clock takes %d bytes", next)
	}
}

func BenchmarkDrawAndDiff(b *testing.B) {
	p := newPlate(abilitiesOf("xterm-256color", nil), Size{100, 30})
	frames := []Model{table(1), table(2)}
	var out []byte
	bytes := 0
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		p.frame.draw(frames[n%2], p.size, p.screen.prepare(), nil)
		out = p.screen.update(out[:0], &p.frame)
		bytes += len(out)
	}
	b.ReportMetric(float64(bytes)/float64(b.N), "bytes/frame")
	_, _ = io.Discard.Write(out)
}
