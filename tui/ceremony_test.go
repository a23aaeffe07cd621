package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// beaten is the ceremony with Ilse, who has lost, in front of it.
func beaten(t *testing.T) (*program, *ceremonyScreen) {
	p := staged(t, normalSize, func(s *session) screen {
		s.at, s.seat = theEnd(), &table.Visit{}
		return newCeremony(s)
	})
	return p, p.place.(*ceremonyScreen)
}

// The grovels come one by one, and all at once with any key.
func TestGrovelsComeOneByOne(t *testing.T) {
	p, c := beaten(t)
	said := func() int {
		n := 0
		for _, chair := range c.at.Board.Seats {
			if chair.Grovel != "" && strings.Contains(terminal.Snapshot(p, normalSize).Text(), chair.Grovel) {
				n++
			}
		}
		return n
	}
	if got := said(); got != 0 {
		t.Errorf("%d have grovelled before the first", got)
	}
	p.Update(grovelMsg{c})
	p.Update(grovelMsg{c})
	if got := said(); got != 1 { // Ilse's own place is the first
		t.Errorf("%d have grovelled after two", got)
	}
	p.Update(pressed("tab"))
	if got := said(); got != 3 {
		t.Errorf("%d have grovelled after a key", got)
	}
}

// Torches flicker for a while, and then no more.
func TestTorchesGoStill(t *testing.T) {
	p, c := beaten(t)
	for range 2 * flickers {
		p.Update(flickerMsg{c})
	}
	if c.form != flickers {
		t.Errorf("flickered %d times", c.form)
	}
}

// A line can be taken from those there are, rewritten, or kept back; letters
// are keys until it is rewritten.
func TestOwnGrovel(t *testing.T) {
	for _, c := range []struct {
		name string
		keys []string
		want string
	}{
		{"another", []string{"tab"}, grovels[4]},
		{"rewritten", []string{"backspace", "!", "q"}, strings.TrimSuffix(grovels[0], ".") + "!q"},
		{"own words", []string{"m", "e", "r", "c", "y"}, "mercy"},
	} {
		p, screen := beaten(t)
		for _, key := range c.keys {
			p.Update(typed(key))
		}
		if got := screen.own.String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	p, screen := beaten(t)
	p.Update(typed("esc"))
	if screen.grovelling() {
		t.Error("esc did not keep a proud silence")
	}
	if got := terminal.Snapshot(p, normalSize).Text(); !strings.Contains(got, "keeps a proud silence") {
		t.Errorf("silence isn't shown:\n%s", got)
	}
}

// A grovel is at most 60 cells, also pasted.
func TestGrovelIsShort(t *testing.T) {
	p, screen := beaten(t)
	p.Update(tea.PasteMsg{Content: strings.Repeat("mercy ", 40)})
	if w := terminal.Width(screen.own.String()); w > grovelCells {
		t.Errorf("%d cells", w)
	}
}

// What another has said already is not proposed.
func TestNobodyIsOfferedTheWordsOfAnother(t *testing.T) {
	p, c := beaten(t)
	for range 3 * len(grovels) {
		for _, chair := range c.chairs() {
			if chair.Grovel == c.own.String() {
				t.Errorf("%s has said that: %s", chair.Name, chair.Grovel)
			}
		}
		p.Update(pressed("tab"))
	}
	c.at.Board.Seats[3].Grovel = c.own.String() // marta is quicker
	p.Update(tableMsg{visit: p.seat, update: p.at})
	if c.own.String() == c.at.Board.Seats[3].Grovel {
		t.Error("marta's words are still proposed")
	}
}
