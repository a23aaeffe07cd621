package tui

import (
	"strings"
	"unicode/utf8"

	"deathtrap/tui/terminal"
)

// brush draws on a canvas in a theme. Its methods count cells from the canvas's
// upper left; whatever lies outside is clipped.
type brush struct {
	terminal.Canvas
	*theme
}

// part is a brush for the part inside r, which has its own 0, 0.
func (b brush) part(r terminal.Rect) brush { return brush{*b.Sub(r), b.theme} }

// rect is the whole canvas.
func (b brush) rect() terminal.Rect {
	w, h := b.Size()
	return terminal.Rect{W: w, H: h}
}

// clear blanks a part with a surface.
func (b brush) clear(r terminal.Rect, s surface) { b.Fill(r, ' ', b.on(s, text)) }

// text writes a line and returns the x behind it.
func (b brush) text(x, y int, s string, style terminal.Style) int {
	return b.Text(x, y, b.plain(s), style)
}

// clip writes as much of a line as fits into w cells and returns the x behind it.
func (b brush) clip(x, y, w int, s string, style terminal.Style) int {
	return b.Text(x, y, cut(b.plain(s), w), style)
}

// right writes a line that ends before x and returns the x it starts at.
func (b brush) right(x, y int, s string, style terminal.Style) int {
	s = b.plain(s)
	x -= terminal.Width(s)
	b.Text(x, y, s, style)
	return x
}

// centre writes a line in the middle of w cells from x, clipped to them. The odd
// cell is left on the right.
func (b brush) centre(x, y, w int, s string, style terminal.Style) {
	s = cut(b.plain(s), w)
	b.Text(x+(w-terminal.Width(s))/2, y, s, style)
}

// rule draws a horizontal line of w cells.
func (b brush) rule(x, y, w int, style terminal.Style) {
	b.Fill(terminal.Rect{X: x, Y: y, W: w, H: 1}, b.sign('─'), style)
}

// post draws a vertical line of h cells.
func (b brush) post(x, y, h int, style terminal.Style) {
	b.Fill(terminal.Rect{X: x, Y: y, W: 1, H: h}, b.sign('│'), style)
}

// mark draws one sign.
func (b brush) mark(x, y int, sign rune, style terminal.Style) {
	b.Fill(terminal.Rect{X: x, Y: y, W: 1, H: 1}, b.sign(sign), style)
}

// marks draws the same sign n times and returns the x behind the last.
func (b brush) marks(x, y, n int, sign rune, style terminal.Style) int {
	n = max(n, 0)
	b.Fill(terminal.Rect{X: x, Y: y, W: n, H: 1}, b.sign(sign), style)
	return x + n
}

// box draws the frame of r.
func (b brush) box(r terminal.Rect, style terminal.Style) {
	if r.W < 2 || r.H < 2 {
		return
	}
	right, bottom := r.X+r.W-1, r.Y+r.H-1
	b.rule(r.X+1, r.Y, r.W-2, style)
	b.rule(r.X+1, bottom, r.W-2, style)
	b.post(r.X, r.Y+1, r.H-2, style)
	b.post(right, r.Y+1, r.H-2, style)
	b.mark(r.X, r.Y, '┌', style)
	b.mark(right, r.Y, '┐', style)
	b.mark(r.X, bottom, '└', style)
	b.mark(right, bottom, '┘', style)
}

// panel lays an empty piece of the enter line's ground over what is there; where
// grounds don't show, it has a frame.
func (b brush) panel(r terminal.Rect) {
	b.clear(r, enterBand)
	if !b.colours() {
		b.box(r, b.on(enterBand, line))
	}
}

// bar draws full of w cells as blocks and the rest as a line.
func (b brush) bar(x, y, w, full int, block, rest terminal.Style) {
	full = max(0, min(full, w))
	b.marks(x, y, full, '■', block)
	b.marks(x+full, y, w-full, '─', rest)
}

// sheet lays a piece of a surface on another: a half cell above, h-2 whole
// lines, a half cell below.
func (b brush) sheet(r terminal.Rect, s, under surface) {
	b.marks(r.X, r.Y, r.W, '▄', b.lowerHalf(s, under))
	b.clear(terminal.Rect{X: r.X, Y: r.Y + 1, W: r.W, H: r.H - 2}, s)
	b.marks(r.X, r.Y+r.H-1, r.W, '▄', b.upperHalf(s, under))
}

// plain is a text as the terminal can show it: in ASCII form each sign is
// replaced one for one, and letters outside ASCII by a question mark a cell.
func (b brush) plain(s string) string {
	if !b.ascii || isASCII(s) {
		return s
	}
	var out strings.Builder
	for _, r := range s {
		if r < utf8.RuneSelf {
			out.WriteRune(r)
			continue
		}
		for range terminal.Width(string(r)) {
			out.WriteRune(b.sign(r))
		}
	}
	return out.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// cut is the longest beginning of s that fits into w cells; blanks at its end
// are left out if anything was cut.
func cut(s string, w int) string {
	if w <= 0 {
		return ""
	}
	if len(s) <= w && isASCII(s) {
		return s
	}
	if terminal.Width(s) <= w {
		return s
	}
	end := 0
	for i := range s {
		if terminal.Width(s[:i]) > w {
			break
		}
		end = i
	}
	return strings.TrimRight(s[:end], " ")
}

// trailing writes a line into w cells and returns the x behind it; one that is
// longer ends with two dots, so that nobody takes it for the whole.
func (b brush) trailing(x, y, w int, s string, style terminal.Style) int {
	s = b.plain(s)
	if terminal.Width(s) > w {
		s = cut(s, w-len(" ..")) + " .."
	}
	return b.clip(x, y, w, s, style)
}

// bold is a style made bold.
func bold(s terminal.Style) terminal.Style {
	s.Bold = true
	return s
}
