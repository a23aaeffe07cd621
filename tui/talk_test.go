package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// However long a line of chat is and however narrow the screen: with the chat line
// open all of it can be read, and older talk too.
func TestAllOfTheTalkCanBeRead(t *testing.T) {
	for _, size := range sizes {
		p := staged(t, size, func(s *session) screen {
			s.house = busyHouse()
			s.house.Talk = append([]table.Talk{{From: "Ragnar", Text: "the first word"}}, aTalk().Board.Talk...)
			return newLobby(s)
		})
		see := func() string { return strings.Join(strings.Fields(terminal.Snapshot(p, size).Text()), " ") }
		p.Update(pressed("c"))
		seen := see()
		for range 20 {
			p.Update(pressed("up"))
			seen += see()
		}
		for _, words := range []string{"the first word", "story for it,", "so was everybody", "it was worth it"} {
			if !strings.Contains(seen, words) {
				t.Errorf("%v: %q isn't seen", size, words)
			}
		}
		for range 20 {
			p.Update(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
		}
		if !strings.Contains(see(), "it was worth it") {
			t.Errorf("%v: the wheel doesn't lead back:\n%s", size, terminal.Snapshot(p, size).Text())
		}
		if p.Update(pressed("esc")); strings.Contains(see(), "WHAT WAS SAID") {
			t.Errorf("%v: the talk lies there without its line", size)
		}
	}
}

// A search tells how many lines match, and goes to and fro between them.
func TestSearchGoesFromMatchToMatch(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen { return newLobby(s) })
	for _, step := range []struct{ keys, want string }{
		{"/ p i g enter", "match 1 of 7 for \"pig\""},
		{"n", "match 2 of 7"},
		{"N N", "match 7 of 7"},
		{"n", "match 1 of 7"},
		{"/ g r o v e l enter", "match 1 of"},
		{"/ w h i s p e r enter", "whisper to somebody"}, // on the page of keys
		{"/ z z z enter", "is nowhere in help"},
	} {
		for _, key := range strings.Fields(step.keys) {
			p.Update(pressed(key))
		}
		if got := terminal.Snapshot(p, normalSize).Text(); !strings.Contains(got, step.want) {
			t.Errorf("after %s: no %q in\n%s", step.keys, step.want, got)
		}
	}
}
