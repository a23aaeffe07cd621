package terminal

import "slices"

// A line of so many bytes in which the pen is changed so often may be shorter in
// another order; in others one is found so rarely that to look for it isn't worth it.
const (
	longLine = 60
	manyPens = 4
)

// shortLine adds what turns a line that was into the line now: from left to right,
// or style by style where that is shorter. Beside each other lie cards with their
// values, letters and edges, all in colours of their own; to change the pen takes a
// dozen bytes, and to jump over a cell three.
func (s *screen) shortLine(out []byte, y int, now, was []cell) []byte {
	if slices.Equal(now, was) {
		return out
	}
	var before [maxWidth]cell
	copy(before[:], was)
	start, state, pens := len(out), s.state, s.pens
	out = s.line(out, y, now, was)
	middle, after := len(out), s.state
	if middle-start < longLine || s.pens-pens < manyPens {
		return out
	}
	s.state = state
	out = s.lineByStyle(out, y, now, before[:len(was)])
	if len(out)-middle < middle-start {
		copy(was, before[:])
		return append(out[:start], out[middle:]...)
	}
	s.state = after
	return out[:middle]
}

// line adds what turns a line that was into the line now.
func (s *screen) line(out []byte, y int, now, was []cell) []byte {
	for x := 0; x < len(now); {
		if now[x] == was[x] { // a tail is the same where its lead is
			x++
			continue
		}
		raw := now[x]
		if now[x] = s.palette.blank(raw); now[x] == s.palette.blank(was[x]) {
			was[x] = raw // so that it is the same at a glance next time
			x++
			continue
		}
		out = s.moveWithin(out, x, y, now)
		var n int
		out, n = s.write(out, now, was, x)
		copy(was[x:x+n], now[x:x+n])
		x += n
	}
	return out
}

// lineByStyle is line in another order: all cells of the style of the first one that
// differs, then those of the next style.
func (s *screen) lineByStyle(out []byte, y int, now, was []cell) []byte {
	for x := range now {
		if now[x] = s.palette.blank(now[x]); now[x] == s.palette.blank(was[x]) {
			was[x] = now[x]
		}
	}
	for first := 0; ; {
		for first < len(now) && now[first] == was[first] {
			first++
		}
		if first == len(now) {
			return out
		}
		for x := first; x < len(now); {
			if now[x] == was[x] || x > first && !s.penFits(now[x]) {
				x++
				continue
			}
			if x > first {
				out = s.fill(out, x, y, now, was)
			}
			out = s.moveWithin(out, x, y, now)
			var n int
			out, n = s.write(out, now, was, x)
			copy(was[x:x+n], now[x:x+n])
			x += n
		}
	}
}

// fill goes on to a blank at x by writing more of it, over cells that are to be written
// later anyway, if there are so few that jumping over them is no shorter.
func (s *screen) fill(out []byte, x, y int, now, was []cell) []byte {
	if now[x].glyph() != ' ' || s.y != y || s.x == unknown || x-s.x > len("\x1b[9C")-1 {
		return out
	}
	for i := s.x; i < x; i++ {
		if now[i] == was[i] || now[i].width() != 1 || was[i].width() != 1 {
			return out
		}
	}
	for ; s.x < x; s.x++ {
		out = append(out, ' ')
		was[s.x] = now[x]
	}
	return out
}
