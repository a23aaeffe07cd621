package terminal

import "strconv"

// moveWithin moves the cursor to a place in the line being painted: by writing a
// few cells again if that is no longer than moving.
func (s *screen) moveWithin(out []byte, x, y int, now []cell) []byte {
	gap := x - s.x
	if s.x == unknown || s.y != y || gap < 1 || gap > 4 {
		return s.move(out, x, y)
	}
	for _, c := range now[s.x:x] {
		if c.glyph() > 0x7f || c.width() != 1 || !s.penFits(c) {
			return s.move(out, x, y)
		}
	}
	for _, c := range now[s.x:x] {
		out = append(out, byte(c.glyph()))
	}
	s.x = x
	return out
}

// move adds the shortest way of the cursor to x, y that is true everywhere.
func (s *screen) move(out []byte, x, y int) []byte {
	if s.x == x && s.y == y {
		return out
	}
	start := len(out)
	switch {
	case s.y == y && x == 0, s.y == y-1 && x == 0:
		out = append(out, "\r\n"[:1+y-s.y]...)
	case s.y == y && s.x != unknown && x > s.x:
		out = appendCSI(out, x-s.x, 'C')
	case s.y == y && s.x != unknown:
		out = appendCSI(out, s.x-x, 'D')
	case s.x == x && y > s.y:
		out = appendCSI(out, y-s.y, 'B')
	case s.x == x:
		out = appendCSI(out, s.y-y, 'A')
	case s.y == y:
		out = appendCSI(out, x+1, 'G')
	default:
		out = appendPosition(out, x, y)
	}
	if len(out)-start > len("\x1b[00;00H") {
		out = appendPosition(out[:start], x, y)
	}
	s.x, s.y = x, y
	return out
}

// appendCSI adds a control sequence with one count, which is left out when it is 1.
func appendCSI(out []byte, n int, final byte) []byte {
	out = append(out, "\x1b["...)
	if n != 1 {
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return append(out, final)
}

// appendPosition adds a move to an absolute place.
func appendPosition(out []byte, x, y int) []byte {
	out = append(out, "\x1b["...)
	if y > 0 || x > 0 {
		out = strconv.AppendInt(out, int64(y+1), 10)
	}
	if x > 0 {
		out = append(out, ';')
		out = strconv.AppendInt(out, int64(x+1), 10)
	}
	return append(out, 'H')
}
