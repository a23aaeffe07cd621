package lobby

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/table/words"
)

// room is a table as the lobby knows it. The lobby's mutex guards what changes.
type room struct {
	maker  string        // ID
	source string        // the maker's, see table.Player
	ready  chan struct{} // closed once its maker sits there (or it is restored), or it came to nothing

	table  *table.Table // nil until its maker sits there; then it stays
	board  table.Board  // as last reported, without talk and moments
	coming []string     // people on their way to a seat, by ID
	gone   bool
	owners map[string]string // of a restored table before its first report: IDs by name
	fill   *time.Timer       // when computer players take the free seats; nil for most
}

// titleCells is how long a title may be.
const titleCells = 40

// cleanSetup checks what a table's maker chose.
func cleanSetup(s table.Setup, maker string) (table.Setup, error) {
	title, err := words.Line(s.Title, titleCells)
	switch {
	case errors.Is(err, words.ErrEmpty):
		title = maker + "'s table"
	case err != nil:
		return s, fmt.Errorf("%w: a title has at most %d characters", table.ErrTooLong, titleCells)
	}
	s.Title = title
	return s, s.Options.Check()
}

// reserve makes the room for a new table, with its maker on the way there. The
// mutex is held.
func (l *Lobby) reserve(maker table.Player, s table.Setup) (*room, error) {
	mine, near := 0, 0
	for _, r := range l.rooms {
		if r.maker == maker.ID {
			mine++
		}
		if maker.Source != "" && r.source == maker.Source {
			near++
		}
	}
	switch {
	case l.draining:
		return nil, ErrDraining
	case mine >= tablesEach:
		return nil, ErrManyTables
	case near >= tablesSource:
		return nil, errManyNear
	case len(l.rooms) >= l.config.Tables:
		return nil, ErrHouseFull
	case !l.budget(maker.ID).opened.take(time.Now(), openLimit):
		return nil, table.ErrRateLimited
	}
	code := l.newCode(s.Private)
	r := &room{
		maker: maker.ID, source: maker.Source, ready: make(chan struct{}), coming: []string{maker.ID},
		board: table.Board{
			Code: code, Setup: s, State: table.Waiting, Host: rules.Nobody,
			Seats: make([]table.Chair, s.Options.Players),
		},
	}
	l.rooms = append(l.rooms, r)
	l.codes[code] = r
	return r, nil
}

// random is a number for a table's pauses, from the same source as its deals, so
// that a test that sets that source has the whole table repeatable.
func random() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.BigEndian.Uint64(b[:])
}

// furnish opens the table of a reserved room and sits its maker down. Until
// then nobody else can go there.
func (l *Lobby) furnish(ctx context.Context, r *room, maker table.Player) (*table.Visit, error) {
	defer close(r.ready)
	defer l.arrived(r, maker.ID)
	whole, end := context.WithCancel(l.ctx)
	t := table.Open(whole, table.Config{
		Code: r.board.Code, Setup: r.board.Setup, Policy: l.config.Policy, Pace: l.config.Pace,
		Random: random(), Now: l.config.Now, Logger: l.config.Logger, Log: l.config.Memory.Table(r.board.Code, r.maker),
		Report: func(b table.Board) { l.report(r, b) },
		Closed: func() { end(); l.remove(r) },
		Muted:  l.isMuted, Ignored: l.deafTo,
	})
	visit, err := l.sitDown(ctx, t, maker)
	if err != nil {
		end()
		l.remove(r) // before anybody who waits for it looks
		if errors.Is(err, table.ErrClosed) && l.ctx.Err() == nil {
			err = table.ErrNotKept // its log has not even taken that it was opened
		}
		return nil, err
	}
	l.mu.Lock()
	r.table = t
	draining := l.draining
	l.changed()
	l.mu.Unlock()
	if draining {
		together(l, (*table.Table).Drain, t)
	}
	return visit, nil
}

// arrived takes somebody from the list of those on their way to a seat.
func (l *Lobby) arrived(r *room, id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(r.coming, id); i >= 0 {
		r.coming = slices.Delete(r.coming, i, i+1)
	}
}

// sit sits a person down at an open table, in their own seat if they have one.
// Who would find none doesn't even go there.
func (l *Lobby) sit(ctx context.Context, r *room, p table.Player) (*table.Visit, error) {
	if !l.mayFindSeat(r, p.ID) {
		return nil, table.ErrFull
	}
	return l.sitDown(ctx, r.table, p)
}

func (l *Lobby) sitDown(ctx context.Context, t *table.Table, p table.Player) (*table.Visit, error) {
	visit, err := t.Visit(ctx, p)
	if err != nil {
		return nil, err
	}
	if err := visit.Do(ctx, table.Sit{}); err != nil {
		together(l, (*table.Visit).Leave, visit)
		return nil, err
	}
	return visit, nil
}

// mayFindSeat reports whether there is a seat for somebody: a free one before a
// game, or their own. A locked table says itself that it is.
func (l *Lobby) mayFindSeat(r *room, id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return r.board.Locked || r.board.Keeps(id) ||
		r.board.State == table.Waiting && slices.ContainsFunc(r.board.Seats, table.Chair.Free)
}

// report is how a table tells the lobby that it has changed. It runs in the
// table's goroutine.
func (l *Lobby) report(r *room, b table.Board) {
	b.Talk, b.NextDeal, b.Window = nil, time.Time{}, time.Time{}
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.gone || reflect.DeepEqual(b, r.board) {
		return
	}
	before := r.board
	r.board = b
	l.remember(r)
	l.follow(r, before)
	l.postpone(r, before)
	l.changed()
}

// remove drops a table that has ended.
func (l *Lobby) remove(r *room) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.gone {
		return
	}
	if r.fill != nil {
		r.fill.Stop()
	}
	delete(l.codes, r.board.Code)
	l.rooms = slices.DeleteFunc(l.rooms, func(other *room) bool { return other == r })
	before := r.board
	r.gone, r.board = true, table.Board{}
	l.remember(r)
	l.follow(r, before)
	l.changed()
}

// follow keeps the book of kept seats, and forgets who has nothing left, for
// everybody who was at a table or is there now.
func (l *Lobby) follow(r *room, before table.Board) {
	for _, b := range []table.Board{before, r.board} {
		for _, c := range b.Seats {
			if kept(c) {
				l.followOne(r, c.Name)
			}
		}
		for _, name := range b.Watchers {
			l.followOne(r, name)
		}
	}
}

func (l *Lobby) followOne(r *room, name string) {
	p := l.called[name]
	if p == nil {
		return
	}
	seat := chairOf(r.board, name)
	p.seats = with(p.seats, r, seat != rules.Nobody)
	p.kept = with(p.kept, r, seat != rules.Nobody && r.board.Seats[seat].Away)
	l.forget(p)
}

// with is a list of rooms with that one at the end, if it isn't in it, or without.
func with(rooms []*room, r *room, yes bool) []*room {
	switch i := slices.Index(rooms, r); {
	case yes && i < 0:
		return append(rooms, r)
	case !yes && i >= 0:
		return slices.Delete(rooms, i, i+1)
	}
	return rooms
}
