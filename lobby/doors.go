package lobby

import (
	"context"
	"errors"
	"time"

	"deathtrap/table"
)

// door is one way to a table for a player.
type door func(table.Player) (*room, *table.Visit, error)

// Open makes a table and sits its maker in seat 0. A player may have ten open
// tables and open thirty in ten seconds.
func (v *Visit) Open(ctx context.Context, s table.Setup) (*table.Visit, error) {
	return v.move(ctx, func(maker table.Player) (*room, *table.Visit, error) {
		s, err := cleanSetup(s, maker.Name)
		if err != nil {
			return nil, nil, err
		}
		v.lobby.mu.Lock()
		r, err := v.lobby.reserve(maker, s)
		v.lobby.mu.Unlock()
		if err != nil {
			return nil, nil, err
		}
		at, err := v.lobby.furnish(ctx, r, maker)
		return r, at, err
	})
}

// Join sits at the table with that code, in the lowest free seat (or one's own,
// also while a game is on). table.ErrFull if there is none, or a game is on.
func (v *Visit) Join(ctx context.Context, code string) (*table.Visit, error) {
	return v.byCode(ctx, code, v.lobby.sit)
}

// Watch looks on at the table with that code. Who has a seat there is in it.
func (v *Visit) Watch(ctx context.Context, code string) (*table.Visit, error) {
	return v.byCode(ctx, code, func(ctx context.Context, r *room, p table.Player) (*table.Visit, error) {
		return r.table.Visit(ctx, p)
	})
}

func (v *Visit) byCode(
	ctx context.Context, code string, enter func(context.Context, *room, table.Player) (*table.Visit, error),
) (*table.Visit, error) {
	return v.move(ctx, func(p table.Player) (*room, *table.Visit, error) {
		r, err := v.lobby.find(p, code)
		if err != nil {
			return nil, nil, err
		}
		at, err := enter(ctx, r, p)
		if errors.Is(err, table.ErrClosed) {
			err = ErrUnknownTable
		}
		return r, at, err
	})
}

// Kept is the code of the table where a seat is kept for this person, or "". Of
// several it is the one they left last.
func (v *Visit) Kept() string {
	v.lobby.mu.Lock()
	defer v.lobby.mu.Unlock()
	if r := v.person.keptLast(); r != nil {
		return r.board.Code
	}
	return ""
}

// keptLast is that table, or nil. One that can't write anything down has not noted
// that somebody's line dropped; whoever comes in anew is led back there all the same.
func (p *person) keptLast() *room {
	if len(p.kept) > 0 {
		return p.kept[len(p.kept)-1]
	}
	if n := len(p.seats); n > 0 && (p.visit == nil || p.visit.room == nil) {
		return p.seats[n-1]
	}
	return nil
}

// Resume goes back to the seat that is kept for this person, or ErrNothingKept.
func (v *Visit) Resume(ctx context.Context) (*table.Visit, error) {
	return v.move(ctx, func(p table.Player) (*room, *table.Visit, error) {
		v.lobby.mu.Lock()
		r := v.person.keptLast()
		v.lobby.mu.Unlock()
		if r == nil {
			return nil, nil, ErrNothingKept
		}
		at, err := r.table.Visit(ctx, p)
		if errors.Is(err, table.ErrClosed) {
			err = ErrNothingKept
		}
		return r, at, err
	})
}

// move takes the person through a door, and then from the table they were at.
// If the visit has ended meanwhile, they turn round on the threshold.
func (v *Visit) move(ctx context.Context, through door) (*table.Visit, error) {
	select {
	case v.person.door <- struct{}{}:
		defer func() { <-v.person.door }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	player, err := v.depart()
	if err != nil {
		return nil, err
	}
	r, at, err := through(player)
	former, err := v.arrive(r, at, err)
	goes := (*table.Visit).Quit
	if err != nil {
		goes = (*table.Visit).Leave // the seat waits for a newer visit
	}
	if former != nil {
		together(v.lobby, goes, former)
	}
	if err != nil {
		return nil, err
	}
	return at, nil
}

func (v *Visit) depart() (table.Player, error) {
	v.lobby.mu.Lock()
	defer v.lobby.mu.Unlock()
	if v.ended != nil {
		return table.Player{}, v.ended
	}
	if v.lobby.keys.moving[v.key] {
		return table.Player{}, ErrKeyMoved
	}
	if !v.lobby.budget(v.person.id).moved.take(time.Now(), moveLimit) {
		return table.Player{}, table.ErrRateLimited
	}
	v.person.moves++
	return v.player(), nil
}

// arrive writes down where the person is now, and returns the visit of a table
// that is to be left: of the one they came from, or of the new one if their own
// visit has ended.
func (v *Visit) arrive(r *room, at *table.Visit, err error) (*table.Visit, error) {
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	v.person.moves--
	if err != nil {
		l.forget(v.person)
		return nil, err
	}
	v.person.last = r
	if v.ended != nil {
		return at, v.ended
	}
	former := v.at
	v.room, v.at = r, at
	l.changed()
	return former, nil
}
