package lobby

import (
	"context"
	"slices"
	"time"

	"deathtrap/table"
)

// Memory is what outlives the lobby. It is asked with no lock held, and is safe
// for concurrent use.
type Memory interface {
	// Table is the log of a new table with that code, opened by the person
	// with that ID.
	Table(code, maker string) table.Log
	// Name is what the person with that ID chose to be called, "" if they never
	// did.
	Name(ctx context.Context, id string) (string, error)
	// Call keeps what a person chose to be called.
	Call(id, name string) error
	// Settings is what the person with that ID has set for themselves, "" if
	// they never did.
	Settings(ctx context.Context, id string) (string, error)
	// Keep keeps what a person has set for themselves; only the face that writes
	// it knows what it means.
	Keep(id, settings string) error
	// Give keeps whose a key is from now on. The player with that ID, if it is
	// not "", is no more: nothing is known of them.
	Give(k Key, gone string) error
	// Ignored is whom a person ignores; Ignore adds somebody, Unignore takes
	// somebody out.
	Ignored(ctx context.Context, id string) ([]Acquaintance, error)
	Ignore(id string, whom Acquaintance) error
	Unignore(id, whom string) error
	// Report keeps a report under a number of its own; at most ReportsKept, the
	// newest.
	Report(Report) error
	// Reports are the newest, oldest first.
	Reports(ctx context.Context, most int) ([]Report, error)
	// Dismiss takes a report out, and reports whether it was there.
	Dismiss(number int64) (bool, error)
}

// Kept is a table as it was kept when there was no lobby.
type Kept struct {
	Code  string
	Maker string // ID
	Log   table.Log
	Past  []table.Entry // of which the table can be rebuilt, see table.Rehearse
	Alive time.Time     // when it was last known to run, by the clock of that lobby
}

// Restore opens tables again as they were kept, and returns once they are as
// they were: with their seats, which wait for their people. It is called before
// anybody is let in.
func (l *Lobby) Restore(tables []Kept) {
	rooms := make([]*room, len(tables))
	for i := range tables {
		rooms[i] = l.restore(&tables[i])
	}
	late := time.After(restoreTime)
	for _, r := range rooms {
		select {
		case <-r.ready:
		case <-l.ctx.Done():
			return
		case <-late:
			l.config.Logger.Error("a table is slow to come back", "table", r.table.Board().Code)
			return
		}
	}
}

// Await returns once all tables have ended, after the lobby's context has, and
// have written their last; but not later than that.
func (l *Lobby) Await(most time.Duration) {
	late := time.After(most)
	l.mu.Lock()
	rooms := slices.Clone(l.rooms)
	l.mu.Unlock()
	for _, r := range rooms {
		if r.table == nil {
			continue
		}
		select {
		case <-r.table.Done():
		case <-late:
			l.config.Logger.Error("a table does not end", "table", r.table.Board().Code)
			return
		}
	}
}

// restoreTime is how long Restore waits for tables, whose log may hang.
const restoreTime = 10 * time.Second

func (l *Lobby) restore(k *Kept) *room {
	whole, end := context.WithCancel(l.ctx)
	r := &room{maker: k.Maker, ready: make(chan struct{}), owners: owners(k.Past)}
	r.board.Code = k.Code
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rooms = append(l.rooms, r)
	l.codes[k.Code] = r
	r.table = table.Open(whole, table.Config{
		Code: k.Code, Setup: *k.Past[0].Setup, Policy: l.config.Policy, Pace: l.config.Pace,
		Random: random(), Now: l.config.Now, Logger: l.config.Logger, Log: k.Log, Past: k.Past, Alive: k.Alive,
		Report: func(b table.Board) { l.report(r, b) },
		Closed: func() { end(); l.remove(r) },
		Muted:  l.isMuted, Ignored: l.deafTo,
	})
	return r
}

// owners is whose the seats of a log are: IDs by name.
func owners(past []table.Entry) map[string]string {
	owners := map[string]string{}
	for i := range past {
		if p := past[i].Player; past[i].Kind == table.Sat && p != nil {
			owners[p.Name] = p.ID
		}
	}
	return owners
}

// remember makes the acquaintance of the people whose seats a restored table
// keeps, at its first report. The mutex is held.
func (l *Lobby) remember(r *room) {
	if r.owners == nil {
		return
	}
	for _, c := range r.board.Seats {
		if id := r.owners[c.Name]; id != "" && kept(c) && l.people[id] == nil {
			p := &person{id: id, door: make(chan struct{}, 1), last: r}
			l.people[id] = p
			l.call(p, c.Name)
		}
	}
	r.owners = nil
	close(r.ready)
}
