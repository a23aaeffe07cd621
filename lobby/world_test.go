package lobby

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
)

var (
	worldSeeds = flag.Uint64("world.seeds", 400, "worlds to simulate")
	worldFirst = flag.Uint64("world.first", 1, "seed of the first one; a failing world is simulated again by -world.first=SEED -world.seeds=1")
	worldSteps = flag.Int("world.steps", 80, "steps of each world")
)

// TestWorlds simulates small worlds: people, tables, and a server that crashes.
// After every step everything that anybody was shown is held against the logs.
// In a bubble one thing happens at a time, so many worlds are had in a third of the
// time with GOMAXPROCS=1 GOGC=800.
func TestWorlds(t *testing.T) {
	var sum tally
	seeds := *worldSeeds
	if testing.Short() {
		seeds = min(seeds, 40)
	}
	for seed := *worldFirst; seed < *worldFirst+seeds; seed++ {
		ok := t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, seed)
			synctest.Test(t, func(t *testing.T) { sum.add(newWorld(t, seed).live(*worldSteps)) })
		})
		if !ok {
			t.Fatalf("again: go test ./lobby -run TestWorlds -world.first=%d -world.seeds=1", seed)
		}
	}
	t.Logf("%+v", sum)
	if seeds >= 100 && (sum.Crashes < 100 || sum.Moves < 1000 || sum.Games < 10 || sum.ClocksSet < 100 || sum.RunOut < 10 || sum.Compared < 100) {
		t.Error("too little happens")
	}
}

// tally counts what happened in worlds.
type tally struct{ Crashes, Compared, InDoubt, ClocksSet, Tables, Entries, Moves, RunOut, Games int }

func (t *tally) add(w *world) {
	t.Crashes += w.crashes
	t.Compared += w.compared
	t.InDoubt += w.disk.came
	t.ClocksSet += w.settings
	for _, l := range w.disk.logs {
		t.Tables++
		t.Entries += len(l.entries)
		t.RunOut += l.clocks.runOut
		for _, e := range l.entries {
			if e.Kind == table.Moved {
				t.Moves++
			}
		}
		for _, events := range l.happened {
			if n := len(events); n > 0 && events[n-1].Kind == rules.GameOver {
				t.Games++
			}
		}
	}
}

// TestAWorldCanBeHadAgain: the same seed makes the same world.
func TestAWorldCanBeHadAgain(t *testing.T) {
	var histories []string
	for i := range 2 {
		t.Run(fmt.Sprint("time ", i), func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, 7)
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, 7).live(*worldSteps)
				histories = append(histories, fmt.Sprintf("%q", w.history))
			})
		})
	}
	if histories[0] != histories[1] {
		t.Errorf("two worlds\n%s\n%s", histories[0], histories[1])
	}
}

// world is a house, its people and its disk.
type world struct {
	t        *testing.T
	now      context.Context // has ended: what is there is read, nothing is waited for
	random   *rand.Rand
	disk     *disk
	house    *Lobby
	end      context.CancelFunc
	wall     time.Duration // how far ahead the wall clock is
	ahead    time.Duration // and the house's clock
	clock    func() time.Time
	souls    []*soul
	history  []string // what was done
	pace     time.Duration
	crashes  int
	compared int // tables after a crash with those before
	spoken   int // lines of talk
	settings int // of the wall clock
}

// soul is a person, who comes and goes.
type soul struct {
	id, name string
	visit    *Visit
	at       *table.Visit
	code     string // of the table they are at
	slow     bool   // reads nothing for now
	seen     sight
}

func newWorld(t *testing.T, seed uint64) *world {
	now, end := context.WithCancel(t.Context())
	end()
	w := &world{t: t, now: now, random: rand.New(rand.NewPCG(seed, 1)), disk: &disk{}}
	for _, name := range []string{"ana", "bo", "cleo", "dora", "ada"} {
		w.souls = append(w.souls, &soul{id: "key of " + name, name: name})
	}
	w.boot(nil)
	return w
}

// boot starts a server with what the disk has. Its clock begins by the wall clock,
// as it is set now.
func (w *world) boot(kept []Kept) {
	w.ahead, w.clock = w.wall, table.Steady(time.Now().Add(w.wall))
	ctx, end := context.WithCancel(w.t.Context())
	w.pace = []time.Duration{0, time.Second}[w.random.IntN(2)]
	w.house, w.end = New(ctx, Config{Policy: firstLegal{}, Pace: w.pace, Memory: w.disk, Now: w.clock}), end
	w.house.Restore(kept)
}

// live lets the world go its way, and comes to an end in which all tables close.
func (w *world) live(steps int) *world {
	for range steps {
		w.step()
		w.check()
		if w.disk.off() {
			w.crash()
		}
		if w.t.Failed() {
			w.t.Logf("%q", w.history)
			break
		}
	}
	w.disk.full, w.disk.mined = false, 0
	w.disk.turn()
	for _, s := range w.souls {
		w.leave(s)
	}
	time.Sleep(time.Hour)
	synctest.Wait()
	w.check()
	if open := len(w.house.rooms); open > 0 && !w.t.Failed() {
		w.t.Errorf("%d tables never close; %q", open, w.history)
	}
	w.end()
	time.Sleep(time.Hour)
	return w
}

// note writes down what is done.
func (w *world) note(format string, a ...any) {
	w.history = append(w.history, fmt.Sprintf(format, a...))
}

// step is one thing that happens.
func (w *world) step() {
	s := w.souls[w.random.IntN(len(w.souls))]
	switch n := w.random.IntN(100); {
	case s.visit == nil:
		w.come(s)
	case n < 5:
		w.note("%s drops", s.name)
		w.leave(s)
	case n < 8:
		w.come(s) // by another line
	case n < 10:
		s.slow = !s.slow
	case n < 13:
		w.disk.turn()
		w.disk.full, w.disk.since, w.disk.sick = !w.disk.full, time.Now(), w.random.IntN(2) == 0
		w.note("disk full: %t", w.disk.full)
		w.disk.turn()
	case n < 16:
		w.disk.mine(1+w.random.IntN(4), w.random.IntN(2) == 0)
		w.note("a crash is near")
	case n < 17:
		w.disk.die()
	case n < 18:
		w.house.Drain()
		w.disk.die()
		w.note("the server ends")
	case n < 21:
		w.set()
	case n < 26:
		span := time.Duration(w.random.IntN(90_000)) * time.Millisecond
		w.note("%v pass", span)
		time.Sleep(span)
	case s.at == nil || n < 30:
		w.move(s)
	default:
		w.act(s)
	}
	synctest.Wait()
}

// set is that the wall clock is.
func (w *world) set() {
	w.wall = time.Duration(w.random.IntN(7_200_000)-3_600_000) * time.Millisecond
	w.settings++
	w.note("the wall clock is ahead by %v", w.wall)
}

// come lets a person in, and they go back to a seat that is kept for them.
func (w *world) come(s *soul) {
	w.note("%s comes", s.name)
	v, err := w.house.Visit(w.t.Context(), table.Player{ID: s.id, Name: s.name})
	if err != nil {
		w.t.Errorf("%s can't come in: %v", s.name, err)
		return
	}
	s.visit, s.at, s.slow = v, nil, false
	synctest.Wait() // an older line's table hears of it
	if v.Kept() == "" {
		if code := w.disk.seatOf(s.id); code != "" && !w.disk.off() {
			w.t.Errorf("%s has a seat at table %s and is not led there", s.name, code)
		}
		return
	}
	at, err := v.Resume(w.t.Context())
	if err != nil {
		w.t.Errorf("%s can't go back to table %s: %v", s.name, v.Kept(), err)
		return
	}
	w.sit(s, at)
}

func (w *world) leave(s *soul) {
	if s.visit != nil {
		s.visit.Leave()
		s.visit, s.at = nil, nil
	}
}

// sit is when a person has come to a table.
func (w *world) sit(s *soul, at *table.Visit) {
	synctest.Wait()
	u, err := at.Next(w.t.Context())
	if err != nil {
		w.allow(err) // the server may have died
		return
	}
	s.at, s.code, s.seen = at, u.Board.Code, sight{update: table.Update{You: rules.Nobody}}
	w.look(s, u)
}

// move goes to some table.
func (w *world) move(s *soul) {
	ctx := w.t.Context()
	var at *table.Visit
	var err error
	code := "2222"
	if open := w.disk.open(); len(open) > 0 {
		code = open[w.random.IntN(len(open))].code
	}
	choice := w.random.IntN(5)
	switch choice {
	case 0:
		o := rules.DefaultOptions()
		o.Players, o.Rounds, o.Bots = 4, 1+w.random.IntN(2), "novice"
		o.Turn = []rules.TurnTime{rules.TurnTime(10 * time.Second), rules.TurnTime(2 * time.Minute)}[w.random.IntN(2)]
		at, err = s.visit.Open(ctx, table.Setup{Options: o, Private: w.random.IntN(2) == 0})
	case 1, 2:
		at, err = s.visit.Join(ctx, code)
	case 3:
		at, err = s.visit.Watch(ctx, code)
	case 4:
		at, err = s.visit.Quick(ctx)
	}
	w.note("%s goes by door %d: %v", s.name, choice, err)
	w.allow(err)
	if err == nil {
		w.sit(s, at)
	}
}

// act asks for something at a table.
func (w *world) act(s *soul) {
	var c table.Command
	switch w.random.IntN(40) {
	case 0:
		w.spoken++
		c = table.Say{Text: fmt.Sprint("hello ", w.spoken)}
	case 1:
		c = []table.Command{table.AutoPass{On: w.random.IntN(2) == 0}, table.MoreTime{}, table.Pause{Off: w.random.IntN(2) == 0}}[w.random.IntN(3)]
	case 2:
		c = table.Grovel{Text: "mercy"}
	case 3, 4:
		c = table.Rematch{}
	case 5:
		c = table.GiveUp{}
	case 6:
		c = table.AddBots{Count: 1}
	case 7:
		c = table.RemoveBots{Count: 1}
	case 8, 9, 10:
		c = table.Ready{Off: w.random.IntN(9) == 0}
	case 11, 12:
		c = table.Start{}
	case 13:
		c = []table.Command{table.Sit{}, w.change(s)}[w.random.IntN(2)]
	case 14:
		c = table.Pause{Off: w.random.IntN(3) == 0}
	case 15:
		name := w.souls[w.random.IntN(len(w.souls))].name
		c = []table.Command{
			table.Kick{Name: name}, table.Kick{Name: name, Ban: true}, table.Unban{Name: name}, table.Lock{}, table.Lock{Off: true},
		}[w.random.IntN(5)]
		if banned := s.seen.update.Banned; len(banned) > 0 && w.random.IntN(2) == 0 {
			c = table.Unban{Name: banned[0]}
		}
	default:
		w.play(s)
		return
	}
	err := s.at.Do(w.t.Context(), c)
	w.note("%s: %T: %v", s.name, c, err)
	w.allow(err)
	if said, ok := c.(table.Say); ok && err == nil {
		w.disk.spoken(w, s.code, said.Text)
	}
}

// change is a wish for another table.
func (w *world) change(s *soul) table.Command {
	setup := s.seen.update.Board.Setup
	setup.Title, setup.Private = fmt.Sprint("table ", w.random.IntN(9)), w.random.IntN(2) == 0
	setup.Options.Players = 4 + w.random.IntN(2)
	return table.Change{Setup: setup}
}

// play makes moves for whoever can, up to some.
func (w *world) play(who *soul) {
	for range 1 + w.random.IntN(12) {
		for _, s := range w.souls {
			synctest.Wait()
			w.read(s)
			v := s.seen.update.View
			if s.at == nil || s.slow || v == nil || len(v.Legal) == 0 || s.code != who.code {
				continue
			}
			a := v.Legal[w.random.IntN(len(v.Legal))]
			seen := s.seen.update.Seen
			err := s.at.Do(w.t.Context(), table.Act{Seen: seen, Action: a})
			w.note("%s plays %s: %v", s.name, a.Kind, err)
			w.allow(err)
			synctest.Wait()
			if err == nil {
				w.disk.granted(w.t, s.code, seen, s.seen.update.You, a)
			}
		}
		time.Sleep(10 * time.Millisecond)
		synctest.Wait()
	}
}

// allow fails the test for an error that nobody should see.
func (w *world) allow(err error) {
	for _, known := range []error{
		nil, table.ErrFull, table.ErrNotAllowed, table.ErrNotSeated, table.ErrStale, table.ErrRateLimited, table.ErrNotKept, table.ErrDoubtful,
		table.ErrDraining, table.ErrClosed, table.ErrLeft, table.ErrReplaced, table.ErrKicked, ErrUnknownTable, ErrNothingKept,
	} {
		if errors.Is(err, known) {
			return
		}
	}
	w.t.Errorf("a strange refusal: %v", err)
}

// crash ends the server from one moment to the next, and starts another one
// after a while. The clock may have been set meanwhile.
func (w *world) crash() {
	w.note("CRASH")
	w.crashes++
	until, alive := w.pulse()
	before := w.pictures()
	w.end()
	synctest.Wait()
	w.disk.settle(w.t, func() bool { return w.random.IntN(2) == 0 })
	time.Sleep(time.Duration(w.random.IntN(100)) * time.Second)
	w.disk.turn()
	w.disk.dead, w.disk.mined, w.disk.full = false, 0, false
	w.disk.turn()
	if w.random.IntN(5) == 0 {
		w.set()
	}
	for _, s := range w.souls {
		s.visit, s.at = nil, nil
	}
	seats, kept := w.disk.seats(), w.disk.kept(w.t, until, alive)
	passed := map[string]time.Duration{}
	for _, l := range w.disk.open() {
		passed[l.code] = time.Since(l.clocks.stood) + w.wall - w.ahead
	}
	w.boot(kept)
	synctest.Wait()
	w.compare(before, passed)
	w.check()
	if now := w.disk.seats(); !slices.Equal(seats, now) {
		w.t.Errorf("other seats after the crash: %v, before: %v", now, seats)
	}
}

// pulse is when the store last wrote down that the server runs, every two seconds if
// the disk has room, and what it wrote.
func (w *world) pulse() (at, written time.Time) {
	w.disk.turn()
	defer w.disk.turn()
	ago := time.Duration(w.random.IntN(2000)) * time.Millisecond
	if w.disk.full {
		ago += time.Since(w.disk.since)
	}
	return time.Now().Add(-ago), w.clock().Add(-ago)
}
