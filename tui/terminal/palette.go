package terminal

import "slices"

// styleID is the number of a style in a palette; 0 is the zero Style.
type styleID uint16

// The most styles and graphemes a palette keeps. A game uses some sixty styles;
// a model that uses up more than half of this pays with one full repaint.
const (
	maxStyles    = 1<<styleBits - 1
	maxGraphemes = 1024
)

// palette numbers the styles and the graphemes of several runes that have been
// on one screen, so that a cell stays small and is compared at a glance. The
// zero value is ready. It is not safe for concurrent use.
type palette struct {
	styles    []Style   // by styleID-1
	blanks    []styleID // by styleID-1: what a blank of that style comes to
	recent    [32]recentStyle
	graphemes []string // by glyph-maxRune-1
	glyphs    map[string]glyph
}

// recentStyle is a place in a small cache in front of the list.
type recentStyle struct {
	style Style
	id    styleID
}

// full says that the palette must be emptied before the next frame.
func (p *palette) full() bool {
	return len(p.styles) > maxStyles/2 || len(p.graphemes) > maxGraphemes/2
}

// id is the number of a style. When there is no room left within one frame, it
// is the number of the plain one.
func (p *palette) id(s Style) styleID {
	if s == (Style{}) {
		return 0
	}
	slot := &p.recent[(uint32(s.FG)*31+uint32(s.BG)*17)>>3%uint32(len(p.recent))]
	if slot.style == s && slot.id != 0 {
		return slot.id
	}
	id := styleID(slices.Index(p.styles, s) + 1)
	if id == 0 {
		if len(p.styles) >= maxStyles {
			return 0
		}
		id = p.add(s)
	}
	*slot = recentStyle{s, id}
	return id
}

// add gives a new style a number.
func (p *palette) add(s Style) styleID {
	p.styles = append(p.styles, s)
	id := styleID(len(p.styles))
	p.blanks = append(p.blanks, id)
	if plain := (Style{BG: s.BG}); plain != s && !s.Underline && !s.Reverse {
		p.blanks[id-1] = p.id(plain)
	}
	return id
}

// blank is a cell in the form in which blanks that look the same are the same:
// letters' colour and weight don't show on them.
func (p *palette) blank(c cell) cell {
	if s := c.style(); s != 0 && c.glyph() == ' ' {
		return c.in(p.blanks[s-1])
	}
	return c
}

// style is the style of a number.
func (p *palette) style(id styleID) Style {
	if id == 0 {
		return Style{}
	}
	return p.styles[id-1]
}

// glyph is the number of a grapheme of several runes, '?' when there is no room
// left within one frame.
func (p *palette) glyph(grapheme string) glyph {
	if g, ok := p.glyphs[grapheme]; ok {
		return g
	}
	if len(p.graphemes) >= maxGraphemes {
		return '?'
	}
	if p.glyphs == nil {
		p.glyphs = make(map[string]glyph)
	}
	grapheme = string([]byte(grapheme)) // not a piece of somebody's long text
	p.graphemes = append(p.graphemes, grapheme)
	g := maxRune + glyph(len(p.graphemes))
	p.glyphs[grapheme] = g
	return g
}

// append adds a glyph's UTF-8 to b.
func (p *palette) append(b []byte, g glyph) []byte {
	if g < 0x80 {
		return append(b, byte(g))
	}
	if g > maxRune {
		return append(b, p.graphemes[g-maxRune-1]...)
	}
	return appendRune(b, g)
}
