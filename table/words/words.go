package words

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// Why a line is refused.
var (
	ErrTooLong = errors.New("that is too long")
	ErrEmpty   = errors.New("there is nothing to read in that")
)

const (
	maxMarks   = 2       // combining marks in a row
	maxCluster = 8       // runes in one cluster: the longest Devanagari conjuncts in use have 6 or 7
	maxRaw     = 4 << 10 // bytes looked at: the longest line, of 200 Thai letters with two marks each, has 1800
	maxTerm    = 64      // bytes of a TERM or a client's version
)

// Line cleans one line of talk, or a title: tabs, line ends and runs of blanks
// become one blank, what can act on a terminal or can't be seen is dropped. It
// is ErrTooLong if more than cells wide (or absurdly long before cleaning) and
// ErrEmpty if nothing is left.
func Line(s string, cells int) (string, error) {
	if len(s) > maxRaw {
		return "", ErrTooLong
	}
	line := clean(s)
	switch {
	case line == "":
		return "", ErrEmpty
	case Width(line) > cells:
		return "", ErrTooLong
	}
	return line, nil
}

// Width is how many cells a cleaned text takes on a screen.
func Width(s string) int { return ansi.StringWidth(s) }

// Clip is as much of the beginning of a cleaned text as fits into cells, cut
// between clusters, without a blank at the end.
func Clip(s string, cells int) string {
	end, used := 0, 0
	for end < len(s) {
		cluster, width := ansi.FirstGraphemeCluster(s[end:], ansi.GraphemeWidth)
		if used+width > cells {
			return strings.TrimRight(s[:end], " ")
		}
		end += len(cluster)
		used += width
	}
	return s
}

// Term is a TERM or a client's version as printable ASCII, at most 64 bytes.
func Term(s string) string {
	s = s[:min(len(s), maxRaw)]
	plain := strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, s))
	return strings.TrimSpace(plain[:min(len(plain), maxTerm)])
}

// clean makes one harmless line of any text. Normal form comes first, so that
// what is counted is what is seen, and last, because dropping runes brings
// others together.
func clean(s string) string {
	if tidy(s) {
		return s
	}
	s = strings.ToValidUTF8(s, "")
	s = norm.NFC.String(s)
	s = strings.Map(visible, s)
	s = strings.Join(strings.Fields(s), " ")
	s = dropMarks(s)
	for rest := dropClusters(s); rest != s; rest = dropClusters(s) {
		s = rest // what is left of a cut cluster may grow together with what follows
	}
	return strings.Join(strings.Fields(norm.NFC.String(s)), " ")
}

// tidy reports whether a text is clean at a glance, as most are: visible signs of
// ASCII, with single blanks between them.
func tidy(s string) bool {
	before := byte(' ')
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || s[i] == ' ' && before == ' ' {
			return false
		}
		before = s[i]
	}
	return before != ' '
}

// visible maps blanks of every kind to a blank and drops what can't be seen,
// acts, or is drawn far outside its cells.
func visible(r rune) rune {
	switch {
	case unicode.IsSpace(r), r == brailleBlank:
		return ' '
	case !unicode.IsPrint(r), // Cc, Cf, Co, Cs, unassigned
		unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point, sprawling):
		return -1
	}
	return r
}

const brailleBlank = 0x2800

// sprawling runes count as a cell or two and are drawn over many.
var sprawling = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x2e3a, Hi: 0x2e3b, Stride: 1}, // two and three em dashes
		{Lo: 0xa9c1, Hi: 0xa9cd, Stride: 1}, // Javanese ornaments
		{Lo: 0xfdfa, Hi: 0xfdfd, Stride: 1}, // Arabic phrases in one rune
	},
	R32: []unicode.Range32{{Lo: 0x12000, Hi: 0x1254f, Stride: 1}}, // cuneiform
}

// dropMarks keeps at most maxMarks in a row, and none without a base.
func dropMarks(s string) string {
	var kept strings.Builder
	marks := maxMarks
	for _, r := range s {
		switch {
		case r == ' ':
			marks = maxMarks
		case !unicode.Is(unicode.M, r):
			marks = 0
		case marks == maxMarks:
			continue
		default:
			marks++
		}
		kept.WriteRune(r)
	}
	return kept.String()
}

// dropClusters drops the clusters that take no cell, and cuts those that some
// scripts let grow without end.
func dropClusters(s string) string {
	var kept strings.Builder
	for s != "" {
		cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		s = s[len(cluster):]
		if width == 0 {
			continue
		}
		runes := 0
		for i := range cluster {
			if runes == maxCluster {
				cluster = cluster[:i]
				break
			}
			runes++
		}
		kept.WriteString(cluster)
	}
	return kept.String()
}

// head is the first bytes of s, at most maxRaw, with no rune cut in two.
func head(s string) string {
	if len(s) <= maxRaw {
		return s
	}
	end := maxRaw
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}
