package words

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The bounds of a name, in cells.
const (
	MinName = 2
	MaxName = 16
)

// Nameless is what people are called who bring no name that can be kept.
const Nameless = "guest"

// Why a name is refused.
var (
	ErrNameLength = errors.New("a name is 2 to 16 characters wide")
	ErrNameRunes  = errors.New("a name has letters, digits, and _ . - between them, and no blanks")
	ErrNameStart  = errors.New("a name begins and ends with a letter or a digit")
	ErrNameScript = errors.New("a name keeps to one script, Latin or Greek or another, not a mixture")
	ErrNameMeans  = errors.New("that word means something else here")
)

// meanings are words that the house itself says of people: who is called so, or
// nearly so, could be taken for somebody else.
var meanings = skeletons("you", "admin", "nobody", "everybody")

func skeletons(names ...string) map[string]bool {
	set := map[string]bool{}
	for _, n := range names {
		set[Skeleton(n)] = true
	}
	return set
}

// Name is the text as a person's name, in normal form (NFKC), or a sentence
// that says what is wrong with it.
func Name(s string) (string, error) {
	if len(s) > maxRaw {
		return "", ErrNameLength
	}
	if !utf8.ValidString(s) {
		return "", ErrNameRunes
	}
	name := norm.NFKC.String(strings.TrimSpace(s))
	if clean(name) != name {
		return "", ErrNameRunes
	}
	script := ""
	for _, r := range name {
		of, ok := letterOf(r)
		switch {
		case !ok:
			return "", ErrNameRunes
		case of == common:
		case script == "":
			script = of
		case of != script:
			return "", ErrNameScript
		}
	}
	switch width := Width(name); {
	case width < MinName, width > MaxName:
		return "", ErrNameLength
	case strings.Trim(name, separators) != name:
		return "", ErrNameStart
	case meanings[Skeleton(name)]:
		return "", ErrNameMeans
	}
	return name, nil
}

// Propose is the acceptable name nearest to any text, "guest" if nothing of it
// can be kept. Blanks and other signs between letters become a hyphen; the
// script of the first letter stays.
func Propose(s string) string {
	text := clean(norm.NFKC.String(strings.ToValidUTF8(head(s), "")))
	var kept strings.Builder
	script, gap, dropped := "", false, false
	for _, r := range text {
		of, ok := letterOf(r)
		if ok && of != common && script == "" {
			script = of
		}
		isMark := unicode.Is(unicode.M, r)
		switch {
		case isMark && dropped: // its base is gone
		case !ok, of != common && of != script:
			gap, dropped = true, true
		default:
			if gap && kept.Len() > 0 {
				kept.WriteByte('-')
			}
			kept.WriteRune(r)
			gap, dropped = false, false
		}
	}
	name := strings.Trim(kept.String(), separators)
	name = strings.TrimRight(Clip(name, MaxName), separators)
	if name, err := Name(name); err == nil {
		return name
	}
	return Nameless
}

// separators may stand inside a name.
const separators = "_.-"

// common is the script of digits, separators and marks, which go with any.
const common = "common"

// letterOf is the script of a rune that may be in a name, or false.
func letterOf(r rune) (script string, ok bool) {
	switch {
	case r >= '0' && r <= '9', strings.ContainsRune(separators, r):
		return common, true
	case unicode.Is(unicode.M, r) && unicode.Is(unicode.Inherited, r):
		return common, true
	case r == kanaProlonged:
		return "Han", true
	case !unicode.In(r, unicode.L, unicode.M, unicode.Nd), unicode.Is(phonetic, r):
		return "", false
	}
	for _, s := range scripts {
		if unicode.Is(s.table, r) {
			return s.name, true
		}
	}
	return "", false
}

const kanaProlonged = 0x30fc // of no script in the tables, but only kana use it

// scripts are those in everyday use (UAX #31, table 5); the Japanese write
// three of them in one word, and Chinese add Bopomofo.
var scripts = []struct {
	name  string
	table *unicode.RangeTable
}{
	{"Latin", unicode.Latin},
	{"Greek", unicode.Greek},
	{"Cyrillic", unicode.Cyrillic},
	{"Han", unicode.Han},
	{"Han", unicode.Hiragana},
	{"Han", unicode.Katakana},
	{"Han", unicode.Bopomofo},
	{"Hangul", unicode.Hangul},
	{"Arabic", unicode.Arabic},
	{"Hebrew", unicode.Hebrew},
	{"Thai", unicode.Thai},
	{"Devanagari", unicode.Devanagari},
	{"Armenian", unicode.Armenian},
	{"Bengali", unicode.Bengali},
	{"Ethiopic", unicode.Ethiopic},
	{"Georgian", unicode.Georgian},
	{"Gujarati", unicode.Gujarati},
	{"Gurmukhi", unicode.Gurmukhi},
	{"Kannada", unicode.Kannada},
	{"Khmer", unicode.Khmer},
	{"Lao", unicode.Lao},
	{"Malayalam", unicode.Malayalam},
	{"Myanmar", unicode.Myanmar},
	{"Oriya", unicode.Oriya},
	{"Sinhala", unicode.Sinhala},
	{"Tamil", unicode.Tamil},
	{"Telugu", unicode.Telugu},
	{"Thaana", unicode.Thaana},
	{"Tibetan", unicode.Tibetan},
}

// phonetic letters are Latin or Greek by the tables, are in nobody's name, and
// look like small capitals and other letters.
var phonetic = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x01c0, Hi: 0x01c3, Stride: 1}, // clicks: like l and !
		{Lo: 0x0250, Hi: 0x0252, Stride: 1}, // IPA, but for the letters of Azeri, Ewe, Hausa
		{Lo: 0x0255, Hi: 0x0255, Stride: 1},
		{Lo: 0x0258, Hi: 0x0258, Stride: 1},
		{Lo: 0x025a, Hi: 0x025a, Stride: 1},
		{Lo: 0x025c, Hi: 0x0262, Stride: 1},
		{Lo: 0x0264, Hi: 0x0271, Stride: 1},
		{Lo: 0x0273, Hi: 0x02ff, Stride: 1},
		{Lo: 0x1d00, Hi: 0x1dbf, Stride: 1},
		{Lo: 0x2c60, Hi: 0x2c7f, Stride: 1},
		{Lo: 0xa720, Hi: 0xa7ff, Stride: 1},
		{Lo: 0xab30, Hi: 0xab6f, Stride: 1},
	},
}
