package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/rules"
)

// anyLegal is a policy that picks any legal action, and the Machine out of turn
// one time in four.
type anyLegal struct{}

func (anyLegal) Choose(_ string, v rules.View, seed uint64) (rules.Action, bool) {
	if !v.Owes() && seed%4 != 0 {
		return rules.Action{}, false
	}
	return v.Legal[seed%uint64(len(v.Legal))], true
}

// seeds are rounds' seeds for tests.
func seeds(n uint64) func() rules.Seed {
	r := rand.New(rand.NewPCG(n, 0))
	return func() (s rules.Seed) {
		for i := range s {
			s[i] = byte(r.Uint32())
		}
		return s
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// party is a whole game played at random by people who keep all they saw.
type party struct {
	config Config
	log    faultyLog
	people int // who sit; computer players take the other seats
	away   bool
	seen   []*diary // of those who sit, then of one who watches
}

// diary is everything one visit has ever got.
type diary struct {
	updates []Update
	err     error
}

func (d *diary) events() (events []rules.Event) {
	for _, u := range d.updates {
		for _, n := range u.News {
			if n.Event != nil {
				events = append(events, *n.Event)
			}
		}
	}
	return events
}

// randomParty is a table of some size and some options, all drawn from n.
func randomParty(n uint64) *party {
	r := rand.New(rand.NewPCG(n, 1))
	o := rules.Options{
		Players: rules.MinPlayers + int(n)%5, Rounds: 2, Bots: "regular",
		Laps:     []rules.Laps{rules.LapsOne, rules.LapsOpen, rules.LapsLock}[r.IntN(3)],
		Leader:   []rules.Leading{rules.LeaderLeft, rules.LeaderChosen}[r.IntN(2)],
		Machine:  []rules.Stopping{rules.MachineAny, rules.MachineTurn}[r.IntN(2)],
		Exchange: []rules.Trading{rules.ExchangeOpen, rules.ExchangeSealed}[r.IntN(2)],
		Turn:     rules.TurnTime(10 * time.Second),
	}
	p := &party{people: 1 + r.IntN(o.Players), away: n%2 == 1}
	pace := time.Duration(r.IntN(2)) * time.Second
	p.config = Config{Code: "KRAK", Setup: Setup{Options: o}, Policy: anyLegal{}, Pace: pace, Seed: seeds(n), Random: n, Log: &p.log}
	return p
}

// play runs the party to its end, inside a bubble.
func (p *party) play(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer synctest.Wait()
	defer cancel()
	tab := Open(ctx, p.config)
	var reading sync.WaitGroup
	var visits []*Visit
	for i := range p.people + 1 {
		v, err := tab.Visit(ctx, player(i))
		must(t, err)
		if i < p.people {
			must(t, v.Do(ctx, Sit{}))
			must(t, v.Do(ctx, Ready{}))
		}
		d := &diary{}
		p.seen = append(p.seen, d)
		visits = append(visits, v)
		reading.Go(func() { p.live(ctx, tab, v, i, d) })
	}
	synctest.Wait() // everybody has seen the beginning
	must(t, visits[0].Do(ctx, Start{}))
	reading.Wait()
}

func player(i int) Player {
	return Player{ID: fmt.Sprintf("secret-id-%d", i), Name: fmt.Sprintf("player%d", i), Face: JSON}
}

// live reads and plays at random, until the game is over. Now and then one who
// may does not act, drops off for a while, or tries what he may not.
func (p *party) live(ctx context.Context, tab *Table, v *Visit, me int, d *diary) {
	r := rand.New(rand.NewPCG(p.config.Random, uint64(me)))
	for {
		u, err := v.Next(ctx)
		if err != nil {
			d.err = err
			return
		}
		d.updates = append(d.updates, u)
		if r.IntN(10) == 0 {
			_, _ = json.Marshal(u) // read all of it while the game goes on
		}
		if u.Board.State == Over {
			return
		}
		if u.View == nil || len(u.View.Legal) == 0 {
			continue
		}
		if p.away && r.IntN(40) == 0 {
			v.Leave()
			time.Sleep(time.Duration(r.IntN(100)) * time.Second)
			if v, d.err = tab.Visit(ctx, player(me)); d.err != nil {
				return
			}
			continue
		}
		if u.View.Owes() && r.IntN(20) > 0 || r.IntN(4) == 0 {
			_ = v.Do(ctx, Act{Seen: u.Seen, Action: u.View.Legal[r.IntN(len(u.View.Legal))]})
		}
	}
}

// TestAPartyEnds plays whole games and checks what every visit saw: the game's
// events in order, each once, and Seen never going back.
func TestAPartyEnds(t *testing.T) {
	for n := range uint64(10) {
		p := randomParty(n)
		synctest.Test(t, p.play)
		for i, d := range p.seen {
			if d.err != nil {
				t.Fatalf("party %d: visit %d: %v", n, i, d.err)
			}
			checkOrder(t, fmt.Sprintf("party %d, visit %d", n, i), d, p.away)
		}
	}
}

func checkOrder(t *testing.T, who string, d *diary, gaps bool) {
	seen, last := uint64(0), 0
	for _, u := range d.updates {
		if u.Seen < seen {
			t.Fatalf("%s: seen went back from %d to %d", who, seen, u.Seen)
		}
		for _, n := range u.News {
			if n.Seen > u.Seen {
				t.Fatalf("%s: news of %d in an update of %d", who, n.Seen, u.Seen)
			}
			if n.Event == nil {
				continue
			}
			if n.Event.N != last+1 && !gaps || n.Event.N <= last {
				t.Fatalf("%s: event %d came after %d", who, n.Event.N, last)
			}
			last = n.Event.N
		}
		seen = u.Seen
	}
	if final := d.updates[len(d.updates)-1]; final.Board.State != Over || final.View.Result == nil {
		t.Errorf("%s: the last update is not of a finished game", who)
	}
}

// TestTheLogIsTheGame replays what was logged, through JSON, with package rules
// alone: it must be the game that everybody saw.
func TestTheLogIsTheGame(t *testing.T) {
	for n := range uint64(6) {
		p := randomParty(2 * n) // of those where nobody is away, so that all saw all
		synctest.Test(t, p.play)
		events := replay(t, p.log.entries, nil)
		for i, d := range p.seen {
			seat := rules.Seat(i)
			if i == p.people {
				seat = rules.Nobody
			}
			saw := d.events()
			if len(saw) != len(events) {
				t.Fatalf("party %d: visit %d saw %d events, the log has %d", n, i, len(saw), len(events))
			}
			for k := range events {
				if want, got := encode(t, rules.Redact(events[k], seat)), encode(t, saw[k]); want != got {
					t.Fatalf("party %d: visit %d, event %d\nlog %s\nsaw %s", n, i, k+1, want, got)
				}
			}
		}
	}
}

// replay is the dumb twin of the core: it knows only how entries make a game.
// After each entry it calls each, if there is one.
func replay(t *testing.T, entries []Entry, each func(Entry, *rules.Game, []rules.Event)) (all []rules.Event) {
	t.Helper()
	var game *rules.Game
	for i, logged := range entries {
		var e Entry
		must(t, json.Unmarshal([]byte(encode(t, logged)), &e))
		if e.Seq != uint64(i)+1 {
			t.Fatalf("entry %d has number %d", i+1, e.Seq)
		}
		var events, more []rules.Event
		var err error
		switch e.Kind {
		case Started:
			game, events, err = rules.New(e.Setup.Options, e.Players)
			must(t, err)
			more, err = game.Deal(*e.Seed)
		case Dealt:
			events, err = game.Deal(*e.Seed)
		case Moved:
			e.Action.Auto = e.Auto
			events, err = game.Apply(e.Seat, *e.Action)
		case Cleared:
			events, err = game.Clear()
		}
		must(t, err)
		events = append(events, more...)
		all = append(all, events...)
		if each != nil {
			each(e, game, events)
		}
	}
	return all
}

func encode(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	must(t, err)
	return string(text)
}

// TestALogThatFails now and then changes nothing but how long a game takes:
// what was refused has not happened, and no number is missing.
func TestALogThatFails(t *testing.T) {
	p := randomParty(4)
	flaky := &flakyLog{log: &p.log, random: rand.New(rand.NewPCG(5, 5))}
	p.config.Log = flaky
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer synctest.Wait()
		defer cancel()
		tab := Open(ctx, p.config)
		v, err := tab.Visit(ctx, player(0))
		must(t, err)
		first, err := v.Next(ctx)
		must(t, err)
		flaky.failing = true
		for _, cmd := range []Command{Sit{}, Start{}} {
			for err = v.Do(ctx, cmd); errors.Is(err, ErrNotKept); err = v.Do(ctx, cmd) {
			}
			must(t, err)
		}
		d := &diary{updates: []Update{first}}
		p.live(ctx, tab, v, 0, d)
		must(t, d.err)
		checkOrder(t, "who plays with a failing log", d, false)
		final := d.updates[len(d.updates)-1]
		if n := uint64(len(p.log.entries)); final.Seen != n || flaky.failed == 0 {
			t.Errorf("seen %d with %d entries and %d failures", final.Seen, n, flaky.failed)
		}
	})
	replay(t, p.log.entries, nil)
}

// flakyLog fails one time in three.
type flakyLog struct {
	log     *faultyLog
	random  *rand.Rand
	failing bool
	failed  int
}

func (l *flakyLog) Append(e Entry) error {
	if l.failing && l.random.IntN(3) == 0 {
		l.failed++
		return errors.New("no space left")
	}
	return l.log.Append(e)
}
