package terminal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// maxMarks is how many combining marks one letter keeps: more is only ever used
// to paint over other people's lines.
const maxMarks = 2

// maxGrapheme is how many bytes of one grapheme are written: in some scripts a
// grapheme has no end.
const maxGrapheme = 32

func appendRune(b []byte, g glyph) []byte { return utf8.AppendRune(b, rune(g)) }

// Width is how many cells a line of text takes on a canvas.
func Width(text string) int {
	if isPlain(text) {
		return utf8.RuneCountInString(text)
	}
	w := 0
	for text = visible(text); text != ""; {
		cluster, n := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		text = text[len(cluster):]
		w += n
	}
	return w
}

// visible is the text without what is never written: control and format
// characters (joiners too: terminals disagree about what they join), anything
// that isn't valid UTF-8, and more than maxMarks marks in a row. Text that has
// none of it, which is nearly all, is returned as it is.
func visible(text string) string {
	marks := 0
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c < 0x7f {
			marks = 0
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !shown(r, size, &marks) {
			return withoutHidden(text)
		}
		i += size
	}
	return text
}

// shown says whether a decoded rune is written at all.
func shown(r rune, size int, marks *int) bool {
	switch {
	case isDrawing(r):
		*marks = 0
		return true
	case r == utf8.RuneError && size < 2, !unicode.IsGraphic(r):
		return false
	case unicode.In(r, unicode.Mn, unicode.Me):
		*marks++
		return *marks <= maxMarks
	}
	*marks = 0
	return true
}

// isDrawing tells the frames, blocks and bullets that most of a screen outside
// ASCII is made of, all of one cell.
func isDrawing(r rune) bool { return r >= 0x2500 && r < 0x25fb || r == '∙' }

// isPlain says that a text is letters of ASCII and frames alone, as nearly all are:
// each rune is a grapheme of one cell, and shown.
func isPlain(text string) bool {
	for _, r := range text {
		if r < ' ' || r >= 0x7f && !isDrawing(r) {
			return false
		}
	}
	return true
}

// oneCell says whether a rune takes one cell by itself.
func oneCell(r rune) bool {
	return r >= ' ' && r < 0x7f || isDrawing(r) || utf8.ValidRune(r) && Width(string(r)) == 1
}

func withoutHidden(text string) string {
	var b strings.Builder
	marks := 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if shown(r, size, &marks) {
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

// nextGrapheme takes the first grapheme off a visible text: its glyph, its width
// in cells and the rest.
func (p *palette) nextGrapheme(text string) (g glyph, width int, rest string) {
	r, size := rune(text[0]), 1
	if r >= 0x80 {
		r, size = utf8.DecodeRuneInString(text)
	}
	if (r < 0x80 || isDrawing(r)) && endsGrapheme(text[size:]) {
		return glyph(r), 1, text[size:]
	}
	grapheme, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
	if len(grapheme) == size {
		return glyph(r), width, text[size:]
	}
	return p.glyph(beginning(grapheme)), width, text[len(grapheme):]
}

// beginning is as much of a grapheme as is written.
func beginning(grapheme string) string {
	n := min(len(grapheme), maxGrapheme)
	for n < len(grapheme) && !utf8.RuneStart(grapheme[n]) {
		n--
	}
	return grapheme[:n]
}

// endsGrapheme says that what follows cannot belong to the sign before it: the
// shortcut around segmentation.
func endsGrapheme(rest string) bool {
	if rest == "" || rest[0] < 0x80 {
		return true
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return isDrawing(r)
}
