package words_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"deathtrap/table/words"
)

func TestName(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
		err  error
	}{
		{text: "Ragnar", want: "Ragnar"},
		{text: " marta ", want: "marta"},
		{text: "x-2.y_z", want: "x-2.y_z"},
		{text: "Zoë", want: "Zoë"},
		{text: "Zoe\u0308", want: "Zoë"},
		{text: "Νίκος", want: "Νίκος"},
		{text: "Жанна7", want: "Жанна7"},
		{text: "龍の子カー", want: "龍の子カー"},
		{text: "김철수", want: "김철수"},
		{text: "מרים", want: "מרים"},
		{text: "علي", want: "علي"},
		{text: "สมชาย", want: "สมชาย"},
		{text: "सीता", want: "सीता"},
		{text: "Əli", want: "Əli"},
		{text: "Ａｎａ", want: "Ana"},
		{text: "𝐀𝐧𝐚", want: "Ana"},
		{text: "1234567890123456", want: "1234567890123456"},
		{text: "12345678901234567", err: words.ErrNameLength},
		{text: "龍龍龍龍龍龍龍龍龍", err: words.ErrNameLength},
		{text: "x", err: words.ErrNameLength},
		{text: "", err: words.ErrNameLength},
		{text: strings.Repeat("a", 1<<20), err: words.ErrNameLength},
		{text: "Old Tom", err: words.ErrNameRunes},
		{text: "a/b", err: words.ErrNameRunes},
		{text: "ana\u200b", err: words.ErrNameRunes},
		{text: "ana\xff", err: words.ErrNameRunes},
		{text: "a\u202ena", err: words.ErrNameRunes},
		{text: "x\u0301\u0302\u0303na", err: words.ErrNameRunes},
		{text: "ana🐷", err: words.ErrNameRunes},
		{text: "ᴀna", err: words.ErrNameRunes},
		{text: "-rf", err: words.ErrNameStart},
		{text: "...", err: words.ErrNameStart},
		{text: "ana.", err: words.ErrNameStart},
		{text: "аlice", err: words.ErrNameScript}, // a Cyrillic a
		{text: "Αna", err: words.ErrNameScript},
		{text: "ana龍", err: words.ErrNameScript},
	} {
		got, err := words.Name(c.text)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("Name(%.40q) = %q, %v; want %q, %v", c.text, got, err, c.want, c.err)
		}
	}
}

func TestPropose(t *testing.T) {
	for text, want := range map[string]string{
		"Ragnar":                            "Ragnar",
		"Old Tom":                           "Old-Tom",
		"root@host!":                        "root-host",
		"  --ana--  ":                       "ana",
		"The Honourable Bartholomew":        "The-Honourable-B",
		"Honourable-Bart-- x":               "Honourable-Bart",
		"龍龍龍龍龍龍龍龍龍龍":                        "龍龍龍龍龍龍龍龍",
		"alice\u0430\u0431":                 "alice",
		"\x1b[2Jana":                        "2Jana",
		"x":                                 "guest",
		"":                                  "guest",
		"🐷🐷🐷":                               "guest",
		"\u202e\u0301":                      "guest",
		strings.Repeat("\u0301", 5000):      "guest",
		"xyz" + strings.Repeat("\u0301", 9): "xyź\u0301\u0301",
		"a🐷\u0301b":                         "a-b",
	} {
		if got := words.Propose(text); got != want {
			t.Errorf("Propose(%.40q) = %q, want %q", text, got, want)
		}
	}
}

func TestLookalikesShareASkeleton(t *testing.T) {
	for _, pair := range [][2]string{
		{"ana", "ANA"},
		{"paypal", "раураl"},
		{"Ilse", "llse"},
		{"Ilse", "1lse"},
		{"bo", "b0"},
		{"HOPE", "НОРЕ"},
		{"KATE", "ΚΑΤΕ"},
		{"Niko", "Νικο"},
		{"xo", "хо"},
		{"Нина", "нина"},
		{"Ελενη", "ελενη"},
		{"Ana", "Ａｎａ"},
		{"ana", "\U0001d41a\U0001d427\U0001d41a"},
		{"İlse", "ilse"},
		{"kırk", "kirk"},
		{"Mim", "Mirn"},
		{"Zoë", "Zoe\u0308"},
		{"aẃa", "avv\u0301a"},
		{"aḿa", "arńa"},
		{"ana", "a\u200bna"},
		{"エロ", "工口"},
		{"Straße", "strasse"},
	} {
		if a, b := words.Skeleton(pair[0]), words.Skeleton(pair[1]); a != b {
			t.Errorf("%q and %q look alike, but their skeletons are %q and %q", pair[0], pair[1], a, b)
		}
	}
}

func TestDifferentNamesHaveDifferentSkeletons(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{
		"ana", "anna", "bo", "cleo", "Ragnar", "marta", "Wei", "Kestrel", "Ilse", "Pim", "Suze", "Zoe", "Zoë",
		"ana-2", "ana-3", "Жанна", "Иван", "Νίκος", "龍", "김철수", "guest", "van", "Nan", "x.y", "x-y",
	} {
		skeleton := words.Skeleton(name)
		if other, ok := seen[skeleton]; ok {
			t.Errorf("%q and %q have the skeleton %q", name, other, skeleton)
		}
		seen[skeleton] = name
	}
}

// TestNamesThatMeanSomething: nobody is called what the house calls people.
func TestNamesThatMeanSomething(t *testing.T) {
	for _, name := range []string{"you", "YOU", "y0u", "Admin", "nobody"} {
		if got, err := words.Name(name); !errors.Is(err, words.ErrNameMeans) {
			t.Errorf("%q is %q, %v", name, got, err)
		}
		if got := words.Propose(name); got != words.Nameless {
			t.Errorf("%q is proposed as %q", name, got)
		}
	}
	if _, err := words.Name("youri"); err != nil {
		t.Errorf("youri: %v", err)
	}
}

// What is made of a text of ASCII alone, which goes a shorter way, is what is made of it
// as part of another.
func TestASCIIIsTreatedLikeAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ -~]{1,30}`).Draw(t, "text")
		if short, long := words.Skeleton(text)+words.Skeleton("é"), words.Skeleton(text+"é"); short != long {
			t.Errorf("the skeleton of %q ends up as %q and %q", text, short, long)
		}
		short, _ := words.Line(text+"e", 40)
		if long, _ := words.Line(text+"é", 40); strings.TrimSuffix(short, "e") != strings.TrimSuffix(long, "é") {
			t.Errorf("the line %q ends up as %q and %q", text, short, long)
		}
	})
}
