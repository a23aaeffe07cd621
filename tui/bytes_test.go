package tui

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/lobby"
	"deathtrap/tui/terminal"
)

// traffic is what the frames of a game weigh, in bytes, by what they answered.
type traffic struct {
	first   int
	presses []int // one key each
	others  []int // what came by itself and is more than a clock, in steps of a twentieth of a second
}

// median is the middle of some numbers.
func median(numbers []int) int {
	sorted := slices.Sorted(slices.Values(numbers))
	return sorted[len(sorted)/2]
}

// thumbs are the keys that somebody presses in turn who looks at the cards before
// playing: through the sets, up and down in number, why, a digit, and enter.
var thumbs = []string{"\x1b[C", "\x1b[C", "7", "\x1b[D", "+", "6", "y", "5", "\r", "\r"}

// follow plays a game of six to its end and weighs every frame.
func (tr *traffic) follow(t *testing.T, p *person) {
	seen := ""
	for i := 0; !strings.Contains(p.sees(), "The Ultimate Hero of all time!"); i++ {
		if i > 60000 {
			t.Fatalf("the game doesn't end:\n%s", p.sees())
		}
		time.Sleep(50 * time.Millisecond)
		synctest.Wait()
		n, see := p.taken(), withoutClocks(p.sees())
		if n > 0 && see != seen {
			tr.others = append(tr.others, n)
		}
		seen = see
		if i%8 != 0 || !strings.Contains(p.sees(), "► ") && !strings.Contains(p.sees(), "enter ready") {
			continue
		}
		p.hits(thumbs[i/8%len(thumbs)])
		seen = withoutClocks(p.sees())
		if n := p.taken(); n > 0 {
			tr.presses = append(tr.presses, n)
		}
	}
}

// withoutClocks is a screen without the lines in which a clock runs.
func withoutClocks(see string) string {
	lines := slices.DeleteFunc(strings.Split(see, "\n"), func(l string) bool { return strings.Contains(l, "■") })
	return strings.Join(lines, "\n")
}

// A whole game of six in 256 colours on 80x24: a key press answers with a
// median of at most 500 bytes, and what comes by itself with at most 600.
func TestAKeyPressIsFewBytes(t *testing.T) {
	atPace(t, time.Second, func(t *testing.T, house *lobby.Lobby) {
		var tr traffic
		p := comes(t, house, "Ilse", terminal.Size{Width: 80, Height: 24}, Options{})
		settleDown()
		tr.first = p.taken()
		p.types(t, "b")
		p.taken()
		tr.follow(t, p)
		press, other := median(tr.presses), median(tr.others)
		t.Logf("first screen %d; %d key presses, median %d, most %d; %d frames by themselves, median %d, most %d",
			tr.first, len(tr.presses), press, slices.Max(tr.presses), len(tr.others), other, slices.Max(tr.others))
		if press > 500 || other > 600 || tr.first > 4600 || len(tr.presses) < 200 {
			t.Errorf("a key press takes %d bytes, a frame by itself %d, the first screen %d", press, other, tr.first)
		}
	})
}
