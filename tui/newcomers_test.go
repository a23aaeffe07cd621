package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deathtrap/lobby"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// codeOn is the code of the table whose invitation is on a person's screen.
func (p *person) codeOn(t *testing.T) string {
	t.Helper()
	_, after, found := strings.Cut(p.sees(), "ssh -p 2222 ")
	code, _, _ := strings.Cut(after, "@")
	if !found {
		t.Fatalf("%s sees no invitation:\n%s", p.name, p.sees())
	}
	return code
}

// The line for a friend says what it is good for: a seat, or to look on; and who
// follows an old one to a full table is told why they have no seat.
func TestAFriendsLineIsTrue(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		marta := comes(t, house, "marta", normalSize, Options{})
		marta.types(t, "n")
		marta.types(t, "\r")
		code := marta.codeOn(t)
		marta.mustSee(t, "A friend sits down with   ssh -p 2222 "+code+"@")
		marta.types(t, "bbbbb")
		marta.mustSee(t, "A friend can watch   ssh -p 2222 watch-"+code+"@dungeon.example    i copies it")
		wei := comes(t, house, "Wei", normalSize, Options{})
		settleDown()
		wei.mustSee(t, "A friend can watch   ssh -p 2222 watch-"+code+"@", "enter watch")
		friend := comes(t, house, "Pim", normalSize, Options{Want: code})
		friend.mustSee(t, "Every seat is taken, so you look on. You can sit down once one is free.", "6 of 6 seats taken")
		marta.types(t, "-")
		friend.mustSee(t, "enter sit down")
		friend.types(t, "\r")
		friend.mustSee(t, "enter I am ready")
		wei.types(t, "\r")
		if strings.Contains(wei.sees(), "so you look on") {
			t.Errorf("Wei, who wanted to look on, is told why:\n%s", wei.sees())
		}
	})
	locked := table.Board{Code: "K7QD", Locked: true, Seats: make([]table.Chair, 4)}
	s := &session{}
	if got := s.invitation(&locked); got.line != "" || got.words != "The table is locked: nobody new is let in." {
		t.Errorf("to a locked table leads %q", got)
	}
}

// However long a host's name is: what is to be typed is whole, or not there.
func TestAnInvitationIsNotCut(t *testing.T) {
	for _, size := range sizes {
		p := staged(t, size, func(s *session) screen {
			s.options.Host, s.at, s.seat = "dungeon."+strings.Repeat("far-away.", 5)+"example.org", waitingTable(), &table.Visit{}
			s.wayBack = newNote(s, "So: ssh -p 2222 resume-abcd-efgh-ijkl@"+s.options.Host)
			return newWaiting(s)
		})
		got := terminal.Snapshot(p, size).Text()
		for _, line := range strings.Split(got, "\n") {
			if strings.Contains(line, "ssh ") && !strings.Contains(line, "example.org") {
				t.Errorf("%v: %q", size, line)
			}
		}
		if !strings.Contains(got, "ssh -p 2222 K7QD@dungeon") && !strings.Contains(got, "i copies the line for a friend") {
			t.Errorf("%v: nothing of it:\n%s", size, got)
		}
	}
}

// Who comes to look on is not promised a seat, and no name is offered that can't
// be had.
func TestTheNameIsAskedForTruly(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen {
		s.me.Name, s.options.Watch = "guest-2", "k7qd"
		return newNaming(s)
	})
	see := func() string { return terminal.Snapshot(p, normalSize).Text() }
	if got := see(); !strings.Contains(got, "You come to look on at table K7QD.") || !strings.Contains(got, "enter go to the table as guest-2") {
		t.Errorf("at first:\n%s", got)
	}
	for text, why := range map[string]string{
		"x": "A name is 2 to 16 characters wide.", "a b": "and no blanks.", "-ab": "begins and ends with a letter", "admin": "means something else",
	} {
		p.top().(*nameScreen).name.set(text)
		p.Update(pressed("enter"))
		if got := see(); !strings.Contains(got, why) || strings.Contains(got, "enter go") || !strings.Contains(got, "that won't do as a name") {
			t.Errorf("with %q:\n%s", text, got)
		}
	}
	p.top().(*nameScreen).name.set("Fenna")
	if got := see(); !strings.Contains(got, "enter go to the table as Fenna") {
		t.Errorf("with a name:\n%s", got)
	}

	settings := newSettings(p.session)
	settings.row = 0
	p.dialogs = []screen{settings}
	settings.name.set("x")
	if got := see(); !strings.Contains(got, "A name is 2 to 16 characters wide.") || strings.Contains(got, "enter take") {
		t.Errorf("in the settings:\n%s", got)
	}
}

// Before the house's list has come enter does nothing, and nothing is claimed
// about the tables; what a person has asked for and what they got is said.
func TestNothingIsSaidBeforeTheListIsThere(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen { return newLobby(s) })
	_, cmd := p.Update(pressed("enter"))
	if got := terminal.Snapshot(p, normalSize).Text(); p.hurried || strings.Contains(got, "No table stands") ||
		strings.Contains(got, "tables") && strings.Contains(got, "0 here") || strings.Contains(got, "enter ") {
		t.Errorf("after an early enter (%v):\n%s", cmd != nil, got)
	}
	p.house = lobby.Board{People: []lobby.Person{{Name: "Ilse"}}, Private: 2}
	if got := terminal.Snapshot(p, normalSize).Text(); !strings.Contains(got, "1 here  ∙  0 tables, 2 private") || !strings.Contains(got, "enter play a quick match") {
		t.Errorf("with the list:\n%s", got)
	}
}

// What the server has to say of somebody's user name is the first thing they read.
func TestWhatAUserNameWasTakenForIsSaid(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		p := arrives(t, house, "KQDX", normalSize, Options{Told: "There is no table KQDX. You are in the lobby as KQDX."})
		p.mustSee(t, "There is no table KQDX. You are in the lobby as KQDX.", "play now against computer players")
	})
}

// A notice belongs to the screen it was told on: another one does not show it,
// nor is it there on the way back. What is told on the way is for where it leads.
func TestNoticesStayWhereTheyWereTold(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen { s.house = busyHouse(); return newLobby(s) })
	see := func() string { return terminal.Snapshot(p, normalSize).Text() }
	told := "Copied, if your terminal allows it"
	p.Update(pressed("i"))
	p.Update(pressed("p")) // an overlay leaves it to see
	if !strings.Contains(see(), told) {
		t.Errorf("over it:\n%s", see())
	}
	p.Update(pressed("esc"))
	p.Update(pressed("s"))
	if strings.Contains(see(), told) {
		t.Errorf("in the settings:\n%s", see())
	}
	p.Update(pressed("esc"))
	if strings.Contains(see(), told) {
		t.Errorf("back in the lobby:\n%s", see())
	}
	p.Update(pressed("n"))
	p.Update(pressed("enter"))
	p.Update(refusedMsg{table.ErrDraining})
	if !strings.Contains(see(), "so nothing new begins") {
		t.Errorf("after a refusal:\n%s", see())
	}
}

// A guest finds the way back to the seat wherever they have one, also after a
// return, of which the table says nothing.
func TestTheWayBackIsInTheMenu(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		way := "ssh -p 2222 resume-abcd-efgh-ijkl@dungeon.example"
		ilse := comes(t, house, "Ilse", normalSize, Options{Way: way})
		ilse.types(t, "n")
		ilse.types(t, "\r")
		ilse.mustSee(t, "You come back by   "+way)
		for _, opens := range []func(){func() { ilse.types(t, "w") }, func() { ilse.clicks("You come back by") }} {
			opens()
			settleDown()
			ilse.mustSee(t, "FOR YOU ALONE", "i copy it")
			ilse.types(t, "\r")
		}
		ilse.types(t, "\x1b")
		settleDown()
		ilse.types(t, "y")
		ilse.types(t, "b")
		ilse.types(t, "\x1b")
		settleDown()
		ilse.mustSee(t, "Should your line drop: "+way, "w    how to come back")
		ilse.keys.Close()
		settleDown()
		again := comes(t, house, "Ilse", normalSize, Options{Way: way})
		settleDown()
		again.types(t, "\r")
		again.types(t, "\x1b")
		settleDown()
		again.mustSee(t, "Should your line drop: "+way)
	})
}

// A line of chat stops where it must, with the name it is for not counted; one
// that is refused all the same is not lost.
func TestWhatCantBeSaidIsKept(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		ilse := comes(t, house, "Ilse", normalSize, Options{})
		wei := comes(t, house, "Wei", normalSize, Options{})
		ilse.types(t, "c")
		ilse.hits(strings.Repeat("x", mostSaid-5))
		ilse.mustSee(t, "5 left")
		ilse.hits("12345678")
		ilse.mustSee(t, "xxx12345_", "0 left")
		ilse.types(t, "\r")
		if ilse.types(t, ""); strings.Contains(ilse.sees(), "characters") {
			t.Errorf("a whole line is refused:\n%s", ilse.sees())
		}
		time.Sleep(5 * time.Second)
		ilse.types(t, "c")
		ilse.hits("/w Wei " + strings.Repeat("y", mostSaid) + "zzz\r")
		settleDown()
		wei.types(t, "c")
		wei.mustSee(t, "(whispers)", "yyy")
		if strings.Contains(wei.sees(), "z") {
			t.Errorf("it did not stop:\n%s", wei.sees())
		}
		time.Sleep(5 * time.Second)
		for range 4 {
			ilse.types(t, "chello\r")
		}
		ilse.mustSee(t, "Too much at once. Wait a little. Press c: your words are still there.")
		ilse.types(t, "c")
		ilse.mustSee(t, "say hello_")
	})
	if got, want := sorry(fmt.Errorf("%w: it may have 60 characters", table.ErrTooLong)), "It may have 60 characters."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Whoever has only a mouse can do all that the keys do: each is a word of the key
// lines, or a row, or a line of the help that the key lines open. On a phone a key
// has one word, which says something.
func TestEveryKeyCanBeClickedOn(t *testing.T) {
	rows := []string{"menu", "people", "person", "desk"} // which are clicked on
	for name, place := range stages() {
		for _, size := range sizes {
			p := staged(t, size, place)
			if name == "form" || name == "settings" { // below the line that is typed
				p.Update(pressed("down"))
				p.Update(pressed("down"))
			}
			k := p.top().keys()
			placed := map[string]bool{p.titleKey(): true}
			for _, s := range spots(nil, k, p.width, p.height) {
				placed[s.Help().Key] = true
				for _, bad := range []string{"the", "a", "an", "all", "to"} {
					if s.Help().Desc == bad {
						t.Errorf("%s, %v: %s is worded %q", name, size, s.Help().Key, bad)
					}
				}
			}
			for _, s := range k.all() {
				key := s.Help().Key
				if !placed[key] && !placed["?"] && !slices.Contains(rows, name) && name != "ceremony" { // where the mouse does it
					t.Errorf("%s, %v: no way to click on %s %s", name, size, key, s.Help().Desc)
				}
			}
		}
	}
}

// A guest is told what a key is good for, and not what keys they have.
func TestAGuestIsToldWhatAKeyIsFor(t *testing.T) {
	for _, size := range sizes {
		p := staged(t, size, func(s *session) screen { s.me.Guest = true; return newKeys(s) })
		got := strings.Join(strings.Fields(terminal.Snapshot(p, size).Text()), " ")
		if !strings.Contains(got, "Come in with an SSH key (ssh-keygen makes one): then you are the same player each time") || strings.Contains(got, "each of these") {
			t.Errorf("%v: %s", size, got)
		}
	}
}

// A seat that is kept before a game has no cards yet.
func TestTheKeptSeatIsToldTruly(t *testing.T) {
	for state, want := range map[table.State]string{
		table.Playing: "is kept. Your cards are waiting for you.", table.Waiting: "is kept for a minute; its game has not begun.",
	} {
		p := staged(t, normalSize, func(s *session) screen {
			s.house = busyHouse()
			s.house.Tables[0].State = state
			l := newLobby(s)
			l.kept = s.house.Tables[0].Code
			return l
		})
		if got := terminal.Snapshot(p, normalSize).Text(); !strings.Contains(got, want) {
			t.Errorf("%s:\n%s", state, got)
		}
	}
}
