package lobby

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/table/words"
)

// TestLaws has people come and go through all doors at the same time, and
// compares what the lobby tells with what the tables tell.
func TestLaws(t *testing.T) {
	for seed := range uint64(20) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			inHouse(t, 100*time.Millisecond, func(h *house) {
				random := rand.New(rand.NewPCG(seed, 0))
				people := h.comeAll("ana", "bo", "cleo", "dora", "ada", "wei", "pim")
				for range 30 {
					h.scramble(random, people)
					h.checkLaws(people)
				}
				for _, g := range people {
					g.Leave()
				}
				time.Sleep(time.Hour)
				h.mu.Lock()
				defer h.mu.Unlock()
				if len(h.people) != 0 || len(h.names) != 0 || len(h.rooms) != 0 || len(h.codes) != 0 {
					h.Errorf("left over: %v, %v, %v, %v", h.people, h.names, h.rooms, h.codes)
				}
			})
		})
	}
}

// scramble has everybody do something, in goroutines of their own.
func (h *house) scramble(random *rand.Rand, people []*guest) {
	codes := []string{"2222"}
	h.mu.Lock()
	for code := range h.codes {
		codes = append(codes, code)
	}
	h.mu.Unlock()
	slices.Sort(codes)
	var wait sync.WaitGroup
	for i, g := range people {
		choice, code, private := random.IntN(12), codes[random.IntN(len(codes))], random.IntN(3) == 0
		wait.Go(func() {
			var at *table.Visit
			var err error
			switch choice {
			case 0:
				s := setup(4)
				s.Private = private
				at, err = g.Open(h.ctx, s)
			case 1, 2, 3:
				at, err = g.Join(h.ctx, code)
			case 4:
				at, err = g.Watch(h.ctx, code)
			case 5:
				at, err = g.Quick(h.ctx)
			case 6:
				at, err = g.Resume(h.ctx)
			case 7: // a second line, while the first is perhaps on its way
				wait.Go(func() { _, _ = g.Join(h.ctx, code) })
				v, came := h.Visit(h.ctx, table.Player{ID: g.Player().ID, Name: fmt.Sprint("other", i)})
				if err = came; err == nil {
					people[i] = &guest{Visit: v, h: h}
				}
			case 8:
				g.Leave()
				people[i] = h.come(g.Player().ID, g.Player().Name)
			case 9:
				err = g.Rename(fmt.Sprint("new", i%3))
			default:
				err = g.begin(h.ctx)
			}
			switch {
			case err != nil && at != nil:
				h.Errorf("both a visit and the error %v", err)
			case err == nil, errors.Is(err, table.ErrFull), errors.Is(err, table.ErrNotAllowed),
				errors.Is(err, table.ErrRateLimited), errors.Is(err, table.ErrClosed), errors.Is(err, table.ErrLeft),
				errors.Is(err, table.ErrReplaced), errors.Is(err, table.ErrNotSeated),
				errors.Is(err, ErrUnknownTable), errors.Is(err, ErrNothingKept), errors.Is(err, ErrNameTaken):
			default:
				h.Error(err)
			}
		})
	}
	wait.Wait()
	time.Sleep(time.Duration(random.IntN(20)) * time.Second)
}

// begin starts a game with computer players, or says that one is ready.
func (g *guest) begin(ctx context.Context) error {
	g.lobby.mu.Lock()
	at := g.at
	g.lobby.mu.Unlock()
	if at == nil {
		return nil
	}
	if err := at.Do(ctx, table.Ready{}); err != nil {
		return err
	}
	if err := at.Do(ctx, table.AddBots{Count: 1}); err != nil {
		return err
	}
	return at.Do(ctx, table.Start{})
}

// checkLaws compares the board with the tables themselves.
func (h *house) checkLaws(people []*guest) {
	h.Helper()
	time.Sleep(2 * publishStep)
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	b := h.board()

	at := map[string][]string{} // by name
	kept := map[string]bool{}
	for _, r := range h.rooms {
		tb := r.table.Board()
		where := "table"
		if tb.Setup.Private {
			where = "private"
		}
		for _, c := range tb.Seats {
			switch {
			case c.Free(), c.Bot != "", c.Left:
			case c.Away:
				kept[c.Name] = true
			default:
				at[c.Name] = append(at[c.Name], where)
			}
		}
		for _, name := range tb.Watchers {
			at[name] = append(at[name], where+" watching")
		}
		if len(r.coming) != 0 {
			h.Errorf("%v are on their way for ever", r.coming)
		}
	}
	looks := map[string]bool{}
	for i, line := range strings.Split(whereabouts(b), ", ") {
		name, where, _ := strings.Cut(line, " ")
		if there := at[name]; len(there) > 1 || strings.Join(there, "") != where {
			h.Errorf("the board has %s at %q, the tables at %q", name, where, there)
		}
		if looks[words.Skeleton(name)] {
			h.Errorf("%s is there twice", name)
		}
		looks[words.Skeleton(name)] = true
		delete(at, name)
		if got := h.called[name].keptLast() != nil; got != kept[name] {
			h.Errorf("a seat is kept for %s: the lobby says %v", name, got)
		}
		if i >= len(people) {
			h.Errorf("%s is one too many", name)
		}
	}
	if len(at) != 0 {
		h.Errorf("at tables, but not in the house: %v", at)
	}
	for _, tb := range b.Tables {
		if tb.Setup.Private {
			h.Errorf("the private table %s is listed", tb.Code)
		}
	}
}

// wrong is a policy whose every answer is illegal, which a table logs.
type wrong struct{}

func (wrong) Choose(string, rules.View, uint64) (rules.Action, bool) { return rules.Action{}, true }

// hanging is a log that takes nothing until the channel is closed: it stops the
// goroutine of whoever writes to it.
type hanging struct {
	slog.Handler
	until chan struct{}
}

func (hanging) Enabled(context.Context, slog.Level) bool { return true }

func (h hanging) Handle(context.Context, slog.Record) error {
	<-h.until
	return nil
}

func TestStuckTableHoldsUpNobody(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		until := make(chan struct{})
		defer close(until)
		h.Lobby = New(h.ctx, Config{Policy: wrong{}, Pace: time.Second, Logger: slog.New(hanging{slog.DiscardHandler, until})})
		people := h.comeAll("ana", "bo", "cleo")
		_, seats := h.play(people[:1])
		time.Sleep(time.Minute)
		short, cancel := context.WithTimeout(h.ctx, time.Second)
		defer cancel()
		if err := seats[0].Do(short, table.Say{Text: "anybody?"}); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("the table is not stuck: %v", err)
		}

		start := time.Now()
		h.wantErr(people[1].Say(h.ctx, "hello"), nil)
		code := h.code(h.must(people[1].Open(h.ctx, setup(4))))
		h.must(people[2].Quick(h.ctx))
		if got := whereabouts(people[2].listen()); got != "ana table, bo table, cleo table" {
			t.Errorf("people are: %s", got)
		}
		if took := time.Since(start); took >= patience {
			t.Errorf("others were held up for %v", took)
		}

		start = time.Now()
		ana := h.come("ana", "ana") // which leaves it, as far as that goes
		if got := whereabouts(people[2].listen()); got != "bo table, cleo table, ana" {
			t.Errorf("people are: %s", got)
		}
		h.must(ana.Watch(h.ctx, code))
		h.Drain()
		ana.Leave()
		if took := time.Since(start); took > 3*patience {
			t.Errorf("its own people were held up for %v", took)
		}
	})
}
