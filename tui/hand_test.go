package tui

import (
	"strings"
	"testing"
)

// On a slow line a choice shows only in the names and the enter line.
func TestAChoiceOnASlowLine(t *testing.T) {
	p := play(t, 80, 24, autoTheme, yourTurn(), start)
	p.caps.Slow = true
	before := strings.Split(p.looks(), "\n")
	p.press("6")
	golden(t, "game/slow-80x24", p.looks())
	for y, line := range strings.Split(p.looks(), "\n") {
		if changed := line != before[y]; changed && y != 21 && y != 22 {
			t.Errorf("line %d changes: %q", y, line)
		}
	}
}
