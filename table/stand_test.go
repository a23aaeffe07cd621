package table

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deathtrap/rules"
)

// again closes a table as a crash does, waits, and opens it from its log.
func (h *house) again(log *faultyLog, outage time.Duration, set time.Duration) *house {
	h.t.Helper()
	alive := time.Now()
	h.cancel()
	<-h.Done()
	time.Sleep(outage)
	must(h.t, Rehearse(log.entries))
	return open(h.t, func(c *Config) {
		// A clock that was set back makes the past look later than it was.
		c.Log, c.Past, c.Alive = log, slices.Clone(log.entries), alive.Add(set)
	})
}

// TestNoClockRunsWithoutAServer: what was left of a turn is left afterwards,
// but never less than it takes to come back.
func TestNoClockRunsWithoutAServer(t *testing.T) {
	for _, c := range []struct {
		name              string
		thought, out, set time.Duration
		left              time.Duration
	}{
		{"much was left", 10 * time.Second, time.Hour, 0, 50 * time.Second},
		{"little was left", 55 * time.Second, time.Hour, 0, reunion},
		{"the clock was set forward", 10 * time.Second, 5 * time.Hour, -time.Second, 51 * time.Second},
		{"the clock was set back", 10 * time.Second, time.Minute, time.Hour, reunion},
	} {
		bubble(t, c.name, func(t *testing.T) {
			log := &faultyLog{}
			first := open(t, func(k *Config) {
				k.Log, k.Setup.Options.Turn, k.Seed = log, rules.TurnTime(time.Minute), dealTo(0, 1)
			})
			v := first.started()
			u := latest(t, v)
			for !u.View.Owes() {
				time.Sleep(100 * time.Millisecond)
				u = latest(t, v)
			}
			left := time.Until(*u.View.Deadline)
			time.Sleep(c.thought - (time.Minute - left))
			second := first.again(log, c.out, c.set)
			back := second.visit(0)
			if got := time.Until(*latest(t, back).View.Deadline).Round(time.Second); got != c.left {
				t.Errorf("%v are left, want %v", got, c.left)
			}
		})
	}
}

// TestRecalledClocksCanNotBeSet: a clock out of a log has no monotonic reading. It
// gets one when the table goes on, or else to set the wall clock would move it.
func TestRecalledClocksCanNotBeSet(t *testing.T) {
	d := newDesk(1, randomParty(1).config.Setup.Options)
	person := d.come(t, player(0))
	for _, cmd := range []Command{Sit{}, AddBots{Count: len(d.seats) - 1}, Start{}} {
		must(t, d.do(person, cmd))
	}
	now := Steady(time.Now())
	running := func(what string, monotonic bool) {
		clocks := 0
		for _, clock := range d.clocks() {
			if !clock.IsZero() {
				clocks++
				if got := strings.Contains(clock.String(), " m="); got != monotonic {
					t.Errorf("%s: a clock is at %v", what, clock)
				}
			}
		}
		if clocks == 0 {
			t.Errorf("%s no clock runs", what)
		}
	}
	running("before", false)
	since := d.now
	d.now = now()
	d.happen(Entry{Kind: Stood, Seat: rules.Nobody, Since: &since, On: true})
	running("afterwards", true)
}

// TestSeatsWaitForTheirPeople before a game and after one, for a minute.
func TestSeatsWaitForTheirPeople(t *testing.T) {
	bubble(t, "before a game", func(t *testing.T) {
		log := &faultyLog{}
		first := open(t, func(c *Config) { c.Log = log })
		v, other := first.visit(0), first.visit(1)
		must(t, v.Do(t.Context(), Sit{}))
		must(t, other.Do(t.Context(), Sit{}))
		must(t, other.Do(t.Context(), Ready{}))
		must(t, other.Do(t.Context(), Say{"are we ready?"}))
		second := first.again(log, time.Hour, 0)
		back := second.visit(0)
		u := latest(t, back)
		if u.You != 0 || u.Board.Seats[1].Name != "player1" || !u.Board.Seats[1].Away || u.Board.Seats[1].Ready {
			t.Errorf("seat %d, %+v", u.You, u.Board.Seats)
		}
		if !slices.Contains(u.Board.Talk, Talk{"player1", "are we ready?", player(1).ID}) {
			t.Errorf("what was said is lost: %v", u.Board.Talk)
		}
		time.Sleep(grace + time.Second)
		if u := latest(t, back); !u.Board.Seats[1].Free() || u.Board.Seats[0].Away {
			t.Errorf("after a minute: %+v", u.Board.Seats)
		}
	})
	bubble(t, "after a game", func(t *testing.T) {
		log := &faultyLog{}
		first := open(t, func(c *Config) { c.Log, c.Setup.Options.Turn = log, 10e9 })
		first.started()
		for first.Board().State != Over {
			time.Sleep(time.Minute)
		}
		second := first.again(log, time.Hour, 0)
		back := second.visit(0)
		must(t, back.Do(t.Context(), Rematch{}))
		if u := latest(t, back); u.You != 0 || u.Board.State != Waiting {
			t.Errorf("seat %d, %s", u.You, u.Board.State)
		}
	})
}

func TestWhatIsNoLog(t *testing.T) {
	for name, entries := range map[string][]Entry{
		"nothing":            {},
		"no beginning":       {{Seq: 1, Kind: Sat, Player: &Player{}}},
		"no options":         {{Seq: 1, Kind: Opened, Setup: &Setup{}}},
		"two beginnings":     {opened(1), opened(2)},
		"another number":     {opened(2)},
		"no such seat":       {opened(1), {Seq: 2, Kind: Readied, Seat: 9}},
		"a move, no game":    {opened(1), {Seq: 2, Kind: Moved, Seat: 0, Action: &rules.Action{Kind: rules.ActPass}}},
		"more after the end": {opened(1), {Seq: 2, Kind: Closed}, {Seq: 3, Kind: Cleared}},
	} {
		if err := Rehearse(entries); err == nil {
			t.Errorf("%s passes for a log", name)
		}
	}
	must(t, Rehearse([]Entry{opened(1)}))
}

func opened(seq uint64) Entry {
	return Entry{Seq: seq, Kind: Opened, Seat: rules.Nobody, Setup: &Setup{Options: rules.DefaultOptions()}}
}
