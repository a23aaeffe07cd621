package lines_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/lobby"
	"deathtrap/server/lines"
	"deathtrap/table"
)

// Who practises hears the game from its first word, and nothing of the table
// before it: no free seats, no choices, no bots that come in.
func TestPracticeIsTheGameAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := lobby.New(t.Context(), lobby.Config{Policy: quiet{}, Pace: time.Second})
		l := listen(t, house, "ilse")
		l.hear()
		l.enter("practice")
		l.hear()
		time.Sleep(time.Second)
		said := l.transcript.String()
		_, said, _ = strings.Cut(said, "> practice\n")
		if !strings.HasPrefix(said, "The game begins. Clockwise: you, ") || !strings.Contains(said, "Round 1 is dealt") {
			t.Errorf("it begins with %q", said)
		}
		for _, words := range []string{"is free", "has not begun", "sits down", "A friend comes here"} {
			if strings.Contains(said, words) {
				t.Errorf("%q is said:\n%s", words, said)
			}
		}
		l.enter("quit")
		<-l.done
	})
}

// What a guest has to type to come back stands whole in a line of its own.
func TestTheWayBackIsWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := lobby.New(t.Context(), lobby.Config{Policy: quiet{}, Pace: time.Second})
		way := "ssh -p 2222 resume-abcd-efgh-ijkl@dungeon.example"
		l := listenAs(t, house, table.Player{ID: "guest:1", Name: "ilse", Guest: true, Way: way, Face: table.Plain})
		l.hear()
		l.enter("new")
		if said := l.hear(); !strings.Contains(said, "\n"+way+"\n") {
			t.Errorf("ilse hears %q", said)
		}
		l.enter("quit")
		<-l.done
	})
}

// Who asks for a seat where there is none looks on, and is told so; who comes
// after a deal is not told that it was unfair.
func TestAFullTableIsLookedOnAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := lobby.New(t.Context(), lobby.Config{Policy: quiet{}, Pace: time.Second})
		host := listen(t, house, "marta")
		host.hear()
		host.enter("new players 4 bots novice turn 10s rounds 1")
		host.hear()
		host.enter("start")
		host.hear()
		time.Sleep(2 * time.Second)
		l := listen(t, house, "ilse")
		time.Sleep(time.Second) // till the lobby has its list, which changes all the time
		l.hear()
		l.enter("join " + house.Board().Tables[0].Code)
		if said := l.hear(); !strings.Contains(said, "Every seat there is taken, so you look on.") || !strings.Contains(said, "You watch.") {
			t.Errorf("ilse hears %q", said)
		}
		time.Sleep(time.Hour) // the clock plays for marta
		l.hear()
		l.enter("verify")
		if said := l.hear(); !strings.Contains(said, "You came after the deal") {
			t.Errorf("of the deal ilse hears %q", said)
		}
		for _, one := range []*listener{l, host} {
			one.enter("quit")
			<-one.done
		}
	})
}

// Of private tables the list says how many there are, and no more.
func TestPrivateTablesAreCounted(t *testing.T) {
	for private, want := range map[int]string{
		0: "There is no public table yet.\n",
		1: "There is no public table yet.\n1 private table is not listed.\n",
		3: "There is no public table yet.\n3 private tables are not listed.\n",
	} {
		if got := lines.Tables(&lobby.Board{Private: private}).Text; got != want {
			t.Errorf("%d: %q", private, got)
		}
	}
}

// A table that grows by several seats at once is told of like any other.
func TestATableGrows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := lobby.New(t.Context(), lobby.Config{Policy: quiet{}, Pace: time.Second})
		host := listen(t, house, "marta")
		host.hear()
		host.enter("new players 4")
		host.hear()
		guest := listen(t, house, "ilse")
		time.Sleep(time.Second) // till the lobby has its list
		guest.enter("join " + house.Board().Tables[0].Code)
		guest.hear()
		host.enter("change players 8")
		host.hear()
		guest.hear()
		guest.enter("table")
		if said := guest.hear(); !strings.Contains(said, "Seat 8 is free.") {
			t.Errorf("ilse hears %q", said)
		}
		guest.enter("ready")
		if said := host.hear(); !strings.Contains(said, "ilse is ready.") {
			t.Errorf("marta hears %q", said)
		}
		for _, one := range []*listener{guest, host} {
			one.enter("quit")
			<-one.done
		}
	})
}
