package table

import (
	"context"
	crand "crypto/rand"
	"log/slog"
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
	Past   []Entry           // what the Log has of this table already: it goes on from there
	Alive  time.Time         // with Past: when the table was last known to run, by the clock of that time; no clock has run since
	Now    func() time.Time  // the time, which never leaps; nil: Steady from when the table is opened
	Logger *slog.Logger      // may be nil

	// Muted reports whether the person with that ID may not talk; nil: nobody.
	// It is called by whoever talks, so it must be safe for concurrent use.
	Muted func(id string) bool
	// Ignored is whom the person with that ID does not want to hear, by ID; nil:
	// nobody. It is called by whoever reads, so it must be safe for concurrent
	// use; what it returns is not changed.
	Ignored func(id string) map[string]bool

	Closed func() // called once, when the table has ended; may be nil
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
	if c.Now == nil {
		c.Now = Steady(time.Now())
	}
	title, err := line(c.Setup.Title, titleCells)
	if err != nil {
		title = "" // the table is called after who sits down first
	}
	c.Setup.Title = title
	t := &Table{config: c, inbox: make(chan request), done: make(chan struct{})}
	t.board.Store(&Board{Code: c.Code, Setup: c.Setup, State: Waiting, Host: rules.Nobody, Seats: make([]Chair, c.Setup.Options.Players)})
	r := &room{
		table: t, core: newCore(c), now: c.Now, feeds: map[*visitor]*feed.Feed[Update]{},
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

// Announce has the table say a sentence to everybody there. It must be clean.
func (t *Table) Announce(sentence string) { _ = t.ask(context.Background(), nil, notice{sentence}) }

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
