package terminal

// glyph is what stands in a cell: a rune, or above maxRune the number of a
// grapheme of several runes in the palette.
type glyph uint32

const maxRune glyph = 0x10ffff

// cell is one place of the screen, in 4 bytes, because a session holds thousands:
// from the lowest bit on 21 of the glyph, 9 of the style, 2 of the width. A
// grapheme of w cells (none is wider than 2) is a lead cell of width w followed by
// w-1 tails of width 0, which carry the lead's glyph and style.
type cell uint32

const (
	glyphBits = 21
	styleBits = 9
	glyphMask = 1<<glyphBits - 1
	styleMask = (1<<styleBits - 1) << glyphBits
)

func newCell(g glyph, s styleID, width int) cell {
	return cell(g) | cell(s)<<glyphBits | cell(width)<<(glyphBits+styleBits)
}

func (c cell) glyph() glyph   { return glyph(c & glyphMask) }
func (c cell) style() styleID { return styleID(c & styleMask >> glyphBits) }
func (c cell) width() int     { return int(c >> (glyphBits + styleBits)) }

// in is the cell in another style.
func (c cell) in(s styleID) cell { return c&^styleMask | cell(s)<<glyphBits }

// blank is an empty place in the terminal's own colours.
var blank = newCell(' ', 0, 1)

// grid is a screenful of cells, row by row.
type grid struct {
	w, h  int
	cells []cell
}

// resize gives the grid a size, in the memory it has if that is enough. What stands
// there is anything.
func (g *grid) resize(s Size) {
	g.w, g.h = s.Width, s.Height
	n := g.w * g.h
	if cap(g.cells) < n {
		g.cells = make([]cell, n)
	}
	g.cells = g.cells[:n]
}

// repeat gives cells one value.
func repeat(cells []cell, c cell) {
	if len(cells) == 0 {
		return
	}
	cells[0] = c
	for done := 1; done < len(cells); done *= 2 {
		copy(cells[done:], cells[:done])
	}
}

// row is line y.
func (g *grid) row(y int) []cell { return g.cells[y*g.w : (y+1)*g.w] }

// split blanks what is left of the graphemes that would be cut when the cells
// from x0 up to x1 are overwritten.
func split(row []cell, x0, x1 int) {
	if x0 < len(row) && row[x0].width() == 0 {
		lead := x0
		for lead > 0 && row[lead].width() == 0 {
			lead--
		}
		blankOut(row[lead:x0])
	}
	end := x1
	for end < len(row) && row[end].width() == 0 {
		end++
	}
	if end > x1 {
		blankOut(row[x1:end])
	}
}

// blankOut empties cells and keeps their style.
func blankOut(cells []cell) {
	for i := range cells {
		cells[i] = blank.in(cells[i].style())
	}
}

// put sets a grapheme of w cells at x; all of it must lie within the row.
// Graphemes cut by it are blanked whole, also where they reach out of the canvas
// that is being drawn on.
func put(row []cell, x, w int, g glyph, s styleID) {
	if w == 1 && row[x].width() == 1 {
		row[x] = newCell(g, s, 1)
		return
	}
	putWide(row, x, w, g, s)
}

func putWide(row []cell, x, w int, g glyph, s styleID) {
	split(row, x, x+w)
	row[x] = newCell(g, s, w)
	for i := 1; i < w; i++ {
		row[x+i] = newCell(g, s, 0)
	}
}
