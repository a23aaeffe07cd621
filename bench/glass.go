package main

import (
	"strings"
	"unicode/utf8"
)

// glass is the text on a client's screen. It knows the control sequences that
// the server draws with, all signs are one cell wide, and colours are lost.
type glass struct {
	w, h  int
	cells []rune
	x, y  int

	state   glassState
	private bool
	params  []int
	rest    []byte // of a rune
}

type glassState uint8

const (
	onText glassState = iota
	afterEscape
	inSequence
	inString
)

func newGlass(w, h int) glass {
	g := glass{w: w, h: h, cells: make([]rune, w*h)}
	g.erase(0, len(g.cells))
	return g
}

func (g *glass) erase(from, to int) {
	for i := from; i < min(to, len(g.cells)); i++ {
		g.cells[i] = ' '
	}
}

// line is line y without blanks at its ends; -1 is the last.
func (g *glass) line(y int) string {
	if y < 0 {
		y += g.h
	}
	return strings.TrimSpace(string(g.cells[y*g.w : (y+1)*g.w]))
}

// text is all lines.
func (g *glass) text() string {
	var b strings.Builder
	for y := range g.h {
		b.WriteString(g.line(y) + "\n")
	}
	return b.String()
}

func (g *glass) write(b []byte) {
	for _, c := range b {
		switch g.state {
		case onText:
			g.textByte(c)
		case afterEscape:
			g.escapedByte(c)
		case inSequence:
			g.sequenceByte(c)
		case inString:
			if c == '\a' || c == '\\' {
				g.state = onText
			}
		}
	}
}

func (g *glass) textByte(c byte) {
	switch {
	case c == 0x1b:
		g.state = afterEscape
	case c == '\r':
		g.x = 0
	case c == '\n':
		g.y = min(g.y+1, g.h-1)
	case c == '\b':
		g.x = max(g.x-1, 0)
	case c >= utf8.RuneSelf:
		g.rest = append(g.rest, c)
		if r, size := utf8.DecodeRune(g.rest); r != utf8.RuneError || size > 1 || len(g.rest) == utf8.UTFMax {
			g.put(r)
			g.rest = g.rest[:0]
		}
	case c >= ' ':
		g.put(rune(c))
	}
}

func (g *glass) put(r rune) {
	if g.x < g.w && g.y < g.h {
		g.cells[g.y*g.w+g.x] = r
	}
	g.x = min(g.x+1, g.w)
}

func (g *glass) escapedByte(c byte) {
	switch c {
	case '[':
		g.state, g.private, g.params = inSequence, false, append(g.params[:0], 0)
	case ']', 'P', '_', '^', 'X':
		g.state = inString
	default:
		g.state = onText
	}
}

func (g *glass) sequenceByte(c byte) {
	last := len(g.params) - 1
	switch {
	case c >= '0' && c <= '9':
		g.params[last] = 10*g.params[last] + int(c-'0')
	case c == ';' || c == ':':
		g.params = append(g.params, 0)
	case c >= '<' && c <= '?':
		g.private = true
	case c >= '@':
		g.state = onText
		if !g.private {
			g.obey(c)
		}
	}
}

// param is a parameter that counts from 1.
func (g *glass) param(i int) int {
	if i < len(g.params) && g.params[i] > 0 {
		return g.params[i]
	}
	return 1
}

func (g *glass) obey(final byte) {
	n, here := g.param(0), g.y*g.w+min(g.x, g.w-1)
	switch final {
	case 'A':
		g.y -= n
	case 'B':
		g.y += n
	case 'C':
		g.x += n
	case 'D':
		g.x = min(g.x, g.w-1) - n
	case 'G':
		g.x = n - 1
	case 'd':
		g.y = n - 1
	case 'H':
		g.x, g.y = g.param(1)-1, n-1
	case 'J':
		if g.params[0] == 2 {
			here = 0
		}
		g.erase(here, len(g.cells))
	case 'K':
		g.erase(here, (g.y+1)*g.w)
	case 'X':
		g.erase(here, min(here+n, (g.y+1)*g.w))
	}
	g.x, g.y = max(0, min(g.x, g.w)), max(0, min(g.y, g.h-1))
}
