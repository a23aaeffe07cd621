package words_test

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"deathtrap/table/words"
)

// hostile is what people have tried on others' terminals.
var hostile = map[string]string{
	"clear screen":          "\x1b[2J\x1b[Hgone",
	"DCS":                   "\x1bP+q544e\x1b\\",
	"APC":                   "\x1b_Ga=T,f=100;AAAA\x1b\\",
	"PM, SOS":               "\x1b^pm\x1b\\\x1bXsos\x1b\\",
	"OSC title":             "\x1b]0;owned\x07",
	"OSC 8 link":            "\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\",
	"OSC 52 clipboard":      "\x1b]52;c;cm0gLXJmIC8=\x07",
	"unterminated OSC":      "\x1b]52;c;AAAA",
	"raw C1":                "\x9b2J\x90q\x9c\x9d0;x\x9c",
	"C1 in UTF-8":           "\u009b2J\u0090q\u009c\u009d52;c;AA\u009c",
	"NEL":                   "a\u0085b",
	"bells and backspaces":  "a\a\b\b\x7fb\x00c\x0e\x0f",
	"line ends":             "a\nb\r\nc\vd\fe\u2028f\u2029g",
	"overlong UTF-8":        "\xc0\x9b\xe0\x80\x9b2J",
	"cut UTF-8":             "abc\xe2\x82",
	"surrogates":            "\xed\xa0\x80\xed\xbf\xbf",
	"beyond Unicode":        "\xf4\x90\x80\x80\xff\xfe",
	"bidi override":         "user\u202egnp.exe\u202c",
	"bidi isolates":         "\u2066\u2067a\u2068\u2069\u200e\u200f\u061c",
	"zero width":            "a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg",
	"fillers":               "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4",
	"tags":                  "\U000e0001\U000e0061\U000e007f",
	"variation selectors":   "a\ufe0f☃\ufe0f☃\ufe0eᠠ\u180b\U000e0100",
	"private use":           "\ue000\U000f0000\U0010fffd",
	"noncharacters":         "\ufffe\uffff\U0001fffe",
	"2000 marks":            "a" + strings.Repeat("\u0301", 2000),
	"2000 different marks":  "a" + strings.Repeat("\u0301\u0323\u0489", 700),
	"marks alone":           strings.Repeat("\u0336", 40),
	"marks after a blank":   "a \u0336\u0336 b",
	"2000 vowel jamo":       "가" + strings.Repeat("\u1161", 1000),
	"jamo alone":            "\u11a8\u11a8",
	"conjuncts without end": strings.Repeat("क्", 300),
	"family":                "👨\u200d👩\u200d👧\u200d👦",
	"skin tones":            "👍🏽👍🏿" + strings.Repeat("🏿", 30),
	"flags":                 "🇺🇦🇺🇦🇺",
	"keycaps":               "1\ufe0f\u20e3",
	"wide":                  strings.Repeat("龍", 300),
	"drawn over many cells": "﷽ ⸻ 𒐫 ꧅",
	"right to left":         "שלום مرحبا",
	"homoglyphs":            "pаypаl раураl",
	"long":                  strings.Repeat("a", 100_000),
	"blanks":                " \t\u00a0\u2003\u3000 ",
}

// harmless fails if any part of s could act on a terminal, hide, or spread.
func harmless(t interface{ Fatalf(string, ...any) }, from, s string) {
	if !utf8.ValidString(s) || !norm.NFC.IsNormalString(s) {
		t.Fatalf("%q -> %q: not valid UTF-8 in normal form C", from, s)
	}
	marks := 0
	for _, r := range s {
		if r < ' ' || r >= 0x7f && r < 0xa0 || !unicode.IsPrint(r) ||
			unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Bidi_Control, unicode.Join_Control,
				unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			t.Fatalf("%q -> %q: has %U", from, s, r)
		}
		marks++
		if !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if marks > 2 {
			t.Fatalf("%q -> %q: has %d marks in a row", from, s, marks)
		}
	}
	for rest := s; rest != ""; {
		cluster, width := ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
		if width < 1 || width > 2 || utf8.RuneCountInString(cluster) > 9 {
			t.Fatalf("%q -> %q: cluster %q has %d cells", from, s, cluster, width)
		}
		rest = rest[len(cluster):]
	}
	if ansi.Strip(s) != s {
		t.Fatalf("%q -> %q: a terminal would read part of it as commands", from, s)
	}
	if s != strings.Join(strings.Fields(s), " ") {
		t.Fatalf("%q -> %q: has blanks at an end or in a row", from, s)
	}
}

// checkAll runs one text through every door.
func checkAll(t interface{ Fatalf(string, ...any) }, s string) {
	line, err := words.Line(s, 200)
	switch {
	case err == nil:
		harmless(t, s, line)
		if line == "" || words.Width(line) > 200 {
			t.Fatalf("Line(%q) = %q, %d cells wide", s, line, words.Width(line))
		}
		if again, err := words.Line(line, 200); err != nil || again != line {
			t.Fatalf("Line(%q) = %q, and a second time %q, %v", s, line, again, err)
		}
		clipped := words.Clip(line, 7)
		harmless(t, s, clipped)
		if words.Width(clipped) > 7 || !strings.HasPrefix(line, clipped) {
			t.Fatalf("Clip(%q, 7) = %q", line, clipped)
		}
	case !errors.Is(err, words.ErrTooLong) && !errors.Is(err, words.ErrEmpty), line != "":
		t.Fatalf("Line(%q) = %q, %v", s, line, err)
	}

	if name, err := words.Name(s); err == nil {
		harmless(t, s, name)
		if words.Propose(name) != name {
			t.Fatalf("Propose(%q) = %q, which was a name", name, words.Propose(name))
		}
	}
	proposed := words.Propose(s)
	harmless(t, s, proposed)
	if name, err := words.Name(proposed); err != nil || name != proposed {
		t.Fatalf("Propose(%q) = %q, and Name says %q, %v", s, proposed, name, err)
	}
	if words.Skeleton(words.Skeleton(proposed)) != words.Skeleton(proposed) {
		t.Fatalf("the skeleton of %q changes when folded again", proposed)
	}

	term := words.Term(s)
	if len(term) > 64 || strings.ContainsFunc(term, func(r rune) bool { return r < ' ' || r > '~' }) {
		t.Fatalf("Term(%q) = %q", s, term)
	}
}

func TestHostileTextIsHarmless(t *testing.T) {
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			checkAll(t, text)
			checkAll(t, "Ilse"+text)
			checkAll(t, text+"Ilse")
		})
	}
}

func TestAnyTextIsHarmless(t *testing.T) {
	parts := make([]string, 0, len(hostile))
	for _, text := range hostile {
		parts = append(parts, text[:min(len(text), 40)])
	}
	piece := rapid.OneOf(
		rapid.SampledFrom(parts),
		rapid.String(),
		rapid.StringOfN(rapid.RuneFrom(nil, unicode.M, unicode.Devanagari, unicode.Hangul, unicode.Thai), 0, 12, -1),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 12), func(b []byte) string { return string(b) }),
	)
	rapid.Check(t, func(t *rapid.T) {
		checkAll(t, strings.Join(rapid.SliceOfN(piece, 0, 6).Draw(t, "pieces"), ""))
	})
}

func FuzzHarmless(f *testing.F) {
	for _, text := range hostile {
		f.Add(text[:min(len(text), 200)])
	}
	f.Fuzz(func(t *testing.T, text string) { checkAll(t, text) })
}

func TestLine(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
		err  error
	}{
		{text: "grovel harder", want: "grovel harder"},
		{text: "  a\tb\n\nc  ", want: "a b c"},
		{text: "e\u0301", want: "é"},
		{text: "12345678901234567890", want: "12345678901234567890"},
		{text: "123456789012345678901", err: words.ErrTooLong},
		{text: "龍龍龍龍龍龍龍龍龍龍", want: "龍龍龍龍龍龍龍龍龍龍"},
		{text: "龍龍龍龍龍龍龍龍龍龍龍", err: words.ErrTooLong},
		{text: "", err: words.ErrEmpty},
		{text: "\x1b\u202e \u0301", err: words.ErrEmpty},
		{text: "\x1b[31mred", want: "[31mred"},
		{text: "x\u0301\u0302\u0303\u0304", want: "x\u0301\u0302"},
		{text: "สวัสดี นี่", want: "สวัสดี นี่"},
		{text: "स्त्री", want: "स्त्री"},
		{text: strings.Repeat("\u200b", 5000) + "a", err: words.ErrTooLong},
	} {
		got, err := words.Line(c.text, 20)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("Line(%+q) = %+q, %v; want %+q, %v", c.text, got, err, c.want, c.err)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text  string
		cells int
		want  string
	}{
		{"Kestrel", 7, "Kestrel"},
		{"Kestrel", 5, "Kestr"},
		{"Old Tom", 4, "Old"},
		{"龍虎", 3, "龍"},
		{"a\u0302\u0323b", 1, "a\u0302\u0323"},
		{"Kestrel", 0, ""},
	} {
		if got := words.Clip(c.text, c.cells); got != c.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", c.text, c.cells, got, c.want)
		}
	}
}

func TestTerm(t *testing.T) {
	for text, want := range map[string]string{
		"xterm-256color":            "xterm-256color",
		"SSH-2.0-OpenSSH_9.6 p1":    "SSH-2.0-OpenSSH_9.6 p1",
		"\x1b[2Jxterm\n":            "[2Jxterm",
		"vt\u00e4100\xff":           "vt100",
		strings.Repeat("x", 10_000): strings.Repeat("x", 64),
		"":                          "",
	} {
		if got := words.Term(text); got != want {
			t.Errorf("Term(%q) = %q, want %q", text, got, want)
		}
	}
}
