package tui

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/lobby"
)

// TestAPause plays against computer players, so that one person's wish is all
// it takes.
func TestAPause(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		p := comes(t, house, "ana", normalSize, Options{})
		p.types(t, "b")
		for range 1000 {
			if strings.Contains(p.sees(), "YOUR TURN") {
				break
			}
			p.types(t, "\r")
		}
		p.mustSee(t, "YOUR TURN", "p pass")
		p.types(t, "z")
		p.mustSee(t, resting+", z goes on")
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		p.mustSee(t, resting)
		p.types(t, "z")
		p.mustSee(t, "YOUR TURN", "p pass")
	})
}
