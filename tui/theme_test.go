package tui

import (
	"math"
	"testing"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// TestContrast computes what is promised of every text colour: 4.5 or more on
// each ground it is used on.
func TestContrast(t *testing.T) {
	for _, profile := range []terminal.Profile{terminal.TrueColor, terminal.Indexed256} {
		for _, choice := range []themeChoice{darkTheme, lightTheme, safeTheme} {
			th := newTheme(choice, terminal.Caps{Profile: profile, Dark: true})
			for _, s := range []surface{ground, band, enterBand} {
				for r := text; r <= chat; r++ {
					checkContrast(t, th.on(s, r), choice, s, r)
				}
			}
			for _, r := range []role{text, strong, turn} {
				checkContrast(t, th.on(picked, r), choice, picked, r)
			}
			for _, s := range []surface{ground, band, paper, chosen} {
				for _, c := range rules.Cards() {
					checkContrast(t, th.creature(c, s), choice, s, role(c))
				}
			}
		}
	}
}

func checkContrast(t *testing.T, style terminal.Style, choice themeChoice, s surface, what role) {
	t.Helper()
	a, b := luminance(style.FG), luminance(style.BG)
	if a < b {
		a, b = b, a
	}
	if ratio := (a + 0.05) / (b + 0.05); ratio < 4.5 {
		t.Errorf("%v, surface %d, %d: contrast %.2f of %v on %v", choice, s, what, ratio, style.FG, style.BG)
	}
}

// luminance is the relative luminance of a true or indexed colour (WCAG 2).
func luminance(c terminal.Color) float64 {
	r, g, b := channels(c)
	linear := func(v int) float64 {
		x := float64(v) / 255
		if x <= 0.03928 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// channels are a colour's parts; of the 256 as xterm has them.
func channels(c terminal.Color) (r, g, b int) {
	n := int(c & 0xffffff)
	if c != terminal.Indexed(uint8(n)) {
		return n >> 16, n >> 8 & 0xff, n & 0xff
	}
	if n >= 232 {
		v := 8 + 10*(n-232)
		return v, v, v
	}
	step := [...]int{0, 95, 135, 175, 215, 255}
	n -= 16
	return step[n/36], step[n/6%6], step[n%6]
}

func TestASCIIKeepsTheLayout(t *testing.T) {
	th := newTheme(asciiTheme, terminal.Caps{Profile: terminal.TrueColor})
	b := brush{theme: th}
	for in, want := range map[string]string{
		"► YOUR TURN ∙ ◄ 3": "> YOUR TURN . < 3", "┌─┐│└─┘": "+-+|+-+", "▄▀█■▌▐": "==##||", "José 名": "Jos? ??", "marta": "marta",
	} {
		if got := b.plain(in); got != want {
			t.Errorf("%q becomes %q, not %q", in, got, want)
		}
	}
	if th.colours() {
		t.Error("ASCII has colours")
	}
}

func TestThemesStepRound(t *testing.T) {
	choice := autoTheme
	seen := map[string]bool{}
	for range themeChoices {
		seen[choice.String()] = true
		choice = choice.next()
	}
	if len(seen) != int(themeChoices) || choice != autoTheme {
		t.Errorf("stepped through %v", seen)
	}
}

func TestThemeKeepsToWhatTheTerminalCan(t *testing.T) {
	for _, c := range []struct {
		choice  themeChoice
		profile terminal.Profile
		want    terminal.Style
	}{
		{autoTheme, terminal.TrueColor, terminal.Style{FG: terminal.RGB(0xffbf47), BG: terminal.RGB(0x15110e), Bold: true}},
		{autoTheme, terminal.Indexed256, terminal.Style{FG: terminal.Indexed(215), BG: terminal.Indexed(233), Bold: true}},
		{autoTheme, terminal.Basic16, terminal.Style{FG: terminal.Basic(11), Bold: true}},
		{autoTheme, terminal.NoColor, terminal.Style{Bold: true}},
		{basicTheme, terminal.TrueColor, terminal.Style{FG: terminal.Basic(11), Bold: true}},
		{lightTheme, terminal.Basic16, terminal.Style{FG: terminal.Basic(1), Bold: true}},
		{plainTheme, terminal.TrueColor, terminal.Style{Bold: true}},
	} {
		th := newTheme(c.choice, terminal.Caps{Profile: c.profile, Dark: true})
		if got := th.on(ground, turn); got != c.want {
			t.Errorf("%v on %v: %v, not %v", c.choice, c.profile, got, c.want)
		}
	}
}

// With 16 colours nothing on paper is bold: many terminals show bold as a bright
// colour, and that can't be read on light grey or yellow.
func TestPaperIsNotBoldIn16Colours(t *testing.T) {
	for _, dark := range []bool{true, false} {
		th := newTheme(basicTheme, terminal.Caps{Profile: terminal.Basic16, Dark: dark})
		for _, s := range []surface{paper, chosen} {
			for _, c := range rules.Cards() {
				if th.creature(c, s).Bold || th.on(s, strong).Bold {
					t.Errorf("%s is bold on surface %d", c.Name(), s)
				}
			}
		}
	}
}
