package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/rules"
)

// house is a table under test, inside a bubble.
type house struct {
	*Table
	t       *testing.T
	logged  bytes.Buffer
	closed  atomic.Int32
	reports []Board // read it only when the table waits
	cancel  context.CancelFunc
}

func open(t *testing.T, change func(*Config)) *house {
	h := &house{t: t}
	o := rules.DefaultOptions()
	o.Players, o.Bots, o.Rounds, o.Turn = 4, "regular", 1, 0
	c := Config{
		Code: "KRAK", Setup: Setup{Options: o}, Policy: lowest{}, Pace: time.Second, Seed: seeds(1), Random: 1,
		Logger: slog.New(slog.NewTextHandler(&h.logged, nil)),
		Closed: func() { h.closed.Add(1) }, Report: func(b Board) { h.reports = append(h.reports, b) },
	}
	if change != nil {
		change(&c)
	}
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(func() {
		cancel()
		<-h.Done()
		time.Sleep(time.Hour) // a slow policy thinks its last thought
		if n := h.closed.Load(); n != 1 {
			t.Errorf("Closed was called %d times", n)
		}
	})
	h.cancel = cancel
	h.Table = Open(ctx, c)
	return h
}

func (h *house) visit(i int) *Visit {
	h.t.Helper()
	v, err := h.Visit(h.t.Context(), player(i))
	must(h.t, err)
	return v
}

// started is a visit of the host of a game that has begun.
func (h *house) started() *Visit {
	h.t.Helper()
	v := h.visit(0)
	must(h.t, v.Do(h.t.Context(), Sit{}))
	must(h.t, v.Do(h.t.Context(), Start{}))
	return v
}

func bubble(t *testing.T, name string, f func(*testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
}

// ends expects that a visit is over, whatever news there still is.
func ends(t *testing.T, v *Visit, reason error) {
	t.Helper()
	for {
		if _, err := v.Next(t.Context()); err != nil {
			if !errors.Is(err, reason) {
				t.Errorf("the visit ended with %v, want %v", err, reason)
			}
			return
		}
	}
}

func TestATableEnds(t *testing.T) {
	bubble(t, "with its context", func(t *testing.T) {
		h := &house{}
		ctx, cancel := context.WithCancel(t.Context())
		h.Table = Open(ctx, Config{Setup: Setup{Options: rules.DefaultOptions()}, Policy: lowest{}})
		v, err := h.Visit(ctx, player(0))
		must(t, err)
		cancel()
		ends(t, v, ErrClosed)
		<-h.Done()
		if err := v.Do(t.Context(), Sit{}); !errors.Is(err, ErrClosed) {
			t.Errorf("do: %v", err)
		}
		if _, err := h.Visit(t.Context(), player(1)); !errors.Is(err, ErrClosed) {
			t.Errorf("visit: %v", err)
		}
		v.Leave()
		h.Drain()
	})
	bubble(t, "at once when the last one leaves and no game has begun", func(t *testing.T) {
		h := open(t, nil)
		v := h.visit(0)
		must(t, v.Do(t.Context(), Sit{}))
		v.Leave()
		<-h.Done()
		ends(t, v, ErrLeft)
	})
	bubble(t, "after five minutes with nobody there", func(t *testing.T) {
		h := open(t, nil)
		v := h.started()
		v.Leave()
		time.Sleep(emptyTime - time.Second)
		h.visit(0).Leave() // somebody looks in: it waits anew
		time.Sleep(emptyTime - time.Second)
		still(t, h)
		time.Sleep(2 * time.Second)
		<-h.Done()
	})
	bubble(t, "if its first visitor never comes", func(t *testing.T) {
		h := open(t, nil)
		time.Sleep(emptyTime - time.Second)
		still(t, h)
		time.Sleep(2 * time.Second)
		<-h.Done()
	})
	bubble(t, "if the log can't even take its opening", func(t *testing.T) {
		h := open(t, func(c *Config) { c.Log = &faultyLog{fault: ErrNotKept} })
		<-h.Done()
	})
}

func still(t *testing.T, h *house) {
	t.Helper()
	synctest.Wait()
	select {
	case <-h.Done():
		t.Error("the table has closed too soon")
	default:
	}
}

// sleepy is a policy that takes its time.
type sleepy struct{ takes time.Duration }

func (p sleepy) Choose(_ string, v rules.View, _ uint64) (rules.Action, bool) {
	time.Sleep(p.takes)
	return v.Legal[len(v.Legal)-1], v.Owes()
}

// broken is a policy that can't play.
type broken struct{ how string }

func (p broken) Choose(string, rules.View, uint64) (rules.Action, bool) {
	if p.how == "panics" {
		panic("no idea")
	}
	return rules.Play(rules.KillingMachine), p.how == "cheats"
}

func TestAPolicyThatIsNoGood(t *testing.T) {
	finishes := func(policy Policy, within time.Duration) func(t *testing.T) {
		return func(t *testing.T) {
			h := open(t, func(c *Config) { c.Policy = policy })
			watcher := h.visit(5)
			must(t, h.started().Do(t.Context(), GiveUp{}))
			start := time.Now()
			must(t, watcher.Do(t.Context(), Say{"it answers while others think"}))
			if time.Since(start) != 0 {
				t.Error("the table has waited for the policy")
			}
			for h.Board().State != Over && time.Since(start) < within {
				time.Sleep(time.Second)
			}
			if h.Board().State != Over {
				t.Errorf("no end after %v", within)
			}
		}
	}
	bubble(t, "slow, but within the pause", finishes(sleepy{100 * time.Millisecond}, 10*time.Minute))
	bubble(t, "too slow to be waited for", finishes(sleepy{time.Minute}, 3*time.Hour))
	bubble(t, "in panic", finishes(broken{"panics"}, 10*time.Minute))
	bubble(t, "without an answer", finishes(broken{"shrugs"}, 10*time.Minute))
	bubble(t, "cheating", finishes(broken{"cheats"}, 10*time.Minute))
}

func TestAPanicEndsOneTableAlone(t *testing.T) {
	bubble(t, "of what it calls", func(t *testing.T) {
		sound := open(t, nil)
		safe := sound.visit(0)
		var bad atomic.Bool
		h := open(t, func(c *Config) {
			c.Report = func(Board) {
				if bad.Load() {
					panic("a broken lamp")
				}
			}
		})
		v, other := h.started(), h.visit(1)
		bad.Store(true)
		if err := v.Do(t.Context(), GiveUp{}); !errors.Is(err, ErrClosed) {
			t.Errorf("do: %v", err)
		}
		ends(t, v, ErrClosed)
		ends(t, other, ErrClosed)
		<-h.Done()
		for _, part := range []string{"a broken lamp", "KRAK", `seed`, "gave-up", "room.go"} {
			if !strings.Contains(h.logged.String(), part) {
				t.Errorf("the log says nothing of %s: %s", part, &h.logged)
			}
		}
		told := loggedStory(t, h.logged.String())
		if n := len(told); n < 2 || told[0].Kind != Started || told[0].Seed == nil || told[n-1].Kind != GaveUp {
			t.Errorf("the log tells %v", told)
		}
		must(t, safe.Do(t.Context(), Sit{}))
	})
	bubble(t, "of a log with another game in it", func(t *testing.T) {
		h := open(t, func(c *Config) { c.Past = []Entry{{Seq: 1, Kind: Cleared}} })
		<-h.Done()
	})
}

// loggedStory is the entries that the log of a crash tells.
func loggedStory(t *testing.T, log string) (entries []Entry) {
	t.Helper()
	_, after, _ := strings.Cut(log, " entries=")
	quoted, err := strconv.QuotedPrefix(after)
	must(t, err)
	story, err := strconv.Unquote(quoted)
	must(t, err)
	must(t, json.Unmarshal([]byte(story), &entries))
	return entries
}

// TestATableGoesOnFromItsLog closes a table in the middle of a game and opens
// it again with what it had written down.
func TestATableGoesOnFromItsLog(t *testing.T) {
	for _, after := range []time.Duration{0, 10 * time.Second, 30 * time.Second, time.Hour} {
		bubble(t, after.String(), func(t *testing.T) {
			log := &faultyLog{}
			first := open(t, func(c *Config) { c.Log, c.Setup.Options.Turn = log, 10e9 })
			v := first.started()
			time.Sleep(after)
			before := latest(t, v)
			first.cancel()
			<-first.Done()
			past := slices.Clone(log.entries)

			second := open(t, func(c *Config) { c.Log, c.Past, c.Setup.Options.Turn = log, past, 10e9 })
			back, err := second.Visit(t.Context(), player(0))
			must(t, err)
			now := latest(t, back)
			if now.Seen < before.Seen || now.You != 0 || now.Board.State != before.Board.State {
				t.Errorf("seen %d then %d, seat %d, state %s", before.Seen, now.Seen, now.You, now.Board.State)
			}
			if was, is := encode(t, before.View.View), encode(t, now.View.View); was != is {
				t.Errorf("another game\nwas %s\nis  %s", was, is)
			}
			time.Sleep(time.Hour)
			if s := second.Board().State; s != Over {
				t.Errorf("the game goes not on: %s", s)
			}
			replay(t, log.entries, nil)
		})
	}
}

// latest is the newest update there is for a visit.
func latest(t *testing.T, v *Visit) Update {
	t.Helper()
	synctest.Wait()
	u, err := v.Next(t.Context())
	must(t, err)
	return u
}

func TestComputerPlayersHaveNamesOfTheirOwn(t *testing.T) {
	o := rules.DefaultOptions()
	o.Players = 8
	for n := range 40 {
		d := newDesk(uint64(n), o)
		d.code = strings.Repeat("A", n)
		host := d.enter(Player{ID: "1", Name: "0ld ox"})
		d.enter(Player{ID: "2", Name: "MA M0TH"})
		must(t, d.do(host, Sit{}))
		must(t, d.do(host, AddBots{Count: 7}))
		names := map[string]bool{}
		for i := range d.seats {
			names[d.seats[i].Name] = true
		}
		if len(names) != 8 || names["Old Ox"] || names["Ma Moth"] {
			t.Errorf("names %v", names)
		}
	}
}

func TestEveryChangeIsReported(t *testing.T) {
	bubble(t, "once", func(t *testing.T) {
		h := open(t, nil)
		v := h.visit(0)
		synctest.Wait()
		before := len(h.reports)
		must(t, v.Do(t.Context(), Sit{}))
		must(t, v.Do(t.Context(), Sit{}))              // no change
		must(t, v.Do(t.Context(), AutoPass{On: true})) // nobody else's business
		synctest.Wait()
		newest := h.reports[len(h.reports)-1]
		if len(h.reports) != before+1 || newest.Seats[0].Name != "player0" || !newest.Keeps(player(0).ID) || newest.Keeps("") {
			t.Errorf("%d reports, the newest of %+v", len(h.reports)-before, newest)
		}
	})
}

func TestDraining(t *testing.T) {
	bubble(t, "begins no game", func(t *testing.T) {
		h := open(t, nil)
		v := h.visit(0)
		must(t, v.Do(t.Context(), Sit{}))
		h.Drain()
		h.Drain()
		if err := v.Do(t.Context(), Start{}); !errors.Is(err, ErrDraining) {
			t.Errorf("start: %v", err)
		}
		u := latest(t, v)
		if !u.Board.Draining || len(u.News) != 1 || u.News[0].Notice != noticeDrain {
			t.Errorf("it is not told: %+v", u)
		}
	})
}
