package tui

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/lobby"
	"deathtrap/table"
)

// shelf is a memory that keeps settings and is asked for little else.
type shelf struct {
	lobby.Memory
	kept map[string]string
}

func (*shelf) Table(string, string) table.Log               { return nil }
func (*shelf) Name(context.Context, string) (string, error) { return "", nil }
func (*shelf) Call(string, string) error                    { return nil }
func (*shelf) Give(lobby.Key, string) error                 { return nil }

func (*shelf) Ignored(context.Context, string) ([]lobby.Acquaintance, error) { return nil, nil }

func (s *shelf) Settings(_ context.Context, id string) (string, error) { return s.kept[id], nil }

func (s *shelf) Keep(id, settings string) error {
	if id == "full" {
		return errors.New("the disk is full")
	}
	s.kept[id] = settings
	return nil
}

// Who comes again finds everything as it was set; a guest does not, and who is
// told that nothing can be written down goes on playing.
func TestSettingsAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		t.Cleanup(func() {
			cancel()
			time.Sleep(time.Minute)
		})
		memory := &shelf{kept: map[string]string{}}
		house := lobby.New(ctx, lobby.Config{Policy: dice{}, Memory: memory})
		ilse := comes(t, house, "Ilse", normalSize, Options{})
		ilse.types(t, "TT")                    // daylight
		ilse.types(t, "s\x1b[B\x1b[B\x1b[B\r") // motion off
		ilse.mustSee(t, "daylight", "motion       off")
		time.Sleep(8 * time.Second) // for what T has said
		ilse.types(t, "")
		ilse.mustSee(t, "They are kept for you")
		ilse.types(t, "\x1bq")
		if memory.kept["Ilse"] == "" {
			t.Fatal("nothing was kept")
		}
		again := comes(t, house, "Ilse", normalSize, Options{})
		again.types(t, "s")
		again.mustSee(t, "daylight", "motion       off", "bell         on")

		full := comes(t, house, "full", normalSize, Options{})
		full.types(t, "T")
		full.mustSee(t, "can't be written down now")
	})
}

// What was written down long ago, or by nobody in their senses, is read as far
// as it goes.
func TestOldSettingsAreRead(t *testing.T) {
	want := settings{theme: safeTheme, depth: indexedDepth, signs: asciiSigns, sort: strongFirst, still: true, noCount: true}
	for words, want := range map[string]settings{
		want.words():                         want,
		"":                                   {},
		"{":                                  {},
		`{"colours":"gold","still":true}`:    {still: true},
		`{"hand":"strong first","more":[1]}`: {sort: strongFirst},
		`{"still":"yes"}`:                    {},
	} {
		var got settings
		if got.remember(words); got != want {
			t.Errorf("%s: got %+v, want %+v", words, got, want)
		}
	}
}

// One write is under way at a time, and the newest settings are the last.
func TestSettingsAreWrittenInOrder(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen { return newSettings(s) })
	wrote := func() bool {
		was := p.keeping
		p.Update(tea.KeyPressMsg{Code: 'T', Text: "T"})
		return !was && p.keeping
	}
	p.place.(*settingsScreen).row = 1
	if !wrote() || wrote() {
		t.Fatal("two writes at a time, or none")
	}
	if p.Update(keptMsg{}); !p.keeping || p.kept != p.settings {
		t.Error("what changed meanwhile isn't written")
	}
	if p.Update(keptMsg{}); p.keeping {
		t.Error("it is written again")
	}
}
