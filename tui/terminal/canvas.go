package terminal

// Color is a colour as it is sent: the terminal's own (the zero value), one of
// its 16, one of the 256, or a true colour. Nothing is converted on the way.
type Color uint32

const (
	kindBasic   Color = 1 << 24
	kindIndexed Color = 2 << 24
	kindRGB     Color = 3 << 24
	kindMask    Color = 0xff << 24
)

// Basic is one of the terminal's own 16 colours.
func Basic(n uint8) Color { return kindBasic | Color(n&15) }

// Indexed is one of the 256 colours.
func Indexed(n uint8) Color { return kindIndexed | Color(n) }

// RGB is a true colour, 0xrrggbb.
func RGB(hex uint32) Color { return kindRGB | Color(hex&0xffffff) }

// Style is how a cell looks.
type Style struct {
	FG, BG    Color
	Bold      bool
	Underline bool
	Reverse   bool
}

// Rect is a part of a canvas: its upper left cell and its size.
type Rect struct{ X, Y, W, H int }

// within is the part of r inside o, of no size when there is none.
func (r Rect) within(o Rect) Rect {
	x0, y0 := max(r.X, o.X), max(r.Y, o.Y)
	x1, y1 := min(end(r.X, r.W), end(o.X, o.W)), min(end(r.Y, r.H), end(o.Y, o.H))
	return Rect{x0, y0, max(0, x1-x0), max(0, y1-y0)}
}

// end is start+length, however large both are.
func end(start, length int) int {
	if length <= 0 {
		return start
	}
	if e := start + length; e > start {
		return e
	}
	return maxInt
}

const maxInt = int(^uint(0) >> 1)

// Canvas is what a Model draws on: a window of the screen's cells, with its own
// upper left at 0, 0. Whatever lies outside is clipped; nothing panics. A
// Canvas is valid only during Draw.
type Canvas struct {
	f    *frame
	area Rect // in cells of the whole screen
}

// Size is the canvas's size in cells.
func (c *Canvas) Size() (w, h int) { return c.area.W, c.area.H }

// Sub is the part of the canvas inside r.
func (c *Canvas) Sub(r Rect) *Canvas {
	s := Canvas{c.f, c.place(r)}
	return &s
}

// place is r, clipped, in cells of the whole screen.
func (c *Canvas) place(r Rect) Rect {
	r = r.within(Rect{0, 0, c.area.W, c.area.H})
	r.X += c.area.X
	r.Y += c.area.Y
	return r
}

// Fill gives each cell of r the sign and the style; a sign that isn't one cell
// wide is a blank.
func (c *Canvas) Fill(r Rect, sign rune, s Style) {
	r = c.place(r)
	if r.W == 0 {
		return
	}
	if !oneCell(sign) {
		sign = ' '
	}
	filled := newCell(glyph(sign), c.f.palette.id(s), 1)
	for y := r.Y; y < r.Y+r.H; y++ {
		if r.W == c.f.w { // whatever stood there
			c.f.drawn[y] = true
			repeat(c.f.row(y), filled)
			continue
		}
		row := c.f.line(y)
		split(row, r.X, r.X+r.W)
		repeat(row[r.X:r.X+r.W], filled)
	}
}

// Text writes one line from x, y and returns the x behind it, as if the canvas
// had no edges. A grapheme that does not fit whole is left out; control
// characters are never written.
func (c *Canvas) Text(x, y int, text string, s Style) int {
	if isPlain(text) {
		return c.plainText(x, y, text, s)
	}
	text = visible(text)
	if y < 0 || y >= c.area.H || x >= c.area.W {
		return x + Width(text)
	}
	id := c.f.palette.id(s)
	row := c.f.line(c.area.Y + y)
	for text != "" {
		var g glyph
		var w int
		g, w, text = c.f.palette.nextGrapheme(text)
		if w > 0 && x >= 0 && x+w <= c.area.W {
			put(row, c.area.X+x, w, g, id)
		}
		x += w
	}
	return x
}

// plainText is Text where each rune is a grapheme of one cell.
func (c *Canvas) plainText(x, y int, text string, s Style) int {
	if y < 0 || y >= c.area.H || x >= c.area.W {
		return x + Width(text)
	}
	id := c.f.palette.id(s)
	row := c.f.line(c.area.Y + y)
	for _, r := range text {
		if x >= 0 && x < c.area.W {
			put(row, c.area.X+x, 1, glyph(r), id)
		}
		x++
	}
	return x
}

// Restyle changes the style of each cell of r and keeps what stands there. A
// grapheme of two cells has one style: that of its first cell.
func (c *Canvas) Restyle(r Rect, change func(Style) Style) {
	r = c.place(r)
	if r.W == 0 {
		return
	}
	p := c.f.palette
	before := p.id(Style{})
	after := p.id(change(Style{}))
	for y := r.Y; y < r.Y+r.H; y++ {
		row := c.f.line(y)
		for x := r.X; x < r.X+r.W; x++ {
			if row[x].width() == 0 {
				continue
			}
			if row[x].style() != before {
				before = row[x].style()
				after = p.id(change(p.style(before)))
			}
			for i := range row[x].width() {
				row[x+i] = row[x+i].in(after)
			}
		}
	}
}

// Cursor shows the terminal's cursor there; without a call it is hidden.
func (c *Canvas) Cursor(x, y int) {
	if x >= 0 && y >= 0 && x < c.area.W && y < c.area.H {
		c.f.cursor = cursor{c.area.X + x, c.area.Y + y, true}
	}
}

// Title sets the window's title (our own words only); without a call it stays.
func (c *Canvas) Title(text string) { c.f.title = text }

// Mouse asks for mouse messages with hover; without a call the mouse is the
// terminal's own.
func (c *Canvas) Mouse() { c.f.mouse = true }

// Anew says that everything is to be painted, also what is the same as before:
// signs of some fonts reach over the edges of their cells, and what they leave
// there goes with nothing less.
func (c *Canvas) Anew() { c.f.anew = true }

// Passing says that the frame is one of a motion: if sending it takes more than
// limit bytes it is left out, and the screen stays as it is until the next Draw.
func (c *Canvas) Passing(limit int) { c.f.limit = limit }

// Keep has the canvas begin as the picture that was drawn last, instead of empty,
// and reports whether it could: if the terminal doesn't show all of that, the
// model must draw everything. It is for frames in which little changes.
func (c *Canvas) Keep() bool {
	if c.f.last == nil {
		return false
	}
	c.f.begin(true)
	return true
}
