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
	cursor  cursor
	title   string
	mouse   bool
}

// draw empties the frame and lets the model paint it.
func (f *frame) draw(m Model, s Size, p *palette) {
	f.reset(s)
	f.palette = p
	f.cursor, f.title, f.mouse = cursor{}, "", false
	m.Draw(&Canvas{f, Rect{0, 0, s.Width, s.Height}})
}

// put sets a grapheme at x, y of the screen. Graphemes cut by it are blanked
// whole, also where they reach out of the canvas that is being drawn on.
func (f *frame) put(x, y, w int, grapheme string, s styleID) {
	put(f.row(y), x, w, f.palette.one(grapheme), s)
}
