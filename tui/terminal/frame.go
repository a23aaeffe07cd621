package terminal

import "slices"

// cursor is where the terminal's cursor stands, if it is shown.
type cursor struct {
	x, y  int
	shown bool
}

// frame is all that one Draw says: the cells, and what goes with them.
type frame struct {
	grid
	drawn   []bool // by line; the cells of others are anything, and those of the picture before are meant
	palette *palette
	canvas  Canvas // the whole
	cursor  cursor
	title   string
	mouse   bool
	limit   int  // the most bytes it may take; 0 for any number
	anew    bool // everything is to be painted

	last *grid // the picture before, if the terminal shows it; else nil
	kept bool  // what isn't drawn is as in last
}

// draw lets the model paint the frame. The picture before is last, if the terminal
// shows it.
func (f *frame) draw(m Model, s Size, p *palette, last *grid) {
	f.resize(s)
	f.drawn = slices.Grow(f.drawn[:0], s.Height)[:s.Height]
	f.palette = p
	f.cursor, f.title, f.mouse, f.limit, f.anew = cursor{}, "", false, 0, false
	f.canvas = Canvas{f, Rect{0, 0, s.Width, s.Height}}
	f.last = last
	f.begin(false)
	m.Draw(&f.canvas)
	if !f.kept || f.anew {
		f.complete(last)
	}
	f.last = nil
}

// begin makes the frame one on which nothing is drawn yet.
func (f *frame) begin(kept bool) {
	clear(f.drawn)
	f.kept = kept
}

// line is line y to be drawn on.
func (f *frame) line(y int) []cell {
	if !f.drawn[y] {
		f.ready(y, f.last)
	}
	return f.row(y)
}

// ready has a line begin: empty, or as in the picture before.
func (f *frame) ready(y int, last *grid) {
	f.drawn[y] = true
	if f.kept {
		copy(f.row(y), last.row(y))
	} else {
		repeat(f.row(y), blank)
	}
}

// complete has all lines begin on which nothing was drawn.
func (f *frame) complete(last *grid) {
	for y := range f.drawn {
		if !f.drawn[y] {
			f.ready(y, last)
		}
	}
}

// copyDrawn copies the lines on which something was drawn from one grid to another.
func (f *frame) copyDrawn(to, from *grid) {
	for y, drawn := range f.drawn {
		if drawn {
			copy(to.row(y), from.row(y))
		}
	}
}
