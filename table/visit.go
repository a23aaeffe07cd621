package table

import (
	"context"

	"deathtrap/table/feed"
)

// Visit is one person's way to one table. Its methods are safe for concurrent
// use, but Next is for one reader.
type Visit struct {
	table   *Table
	id      string   // the player's
	visitor *visitor // the table's goroutine's
	feed    *feed.Feed[Update]
}

// Visit lets a player in. The newest visit of a player wins: the older one's
// Next returns ErrReplaced. Whoever has a seat here is back in it. The context
// bounds the waiting for the table, not the visit.
func (t *Table) Visit(ctx context.Context, p Player) (*Visit, error) {
	v := &Visit{table: t, id: p.ID, feed: feed.New(merge)}
	if err := t.ask(ctx, v, enter{p}); err != nil {
		return nil, err
	}
	return v, nil
}

// Do asks for a command and waits for the table's verdict: nil, one of this
// package's errors, or one of package rules'. The board changes only by Next,
// which has the effect by the time Do returns. If the context ends before
// the table has taken the command, it is not carried out.
func (v *Visit) Do(ctx context.Context, c Command) error {
	switch c.(type) {
	case Say, Grovel:
		if muted := v.table.config.Muted; muted != nil && muted(v.id) {
			return ErrMuted
		}
	}
	return v.table.ask(ctx, v, c)
}

// Next waits for the next Update; the first is there at once, and has no news.
// When the visit is over it returns what is unread, then ErrReplaced, ErrLeft or
// ErrKicked, ErrBanned or ErrClosed. One reader only; a slow one gets several
// Updates merged into one. What people have said whom Config.Ignored names is
// not in it.
func (v *Visit) Next(ctx context.Context) (Update, error) {
	u, err := v.feed.Next(ctx)
	if ignored := v.table.config.Ignored; ignored != nil && err == nil {
		u = u.without(ignored(v.id))
	}
	return u, err
}

// Await has ready called once, as soon as Next would not wait, by whoever's doing that
// is, the table's own goroutine most often: so it must not block.
func (v *Visit) Await(ready func()) { v.feed.Await(ready) }

// Leave ends the visit of somebody whose line has ended. A seat is kept, as away:
// in a running game to its end, before one for a minute; after a game it stays
// marked until the rematch.
func (v *Visit) Leave() { _ = v.table.ask(context.Background(), v, leave{}) }

// Quit ends the visit of somebody who goes elsewhere: like Leave, but before a
// game the seat is free at once.
func (v *Visit) Quit() { _ = v.table.ask(context.Background(), v, leave{quits: true}) }
