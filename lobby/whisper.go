package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"deathtrap/table"
	"deathtrap/table/words"
)

// Why a whisper is refused, or nobody is found.
var (
	ErrNobody   = fmt.Errorf("%w: nobody of that name is here", table.ErrNotAllowed)
	ErrYourself = fmt.Errorf("%w: that is you", table.ErrNotAllowed)
	ErrSameGame = fmt.Errorf("%w: in a running game whoever has a seat says things to the whole table or not at all", table.ErrNotAllowed)
)

// Whisper is a private word. Nobody but the two has it: no board, no log, no
// memory, and not the host of the server.
type Whisper struct {
	From, To string // names
	Text     string
}

// whispersKept is how many whispers wait for a reader who is slow; the newest.
const whispersKept = 50

func mergeWhispers(unread, next []Whisper) []Whisper {
	all := slices.Concat(unread, next)
	return all[max(0, len(all)-whispersKept):]
}

// Whisper says something to one person in the house, wherever they are: up to
// 200 cells, counted together with what is said to all. It returns the whisper
// as it was cleaned. Who ignores the whisperer does not get it, and the
// whisperer is not told so.
//
// Of two people at a table with a running game neither may whisper to the other
// if one of them has a seat in it (here, away or gone back to the lobby): what
// players say about their cards, all of the table hear. A watcher sees no hand,
// but could carry words from one player to another.
func (v *Visit) Whisper(_ context.Context, to, text string) (Whisper, error) {
	line, err := talkLine(text)
	if err != nil {
		return Whisper{}, err
	}
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	if v.ended != nil {
		return Whisper{}, v.ended
	}
	other := l.names[words.Skeleton(to)]
	switch {
	case time.Now().Before(l.muted[v.person.id]):
		return Whisper{}, table.ErrMuted
	case other == nil || other.visit == nil:
		return Whisper{}, ErrNobody
	case other == v.person:
		return Whisper{}, ErrYourself
	case l.sameGame(v.person, other):
		return Whisper{}, ErrSameGame
	case !l.budget(v.person.id).said.take(time.Now(), talkLimits...):
		return Whisper{}, table.ErrRateLimited
	}
	w := Whisper{From: v.person.name, To: other.name, Text: line}
	if !other.deaf[v.person.id] {
		other.visit.meet(v.person)
		other.visit.whispers.Put([]Whisper{w})
	}
	return w, nil
}

// sameGame reports whether two people are at one table with a running game, and
// at least one of them has a seat in it. The mutex is held.
func (l *Lobby) sameGame(a, b *person) bool {
	return slices.ContainsFunc(l.rooms, func(r *room) bool {
		playing := r.board.State == table.Playing
		return playing && (r.board.Keeps(a.id) && r.knows(b) || r.board.Keeps(b.id) && r.knows(a))
	})
}

// knows reports whether somebody has a seat at the table or looks on there.
func (r *room) knows(p *person) bool {
	return r.board.Keeps(p.id) || p.visit != nil && p.visit.room == r && slices.Contains(r.board.Watchers, p.name)
}

// talkLine cleans a line of talk.
func talkLine(text string) (string, error) {
	line, err := words.Line(text, talkCells)
	switch {
	case errors.Is(err, words.ErrTooLong):
		return "", fmt.Errorf("%w: it may have %d characters", table.ErrTooLong, talkCells)
	case err != nil:
		return "", fmt.Errorf("%w: %w", table.ErrBadRequest, err)
	}
	return line, nil
}

// Hear waits for the next whispers to this visit: each comes once, in order. A
// slow reader misses all but the newest fifty. When the visit is over it returns
// what is unread, then the error that Next returns. One reader only.
func (v *Visit) Hear(ctx context.Context) ([]Whisper, error) { return v.whispers.Next(ctx) }

// AwaitWhispers is Await for Hear.
func (v *Visit) AwaitWhispers(ready func()) { v.whispers.Await(ready) }

// end closes both of a visit's feeds.
func (v *Visit) end(why error) {
	v.news.Close(why)
	v.whispers.Close(why)
}
