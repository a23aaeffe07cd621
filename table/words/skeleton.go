package words

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Skeleton folds a name to what the eye makes of it: two names are look-alikes
// if their skeletons are equal. It is for comparing only, never for showing.
//
// It goes by UTS #39: compatibility forms, case, and letters of other scripts
// that are drawn like Latin ones are folded. A capital I is drawn like a small
// l and folds to i, so i and l are one here, as are 0 and o, 1 and l.
func Skeleton(name string) string {
	letters := make([]byte, len(name))
	for i := range len(name) {
		if name[i] < ' ' || name[i] > '~' {
			return skeleton(name)
		}
		letters[i] = asciiFolds[name[i]]
	}
	return pairs.Replace(string(letters))
}

// asciiFolds are the visible signs of ASCII as they stand in a skeleton, but for pairs.
// Hardly a name has others, and of these each is by itself.
var asciiFolds = func() (folds ['~' + 1]byte) {
	for c := ' '; c <= '~'; c++ {
		folds[c] = skeleton(string(c))[0]
	}
	return folds
}()

// skeleton is Skeleton for all names.
func skeleton(name string) string {
	var drawn strings.Builder
	for _, r := range norm.NFKD.String(strings.ToValidUTF8(name, "")) {
		if seen, ok := lookalikes[r]; ok {
			r = seen
		}
		drawn.WriteRune(r)
	}
	var folded strings.Builder
	dotted := false // the dot of an i or j is part of it
	for _, r := range cases.Fold().String(drawn.String()) {
		if dotted && r == dotAbove || unicode.In(r, unicode.C, unicode.Variation_Selector) {
			continue
		}
		if seen, ok := lookalikes[r]; ok {
			r = seen
		}
		dotted = r == 'l' || r == 'j'
		folded.WriteRune(r)
	}
	// Apart, as a mark on the second letter of a pair hides the pair; and then
	// together, as the new letter may go with that mark.
	return norm.NFC.String(pairs.Replace(norm.NFD.String(folded.String())))
}

const dotAbove = 0x0307

// pairs of letters that are drawn like one.
var pairs = strings.NewReplacer("rn", "m", "vv", "w")

// lookalikes are drawn alike in common fonts, the second as it stands in a
// skeleton. Both cases of a letter fold to the same, so that case doesn't
// matter; where they look like different Latin letters (Nu, Upsilon) each has
// its own, because a look-alike is the worse mistake.
var lookalikes = readLookalikes(
	// Latin and digits
	"0o 1l Il il ıl |l ȷj ɑa ɡg ɩl ɪl ǀl ʟl",
	// Cyrillic
	"аa Аa вb Вb еe Еe кk Кk мm Мm нh Нh оo Оo рp Рp сc Сc тt Тt уy Уy хx Хx іl Іl јj Јj ѕs Ѕs",
	"гr Гr ьb Ьb з3 З3 б6 ԁd Ԁd ԛq Ԛq ԝw Ԝw һh Һh ӏl Ӏl ѵv Ѵv үy Үy єe Єe ѡw Ѡw қk ӊh",
	// Greek
	"αa Αa βb Βb εe Εe ζz Ζz ηh Ηh ιl Ιl κk Κk μm Μm νv Νn οo Οo ρp Ρp τt Τt υu Υy χx Χx ωw γy σo ςc ϲc Ϲc ϳj",
	// Armenian
	"օo Օo ոn սu հh ցg զq",
	// Katakana and hiragana drawn like Han or like one another
	"ニ二 ロ口 カ力 タ夕 エ工 ト卜 ハ八 ヘへ ー一 セせ リり",
)

func readLookalikes(lists ...string) map[rune]rune {
	read := map[rune]rune{}
	for _, list := range lists {
		for _, pair := range strings.Fields(list) {
			runes := []rune(pair)
			read[runes[0]] = runes[1]
		}
	}
	return read
}
