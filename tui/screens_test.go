package tui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

var update = flag.Bool("update", false, "rewrite the expected pictures in testdata")

// sizes are those that golden pictures are kept of.
var sizes = []terminal.Size{{Width: 40, Height: 12}, {Width: 60, Height: 20}, {Width: 80, Height: 24}, {Width: 120, Height: 40}, {Width: 200, Height: 60}}

// staged is a program with a screen put on its stage, without a house.
func staged(t *testing.T, size terminal.Size, place func(*session) screen) *program {
	t.Helper()
	s := &session{
		ctx: t.Context(), options: Options{Host: "dungeon.example", Port: "2222", Known: true},
		me: table.Player{ID: "k", Name: "Ilse"}, focused: true,
		caps: terminal.Caps{Profile: terminal.TrueColor, Dark: true},
	}
	s.theme = newTheme(autoTheme, s.caps)
	s.width, s.height = size.Width, size.Height
	p := &program{session: s, lobby: newLobby(s), place: place(s)}
	p.Update(tea.WindowSizeMsg{Width: size.Width, Height: size.Height})
	return p
}

// golden compares a picture with the one in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s", path, got)
	}
}

// goldens compares a screen at each size, and its styles at 80x24, also in ASCII
// and without colours.
func goldens(t *testing.T, name string, place func(*session) screen) {
	t.Helper()
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%dx%d", size.Width, size.Height), func(t *testing.T) {
			p := staged(t, size, place)
			picture := terminal.Snapshot(p, size)
			golden(t, fmt.Sprintf("%s-%dx%d", name, size.Width, size.Height), picture.Text())
			if size.Width == 80 {
				golden(t, name+"-styles", picture.Styled())
			}
		})
	}
	for _, theme := range []themeChoice{asciiTheme, plainTheme} {
		t.Run(theme.String(), func(t *testing.T) {
			p := staged(t, sizes[2], place)
			p.settings.theme = theme
			p.repaint()
			golden(t, name+"-"+theme.String(), terminal.Snapshot(p, sizes[2]).Styled())
		})
	}
}

// chairs are seats by a short notation: "marta host", "Wei", "bot", "".
func chairs(names ...string) []table.Chair {
	seats := make([]table.Chair, len(names))
	for i, name := range names {
		switch name {
		case "":
		case "bot":
			seats[i] = table.Chair{Name: "Brother Ox", Bot: "regular", Ready: true}
		default:
			seats[i] = table.Chair{Name: name, Ready: true, Face: table.Screen}
		}
	}
	return seats
}

// options are the printed game for so many.
func optionsFor(players int) rules.Options {
	o := rules.DefaultOptions()
	o.Players = players
	return o
}

// busyHouse is the lobby of the mockups.
func busyHouse() lobby.Board {
	cellar := table.Board{
		Code: "K7QD", State: table.Waiting, Host: 0, Seats: chairs("marta", "Wei", "Old Tom", "bot", "", ""),
		Setup: table.Setup{Title: "Marta's cellar", Options: optionsFor(6)},
	}
	cellar.Setup.Options.Bots = "regular"
	stair := table.Board{
		Code: "P2XM", State: table.Playing, Round: 3, Hand: 6, Seats: chairs("a", "b", "c", "d", "e", "f", "g", "h"), Watchers: []string{"x", "y"},
		Setup: table.Setup{Title: "The Long Stair", Options: optionsFor(8)},
	}
	gently := table.Board{
		Code: "9GTA", State: table.Waiting, Host: 0, Seats: chairs("Pim", "Suze", "", "", "", ""),
		Setup: table.Setup{Title: "beginners, gently", Options: optionsFor(6)},
	}
	people := []lobby.Person{
		{Name: "marta", Table: "K7QD"},
		{Name: "Wei", Table: "K7QD"},
		{Name: "Old Tom", Table: "K7QD"},
		{Name: "Pim", Table: "9GTA"},
		{Name: "Suze", Table: "9GTA"},
		{Name: "Kestrel", Table: "P2XM"},
		{Name: "Ragnar"},
		{Name: "Ilse"},
		{Name: "Fenna", Private: true},
		{Name: "guest-7", Guest: true},
		{Name: "Bran"},
	}
	talk := []table.Talk{{From: "Ragnar", Text: "anyone for a quick four?"}, {From: "marta", Text: "two seats left here, bring your own pig"}}
	return lobby.Board{People: people, Tables: []table.Board{cellar, stair, gently}, Talk: talk}
}

func TestLobbyPictures(t *testing.T) {
	goldens(t, "lobby", func(s *session) screen {
		s.house = busyHouse()
		return newLobby(s)
	})
}

func TestFirstVisitPictures(t *testing.T) {
	goldens(t, "first", func(s *session) screen {
		s.house = busyHouse()
		return &firstScreen{s, newLobby(s)}
	})
}

func TestEmptyLobbyPictures(t *testing.T) {
	goldens(t, "lobby-empty", func(s *session) screen {
		s.me.Guest, s.options.Known = true, false
		s.house = lobby.Board{People: []lobby.Person{{Name: "Ilse", Guest: true}}}
		return newLobby(s)
	})
}

// waitingTable is the table of the mockup: five sit there, Ilse is not ready.
func waitingTable() table.Update {
	seats := chairs("Ilse", "Wei", "Ragnar", "marta", "Old Tom", "")
	seats[0].Ready, seats[2].Ready = false, false
	return table.Update{You: 0, Board: &table.Board{
		Code: "K7QD", State: table.Waiting, Host: 3, Seats: seats,
		Setup: table.Setup{Title: "Marta's cellar", Options: optionsFor(6)},
	}}
}

func TestWaitingPictures(t *testing.T) {
	goldens(t, "waiting", func(s *session) screen {
		s.at, s.seat = waitingTable(), &table.Visit{}
		s.at.Board.Talk = []table.Talk{{From: "Wei", Text: "is the pig really real"}, {From: "marta", Text: "you will know"}}
		return newWaiting(s)
	})
}

func TestFormPictures(t *testing.T) {
	goldens(t, "form", func(s *session) screen {
		f := newTableForm(s)
		f.row = 4
		return f
	})
}

// finished is the round of the mockup: the second of four, Ilse came in second.
func finished() table.Update {
	seats := chairs("Ilse", "Wei", "Ragnar", "marta", "Old Tom", "Kestrel")
	for i := range seats {
		seats[i].Ready = false
	}
	scored := rules.Event{
		Kind: rules.RoundScored, Round: 2, Order: []rules.Seat{3, 0, 5, 1, 2, 4},
		Points: []int{5, 3, 2, 6, 1, 4}, Totals: []int{10, 6, 3, 10, 3, 10}, Seed: rules.Seed{0x9f, 0x3a, 0x77, 0xc0, 0x51, 0xde},
	}
	now := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	v := &table.View{View: rules.View{
		Seat: 0, Round: 2, Rounds: 4, Phase: rules.PhaseScored, Turn: rules.Nobody, Counts: make([]int, 6),
		Winners: []rules.Seat{5, 3}, LastRound: &scored, Totals: scored.Totals,
	}}
	return table.Update{You: 0, View: v, Board: &table.Board{
		Code: "K7QD", State: table.Playing, Host: 3, Seats: seats, NextDeal: now.Add(6 * time.Second),
		Setup: table.Setup{Title: "Marta's cellar", Options: optionsFor(6)},
		Talk:  []table.Talk{{From: "Old Tom", Text: "that machine was meant for YOU"}, {From: "Kestrel", Text: "and yet"}},
	}}
}

func TestResultPictures(t *testing.T) {
	goldens(t, "result", func(s *session) screen {
		s.at, s.seat = finished(), &table.Visit{}
		s.now = s.at.Board.NextDeal.Add(-12 * time.Second)
		r := newResult(s)
		r.settle()
		s.now = s.at.Board.NextDeal.Add(-6 * time.Second)
		return r
	})
}

// theEnd is the ceremony of the mockup.
func theEnd() table.Update {
	u := finished()
	u.Board.State, u.Board.NextDeal, u.Board.Game, u.Board.Talk = table.Over, time.Time{}, 1, nil
	u.Board.Host = 0
	u.Board.Seats[1].Grovel = "May your torch never gutter, o radiant one."
	u.Board.Seats[3].Grovel = "My skeletons were unworthy of your stairs."
	u.Board.Seats[4].Grovel = "I was told there would be treasure. Mercy!"
	u.View.Phase, u.View.Round, u.View.Winners = rules.PhaseOver, 4, []rules.Seat{5, 3, 5, 5}
	u.View.Result = &rules.Event{
		Kind: rules.GameOver, Winner: 5, Totals: []int{17, 15, 7, 13, 10, 22}, Ranking: []rules.Seat{5, 0, 1, 3, 4, 2},
	}
	return u
}

func TestCeremonyPictures(t *testing.T) {
	goldens(t, "ceremony", func(s *session) screen {
		s.at, s.seat = theEnd(), &table.Visit{}
		c := newCeremony(s)
		c.settle()
		return c
	})
}

func TestHelpPictures(t *testing.T) {
	goldens(t, "help", func(s *session) screen {
		s.house = busyHouse()
		return newHelp(s, newLobby(s))
	})
}

func TestRulesAndBestiaryPictures(t *testing.T) {
	goldens(t, "rules", func(s *session) screen {
		h := newHelp(s, newLobby(s))
		h.turnTo(rulesPage)
		return h
	})
	goldens(t, "bestiary", func(s *session) screen {
		h := newHelp(s, newLobby(s))
		h.turnTo(bestiaryPage)
		return h
	})
}

func TestSettingsPictures(t *testing.T) {
	goldens(t, "settings", func(s *session) screen { return newSettings(s) })
}

// typed is a key by its name, also of the keys that only editing knows.
func typed(name string) tea.KeyPressMsg {
	named := map[string]tea.KeyPressMsg{
		"backspace": {Code: tea.KeyBackspace}, "delete": {Code: tea.KeyDelete}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
	}
	if key, ok := named[name]; ok {
		return key
	}
	if letter, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl}
	}
	return pressed(name)
}
