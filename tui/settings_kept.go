package tui

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"deathtrap/tui/terminal"
)

// settings are what a person chooses for themselves. The zero value is what a
// newcomer gets.
type settings struct {
	theme    themeChoice
	depth    depthChoice
	signs    signChoice
	still    bool      // no motion
	noMouse  bool      // the mouse is the terminal's own
	noBell   bool      // neither bell nor window title call for the turn
	noHints  bool      // h is not offered
	noCount  bool      // what is still out is not counted
	noSide   bool      // the wide game's column at the side is hidden
	autoPass bool      // pass by itself where no card can be played
	sort     sortOrder // of the hand
}

// sortOrder is how a hand is laid out; o steps through it.
type sortOrder uint8

const (
	weakFirst sortOrder = iota
	strongFirst
	sortOrders // one more than the last
)

// next is the order that o goes to.
func (o sortOrder) next() sortOrder { return (o + 1) % sortOrders }

func (o sortOrder) String() string {
	return [sortOrders]string{"weak first", "strong first"}[o%sortOrders]
}

// depthChoice is how many colours the terminal is taken to show: what it says,
// or what the person knows better.
type depthChoice uint8

const (
	autoDepth depthChoice = iota
	trueDepth
	indexedDepth
	basicDepth
	depthChoices // one more than the last
)

func (d depthChoice) String() string {
	return [depthChoices]string{"auto", "true", "256", "16"}[d%depthChoices]
}

// profile is the choice on a terminal that says it can do that much. One without
// colours stays without: that was asked for, too.
func (d depthChoice) profile(says terminal.Profile) terminal.Profile {
	if says == terminal.NoColor {
		return says
	}
	return [depthChoices]terminal.Profile{says, terminal.TrueColor, terminal.Indexed256, terminal.Basic16}[d%depthChoices]
}

// signChoice is whether signs outside ASCII are used.
type signChoice uint8

const (
	autoSigns signChoice = iota
	asciiSigns
	signChoices // one more than the last
)

func (c signChoice) String() string {
	return [signChoices]string{"auto", "ASCII"}[c%signChoices]
}

// repaint makes the theme of what the terminal can do and the person wants.
func (s *session) repaint() {
	caps := s.caps
	caps.Profile = s.settings.depth.profile(caps.Profile)
	caps.ASCII = caps.ASCII || s.settings.signs == asciiSigns
	if now := newTheme(s.settings.theme, caps); s.theme == nil || *now != *s.theme {
		s.theme = now
	}
}

// keptSettings are settings as they are written down: as words, so that they
// outlive a change of the choices. What is left out is as for a newcomer.
type keptSettings struct {
	Colours  string `json:"colours,omitempty"`
	Depth    string `json:"depth,omitempty"`
	Signs    string `json:"signs,omitempty"`
	Hand     string `json:"hand,omitempty"`
	Still    bool   `json:"still,omitempty"`
	NoMouse  bool   `json:"no-mouse,omitempty"`
	NoBell   bool   `json:"no-bell,omitempty"`
	NoHints  bool   `json:"no-hints,omitempty"`
	NoCount  bool   `json:"no-count,omitempty"`
	NoSide   bool   `json:"no-side,omitempty"`
	AutoPass bool   `json:"auto-pass,omitempty"`
}

// words are the settings as they are kept.
func (s settings) words() string {
	text, _ := json.Marshal(keptSettings{ // strings and truths: it never fails
		Colours: s.theme.String(), Depth: s.depth.String(), Signs: s.signs.String(), Hand: s.sort.String(),
		Still: s.still, NoMouse: s.noMouse, NoBell: s.noBell, NoHints: s.noHints,
		NoCount: s.noCount, NoSide: s.noSide, AutoPass: s.autoPass,
	})
	return string(text)
}

// remember takes settings as they were kept. What can't be read, or is a choice
// that there is no longer, stays as it is.
func (s *settings) remember(words string) {
	var kept keptSettings
	if json.Unmarshal([]byte(words), &kept) != nil {
		return
	}
	*s = settings{
		theme: named(s.theme, themeChoices, kept.Colours), depth: named(s.depth, depthChoices, kept.Depth),
		signs: named(s.signs, signChoices, kept.Signs), sort: named(s.sort, sortOrders, kept.Hand),
		still: kept.Still, noMouse: kept.NoMouse, noBell: kept.NoBell, noHints: kept.NoHints,
		noCount: kept.NoCount, noSide: kept.NoSide, autoPass: kept.AutoPass,
	}
}

// named is the choice below end that is called so, or else what it was.
func named[C interface {
	~uint8
	String() string
}](was, end C, name string) C {
	for c := range end {
		if c.String() == name {
			return c
		}
	}
	return was
}

// keptMsg says that settings have been written down, or could not be.
type keptMsg struct{ err error }

// keepSettings has the settings written down once they have changed: one write
// after the other, the newest last, and nobody waits for it.
func (s *session) keepSettings() tea.Cmd {
	if s.keeping || s.kept == s.settings || s.alone {
		return nil
	}
	s.keeping, s.kept = true, s.settings
	words := s.settings.words()
	return func() tea.Msg { return keptMsg{s.visit.KeepSettings(words)} }
}

// settingsKept is the end of a write; what has changed since is the next one.
func (s *session) settingsKept(msg keptMsg) {
	s.keeping = false
	if msg.err != nil {
		s.tell("Your settings can't be written down now; they hold until you leave.")
	}
}
