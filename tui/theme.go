package tui

import (
	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// themeChoice is what a person wants to see; T steps through them.
type themeChoice uint8

// The choices. autoTheme takes what the terminal can do; darkTheme and
// lightTheme say which of the two grounds; basicTheme keeps to the terminal's
// own 16 colours; plainTheme has none; asciiTheme has none and keeps to ASCII;
// safeTheme tells things apart by blue, amber and white alone, for eyes that
// red and green look alike to.
const (
	autoTheme themeChoice = iota
	darkTheme
	lightTheme
	basicTheme
	plainTheme
	asciiTheme
	safeTheme

	themeChoices // one more than the last
)

// String is the choice's word in the settings.
func (c themeChoice) String() string {
	return [themeChoices]string{"auto", "dark", "light", "16", "none", "ascii", "safe"}[c%themeChoices]
}

// next is the choice that T goes to.
func (c themeChoice) next() themeChoice { return (c + 1) % themeChoices }

// surface is what something is drawn on.
type surface uint8

// The surfaces: the ground, the band of title and table, the band of the enter
// line and one's own row, a picked row, a card that can be played or lies on
// the table, and a card that is chosen.
const (
	ground surface = iota
	band
	enterBand
	picked
	paper
	chosen
	surfaces
)

// role is what a text or a line means.
type role uint8

// The roles. turn is the hand that acts and every key; crown is the same amber
// where it only honours: the title, a host, the Big Hero. line and backs are
// never text.
const (
	text role = iota
	strong
	quiet
	turn
	crown
	you
	danger
	ready
	chat
	line
	backs
	roles
)

// theme is how one session looks: colours by meaning, and whether signs outside
// ASCII can be used. It is set once and only read.
type theme struct {
	profile terminal.Profile
	dark    bool
	ascii   bool
	safe    bool
}

// newTheme is the theme of a choice on a terminal.
func newTheme(choice themeChoice, caps terminal.Caps) *theme {
	t := &theme{profile: caps.Profile, dark: caps.Dark, ascii: caps.ASCII}
	switch choice {
	case darkTheme, lightTheme, safeTheme:
		t.profile = max(t.profile, terminal.Basic16)
		t.safe = choice == safeTheme
		if !t.safe {
			t.dark = choice == darkTheme
		}
	case basicTheme:
		t.profile = terminal.Basic16
	case plainTheme:
		t.profile = terminal.NoColor
	case asciiTheme:
		t.profile, t.ascii = terminal.NoColor, true
	}
	return t
}

// colours reports whether there are any.
func (t *theme) colours() bool { return t.profile != terminal.NoColor }

// on is how a role looks on a surface.
func (t *theme) on(s surface, r role) terminal.Style {
	bold := r == strong || r == turn || r == danger
	switch t.profile {
	case terminal.NoColor:
		return terminal.Style{Bold: bold || r == you, Reverse: s >= picked}
	case terminal.Basic16:
		switch s {
		case picked:
			return terminal.Style{Bold: bold, Reverse: true}
		case chosen:
			return terminal.Style{FG: terminal.Basic(0), BG: t.ground(s)}
		case paper:
			bold = false // many terminals make it a bright colour, which can't be read on paper
		}
	}
	ink := inks[r]
	if t.safe {
		ink = safeInk(r)
	}
	return terminal.Style{FG: t.colour(ink[t.side(s)]), BG: t.ground(s), Bold: bold}
}

// creature is how a card's sign looks on a surface.
func (t *theme) creature(c rules.Card, s surface) terminal.Style {
	style := t.on(s, strong)
	if !t.colours() || t.profile == terminal.Basic16 && (s == picked || s == chosen) {
		return style
	}
	ink := creatureInks[int(c)%len(creatureInks)]
	if t.safe {
		ink = safeInk([...]role{turn, you, text}[int(c)%3])
	}
	style.FG = t.colour(ink[t.side(s)])
	return style
}

// lowerHalf is how `▄` looks when s lies in the lower half of a cell and under
// in the upper; upperHalf is the other way round. Only `▄` is ever drawn: other
// blocks leave seams between the lines of common fonts.
func (t *theme) lowerHalf(s, under surface) terminal.Style {
	if t.ascii {
		return t.on(s, text)
	}
	return terminal.Style{FG: t.ground(s), BG: t.ground(under)}
}

func (t *theme) upperHalf(s, under surface) terminal.Style {
	style := t.lowerHalf(s, under)
	if t.ascii {
		return style
	}
	if style.FG == 0 || style.BG == 0 { // the terminal's own ground can't be named as ink
		style.Reverse = true
		return style
	}
	style.FG, style.BG = style.BG, style.FG
	return style
}

// sign is a drawn sign, or its ASCII form where that is needed. The layout is
// the same in both.
func (t *theme) sign(r rune) rune {
	if !t.ascii || r < 0x80 {
		return r
	}
	switch r {
	case '─':
		return '-'
	case '│', '▌', '▐':
		return '|'
	case '┌', '┐', '└', '┘':
		return '+'
	case '▄', '▀':
		return '='
	case '█', '■':
		return '#'
	case '∙':
		return '.'
	case '►':
		return '>'
	case '◄':
		return '<'
	}
	return '?'
}

// ground is a surface's colour; the terminal's own where it keeps it.
func (t *theme) ground(s surface) terminal.Color {
	if t.profile == terminal.NoColor || t.profile == terminal.Basic16 && s < paper {
		return 0
	}
	side := 1
	if t.dark {
		side = 0
	}
	return t.colour(grounds[s][side])
}

// side says which column of inks to use: 0 for dark grounds, 1 for light ones
// and for paper.
func (t *theme) side(s surface) int {
	if t.dark && s < paper {
		return 0
	}
	return 1
}

func (t *theme) colour(s shade) terminal.Color {
	switch {
	case t.profile == terminal.TrueColor:
		return terminal.RGB(s.rgb)
	case t.profile == terminal.Indexed256:
		return terminal.Indexed(s.index)
	case t.profile == terminal.NoColor || s.basic == own:
		return 0
	}
	return terminal.Basic(uint8(s.basic))
}
