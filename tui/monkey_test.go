package tui

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"deathtrap/lobby"
	"deathtrap/tui/terminal"
)

// monkeyKeys are what a monkey finds on the keyboard and on the mouse.
var monkeyKeys = []string{
	"\r", "\r", "\r", "\r", " ", "\t", "\x1b", "\x7f", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~",
	"1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "f", "d", "w", "+", "-", "p", "K", "k", "y", "h", "l", "x", "o", "a",
	"c", "?", "/", "i", "m", "b", "n", "v", "g", "s", "r", "R", "q", "T", "M", "u", "G", "\x03", "\x1b[200~paste\x1b[201~",
	"\x1b[<64;10;10M", "\x1b[<65;10;10M", "\x1b[I", "\x1b[O",
}

// Whatever is pressed, on every size at once, no program breaks.
func TestMonkeysBreakNothing(t *testing.T) {
	sizes := []terminal.Size{{Width: 80, Height: 24}, {Width: 120, Height: 40}, {Width: 40, Height: 12}, {Width: 60, Height: 20}, {Width: 10, Height: 3}}
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			inHouse(t, func(t *testing.T, house *lobby.Lobby) {
				monkeys := make([]*person, len(sizes))
				for i, size := range sizes {
					monkeys[i] = comes(t, house, fmt.Sprintf("monkey%d", i), size, Options{})
				}
				for range 120 {
					for i, m := range monkeys {
						select {
						case err := <-m.done:
							if err != nil {
								t.Fatalf("%s: %v", m.name, err)
							}
							monkeys[i] = comes(t, house, m.name, sizes[i], Options{})
							continue
						default:
						}
						key := monkeyKeys[random.IntN(len(monkeyKeys))]
						if random.IntN(5) == 0 {
							key = fmt.Sprintf("\x1b[<0;%d;%dM", 1+random.IntN(sizes[i].Width), 1+random.IntN(sizes[i].Height))
						}
						m.hits(key)
					}
					time.Sleep(time.Duration(random.IntN(3000)) * time.Millisecond)
				}
				for _, m := range monkeys {
					m.findsTheWayOut(t)
				}
			})
		})
	}
}

// findsTheWayOut fails unless a few ctrl+c lead out of the house.
func (p *person) findsTheWayOut(t *testing.T) {
	t.Helper()
	for range 12 {
		p.hits("\x03")
		settleDown()
		select {
		case err := <-p.done:
			if err != nil {
				t.Fatalf("%s: %v", p.name, err)
			}
			return
		default:
		}
	}
	t.Fatalf("%s is still there:\n%s", p.name, p.sees())
}
