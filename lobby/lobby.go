package lobby

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"deathtrap/table"
	"deathtrap/table/feed"
	"deathtrap/table/words"
)

// Why the lobby refuses something.
var (
	ErrUnknownTable = errors.New("there is no such table")
	ErrNothingKept  = errors.New("no seat is kept for you")
	ErrDraining     = table.ErrDraining
	ErrNameTaken    = errors.New("somebody here is called that, or nearly that")
	ErrNameFixed    = fmt.Errorf("%w: your name stays while you are at a table or a seat is kept for you", table.ErrNotAllowed)
	ErrManyTables   = fmt.Errorf("%w: ten tables that you opened are still there", table.ErrNotAllowed)
	errManyNear     = fmt.Errorf("%w: fifty tables that were opened from your network are still there", table.ErrNotAllowed)
	ErrHouseFull    = fmt.Errorf("%w: there is no room for another table", table.ErrNotAllowed)
)

// Config is what a lobby needs.
type Config struct {
	Policy table.Policy  // must be set
	Pace   time.Duration // see table.Config
	Memory Memory        // nil: nothing outlives the lobby
	Tables int           // that may be open at once; 0: 500
	Logger *slog.Logger  // may be nil

	// Now is the time of all tables, and of what the Memory says about them
	// (Kept.Alive); nil: table.Steady from now.
	Now func() time.Time
}

// Lobby is who is here, which tables there are, and the talk between them. Safe
// for concurrent use.
type Lobby struct {
	ctx    context.Context // ends all tables
	config Config

	mu        sync.Mutex
	visits    []*Visit           // in the order they came
	people    map[string]*person // by ID
	names     map[string]*person // by skeleton
	called    map[string]*person // by name
	namesakes map[string]int     // people by the skeleton of the name they wished for
	rooms     []*room            // oldest first
	codes     map[string]*room
	budgets   map[string]*budget // by ID
	sweepAt   int                // size of budgets that calls for a sweep
	talk      []table.Talk       // newest last, at most talkKept
	draining  bool
	closed    bool
	muted     map[string]time.Time // until when, by ID
	notice    string
	bulletin  bulletin
	keys      keyBook

	changing sync.Mutex // of keys: one is given at a time, so it is held while the memory writes
}

// New makes a lobby; the context ends all its tables and visits.
func New(ctx context.Context, c Config) *Lobby {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Memory == nil {
		c.Memory = &forgetful{}
	}
	if c.Now == nil {
		c.Now = table.Steady(time.Now())
	}
	if c.Tables == 0 {
		c.Tables = tablesAll
	}
	l := &Lobby{
		ctx: ctx, config: c,
		people: map[string]*person{}, names: map[string]*person{}, called: map[string]*person{},
		namesakes: map[string]int{}, codes: map[string]*room{}, budgets: map[string]*budget{},
		sweepAt: sweepStep, muted: map[string]time.Time{}, keys: newKeyBook(),
	}
	context.AfterFunc(ctx, func() { l.guard("closing", l.close) })
	return l
}

// Visit lets a person in. The name is cleaned; if somebody present has it (or a
// look-alike), the visit gets a free one like it. Whoever a seat is kept for
// comes in under the name of the seat, and who has a key and once chose a name
// (Rename) under that one. The newest visit of an ID wins: the older one's Next
// returns table.ErrReplaced, and its visit of a table ends. The context is not
// kept. Who has a key is called from then on what they are called at first.
func (l *Lobby) Visit(ctx context.Context, p table.Player) (*Visit, error) {
	name, ignored := l.recall(ctx, p), l.recallIgnored(ctx, p)
	v := &Visit{
		lobby: l, guest: p.Guest, isNew: name == "", face: p.Face, way: p.Way, key: p.Key, source: p.Source,
		news: feed.New(merge), whispers: feed.New(mergeWhispers),
	}
	p.Name = cmp.Or(name, p.Name)
	former, at, err := l.admit(v, p, ignored)
	if err != nil {
		return nil, err
	}
	if former != nil {
		former.end(table.ErrReplaced)
	}
	if at != nil {
		together(l, (*table.Visit).Leave, at)
	}
	if wish := words.Propose(p.Name); v.isNew && !p.Guest && wish != words.Nameless && wish == v.Player().Name {
		v.keepName(wish)
	}
	return v, nil
}

// recall is what a person was called before, or "".
func (l *Lobby) recall(ctx context.Context, p table.Player) string {
	if p.Guest {
		return ""
	}
	name, err := l.config.Memory.Name(ctx, p.ID)
	if err != nil {
		l.config.Logger.Error("a name was not found", "player", p.ID, "err", err)
	}
	return name
}

// admit writes a visit into the book, and returns the one it replaces and the
// visit of a table that goes with it.
func (l *Lobby) admit(v *Visit, p table.Player, ignored []Acquaintance) (former *Visit, at *table.Visit, err error) {
	wish := words.Propose(p.Name)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		return nil, nil, table.ErrClosed
	case p.ID == "":
		return nil, nil, fmt.Errorf("%w: a visit needs to know whose it is", table.ErrBadRequest)
	case l.keyMoved(p):
		return nil, nil, ErrKeyMoved
	}
	v.person = l.people[p.ID]
	if v.person == nil {
		v.person = &person{id: p.ID, door: make(chan struct{}, 1)}
		l.people[p.ID] = v.person
	}
	if former = v.person.visit; former != nil {
		at = l.strike(former, table.ErrReplaced)
	}
	v.person.visit, v.person.guest = v, p.Guest
	if v.person.deaf == nil {
		v.person.ignore(ignored)
	}
	if v.person.name == "" || !l.bound(v.person) {
		l.call(v.person, wish)
	}
	l.visits = append(l.visits, v)
	l.greet(v)
	l.stirred()
	return former, at, nil
}

// strike takes a visit out of the book, and returns its visit of a table, which
// must be left once the mutex is free.
func (l *Lobby) strike(v *Visit, why error) *table.Visit {
	at := v.at
	v.ended, v.at = why, nil
	if i := slices.Index(l.visits, v); i >= 0 {
		l.visits = slices.Delete(l.visits, i, i+1)
	}
	l.stirred()
	return at
}

// Drain stops new tables and games; every board says so.
func (l *Lobby) Drain() {
	l.mu.Lock()
	l.draining = true
	l.changed()
	tables := l.open()
	l.mu.Unlock()
	together(l, (*table.Table).Drain, tables...)
}

// close ends all visits; the tables have the same context.
func (l *Lobby) close() {
	l.mu.Lock()
	visits := l.visits
	l.visits, l.closed = nil, true
	for _, v := range visits {
		v.ended = table.ErrClosed
	}
	l.mu.Unlock()
	for _, v := range visits {
		v.end(table.ErrClosed)
	}
}

// patience is how long the lobby waits for tables that are left or told
// something. They answer at once, unless their log hangs.
const patience = time.Second

// together does the same to several at the same time and waits for all, but not
// for ever: a table that hangs has its own people wait, and nobody else.
func together[T any](l *Lobby, do func(T), all ...T) {
	var wait sync.WaitGroup
	for _, one := range all {
		wait.Add(1)
		go l.guard("telling a table", func() {
			defer wait.Done()
			do(one)
		})
	}
	done := make(chan struct{})
	go l.guard("waiting for tables", func() {
		defer close(done)
		wait.Wait()
	})
	select {
	case <-done:
	case <-time.After(patience):
	}
}

// guard runs what has a goroutine of its own, so that a panic there ends nothing
// but that.
func (l *Lobby) guard(what string, run func()) {
	defer func() {
		if reason := recover(); reason != nil {
			l.config.Logger.Error("the lobby has crashed", "while", what, "panic", reason, "stack", string(debug.Stack()))
		}
	}()
	run()
}
