package terminal

// unknown is a column of the cursor that isn't known.
const unknown = -1

// screen is what the terminal shows by now, and the way from there to the next
// frame. It belongs to one goroutine.
type screen struct {
	able    abilities
	palette palette
	shown   grid   // its cells are nil while they are packed
	packed  []byte // or nil
	behind  bool   // the frame drawn last was left out
	pens    int    // how often the pen was changed
	state
}

// state is what is known of the terminal besides its cells.
type state struct {
	known   bool // that the cells are those shown; else everything must be painted
	x, y    int  // the cursor's place; x may be unknown
	pen     Style
	visible bool // the cursor
	mouse   bool
	title   string
}

// forget makes the next frame a whole one.
func (s *screen) forget() { s.known = false }

// prepare readies the palette for the next frame to be drawn with.
func (s *screen) prepare() *palette {
	if s.palette.full() {
		s.palette = palette{}
		s.forget()
	}
	return &s.palette
}

// updateWithin is update for a frame that is left out if it takes more than its
// limit; was is memory to use. A frame that paints everything has no limit.
func (s *screen) updateWithin(out []byte, f *frame, was *grid) []byte {
	s.behind = false
	if f.limit == 0 || !s.fits(f) {
		return s.update(out, f)
	}
	start, before := len(out), s.state
	was.resize(Size{f.w, f.h})
	f.copyDrawn(was, &s.shown)
	if out = s.update(out, f); len(out)-start > f.limit {
		f.copyDrawn(&s.shown, was)
		s.state, s.behind = before, true
		return out[:start]
	}
	return out
}

// last is the picture that was drawn last, nil if the terminal doesn't show it in
// that size.
func (s *screen) last(size Size) *grid {
	if !s.known || s.behind || size != (Size{s.shown.w, s.shown.h}) {
		return nil
	}
	return &s.shown
}

// fits says that the frame can be painted as a difference.
func (s *screen) fits(f *frame) bool {
	return s.known && !f.anew && f.w == s.shown.w && f.h == s.shown.h
}

// update adds to out what turns the terminal into the frame, which must have
// been drawn with the screen's palette. Blank cells that differ are changed
// into one common form.
func (s *screen) update(out []byte, f *frame) []byte {
	if !s.fits(f) {
		out = s.clear(out, f)
	}
	for y, drawn := range f.drawn {
		if drawn {
			out = s.shortLine(out, y, f.row(y), s.shown.row(y))
		}
	}
	out = s.switchMouse(out, f.mouse)
	out = s.retitle(out, f.title)
	return s.placeCursor(out, f.cursor)
}

// clear empties the terminal in the colour that the frame's last cell has, where
// terminals clear with colours: that is the ground of most of it.
func (s *screen) clear(out []byte, f *frame) []byte {
	out = append(out, "\x1b[m"...)
	s.pen = Style{}
	s.shown.resize(Size{f.w, f.h})
	last := s.palette.blank(f.cells[len(f.cells)-1])
	if s.erases(last) && last.style() != 0 {
		out = s.blankPen(out, last)
		repeat(s.shown.cells, last)
	} else {
		repeat(s.shown.cells, blank)
	}
	out = append(out, "\x1b[H\x1b[J"...)
	s.x, s.y, s.known = 0, 0, true
	return out
}

// write adds one grapheme, or a run of blanks, at x where the cursor stands, and
// says how many cells that settles. (Repeating other signs by REP saves next to
// nothing, and terminals get it wrong.)
func (s *screen) write(out []byte, now, was []cell, x int) ([]byte, int) {
	c := now[x]
	run := s.run(now, x)
	if c.glyph() == ' ' && s.erases(c) && x+run == len(now) && run > 3 {
		return append(s.blankPen(out, c), "\x1b[K"...), run
	}
	for run > 1 && now[x+run-1] == s.palette.blank(was[x+run-1]) {
		run-- // the rest of the run stands there already
	}
	if c.glyph() == ' ' {
		out = s.blankPen(out, c)
		if run > 8 && s.able.erase && s.erases(c) {
			return appendCSI(out, run, 'X'), run
		}
		return s.ahead(append(out, ' '), 1, len(now)), 1
	}
	out = s.stylePen(out, s.palette.style(c.style()))
	if c.width() != 1 || c.glyph() > maxRune {
		return s.writeDoubtful(out, c), max(1, c.width())
	}
	out = s.palette.append(out, c.glyph())
	return s.ahead(out, 1, len(now)), 1
}

// run is how many cells from x on are the same as the one there.
func (s *screen) run(now []cell, x int) int {
	n := 1
	for x+n < len(now) {
		now[x+n] = s.palette.blank(now[x+n])
		if now[x+n] != now[x] {
			break
		}
		n++
	}
	return n
}

// writeDoubtful adds a grapheme that terminals don't agree about. Its place is
// emptied first, in case the terminal makes it narrower, and where the cursor is
// afterwards is anybody's guess.
func (s *screen) writeDoubtful(out []byte, c cell) []byte {
	if w := c.width(); c.glyph() > maxRune && w > 1 {
		for range w {
			out = append(out, ' ')
		}
		out = appendCSI(out, s.x+1, 'G')
	}
	s.x = unknown
	return s.palette.append(out, c.glyph())
}

// ahead notes that n cells were written. At the right edge terminals differ in
// where the cursor is then.
func (s *screen) ahead(out []byte, n, width int) []byte {
	s.x += n
	if s.x >= width {
		s.x = unknown
	}
	return out
}

// erases says whether erasing leaves the terminal's cells as this blank.
func (s *screen) erases(c cell) bool {
	if c.glyph() != ' ' || c.width() != 1 {
		return false
	}
	style := s.palette.style(c.style())
	return !style.Reverse && !style.Underline && (style.BG == 0 || s.able.coloredErase)
}

// stylePen changes the pen.
func (s *screen) stylePen(out []byte, to Style) []byte {
	if to == s.pen {
		return out
	}
	out = appendSGR(out, s.pen, to)
	s.pen = to
	s.pens++
	return out
}

// blankPen changes the pen as far as a blank shows it: the letters' colour and
// weight are seen only in a line under it, or in a block of that colour.
func (s *screen) blankPen(out []byte, c cell) []byte {
	to := s.palette.style(c.style())
	if bare(s.pen) && bare(to) {
		ground := to.BG
		to = s.pen
		to.BG = ground
	}
	return s.stylePen(out, to)
}

// bare says that of a blank in this style only the ground shows.
func bare(s Style) bool { return !s.Underline && !s.Reverse }

// penFits says that the pen as it is writes this cell.
func (s *screen) penFits(c cell) bool {
	style := s.palette.style(c.style())
	if c.glyph() == ' ' && bare(style) && bare(s.pen) {
		return style.BG == s.pen.BG
	}
	return style == s.pen
}

// switchMouse turns the mouse messages on or off: presses, movement with and
// without a button, in the form that has no limit at column 223.
func (s *screen) switchMouse(out []byte, on bool) []byte {
	if on == s.mouse || s.able.plain {
		return out
	}
	s.mouse = on
	if on {
		return append(out, mouseOn...)
	}
	return append(out, mouseOff...)
}

// retitle sets the window's title; the old one is put away the first time.
func (s *screen) retitle(out []byte, title string) []byte {
	if title == "" || title == s.title || !s.able.osc {
		return out
	}
	if s.title == "" {
		out = append(out, pushTitle...)
	}
	s.title = title
	out = append(out, "\x1b]2;"...)
	out = append(out, visible(title)...)
	return append(out, '\a')
}

// placeCursor shows the cursor at its place, or hides it.
func (s *screen) placeCursor(out []byte, c cursor) []byte {
	if !c.shown {
		if s.visible {
			out = append(out, hideCursor...)
		}
		s.visible = false
		return out
	}
	out = s.move(out, c.x, c.y)
	if !s.visible {
		out = append(out, showCursor...)
	}
	s.visible = true
	return out
}
