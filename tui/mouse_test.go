package tui

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/lobby"
)

// clicks points at a word on the screen and presses the left button there. It
// reports whether the word is there.
func (p *person) clicks(word string) bool {
	lines := strings.Split(p.sees(), "\n")
	for y := len(lines) - 1; y >= 0; y-- { // the key lines first
		before, _, found := strings.Cut(lines[y], word)
		if found {
			p.clicksAt(len([]rune(before)), y)
			return true
		}
	}
	return false
}

func (p *person) clicksAt(x, y int) {
	p.hits(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%d;%dm", x+1, y+1, x+1, y+1))
}

// A game from the lobby to its end by clicks alone: on cards first, then on the
// words of the key lines.
func TestAGameByMouseAlone(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		p := comes(t, house, "Ilse", normalSize, Options{})
		settleDown()
		if !p.clicks("practice with bots") {
			t.Fatalf("no way to practise:\n%s", p.sees())
		}
		played := 0
		for i := 0; !strings.Contains(p.sees(), "The Ultimate Hero of all time!"); i++ {
			if i > 20000 {
				t.Fatalf("the game doesn't end:\n%s", p.sees())
			}
			time.Sleep(100 * time.Millisecond)
			synctest.Wait()
			if !strings.Contains(p.sees(), "enter ") {
				continue
			}
			p.clicksAt(3+i*7%74, 18)
			if before := p.sees(); strings.Contains(before, "enter play") || strings.Contains(before, "enter lead") {
				p.clicksAt(3+i*7%74, 18) // on the raised one again
				if p.sees() != before {
					played++
				}
			}
			if i%3 == 0 {
				p.clicks("enter ")
			}
			if i%31 == 0 {
				p.clicks("pass")
			}
		}
		if played < 5 {
			t.Errorf("only %d sets were played by clicking on them", played)
		}
		settleDown()
		if !p.clicks("lobby") {
			t.Errorf("no way to the lobby:\n%s", p.sees())
		}
		settleDown()
		p.mustSee(t, "TABLES")
	})
}

// What the title bar offers is clicked on like the words of the key lines.
func TestTheTitleBarIsClickedOn(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		p := comes(t, house, "Ilse", normalSize, Options{})
		p.types(t, "b")
		p.clicksAt(75, 0)
		p.mustSee(t, "/ search  ∙  esc back")
		p.clicksAt(75, 0)
		p.mustSee(t, "round 1 of 4")
		p.clicksAt(75, 0)
		p.clicks("settings, help, leave") // which has no room on the key line
		p.mustSee(t, "to the lobby")
	})
}
