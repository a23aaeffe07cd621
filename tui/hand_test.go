package tui

import (
	"strings"
	"testing"

	"deathtrap/rules"
	"deathtrap/table"
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

// Pass and the Machine stay in sight whatever enter does, from a phone on.
func TestPassAndMachineStayInSight(t *testing.T) {
	wilds := func() table.Update {
		v := yourTurn().View.View
		v.Hand = cardsOf(snake, 3, beast, 1, dog, 1, lotus, 1, machine, 1)
		v.Top = &rules.Top{Seat: 5, Cards: repeat(rules.Warrior, 3), Value: 5}
		return position(six, 0, v)
	}
	for _, keys := range [][]string{nil, {"7"}, {"7", "w"}, {"7", "w", "w"}, {"9"}, {"w"}, {"k"}, {"p"}, {"l"}} {
		for _, at := range []func() table.Update{yourTurn, youLead, theirTurn, wilds} {
			for w := 40; w <= 160; w += 1 + w/80*7 {
				p := play(t, w, 12+w/4, autoTheme, at(), start)
				p.press(keys...)
				v, placed := p.screen().view, ""
				for _, s := range spots(nil, p.screen().keys(), p.width, p.height) {
					placed += s.Help().Key
				}
				if len(p.sent) > 0 { // it is over
					continue
				}
				if may(v, rules.ActPass) && !strings.Contains(placed, "p") || may(v, rules.ActMachine) && !strings.Contains(placed, "K") {
					t.Fatalf("%d wide after %v only %q:\n%s", w, keys, placed, p.looks())
				}
			}
		}
	}
}
