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
