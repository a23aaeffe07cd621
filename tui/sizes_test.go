package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// hostileNames are what gets past the cleaning of foreign text, or might.
var hostileNames = []string{
	"", "a", "ЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖ", "漢字漢字漢字漢字", "e\u0301\u0302e\u0301\u0302", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "\x1b[31mred", "a\nb", "\u202egnirts",
	strings.Repeat("W", 300), "ﷺﷺ", "\xff\xfe",
}

// hostile puts hostile text wherever people can put text.
func hostile(t *rapid.T, s *session) {
	hostileBy(func(what string) string { return rapid.SampledFrom(hostileNames).Draw(t, what) }, s)
}

// hostileBy is hostile with texts that somebody else draws.
func hostileBy(draw func(what string) string, s *session) {
	s.me.Name = draw("me")
	s.house = busyHouse()
	for i := range s.house.People {
		s.house.People[i].Name = draw("person")
	}
	for i := range s.house.Tables {
		s.house.Tables[i].Setup.Title = draw("title")
		s.house.Tables[i].Code = draw("code")
	}
	said := []table.Talk{{From: draw("from"), Text: draw("said")}, {Text: draw("notice")}}
	s.house.Talk = said
	s.notice.words = draw("told")
	if s.at.Board != nil {
		board := *s.at.Board
		board.Talk, board.Setup.Title = said, draw("title")
		board.Seats = append([]table.Chair(nil), board.Seats...)
		for i := range board.Seats {
			if !board.Seats[i].Free() {
				board.Seats[i].Name, board.Seats[i].Grovel = draw("seated")+"x", draw("grovel")
			}
		}
		s.at.Board = &board
	}
}

// stages are all screens that need no game.
func stages() map[string]func(*session) screen {
	at := func(u table.Update, place func(*session) screen) func(*session) screen {
		return func(s *session) screen {
			s.at, s.seat = u, &table.Visit{}
			return place(s)
		}
	}
	watching := waitingTable()
	watching.You = -1
	return map[string]func(*session) screen{
		"lobby":    func(s *session) screen { s.house = busyHouse(); return newLobby(s) },
		"first":    func(s *session) screen { s.house = busyHouse(); return &firstScreen{s, newLobby(s)} },
		"kept":     func(s *session) screen { l := newLobby(s); l.kept = "K7QD"; return l },
		"code":     func(s *session) screen { l := newLobby(s); l.coding = true; l.code.set("K7"); return l },
		"waiting":  at(waitingTable(), func(s *session) screen { return newWaiting(s) }),
		"looking":  at(watching, func(s *session) screen { return newWaiting(s) }),
		"result":   at(finished(), func(s *session) screen { return newResult(s) }),
		"ceremony": at(theEnd(), func(s *session) screen { return newCeremony(s) }),
		"options":  at(waitingTable(), func(s *session) screen { return optionsForm(s) }),
		"form":     func(s *session) screen { return newTableForm(s) },
		"settings": func(s *session) screen { return newSettings(s) },
		"menu":     at(finished(), func(s *session) screen { return newMenu(s) }),
		"people":   at(waitingTable(), func(s *session) screen { return newPeople(s) }),
		"person":   at(waitingTable(), func(s *session) screen { return newPerson(s, hostileNames[0]) }),
		"popup":    func(s *session) screen { return newPopup(s, "THE LAST HAND", hostileNames) },
		"desk":     func(s *session) screen { return atDesk(s) },
		"sheet":    func(s *session) screen { d := atDesk(s); return &deskSheet{session: s, desk: d, about: d.rows[0]} },
		"ask":      func(s *session) screen { return &askScreen{session: s, words: "Leave?", yes: "leave"} },
		"farewell": func(s *session) screen { return &farewellScreen{s, "Goodbye."} },
		"help":     func(s *session) screen { return newHelp(s, newLobby(s)) },
		"rules":    func(s *session) screen { h := newHelp(s, newLobby(s)); h.turnTo(rulesPage); return h },
		"bestiary": func(s *session) screen { h := newHelp(s, newLobby(s)); h.turnTo(bestiaryPage); return h },
	}
}

// strokes are keys that may be pressed on any of them, short of leaving.
var strokes = []string{"up", "down", "left", "right", "tab", "backspace", "x", "7", "space", "T", "M", "?", "/", "c", "pgdown", "end"}

// At every size and with every name each screen draws itself without a panic,
// and what is typed is answered.
func TestEverySizeHoldsEveryScreen(t *testing.T) {
	for name, place := range stages() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				size := terminal.Size{Width: rapid.IntRange(1, 300).Draw(rt, "w"), Height: rapid.IntRange(1, 100).Draw(rt, "h")}
				if rapid.Bool().Draw(rt, "small") {
					size = terminal.Size{Width: size.Width%90 + 1, Height: size.Height%30 + 1}
				}
				p := staged(t, size, place)
				p.caps.ASCII = rapid.Bool().Draw(rt, "ascii")
				p.repaint()
				hostile(rt, p.session)
				terminal.Snapshot(p, size)
				for _, key := range rapid.SliceOfN(rapid.SampledFrom(strokes), 0, 6).Draw(rt, "keys") {
					p.Update(pressed(key))
					p.Update(tea.MouseClickMsg{X: rapid.IntRange(0, size.Width).Draw(rt, "x"), Y: rapid.IntRange(0, size.Height).Draw(rt, "y"), Button: tea.MouseMiddle})
					terminal.Snapshot(p, size)
				}
			})
		})
	}
}
