package table

import (
	"context"
	crand "crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"deathtrap/rules"
	"deathtrap/table/feed"
)

// Policy chooses for computer players and stand-ins. Choose is called with a
// view whose Legal is not empty and answers one of Legal; seed makes the choice
// repeatable. It also is asked out of turn, whether to play the Machine: then
// it answers false to let it be. It may be slow: it is called outside the
// table's goroutine, one call at a time for each table, and what comes too late
// is not waited for.
type Policy interface {
	Choose(kind string, v rules.View, seed uint64) (rules.Action, bool)
}

// Config is what a table needs. The zero value of each field is useful unless
// the comment says otherwise.
type Config struct {
	Code   string
	Setup  Setup             // must hold valid options
	Policy Policy            // must be set
	Pace   time.Duration     // the base of all pauses; 0 for tests
	Seed   func() rules.Seed // a fresh secret a round; nil: the system's random source
	Random uint64            // seeds the pauses, which tell nothing
	Report func(Board)       // called after every change, must not block; may be nil
	Log    Log               // takes every accepted change before anybody sees it; may be nil
	Logger *slog.Logger      // may be nil
	Closed func()            // called once, when the table has ended; may be nil
}

// Table is one table with its own goroutine. All its methods are safe for
// concurrent use.
type Table struct {
	config Config
	inbox  chan request
	done   chan struct{} // closed when the table has ended
	board  atomic.Pointer[Board]
}

// request is what comes in by the one door, and where the verdict goes.
type request struct {
	visit   *Visit // nil for the table's own
	command Command
	verdict chan error // has room for it
}

// What comes in besides people's commands.
type (
	enter  struct{ player Player }
	leave  struct{}
	drain  struct{}
	answer struct {
		question uint64
		action   rules.Action
		yes      bool
	}
)

func (enter) command()  {}
func (leave) command()  {}
func (drain) command()  {}
func (answer) command() {}

// Open starts a table. It ends when the context does, or by itself when nobody
// has been there for a while.
func Open(ctx context.Context, c Config) *Table {
	if c.Seed == nil {
		c.Seed = func() (s rules.Seed) {
			crand.Read(s[:]) // never fails
			return s
		}
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	title, err := line(c.Setup.Title, titleCells)
	if err != nil {
		title = "" // the table is called after who sits down first
	}
	c.Setup.Title = title
	t := &Table{config: c, inbox: make(chan request), done: make(chan struct{})}
	t.board.Store(&Board{Code: c.Code, Setup: c.Setup, State: Waiting, Host: rules.Nobody, Seats: make([]Chair, c.Setup.Options.Players)})
	r := &room{
		table: t, core: newCore(c), feeds: map[*visitor]*feed.Feed[Update]{},
		questions: feed.New(func(_, next []question) []question { return next }),
	}
	go r.run(ctx)
	return t
}

// Board is the newest board. It is shared: not to be changed.
func (t *Table) Board() Board { return *t.board.Load() }

// Drain says that the server is about to end: the running game goes on, but
// Start and Rematch are refused with ErrDraining.
func (t *Table) Drain() { _ = t.ask(context.Background(), nil, drain{}) }

// Done is closed when the table has ended.
func (t *Table) Done() <-chan struct{} { return t.done }

// ask hands a command in and waits for the verdict. The context bounds the wait
// until it is taken; the verdict follows at once.
func (t *Table) ask(ctx context.Context, v *Visit, cmd Command) error {
	r := request{v, cmd, make(chan error, 1)}
	select {
	case t.inbox <- r:
	case <-t.done:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-r.verdict:
		return err
	case <-t.done:
		return ErrClosed
	}
}

// room is a table's goroutine: the core, and everything it has to do with the
// world outside.
type room struct {
	table     *Table
	core      *core
	feeds     map[*visitor]*feed.Feed[Update]
	questions *feed.Feed[[]question]
	story     []Entry // since the game began, for the log of a crash
}

// run is the table's life. A panic ends this table alone.
func (r *room) run(ctx context.Context) {
	defer r.end()
	defer r.guard()
	config := &r.table.config
	go r.think()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	if r.commit(Entry{Kind: Opened, Seat: rules.Nobody, Setup: &config.Setup}) != nil {
		return
	}
	for !r.core.closed {
		if at, _ := r.core.next(); at.IsZero() {
			timer.Stop()
		} else {
			timer.Reset(time.Until(at))
		}
		select {
		case <-ctx.Done():
			return
		case in := <-r.table.inbox:
			err := r.take(in)
			r.settle()
			in.verdict <- err
		case <-timer.C:
			r.settle()
		}
	}
}

// take does what a request asks for.
func (r *room) take(in request) error {
	now := time.Now().UTC()
	switch cmd := in.command.(type) {
	case enter:
		in.visit.visitor = r.core.enter(cmd.player)
		r.feeds[in.visit.visitor] = in.visit.feed
		return nil
	case drain:
		r.core.drain()
		return nil
	case answer:
		if err := r.core.answer(cmd.question, cmd.action, cmd.yes); err != nil {
			r.table.config.Logger.Error("policy", "table", r.core.code, "err", err)
		}
		return nil
	}
	v := in.visit.visitor
	if v.ended != nil {
		return v.ended
	}
	switch cmd := in.command.(type) {
	case leave:
		r.core.leave(now, v)
		return nil
	case Say:
		return r.core.say(now, v, cmd.Text)
	case AutoPass:
		return r.core.setAutoPass(now, v, cmd.On)
	}
	entry, err := r.core.judge(v, in.command)
	if err != nil || entry.Kind == "" {
		return err
	}
	if entry.Kind != Moved && !r.core.asked.take(now, v.player.ID) {
		return ErrRateLimited
	}
	return r.commit(entry)
}

// settle does what is due by itself, and shows what has changed.
func (r *room) settle() {
	r.show()
	for !r.core.closed {
		at, entry := r.core.next()
		if at.IsZero() || time.Now().Before(at) {
			break
		}
		if r.commit(entry) != nil {
			r.core.held = time.Now().Add(logRetry)
		}
	}
	if asked := r.core.open(); len(asked) > 0 {
		r.questions.Put(asked)
	}
}

// commit writes an entry down, makes it happen and shows it, in this order. If
// it can't be written down it does not happen.
func (r *room) commit(e Entry) error {
	config := &r.table.config
	e.Seq, e.Time = r.core.seen+1, time.Now().UTC()
	if e.Kind == Started || e.Kind == Dealt {
		seed := config.Seed()
		e.Seed = &seed
	}
	if config.Log != nil {
		if err := config.Log.Append(e); err != nil {
			config.Logger.Error("the log refuses an entry", "table", r.core.code, "kind", e.Kind, "err", err)
			if e.Kind != Closed { // which happens anyway: nobody is there to lose anything
				return ErrNotKept
			}
		}
	}
	if e.Kind == Started {
		r.story = nil
	}
	r.story = append(r.story, e)
	r.core.apply(e)
	r.show()
	return nil
}

// show puts the news into the visits' slots.
func (r *room) show() {
	t := r.table
	board, fresh := r.core.show(t.board.Load(), func(v *visitor, u Update) { r.feeds[v].Put(u) })
	for _, f := range r.core.farewells() {
		r.feeds[f.visitor].Close(f.reason)
		delete(r.feeds, f.visitor)
	}
	if fresh {
		t.board.Store(board)
		if t.config.Report != nil {
			t.config.Report(*board)
		}
	}
}

// end tells everybody that the table has ended.
func (r *room) end() {
	r.questions.Close(ErrClosed)
	for _, f := range r.feeds {
		f.Close(ErrClosed)
	}
	close(r.table.done)
	defer r.guard()
	if r.table.config.Closed != nil {
		r.table.config.Closed()
	}
}

// guard keeps a panic in this goroutine.
func (r *room) guard() {
	if reason := recover(); reason != nil {
		r.logCrash(reason)
	}
}

// logCrash writes down what led to a panic: with the entries it can be had
// again in a test.
func (r *room) logCrash(reason any) {
	story, err := json.Marshal(r.story)
	if err != nil {
		story = fmt.Appendf(nil, "%+v", r.story)
	}
	r.table.config.Logger.Error("a table has crashed", "table", r.core.code, "panic", reason,
		"entries", string(story), "stack", string(debug.Stack()))
}
