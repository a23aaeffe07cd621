package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
)

// The hand of the first mockup: its sets begin at these cells, on this line.
const (
	cardLine     = 18
	zombieX      = 12
	priestessX   = 24 // the topmost card
	snakeX       = 36 // the topmost card
	snakeStubX   = 28
	chaindogX    = 60
	machineX     = 69
	kestrelX     = 65
	kestrelY     = 8
	enterY       = 22
	passX        = 58
	besideCardsY = 13
)

func (p *sitting) click(x, y int, button tea.MouseButton) {
	p.Update(tea.MouseClickMsg(tea.Mouse{X: x, Y: y, Button: button}))
	p.picture()
}

func TestMouseChoosesAndPlays(t *testing.T) {
	left := func(x int) func(*sitting) {
		return func(p *sitting) { p.click(x, cardLine, tea.MouseLeft) }
	}
	wheel := func(x int, button tea.MouseButton) func(*sitting) {
		return func(p *sitting) {
			p.Update(tea.MouseWheelMsg(tea.Mouse{X: x, Y: cardLine, Button: button}))
			p.picture()
		}
	}
	for _, c := range []struct {
		name string
		at   func() table.Update
		do   []func(*sitting)
		want string
	}{
		{"a click raises", yourTurn, []func(*sitting){left(snakeX)}, "play 3 x Snake Girl"},
		{"with the wild card it needs", yourTurn, []func(*sitting){left(priestessX)}, "play 2 Priestess + Chaindog as 3 x Priestess"},
		{"a stub raises what fits of that many", yourTurn, []func(*sitting){left(snakeStubX + 3)}, "play 2 Snake Girl + Chaindog as 3 x Snake Girl"},
		{"what can't be played is not raised", yourTurn, []func(*sitting){left(zombieX)}, "raise 3 x Snake Girl, the cheapest that fits"},
		{"a wild card joins", yourTurn, []func(*sitting){left(snakeX), left(chaindogX)}, "play 2 Snake Girl + Chaindog as 3 x Snake Girl"},
		{"the wheel raises", yourTurn, []func(*sitting){wheel(snakeX, tea.MouseWheelUp)}, "play 3 x Snake Girl"},
		{"and changes the number", yourTurn, []func(*sitting){left(snakeX), wheel(snakeX, tea.MouseWheelDown)}, "play 2 Snake Girl + Chaindog as 3 x Snake Girl"},
		{"the Machine asks", yourTurn, []func(*sitting){left(machineX)}, "stop the hand with the Killing Machine; you lead the next"},
		{"the leader takes as many as the stub says", youLead, []func(*sitting){left(3)}, "lead 1 x Imp"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := play(t, 80, 24, autoTheme, c.at(), start)
			for _, do := range c.do {
				do(p)
			}
			g := p.screen()
			if got := g.choice.sentence(g.view, g.names, inFull); got != c.want || len(p.sent) > 0 {
				t.Errorf("enter would %q, not %q; sent %v", got, c.want, p.sent)
			}
		})
	}
}

func TestASecondClickPlays(t *testing.T) {
	p := play(t, 80, 24, autoTheme, yourTurn(), start)
	p.click(snakeX, cardLine, tea.MouseLeft)
	p.click(snakeX, cardLine-1, tea.MouseLeft)
	if len(p.sent) != 1 || !p.sent[0].(table.Act).Action.Same(rules.Play(repeat(rules.SnakeGirl, 3)...)) {
		t.Errorf("sent %v", p.sent)
	}
}

func TestWordsOfTheKeyLinesAreKeys(t *testing.T) {
	p := play(t, 80, 24, autoTheme, yourTurn(), start)
	p.press("6")
	p.click(passX, enterY, tea.MouseLeft)
	if len(p.sent) != 1 || !p.sent[0].(table.Act).Action.Same(rules.Pass()) {
		t.Errorf("sent %v", p.sent)
	}
}

func TestRightClickSaysWhy(t *testing.T) {
	p := play(t, 80, 24, autoTheme, yourTurn(), start)
	p.click(zombieX, cardLine, tea.MouseRight)
	if got, want := p.screen().note, "Why not? Zombies are worth 4. Warriors are worth 5, and they know it."; got != want {
		t.Errorf("said %q, not %q", got, want)
	}
}

func TestHoverSaysWhatItIs(t *testing.T) {
	p := play(t, 80, 24, autoTheme, yourTurn(), start)
	p.Update(tea.MouseMotionMsg(tea.Mouse{X: snakeX, Y: cardLine}))
	if got, want := p.screen().note, "3 Snake Girl, worth 7. Click raises, click again plays."; got != want {
		t.Errorf("said %q, not %q", got, want)
	}
	p.Update(tea.MouseMotionMsg(tea.Mouse{X: snakeX, Y: besideCardsY}))
	if got := p.screen().note; got != "" {
		t.Errorf("still says %q", got)
	}
}

func TestClickOnASeatShowsItsPlays(t *testing.T) {
	p := play(t, 80, 24, autoTheme, yourTurn(), start)
	p.click(kestrelX, kestrelY, tea.MouseLeft)
	golden(t, "game/seat-80x24", p.looks())
	p.press("esc")
	if p.screen().panel != noPanel {
		t.Error("it can't be put away")
	}
}
