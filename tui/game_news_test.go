package tui

import (
	"strings"
	"testing"

	"deathtrap/rules"
	"deathtrap/table"
)

// TestLongAnswersAreWhole: an answer is never cut, at any size of layout.
func TestLongAnswersAreWhole(t *testing.T) {
	const answer = "Why not? You have seven Priestesses and two wilds: nine cards. Eleven are needed, and they know it well."
	for _, size := range [][2]int{{40, 6}, {30, 7}, {40, 12}, {60, 20}, {60, 24}, {80, 20}, {80, 24}, {120, 40}, {160, 50}} {
		p := play(t, size[0], size[1], autoTheme, yourTurn(), start)
		p.screen().note = answer
		if seen := strings.Join(strings.Fields(p.looks()), " "); !strings.Contains(seen, "and they know it well.") {
			t.Errorf("%v: cut:\n%s", size, p.looks())
		}
	}
}

func TestStory(t *testing.T) {
	names := cast{you: 0, names: six}
	var s story
	for _, e := range []rules.Event{
		{Kind: rules.PigPlayed, Seat: 1, Card: rules.Imp, Leader: 2},
		put(2, 2, rules.Orc, 2), passes(3, 3), passes(4, 4), passes(5, 0), put(6, 1, rules.Skeleton, 2),
		{Kind: rules.WentOut, Seat: 1, Place: 1},
		{Kind: rules.HandWon, Seat: 1, Leader: 2},
		put(9, 2, rules.Zombie, 1),
		{Kind: rules.MachinePlayed, Seat: 0},
	} {
		s.happen(&e, names)
	}
	s.hear(table.Talk{From: "marta", Text: "bones again"})
	want := []string{
		"The Pig takes one Imp", "Ragnar leads 2 x Orc", "marta, Old Tom and you pass", "Wei: 2 x Skeleton", "Wei is out: Big Hero",
		"Wei wins the hand", "Ragnar leads 1 x Zombie", "You: KILLING MACHINE", "bones again",
	}
	for i, e := range s.lines {
		if i >= len(want) || e.words != want[i] {
			t.Errorf("line %d is %q", i, e.words)
		}
	}
	if len(s.lines) != len(want) {
		t.Errorf("%d lines, not %d", len(s.lines), len(want))
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		words       string
		first, w, n int
		want        string
	}{
		{"one two three", 20, 20, 3, "one two three"},
		{"one two three", 7, 20, 3, "one two|three"},
		{"one two three", 3, 5, 3, "one|two|three"},
		{"one two three four", 3, 5, 3, "one|two|three"},
		{"incomprehensible", 5, 5, 3, "incom|prehe|nsibl"},
		{"x", 0, 0, 2, "x"},
	} {
		if got := strings.Join(wrap(c.words, c.first, c.w, c.n), "|"); got != c.want {
			t.Errorf("%q in %d and %d: %q, not %q", c.words, c.first, c.w, got, c.want)
		}
	}
}

func TestAPhoneShowsTalkUntilSomethingHappens(t *testing.T) {
	u := theirTurn()
	u.News = []table.News{says("marta", "bones again")}
	p := play(t, 40, 12, autoTheme, u, start)
	if !strings.Contains(p.looks(), "marta bones again") {
		t.Errorf("no talk:\n%s", p.looks())
	}
	u.News = news(passes(11, 5))
	p.screen().apply(u)
	if !strings.Contains(p.looks(), "Kestrel passes.") {
		t.Errorf("no news:\n%s", p.looks())
	}
}

// Where there is but a line for everything, a refusal still says why.
func TestARefusalSaysWhyOnAnySize(t *testing.T) {
	for h := 2; h <= 12; h++ {
		p := play(t, 40, h, autoTheme, yourTurn(), start)
		p.press("9")
		if !strings.Contains(p.looks(), "You have one Bloodbeast and one") {
			t.Errorf("40x%d does not say why:\n%s", h, p.looks())
		}
	}
}

// What a seat has played is to be seen without a mouse.
func TestOnePlayersPlaysByKeys(t *testing.T) {
	p := play(t, 80, 24, autoTheme, yourTurn(), start)
	p.press("l", "right", "right", "right")
	if !strings.Contains(p.looks(), "Ragnar in this round") || !strings.Contains(p.looks(), "Ragnar: 3 x Orc") {
		t.Errorf("not Ragnar's plays:\n%s", p.looks())
	}
	p.press("left", "left", "left")
	if !strings.Contains(p.looks(), "THE LAST HAND") {
		t.Errorf("not the last hand:\n%s", p.looks())
	}
}
