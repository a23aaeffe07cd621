package tui

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/lobby"
	"deathtrap/tui/terminal"
)

// Whatever somebody presses, in whatever moment of a game, the screen is the one that
// ctrl+l paints anew.
func TestWhatIsDrawnInPartIsTheWholePicture(t *testing.T) {
	keys := append([]string{"w", "x", "x", "o", "l", "\x1b", "k", "\x1b", "T", "h", "\t"}, thumbs...)
	for _, size := range []terminal.Size{{Width: 80, Height: 24}, {Width: 130, Height: 42}} {
		atPace(t, time.Second, func(t *testing.T, house *lobby.Lobby) {
			p := comes(t, house, "Ilse", size, Options{})
			settleDown()
			p.types(t, "b")
			pressed := 0
			for i := 0; pressed < 150 && i < 20000; i++ {
				time.Sleep(70 * time.Millisecond)
				synctest.Wait()
				if i%3 != 0 || !strings.Contains(p.sees(), "► ") && i%21 != 0 {
					continue
				}
				p.hits(keys[i/3%len(keys)])
				pressed++
				part, see := p.paints(), p.sees()
				p.hits("\x0c")
				if p.paints() != part {
					t.Fatalf("%v, after %q there stands\n%s\nand not\n%s", size, keys[i/3%len(keys)], see, p.sees())
				}
			}
		})
	}
}

func TestOthersComeWhileOneReadsTheFirstScreen(t *testing.T) {
	for _, size := range []terminal.Size{{Width: 80, Height: 24}, {Width: 40, Height: 20}, {Width: 20, Height: 5}} {
		inHouse(t, func(t *testing.T, house *lobby.Lobby) {
			p := arrives(t, house, "Ilse", size, Options{})
			settleDown()
			before := p.paints()
			comes(t, house, "Wei", size, Options{})
			settleDown()
			part := p.paints()
			p.hits("\x0c")
			if p.paints() != part || size.Width == 80 && part == before {
				t.Errorf("%v: there stands\n%s", size, p.sees())
			}
		})
	}
}

func TestAGameThatRestedKnowsItsKeysAgain(t *testing.T) {
	size := terminal.Size{Width: 100, Height: 30}
	s := &session{width: size.Width, height: size.Height, now: start, caps: terminal.Caps{Profile: terminal.TrueColor, Dark: true}}
	s.theme = newTheme(autoTheme, s.caps)
	s.at = eight()
	g := newGame(s, nil)
	g.apply(s.at)
	p := &program{session: s, place: g, game: g}
	before := terminal.Snapshot(p, size).Styled()
	if p.Rest(); g.can.lines != nil || g.shown.lines != nil {
		t.Error("a game at rest keeps its keys")
	}
	if after := terminal.Snapshot(p, size).Styled(); after != before {
		t.Errorf("after a rest there stands\n%s\nand not\n%s", after, before)
	}
	p.Rest()
	if p.Update(pressed("y")); g.note == "" {
		t.Error("after a rest a key says nothing")
	}
}
