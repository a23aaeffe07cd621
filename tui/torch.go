package tui

import (
	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// The torch in half cells: two rows of letters are one line of the screen. The
// letters are colours, outside in; < and > are the left and the right half of a
// cell of the stick, and ) the left half of the flame's edge.
const (
	torchW, torchH = 6, 9
	torchForms     = 3
)

var torch = [torchForms][2 * torchH]string{
	{
		"", "  a", "  a", " aa", " bbb", " bbba", " bcba", "abcba", "bcdcb)",
		"bcdcb)", " ccc", "  c", " >e<", " >e<", "  e", "  e", "  e", "",
	},
	{
		"  a", "  a", "  aa", " aba", " bbb", " bbba", "abcbb", "abccb", "bcdcb)",
		"bcdcb)", " ccc", "  c", " >e<", " >e<", "  e", "  e", "  e", "",
	},
	{
		"", "   a", "  aa", " aba", " bbba", " bbba", " bccb", "abcbba", "bcdcb)",
		"bcdcb)", " ccc", "  c", " >e<", " >e<", "  e", "  e", "  e", "",
	},
}

// torches draws a torch at the left and its mirror at the right end of r.
func (b brush) torches(r terminal.Rect, form int) {
	b.torch(r.X, r.Y, form, false)
	b.torch(r.X+r.W-torchW, r.Y, form, true)
}

func (b brush) torch(x, y, form int, mirrored bool) {
	rows := &torch[form%torchForms]
	for line := range torchH {
		for i := range torchW {
			upper, lower := pixel(rows[2*line], i), pixel(rows[2*line+1], i)
			at := x + i
			if mirrored {
				at = x + torchW - 1 - i
			}
			b.pixels(at, y+line, upper, lower, mirrored)
		}
	}
}

func pixel(row string, i int) byte {
	if i >= len(row) {
		return ' '
	}
	return row[i]
}

// pixels draws one cell of two halves.
func (b brush) pixels(x, y int, upper, lower byte, mirrored bool) {
	switch lower {
	case '<', '>', ')':
		b.mark(x, y, side(lower, mirrored), terminal.Style{FG: b.glow(lower), BG: b.ground(ground)})
		return
	}
	under := b.ground(ground)
	switch {
	case upper == ' ' && lower == ' ':
	case b.ascii:
		b.mark(x, y, solid(upper, lower), b.on(ground, text))
	case upper == ' ':
		b.mark(x, y, '▄', terminal.Style{FG: b.glow(lower), BG: under})
	case lower == ' ' && under == 0: // the terminal's own ground can't be an ink
		b.mark(x, y, '▄', terminal.Style{FG: b.glow(upper), Reverse: true})
	case lower == ' ':
		b.mark(x, y, '▄', terminal.Style{FG: under, BG: b.glow(upper)})
	case upper == lower && b.glow(upper) == 0:
		b.mark(x, y, ' ', terminal.Style{Reverse: true})
	case upper == lower:
		b.mark(x, y, ' ', terminal.Style{BG: b.glow(upper)})
	default:
		b.mark(x, y, '▄', terminal.Style{FG: b.glow(lower), BG: b.glow(upper), Reverse: b.glow(upper) == 0})
	}
}

// solid is a cell's sign where there are no half cells.
func solid(upper, lower byte) rune {
	if upper == ' ' || lower == ' ' {
		return '▄'
	}
	return '█'
}

// side is the half cell a letter stands for.
func side(letter byte, mirrored bool) rune {
	if (letter == '>') == mirrored {
		return '▌'
	}
	return '▐'
}

// glow is the colour of a letter.
func (b brush) glow(letter byte) terminal.Color {
	switch letter {
	case 'a', ')':
		return b.creature(rules.RedDragon, ground).FG
	case 'b':
		return b.creature(rules.PitFiend, ground).FG
	case 'c':
		return b.on(ground, turn).FG
	case 'd':
		return b.on(ground, strong).FG
	}
	return b.creature(rules.Minotaur, ground).FG
}

// torchlit reports whether there are torches on the topmost screen.
func (p *program) torchlit() bool {
	switch p.top().(type) {
	case *firstScreen, *ceremonyScreen:
		return sizeOf(p.width, p.height) != phone
	case *lobbyScreen:
		return sizeOf(p.width, p.height) == wide
	}
	return false
}
