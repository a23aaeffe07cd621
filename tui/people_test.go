package tui

import (
	"strings"
	"testing"
	"time"

	"deathtrap/lobby"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

func TestPeoplePictures(t *testing.T) {
	goldens(t, "people", func(s *session) screen {
		s.at, s.seat = waitingTable(), &table.Visit{}
		s.at.You, s.at.Board.Host, s.me.Name = 3, 3, "marta"
		s.at.Board.Watchers, s.at.Banned, s.ignored = []string{"Pim", "marta"}, []string{"Bran"}, []string{"Wei", "Fenna"}
		return newPeople(s)
	})
	goldens(t, "person", func(s *session) screen {
		s.at, s.seat = waitingTable(), &table.Visit{}
		s.at.You, s.at.Board.Host, s.me.Name = 3, 3, "marta"
		return newPerson(s, "Old Tom")
	})
}

// However many people there are, each row can be picked and lies on the screen.
func TestALongListOfPeopleScrolls(t *testing.T) {
	size := terminal.Size{Width: 40, Height: 12}
	p := staged(t, size, func(s *session) screen { return newLobby(s) })
	for i := range 30 {
		p.house.People = append(p.house.People, lobby.Person{Name: "guest-" + string(rune('A'+i))})
	}
	p.dialogs = []screen{newPeople(p.session)}
	for i := range 30 {
		name := "guest-" + string(rune('A'+i))
		if got := terminal.Snapshot(p, size).Text(); !strings.Contains(got, "► "+name) {
			t.Fatalf("%s is not picked:\n%s", name, got)
		}
		p.Update(pressed("down"))
	}
	for range 29 {
		p.Update(pressed("up"))
	}
	if got := terminal.Snapshot(p, size).Text(); !strings.Contains(got, "► guest-A") {
		t.Errorf("the first is not picked:\n%s", got)
	}
}

// Two whisper in the lobby, and a third sees nothing of it.
func TestWhispersAreSeenByOne(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		marta, wei, pim := comes(t, house, "marta", normalSize, Options{}), comes(t, house, "Wei", normalSize, Options{}), comes(t, house, "Pim", normalSize, Options{})
		marta.types(t, "c/")
		marta.mustSee(t, "/w NAME WORDS", "/ignore NAME", "/report NAME WHY")
		marta.types(t, "w wei the pig is mine\r")
		marta.mustSee(t, "(to Wei) the pig is mine")
		wei.mustSee(t, "marta", "(whispers) the pig is mine")
		time.Sleep(4 * time.Second)
		wei.types(t, "c/r oink\r")
		marta.mustSee(t, "(whispers) oink")
		wei.types(t, "csaid to all\r")
		pim.mustSee(t, "said to all")
		if see := pim.sees(); strings.Contains(see, "pig is mine") || strings.Contains(see, "oink") {
			t.Errorf("Pim sees it:\n%s", see)
		}
		time.Sleep(4 * time.Second)
		pim.types(t, "c/w nobody hi\r")
		pim.mustSee(t, "Nobody of that name is here.")
		pim.types(t, "c\x15/dance\r") // what was refused is kept as the draft
		pim.mustSee(t, "There is no /dance here; type / to see what there is.")
		marta.types(t, "b") // and in a game, from somebody who has nothing to do with it
		time.Sleep(4 * time.Second)
		wei.types(t, "c/w marta luck\r")
		marta.mustSee(t, "Wei whispers: luck")
	})
}

// Who is ignored is gone from the screen at once, and heard again when wanted.
func TestIgnoringFromTheList(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		marta, rude := comes(t, house, "marta", normalSize, Options{}), comes(t, house, "rude", normalSize, Options{})
		rude.types(t, "cyou fool\r")
		marta.mustSee(t, "you fool")
		marta.types(t, "p")
		marta.mustSee(t, "IN THE HOUSE", "► rude")
		marta.types(t, "\r")
		marta.mustSee(t, "hear no more of them")
		marta.types(t, "x")
		marta.mustSee(t, "You hear no more of rude.", "TABLES")
		rude.types(t, "cand a knave\r")
		if see := marta.sees(); strings.Contains(see, "fool") || strings.Contains(see, "knave") {
			t.Errorf("marta still sees it:\n%s", see)
		}
		marta.types(t, "p")
		marta.mustSee(t, "not heard")
		marta.types(t, "\r")
		marta.types(t, "x")
		marta.mustSee(t, "You hear rude again.", "and a knave")
		marta.types(t, "p\r")
		marta.types(t, "r")
		marta.mustSee(t, "say /report rude")
		marta.types(t, "names\r")
		marta.mustSee(t, "Thank you. The host of this server will read about rude")
		if all, err := house.Reports(t.Context(), 9); err != nil || len(all) != 1 || all[0].Reason != "names" {
			t.Errorf("reported: %+v, %v", all, err)
		}
	})
}

// A host sends somebody out and locks the table by keys alone.
func TestTheHostSendsOutByKeys(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		marta, wei := comes(t, house, "marta", normalSize, Options{}), comes(t, house, "Wei", normalSize, Options{})
		marta.types(t, "n")
		marta.types(t, "cellar\r")
		settleDown()
		wei.types(t, "\r")
		wei.mustSee(t, "2 of 6 seats taken")
		marta.types(t, "p\r")
		marta.types(t, "k")
		marta.mustSee(t, "1 of 6 seats taken")
		wei.mustSee(t, "The host of this table has sent you out.", "TABLES")
		settleDown() // until the lobby lists the table
		wei.types(t, "\r")
		wei.mustSee(t, "2 of 6 seats taken")
		marta.types(t, "p\r")
		marta.types(t, "b")
		wei.mustSee(t, "has banned you from it")
		settleDown()
		wei.types(t, "\r")
		wei.mustSee(t, "The host of this table has banned you from it.", "TABLES")
		marta.types(t, "p")
		marta.mustSee(t, "banned")
		marta.types(t, "\r")
		marta.types(t, "u")
		marta.types(t, "pl")
		marta.mustSee(t, "unlock the table")
		marta.types(t, "\x1b")
		settleDown()
		marta.mustSee(t, "waiting, locked")
		wei.mustSee(t, "waiting for 5 more, locked", "locked: nobody new is let in")
		wei.types(t, "c/kick marta\r")
		wei.mustSee(t, "Only the host of a table can do that.")
	})
}

// The same with the mouse alone, in a running game, where it is asked about.
func TestTheHostSendsOutByTheMouse(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		marta, wei := comes(t, house, "marta", normalSize, Options{}), comes(t, house, "Wei", normalSize, Options{})
		marta.types(t, "n")
		marta.types(t, "cellar\r")
		settleDown()
		wei.types(t, "\r")
		wei.types(t, "\r")
		marta.types(t, "bbbb\r")
		marta.mustSee(t, "round 1 of 4")
		for _, word := range []string{"? help", "settings, help, leave", "people here", "Wei  ", "send out of the table"} {
			if !marta.clicks(word) {
				t.Fatalf("nothing to click on as %q:\n%s", word, marta.sees())
			}
			settleDown()
		}
		marta.mustSee(t, "Send Wei out? A bot plays the cards to the end.")
		wei.mustSee(t, "round 1 of 4")
		marta.clicks("stay")
		settleDown()
		wei.mustSee(t, "round 1 of 4")
		marta.types(t, "c/ban wei\r")
		marta.mustSee(t, "Send Wei out?")
		marta.clicks("y send out")
		settleDown()
		wei.mustSee(t, "The host of this table has banned you from it.", "TABLES")
	})
}

// A click on a name tells what can be done about its owner, in the lobby and at a
// table before the start.
func TestNamesAreClickedOn(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		marta, wei := comes(t, house, "marta", normalSize, Options{}), comes(t, house, "Wei", normalSize, Options{})
		settleDown()
		marta.clicks("Wei")
		marta.mustSee(t, "► w    whisper")
		marta.clicks("whisper")
		settleDown()
		marta.mustSee(t, "say /w Wei _")
		marta.types(t, "sit with me\r")
		wei.mustSee(t, "(whispers) sit with me")
		marta.clicks("marta          you")
		marta.mustSee(t, "IN THE HOUSE")
		marta.types(t, "\x1b")
		settleDown()
		marta.types(t, "n")
		marta.types(t, "cellar\r")
		settleDown()
		wei.types(t, "\r")
		marta.clicks("Wei")
		marta.mustSee(t, "send out of the table")
	})
}
