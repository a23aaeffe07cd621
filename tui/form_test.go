package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"deathtrap/rules"
	"deathtrap/table"
)

// Whatever is stepped, the form holds a table that can be played.
func TestFormHoldsOnlyPlayableTables(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var opened []table.Setup
		f := newTableForm(&session{})
		f.done = func(s table.Setup) tea.Cmd { opened = append(opened, s); return nil }
		for range rapid.IntRange(0, 60).Draw(rt, "n") {
			f.update(pressed(rapid.SampledFrom([]string{"up", "down", "left", "right", "space", "x", "tab"}).Draw(rt, "key")))
		}
		f.update(pressed("enter"))
		if len(opened) != 1 {
			rt.Fatalf("enter opened %d tables", len(opened))
		}
		if err := opened[0].Options.Check(); err != nil {
			rt.Fatal(err)
		}
	})
}

// Left and right reach every word of every option.
func TestFormReachesEveryChoice(t *testing.T) {
	for name, words := range rules.Choices() {
		f := newTableForm(&session{})
		for i := range formFields {
			if formFields[i].label == name {
				f.row = i
			}
		}
		seen := map[string]bool{}
		for range words {
			seen[formFields[f.row].value(f)] = true
			f.update(pressed("right"))
		}
		for _, word := range words {
			if !seen[word] {
				t.Errorf("%s: %q can't be reached", name, word)
			}
			if choiceWords[name][word] == "" {
				t.Errorf("%s: nothing explains %q", name, word)
			}
		}
	}
}

func TestTurnClockSteps(t *testing.T) {
	for _, c := range []struct {
		from string
		by   int
		want string
	}{
		{"30s", 1, "45s"}, {"30s", -1, "20s"}, {"10s", -1, "10s"}, {"5m", 1, "off"}, {"off", 1, "off"}, {"off", -1, "5m0s"}, {"25s", 1, "45s"},
	} {
		from, err := rules.ParseTurnTime(c.from)
		if err != nil {
			t.Fatal(err)
		}
		if got := stepTurn(from, c.by).String(); got != c.want {
			t.Errorf("%s by %d is %s, want %s", c.from, c.by, got, c.want)
		}
	}
}

// Seats that are taken can't be taken away.
func TestFormKeepsTakenSeats(t *testing.T) {
	s := &session{at: waitingTable(), seat: &table.Visit{}}
	s.at.Board.Host = s.at.You
	f := optionsForm(s)
	f.row = 2
	for range rules.MaxPlayers {
		f.update(pressed("left"))
	}
	if got, want := f.setup.Options.Players, lastTaken(s.at.Board)+1; got != want {
		t.Errorf("%d players, want %d", got, want)
	}
}

// Whoever isn't the host only reads.
func TestGuestsReadTheOptions(t *testing.T) {
	s := &session{at: waitingTable(), seat: &table.Visit{}}
	f := optionsForm(s)
	before := f.setup
	for _, key := range []string{"down", "down", "right", "left", "x"} {
		f.update(pressed(key))
	}
	if f.setup != before || f.typing() {
		t.Errorf("a guest changed %+v to %+v", before, f.setup)
	}
}
