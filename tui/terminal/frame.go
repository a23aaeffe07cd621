package terminal

// cursor is where the terminal's cursor stands, if it is shown.
type cursor struct {
	x, y  int
	shown bool
}

// frame is all that one Draw says: the cells, and what goes with them.
type frame struct {
	grid
	palette *palette
	canvas  Canvas // the whole
	cursor  cursor
	title   string
	mouse   bool
	limit   int  // the most bytes it may take; 0 for any number
	anew    bool // everything is to be painted

	last *grid // the picture before, if the terminal shows it; else nil
}

// draw empties the frame and lets the model paint it. The picture before is last, if
// the terminal shows it.
func (f *frame) draw(m Model, s Size, p *palette, last *grid) {
	f.reset(s)
	f.palette = p
	f.cursor, f.title, f.mouse, f.limit, f.anew = cursor{}, "", false, 0, false
	f.canvas = Canvas{f, Rect{0, 0, s.Width, s.Height}}
	f.last = last
	m.Draw(&f.canvas)
	f.last = nil
}
