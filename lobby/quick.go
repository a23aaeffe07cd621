package lobby

import (
	"context"
	"errors"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
)

// fillAfter is how long a table of Quick waits for the next person before
// computer players take the free seats.
const fillAfter = 15 * time.Second

// Quick sits at an open public table, the fullest first, or opens one that
// fills itself with computer players if nobody comes for 15 s (at pace 0: at
// once). Several who ask at the same time meet at one table. To start is the
// host's, as everywhere.
func (v *Visit) Quick(ctx context.Context) (*table.Visit, error) {
	l := v.lobby
	return v.move(ctx, func(p table.Player) (*room, *table.Visit, error) {
		tried := map[*room]bool{}
		for {
			r, own, err := l.match(p, tried)
			if err != nil {
				return nil, nil, err
			}
			if own {
				at, err := l.furnishQuick(ctx, r, p)
				return r, at, err
			}
			at, err := l.meet(ctx, r, p)
			if !another(err) {
				return r, at, err
			}
			tried[r] = true
		}
	})
}

// another reports whether a table is of no use, but another one may be.
func another(err error) bool {
	for _, shut := range []error{table.ErrFull, table.ErrClosed, table.ErrLocked, table.ErrBanned} {
		if errors.Is(err, shut) {
			return true
		}
	}
	return false
}

// match reserves a seat at the table that lacks the fewest people, or a table
// of one's own.
func (l *Lobby) match(p table.Player, tried map[*room]bool) (best *room, own bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draining {
		return nil, false, ErrDraining
	}
	fewest := rules.MaxPlayers + 1
	for _, r := range l.rooms {
		lacks := r.lacks()
		if r.board.State == table.Waiting && !r.board.Setup.Private && !r.board.Locked && !tried[r] && lacks > 0 && lacks < fewest {
			best, fewest = r, lacks
		}
	}
	if best != nil {
		best.coming = append(best.coming, p.ID)
		return best, false, nil
	}
	setup := table.Setup{Title: p.Name + "'s table", Options: rules.DefaultOptions()}
	best, err = l.reserve(p, setup)
	return best, true, err
}

// lacks is how many seats nobody has or is on the way to. Who has just sat down may
// still be on the list of those who come, and is counted once.
func (r *room) lacks() int {
	free := 0
	for _, c := range r.board.Seats {
		if c.Free() {
			free++
		}
	}
	for _, id := range r.coming {
		if !r.board.Keeps(id) {
			free--
		}
	}
	return free
}

// meet goes to a matched table, once its maker is there.
func (l *Lobby) meet(ctx context.Context, r *room, p table.Player) (*table.Visit, error) {
	defer l.arrived(r, p.ID)
	select {
	case <-r.ready:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return l.sit(ctx, r, p)
}

func (l *Lobby) furnishQuick(ctx context.Context, r *room, p table.Player) (*table.Visit, error) {
	at, err := l.furnish(ctx, r, p)
	if err != nil {
		return nil, err
	}
	if l.config.Pace == 0 {
		l.fillUp(ctx, r, at)
		return at, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !r.gone {
		l.fillLater(r)
	}
	return at, nil
}

// fillLater has a table filled in a while. The mutex is held.
func (l *Lobby) fillLater(r *room) {
	r.fill = time.AfterFunc(fillAfter, func() { l.guard("filling a table", func() { l.fillDue(r) }) })
}

// postpone gives a table that fills itself more time when another person sits
// down, and stops that once it is full or begins.
func (l *Lobby) postpone(r *room, before table.Board) {
	switch {
	case r.fill == nil:
	case r.board.State != table.Waiting || r.lacks() == 0:
		r.fill.Stop()
		r.fill = nil
	case persons(r.board) > persons(before):
		r.fill.Reset(fillAfter)
	}
}

func persons(b table.Board) int {
	n := 0
	for _, c := range b.Seats {
		if kept(c) {
			n++
		}
	}
	return n
}

// fillDue has the host's visit fill the table, once the host is there.
func (l *Lobby) fillDue(r *room) {
	l.mu.Lock()
	r.fill = nil
	var at *table.Visit
	if host := r.board.Host; !r.gone && host != rules.Nobody {
		if p := l.called[r.board.Seats[host].Name]; p != nil && p.visit != nil && p.visit.room == r {
			at = p.visit.at
		}
		if at == nil && r.board.State == table.Waiting {
			l.fillLater(r)
		}
	}
	l.mu.Unlock()
	if at != nil {
		ctx, cancel := context.WithTimeout(l.ctx, fillAfter)
		defer cancel()
		l.fillUp(ctx, r, at)
	}
}

// fillUp puts computer players into all seats that nobody is on the way to. If
// the table has moved on, it is fine as it is.
func (l *Lobby) fillUp(ctx context.Context, r *room, at *table.Visit) {
	l.mu.Lock()
	code, lacks := r.board.Code, r.lacks()
	l.mu.Unlock()
	if lacks < 1 {
		return
	}
	if err := at.Do(ctx, table.AddBots{Count: lacks}); err != nil {
		l.config.Logger.Info("a table was not filled", "table", code, "err", err)
	}
}
