package tui

import (
	"strings"
	"testing"
	"time"
)

// TestTheClockTicksSeldom lets a turn of 30 seconds run out: the picture changes
// with each cell of the bar, and each second only in the last ten.
func TestTheClockTicksSeldom(t *testing.T) {
	const turn = 30 * time.Second
	u := yourTurn()
	deadline := start.Add(turn)
	u.View.Deadline = &deadline
	p := play(t, 80, 24, autoTheme, u, start)
	g := p.screen()
	ticks, last := 0, ""
	for p.now.Before(deadline) {
		wait := g.tickIn()
		if wait < 900*time.Millisecond && deadline.Sub(p.now) > urgent {
			t.Fatalf("a tick after %v with %v left", wait, deadline.Sub(p.now))
		}
		if wait <= 0 {
			t.Fatalf("a tick after %v", wait)
		}
		p.now = p.now.Add(wait)
		ticks++
		line := strings.Split(p.looks(), "\n")[15]
		if line == last {
			t.Errorf("nothing changed with %v left: %s", deadline.Sub(p.now), line)
		}
		last = line
	}
	if ticks > 28 {
		t.Errorf("%d ticks", ticks)
	}
	if !strings.HasSuffix(last, "────────────────────────   0") {
		t.Errorf("at the end: %q", last)
	}
}

func TestNoClockNoTick(t *testing.T) {
	p := play(t, 80, 24, autoTheme, handOver(), start)
	if wait := p.screen().tickIn(); wait != 0 {
		t.Errorf("a tick after %v", wait)
	}
}
