package tui

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// Points decide, then rounds won, then the last round's places (R10).
func TestStanding(t *testing.T) {
	for _, c := range []struct {
		name           string
		totals         []int
		winners, order []rules.Seat
		want           string
	}{
		{"points", []int{3, 9, 5}, nil, []rules.Seat{0, 1, 2}, "[1 2 0]"},
		{"rounds won", []int{5, 5, 5}, []rules.Seat{2, 0, 2}, []rules.Seat{1, 0, 2}, "[2 0 1]"},
		{"the last round", []int{5, 5, 5}, []rules.Seat{2, 0, 1}, []rules.Seat{1, 0, 2}, "[1 0 2]"},
	} {
		if got := fmt.Sprint(standing(c.totals, c.winners, c.order)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// After the first round nobody has climbed or fallen.
func TestNobodyClimbsInTheFirstRound(t *testing.T) {
	s := &session{at: finished()}
	s.at.View.LastRound.Round = 1
	_, up := (&resultScreen{session: s}).climbs()
	if fmt.Sprint(up) != "[0 0 0 0 0 0]" {
		t.Errorf("climbed %v", up)
	}
}

func TestResultToSendToSomebody(t *testing.T) {
	s := &session{at: finished()}
	golden(t, "result-story", (&resultScreen{session: s}).story())
	s.at = theEnd()
	golden(t, "ceremony-story", (&ceremonyScreen{session: s}).story())
}

// The last hand is told to its end, also if that was the Machine.
func TestTheLastRoundsHandEndsWithTheMachine(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen {
		s.at, s.seat = finished(), &table.Visit{}
		s.at.View.LastHand = theMachine().View.LastHand
		return newResult(s)
	})
	p.Update(pressed("l"))
	if got := terminal.Snapshot(p, normalSize).Text(); !strings.Contains(got, "CLANK. Old Tom stops the hand") {
		t.Errorf("no Machine in\n%s", got)
	}
}

// The bars grow and the rows change place once; any key ends it.
func TestResultMoves(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen {
		s.at, s.seat = finished(), &table.Visit{}
		return newResult(s)
	})
	r := p.place.(*resultScreen)
	rows := func() (first string, bars int) {
		lines := strings.Split(terminal.Snapshot(p, normalSize).Text(), "\n")
		return strings.Fields(lines[7])[1], strings.Count(strings.Join(lines[7:13], ""), "■")
	}
	if first, bars := rows(); first != "Kestrel" || bars != 0 {
		t.Errorf("it begins with %s and %d", first, bars)
	}
	for range resultFrames / 2 {
		p.Update(resultFrameMsg{r})
	}
	if first, bars := rows(); first != "marta" || bars == 0 || bars == 21 {
		t.Errorf("in the middle %s and %d", first, bars)
	}
	p.Update(pressed("x"))
	if first, bars := rows(); first != "marta" || bars != 21 {
		t.Errorf("it ends with %s and %d", first, bars)
	}
}

// Who has seen the last round end reads its result before the hero is hailed, until
// enter or for a while.
func TestTheLastResultComesBeforeTheCeremony(t *testing.T) {
	for _, way := range []tea.Msg{pressed("enter"), tickMsg(theMoment.Add(lastResult))} {
		p := staged(t, normalSize, func(s *session) screen {
			s.seat = &table.Visit{}
			return newGame(s, s.do)
		})
		p.game = p.place.(*gameScreen)
		p.Update(tableMsg{visit: p.seat, update: theEnd(), now: theMoment})
		picture := terminal.Snapshot(p, normalSize).Text()
		for _, words := range []string{"Kestrel wins the game with 22 points.", "enter hail the Ultimate Hero", "FINAL", "IN ROUND 4", "the ceremony in 15"} {
			if !strings.Contains(picture, words) {
				t.Errorf("no %q in\n%s", words, picture)
			}
		}
		p.place.(*resultScreen).settle()
		rows := strings.Split(terminal.Snapshot(p, normalSize).Text(), "\n")[7:13]
		if first := strings.Fields(rows[0])[1]; first != "Kestrel" {
			t.Errorf("who won stands not first, but %s", first)
		}
		for i, row := range rows {
			if place := strings.Fields(row)[0]; place != strconv.Itoa(i+1) {
				t.Errorf("row %d begins with %s", i+1, place)
			}
		}
		p.Update(tickMsg(theMoment.Add(lastResult - time.Second)))
		if _, still := p.place.(*resultScreen); !still {
			t.Fatal("the result is gone too soon")
		}
		p.Update(way)
		if _, there := p.place.(*ceremonyScreen); !there {
			t.Errorf("after %v: %T", way, p.place)
		}
	}
}

// Who comes when the game is over sees the ceremony at once.
func TestALateGuestSeesTheCeremony(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen {
		s.seat = &table.Visit{}
		return newLobby(s)
	})
	p.Update(tableMsg{visit: p.seat, update: theEnd(), now: theMoment})
	if _, there := p.place.(*ceremonyScreen); !there {
		t.Errorf("sees %T", p.place)
	}
}

var theMoment = time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)

// What the table told may be of rounds ago; what people say is for now.
func TestTheResultTellsWhatPeopleSay(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen {
		s.at = finished()
		s.at.Board.Talk = []table.Talk{{From: "Wei", Text: "well played"}, {Text: "Kees has dropped off. The seat is kept for a minute."}}
		return newResult(s)
	})
	picture := terminal.Snapshot(p, normalSize).Text()
	if !strings.Contains(picture, "well played") || strings.Contains(picture, "dropped off") {
		t.Errorf("the result shows\n%s", picture)
	}
}
