package terminal

// Color is a colour as it is sent: the terminal's own (the zero value), one of
// its 16, one of the 256, or a true colour. Nothing is converted on the way.
type Color uint32

const (
	kindBasic   Color = 1 << 24
	kindIndexed Color = 2 << 24
	kindRGB     Color = 3 << 24
)

// Basic is one of the terminal's own 16 colours.
func Basic(n uint8) Color { return kindBasic | Color(n) }

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

// Canvas is what a Model draws on: a window of the screen's cells, with its own
// upper left at 0, 0. Whatever lies outside is clipped; nothing panics. A
// Canvas is valid only during Draw.
type Canvas struct{}

// Size is the canvas's size in cells.
func (c *Canvas) Size() (w, h int) { panic("soon") }

// Sub is the part of the canvas inside r.
func (c *Canvas) Sub(r Rect) *Canvas { panic("soon") }

// Fill gives each cell of r the sign (one cell wide) and the style.
func (c *Canvas) Fill(r Rect, sign rune, s Style) { panic("soon") }

// Text writes one line from x, y and returns the x behind it. A grapheme that
// does not fit whole is left out; control characters are never written.
func (c *Canvas) Text(x, y int, text string, s Style) int { panic("soon") }

// Restyle changes the style of each cell of r and keeps what stands there.
func (c *Canvas) Restyle(r Rect, change func(Style) Style) { panic("soon") }

// Cursor shows the terminal's cursor there; without a call it is hidden.
func (c *Canvas) Cursor(x, y int) { panic("soon") }

// Title sets the window's title (our own words only).
func (c *Canvas) Title(text string) { panic("soon") }

// Mouse asks for mouse messages with hover; without a call the mouse is the
// terminal's own.
func (c *Canvas) Mouse() { panic("soon") }

// Width is how many cells a line of text takes on a canvas.
func Width(text string) int { panic("soon") }
