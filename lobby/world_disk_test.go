package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
)

var (
	errFull = errors.New("no space left")
	errDead = errors.New("the power is gone")
)

// disk is a memory that outlives crashes, and has faults. In a bubble one thing
// happens at a time; turn says so to the race detector, too.
type disk struct {
	forgetful // of all but tables

	mu    sync.Mutex
	logs  []*diskLog
	full  bool
	sick  bool      // full in another way: it may have taken what it refuses
	since time.Time // when that began
	came  int       // entries that were refused and were there after all
	dead  bool      // the machine is off: nothing is written any more
	mined int       // the machine dies at the so many-th entry from now
	after bool      // and that one is written
}

// diskLog is one table's log, and the game it makes.
type diskLog struct {
	disk        *disk
	code, maker string
	entries     []table.Entry
	written     [][]byte              // the entries as they lie there
	owners      map[rules.Seat]string // IDs of people with a seat
	left        map[rules.Seat]bool
	banned      map[string]bool // by ID
	bans        []string        // names, oldest first
	unseen      bool            // its newest entry was written as the machine died
	doubt       *table.Entry    // was refused, and may be there if the machine dies now
	doubted     time.Time       // when
	locked      bool
	state       table.State
	game        *rules.Game
	happened    map[uint64][]rules.Event
	clocks      clocks
}

func (d *disk) Table(code, maker string) table.Log {
	d.turn()
	defer d.turn()
	l := &diskLog{
		disk: d, code: code, maker: maker, owners: map[rules.Seat]string{}, left: map[rules.Seat]bool{}, banned: map[string]bool{},
		state: table.Waiting, happened: map[uint64][]rules.Event{},
	}
	d.logs = append(d.logs, l)
	return l
}

// turn is between what one goroutine does with the disk and what another does.
func (d *disk) turn() {
	d.mu.Lock()
	defer d.mu.Unlock()
}

// mine has the machine die in a while.
func (d *disk) mine(in int, after bool) {
	d.turn()
	defer d.turn()
	d.mined, d.after = in, after
}

func (l *diskLog) Append(e table.Entry) error {
	d := l.disk
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.dead:
		return errDead
	case d.full:
		if l.clocks.stood.IsZero() && e.Kind != table.Closed {
			l.clocks.stood = time.Now()
		}
		if d.sick && len(l.entries) > 0 {
			l.doubt, l.doubted = &e, time.Now()
			return table.ErrDoubtful
		}
		return errFull
	}
	if d.mined > 0 {
		if d.mined--; d.mined == 0 {
			d.dead = true
			if !d.after {
				return errDead
			}
		}
	}
	if err := l.write(e, time.Now()); err != nil {
		return err
	}
	for _, other := range d.logs {
		other.doubt = nil // the first thing that is written takes out what was refused
	}
	if l.unseen = d.dead; l.unseen {
		return errDead
	}
	return nil
}

// write is that an entry is on the disk, as of then.
func (l *diskLog) write(e table.Entry, now time.Time) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if want := uint64(len(l.entries) + 1); e.Seq != want {
		return fmt.Errorf("entry %d where %d should be", e.Seq, want)
	}
	was := l.phase()
	l.entries, l.written = append(l.entries, e), append(l.written, text)
	if err := l.follow(e); err != nil {
		return err
	}
	l.keepTime(e, was, now)
	return nil
}

// settle is what the disk makes of entries that are in doubt when the machine dies.
func (d *disk) settle(t *testing.T, there func() bool) {
	d.turn()
	defer d.turn()
	for _, l := range d.logs {
		if l.doubt != nil && there() {
			l.unseen = true
			d.came++
			if err := l.write(*l.doubt, l.doubted); err != nil {
				t.Error(err)
			}
		}
		l.doubt = nil
	}
}

// follow is what an entry means for seats and game.
func (l *diskLog) follow(e table.Entry) error {
	switch e.Kind {
	case table.Sat:
		l.owners[e.Seat] = e.Player.ID
	case table.GaveUp:
		delete(l.owners, e.Seat)
	case table.Kicked:
		delete(l.owners, e.Seat)
		delete(l.left, e.Seat)
		if e.On {
			l.banned[e.Player.ID] = true
			l.bans = append(l.bans, e.Player.Name)
		}
	case table.Unbanned:
		delete(l.banned, e.Player.ID)
		l.bans = slices.DeleteFunc(l.bans, func(name string) bool { return name == e.Player.Name })
	case table.Locked:
		l.locked = e.On
	case table.CameBack:
		delete(l.left, e.Seat)
	case table.Dropped:
		switch l.state {
		case table.Waiting:
			if !e.On { // else the seat is kept for a while
				delete(l.owners, e.Seat)
			}
		case table.Over:
			l.left[e.Seat] = true
		}
	case table.Started:
		l.state = table.Playing
	case table.Rematched:
		l.state, l.game = table.Waiting, nil
		for seat := range l.left {
			delete(l.owners, seat)
		}
		clear(l.left)
	}
	return l.play(e)
}

func (l *diskLog) play(e table.Entry) (err error) {
	var events, dealt []rules.Event
	switch e.Kind {
	case table.Started:
		l.game, events, err = rules.New(e.Setup.Options, e.Players)
		if err == nil {
			dealt, err = l.game.Deal(*e.Seed)
			events = append(events, dealt...)
		}
	case table.Dealt:
		events, err = l.game.Deal(*e.Seed)
	case table.Moved:
		action := *e.Action
		action.Auto = e.Auto
		events, err = l.game.Apply(e.Seat, action)
	case table.Cleared:
		events, err = l.game.Clear()
	default:
		return nil
	}
	l.happened[e.Seq] = events
	if l.game.Phase() == rules.PhaseOver {
		l.state = table.Over
	}
	return err
}

// closed reports whether the table has ended for good, or never begun.
func (l *diskLog) closed() bool {
	n := len(l.entries)
	return n == 0 || l.entries[n-1].Kind == table.Closed
}

// open are the logs of tables that there are.
func (d *disk) open() (open []*diskLog) {
	d.turn()
	defer d.turn()
	for _, l := range d.logs {
		if !l.closed() {
			open = append(open, l)
		}
	}
	return open
}

// log is the log of an open table.
func (d *disk) log(code string) *diskLog {
	for _, l := range d.open() {
		if l.code == code {
			return l
		}
	}
	return nil
}

// die is that the machine is off.
func (d *disk) die() {
	d.turn()
	defer d.turn()
	d.dead = true
}

func (d *disk) off() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.dead
}

// kept is what a new server finds: the last one ran until then, and wrote that down
// by its own clock.
func (d *disk) kept(t *testing.T, until, alive time.Time) (tables []Kept) {
	d.turn()
	defer d.turn()
	for _, l := range d.open() {
		past, err := l.read()
		if err == nil {
			err = table.Rehearse(past)
		}
		if err != nil {
			t.Errorf("table %s: %v", l.code, err)
			continue
		}
		l.clocks.stood = until
		if l.clocks.stood.Before(l.clocks.last) {
			l.clocks.stood = l.clocks.last
		}
		tables = append(tables, Kept{Code: l.code, Maker: l.maker, Log: l, Past: past, Alive: alive})
	}
	return tables
}

// read is the entries as they lie there.
func (l *diskLog) read() ([]table.Entry, error) {
	past := make([]table.Entry, len(l.written))
	for i, text := range l.written {
		if err := json.Unmarshal(text, &past[i]); err != nil {
			return nil, err
		}
	}
	return past, nil
}

// seats are everybody's seats.
func (d *disk) seats() (seats []string) {
	d.turn()
	defer d.turn()
	for _, l := range d.open() {
		for seat := range rules.Seat(rules.MaxPlayers) {
			if id := l.owners[seat]; id != "" {
				seats = append(seats, fmt.Sprint(l.code, " ", seat, " ", id))
			}
		}
	}
	return seats
}

// seatOf is a table at which that person has a seat, or "".
func (d *disk) seatOf(id string) string {
	d.turn()
	defer d.turn()
	for _, l := range d.open() {
		for seat, owner := range l.owners {
			if owner == id && !l.left[seat] {
				return l.code
			}
		}
	}
	return ""
}

// granted checks that a move that was granted is written down.
func (d *disk) granted(t *testing.T, code string, seen uint64, seat rules.Seat, a rules.Action) {
	d.turn()
	defer d.turn()
	l := d.log(code)
	if l == nil {
		t.Errorf("a move was granted at table %s, which is not there", code)
		return
	}
	for _, e := range l.entries[seen:] {
		if e.Kind == table.Moved && e.Seat == seat && e.Action.Kind == a.Kind && slices.Equal(e.Action.Cards, a.Cards) {
			return
		}
	}
	t.Errorf("%s was granted, and is not in the log", a.Kind)
}
