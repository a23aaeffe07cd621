package terminal

import (
	"encoding/binary"
	"slices"
)

// Packed cells, for a screen on which nothing happens: each byte is a sign of ASCII in
// the style of the cell before, or, from repeated on, the cell before some times more,
// or wholeCell, with a whole cell behind it. A picture is about a fifth of its size then.
const (
	wholeCell = 0x00
	repeated  = 0x80 // plus the times, less one
)

// pack adds packed cells to a list.
func pack(packed []byte, cells []cell) []byte {
	last := blank
	for i := 0; i < len(cells); {
		c := cells[i]
		n := 0
		for i+n < len(cells) && cells[i+n] == last && n < 256-repeated {
			n++
		}
		switch {
		case n > 0:
			packed = append(packed, byte(repeated+n-1))
			i += n
			continue
		case c.glyph() != wholeCell && c.glyph() < repeated && c == newCell(c.glyph(), last.style(), 1):
			packed = append(packed, byte(c.glyph()))
		default:
			packed = binary.LittleEndian.AppendUint32(append(packed, wholeCell), uint32(c))
		}
		last = c
		i++
	}
	return packed
}

// rest packs what is shown, until the next frame.
func (s *screen) rest() {
	if s.packed == nil {
		s.packed, s.shown.cells = slices.Clone(pack(nil, s.shown.cells)), nil
	}
}

// wake unpacks what is shown.
func (s *screen) wake() {
	if s.packed != nil {
		s.shown.cells = unpack(make([]cell, 0, s.shown.w*s.shown.h), s.packed)
		s.packed = nil
	}
}

// unpack adds the cells that were packed to a list.
func unpack(cells []cell, packed []byte) []cell {
	last := blank
	for i := 0; i < len(packed); i++ {
		switch b := packed[i]; {
		case b >= repeated:
			for range int(b) - repeated + 1 {
				cells = append(cells, last)
			}
			continue
		case b == wholeCell:
			last = cell(binary.LittleEndian.Uint32(packed[i+1:]))
			i += 4
		default:
			last = newCell(glyph(b), last.style(), 1)
		}
		cells = append(cells, last)
	}
	return cells
}
