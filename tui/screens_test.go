package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

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
	u.View.LastRound.Round = 4
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

func TestDialogPictures(t *testing.T) {
	lobby := func(s *session) screen {
		s.house = busyHouse()
		return newLobby(s)
	}
	scored := func(s *session) screen {
		s.at, s.seat = finished(), &table.Visit{}
		s.now = s.at.Board.NextDeal.Add(-6 * time.Second)
		seed := s.at.View.LastRound.Seed
		hands, first := seed.Deal(6, 0)
		e := rules.Event{Round: 2, First: first, Hand: hands[0].Cards(), Commit: seed.Commit()}
		s.deals = []dealt{{Event: e, players: 6}}
		return newResult(s)
	}
	goldens(t, "lobby-talk", func(s *session) screen {
		place := lobby(s)
		s.house.Talk = aTalk().Board.Talk
		return place
	}, "c")
	goldens(t, "lobby-code", lobby, "j", "K", "7")
	goldens(t, "search", lobby, "/", "p", "i", "g", "enter", "n")
	goldens(t, "verify", scored, "v")
	goldens(t, "last-hand", scored, "l")
	goldens(t, "leave", func(s *session) screen {
		s.at, s.seat = waitingTable(), &table.Visit{}
		return newWaiting(s)
	}, "esc")
	goldens(t, "start", func(s *session) screen {
		s.at, s.seat = waitingTable(), &table.Visit{}
		s.at.Board.Host, s.at.Board.Seats = 0, chairs("Ilse", "Wei", "bot", "marta")
		s.at.Board.Seats[0].Ready = false
		return newWaiting(s)
	})
	goldens(t, "farewell", func(s *session) screen {
		return &farewellScreen{session: s, words: "The house closes now. Thank you for coming."}
	})
}

// What was typed of another code is not in the way of the next.
func TestACodeBeginsAnew(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen { return newLobby(s) })
	for _, key := range []string{"j", "A", "B", "esc", "j", "K", "7"} {
		p.Update(pressed(key))
	}
	if l := p.place.(*lobbyScreen); l.code.String() != "K7" {
		t.Errorf("%q is typed", l.code.String())
	}
}
