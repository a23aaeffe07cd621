package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// pressable is a screen that remembers what is pressed on it.
type pressable struct {
	keyMap
	pressed []string
}

func (s *pressable) update(msg tea.Msg) tea.Cmd {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		s.pressed = append(s.pressed, k.String())
	}
	return nil
}
func (s *pressable) draw(brush)   {}
func (s *pressable) keys() keyMap { return s.keyMap }

func newPressable() *pressable {
	return &pressable{keyMap: keyMap{
		enter: []shortcut{enters("sit down"), bind("m", "quick match"), bind("x", "hidden").when(false)},
		lines: []shortcut{bind("+-", "count", "+", "-"), bind("esc", "menu"), bind("left right", "choose", "left", "right")},
	}}
}

func lobbyPlace(s *session) screen { s.house = busyHouse(); return newLobby(s) }

// A click on any word of the key lines is that key, also where the picture is
// centred on a larger screen.
func TestClickOnAWordIsItsKey(t *testing.T) {
	for _, size := range []terminal.Size{{Width: 60, Height: 20}, {Width: 80, Height: 24}, {Width: 120, Height: 40}, {Width: 300, Height: 100}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			place := newPressable()
			p := staged(t, size, func(*session) screen { return place })
			picture := strings.Split(terminal.Snapshot(p, size).Text(), "\n")
			for _, word := range []string{"sit", "quick", "count", "esc", "choose"} {
				for y, line := range picture {
					if before, _, found := strings.Cut(line, word); found {
						p.Update(tea.MouseClickMsg{X: terminal.Width(before), Y: y, Button: tea.MouseLeft})
					}
				}
			}
			if got, want := fmt.Sprint(place.pressed), "[enter m + esc left]"; got != want {
				t.Errorf("pressed %s, want %s", got, want)
			}
		})
	}
}

// What doesn't fit on the key lines is left out whole.
func TestKeyLinesLeaveOutWhatDoesNotFit(t *testing.T) {
	for w := leastW; w < 120; w++ {
		for _, s := range spots(nil, newPressable().keyMap, w, 30) {
			if s.X+s.W > w {
				t.Fatalf("%q ends at %d of %d", s.Help().Desc, s.X+s.W, w)
			}
		}
	}
}

// While nothing is to do the enter line says why, and the other keys stand
// behind it.
func TestEnterLineSaysWhyNothingIsToDo(t *testing.T) {
	place := newPressable()
	place.enter[0] = enters("sit down").when(false)
	place.idle = "nothing to do: Wei leads"
	p := staged(t, normalSize, func(*session) screen { return place })
	lines := strings.Split(terminal.Snapshot(p, normalSize).Text(), "\n")
	if want := "  nothing to do: Wei leads  ∙  m quick match"; lines[22] != want {
		t.Errorf("%q, want %q", lines[22], want)
	}
}

func TestDisabledShortcutsAreNotListed(t *testing.T) {
	for _, s := range newPressable().all() {
		if s.Help().Desc == "hidden" {
			t.Error("a disabled shortcut is listed")
		}
	}
}

// The layouts change where the design says.
func TestLayoutsChangeAtTheirSizes(t *testing.T) {
	for _, c := range []struct {
		w, h int
		want size
		tiny bool
	}{
		{23, 40, phone, true},
		{40, 5, phone, true},
		{24, 6, phone, false},
		{59, 40, phone, false},
		{120, 19, phone, false},
		{60, 20, normal, false},
		{119, 40, normal, false},
		{120, 39, normal, false},
		{120, 40, wide, false},
	} {
		if got := sizeOf(c.w, c.h); got != c.want || tiny(c.w, c.h) != c.tiny {
			t.Errorf("%dx%d: %v, tiny %v", c.w, c.h, got, tiny(c.w, c.h))
		}
	}
	if got, want := frameOf(300, 100), (terminal.Rect{X: 70, Y: 25, W: 160, H: 50}); got != want {
		t.Errorf("300x100 is drawn in %v, want %v", got, want)
	}
}

// Colours, mouse, chat and help have the same keys everywhere.
func TestKeysThatMeanTheSameEverywhere(t *testing.T) {
	p := staged(t, normalSize, lobbyPlace)
	p.Update(pressed("T"))
	if p.settings.theme != darkTheme {
		t.Errorf("T led to %v", p.settings.theme)
	}
	p.Update(pressed("M"))
	if terminal.Snapshot(p, normalSize).Mouse() {
		t.Error("M did not free the mouse")
	}
	p.Update(pressed("c"))
	for _, key := range []string{"T", "q", "?", "space", "x"} {
		p.Update(pressed(key))
	}
	picture := terminal.Snapshot(p, normalSize).Text()
	if !strings.Contains(picture, "say Tq? x_") || !strings.Contains(picture, "enter say it   esc keep the draft") {
		t.Errorf("the chat line:\n%s", picture)
	}
	p.Update(pressed("esc"))
	p.Update(pressed("?"))
	if _, ok := p.top().(*helpScreen); !ok || p.chat.edit.String() != "Tq? x" {
		t.Errorf("esc kept %q, and ? opened %T", p.chat.edit.String(), p.top())
	}
}

// A terminal that is too small gets the one line that matters.
func TestTinyTerminalShowsWhatEnterDoes(t *testing.T) {
	for size, want := range map[terminal.Size]string{
		{Width: 20, Height: 2}: "\nenter sit down",
		{Width: 20, Height: 5}: "\n\nenter sit down\n\nwindow too small",
		{Width: 50, Height: 3}: "\nenter sit down                    window too small",
	} {
		p := staged(t, size, lobbyPlace)
		if got := strings.TrimRight(terminal.Snapshot(p, size).Text(), "\n"); got != want {
			t.Errorf("%v: %q", size, got)
		}
	}
}

// The window's title calls for the turn, in our own words only.
func TestTitleCallsForTheTurn(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen { s.at = waitingTable(); return newWaiting(s) })
	if got, want := terminal.Snapshot(p, normalSize).Title(), "Deathtrap Dungeon"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	lesson := lessons[2].update()
	p.at, p.seat = lesson, &table.Visit{}
	if got, want := p.title(), "your turn - Deathtrap Dungeon"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A notice that is longer than the line it has is read to its end, on every screen
// that has a place for one.
func TestALongNoticeIsReadToItsEnd(t *testing.T) {
	notice := "While you were away, the table played 9 times and passed 2 times for you."
	for name, place := range map[string]func(*session) screen{
		"result":   func(s *session) screen { s.at, s.seat = finished(), &table.Visit{}; return newResult(s) },
		"ceremony": func(s *session) screen { s.at, s.seat = theEnd(), &table.Visit{}; s.at.You = 5; return newCeremony(s) },
		"waiting":  func(s *session) screen { s.at, s.seat = waitingTable(), &table.Visit{}; return newWaiting(s) },
		"help":     func(s *session) screen { return newHelp(s, newLobby(s)) },
	} {
		for _, size := range []terminal.Size{{Width: 50, Height: 20}, {Width: 40, Height: 12}} {
			p := staged(t, size, place)
			p.tell(notice)
			if picture := terminal.Snapshot(p, size).Text(); !strings.Contains(picture, "for you.") {
				t.Errorf("%s, %v:\n%s", name, size, picture)
			}
		}
	}
}
