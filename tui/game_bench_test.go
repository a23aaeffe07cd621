package tui

import (
	"testing"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

var benchSize = terminal.Size{Width: 100, Height: 30}

// benchedGame is a game of eight in which there is something to choose.
func benchedGame(b *testing.B) *program {
	caps := terminal.Caps{Profile: terminal.Indexed256, Dark: true}
	s := &session{ctx: b.Context(), width: benchSize.Width, height: benchSize.Height, now: start, caps: caps, seat: &table.Visit{}}
	s.theme = newTheme(autoTheme, s.caps)
	s.at = eight()
	s.at.View.Deadline = nil
	g := newGame(s, nil)
	g.apply(s.at)
	return &program{session: s, lobby: newLobby(s), place: g, game: g}
}

// BenchmarkDrawing draws the game of eight; what a blank picture costs is the
// second figure.
func BenchmarkDrawing(b *testing.B) {
	size := terminal.Size{Width: 120, Height: 40}
	s := &session{width: 120, height: 40, now: start, caps: terminal.Caps{Profile: terminal.TrueColor, Dark: true}}
	s.theme = newTheme(autoTheme, s.caps)
	s.at = eight()
	g := newGame(s, nil)
	g.apply(s.at)
	g.choice.press(g.view, 6)
	g.refresh()
	for name, place := range map[string]screen{"game": g, "blank": &farewellScreen{session: s}} {
		b.Run(name, func(b *testing.B) {
			p := &program{session: s, place: place}
			b.ReportAllocs()
			for b.Loop() {
				terminal.Snapshot(p, size)
			}
		})
	}
}
