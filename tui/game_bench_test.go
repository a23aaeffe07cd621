package tui

import (
	"testing"

	"deathtrap/tui/terminal"
)

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
