package lobby

import (
	"context"
	"time"

	"deathtrap/table"
	"deathtrap/table/feed"
	"deathtrap/table/words"
)

// Visit is one person in the house, from connect to disconnect. Its methods are
// safe for concurrent use, but Next is for one reader.
type Visit struct {
	lobby  *Lobby
	person *person
	guest  bool
	isNew  bool // not known from before
	face   table.Face
	way    string // see table.Player
	key    string // the same
	source string // the same

	news     *feed.Feed[Update]
	whispers *feed.Feed[[]Whisper]

	// The lobby's mutex guards the rest.
	room  *room          // where the person last went; nil before
	at    *table.Visit   // their visit there, which may be over
	row   *Person        // theirs in the board that is being built
	met   []Acquaintance // who whispered, the newest last
	ended error          // why the visit is over
}

// Player is who the visit is, with the name it got.
func (v *Visit) Player() table.Player {
	v.lobby.mu.Lock()
	defer v.lobby.mu.Unlock()
	return v.player()
}

// Rename gives the person another name. One that can't be had is an error of
// package words; one that is taken is ErrNameTaken and says which is free; at a
// table and while a seat is kept it is ErrNameFixed. Who has a key comes in under
// that name from now on.
func (v *Visit) Rename(name string) error {
	clean, err := words.Name(name)
	if err != nil {
		return err
	}
	if err := v.lobby.rename(v, clean); err != nil || v.guest {
		return err
	}
	v.keepName(clean)
	return nil
}

func (v *Visit) keepName(name string) {
	if err := v.lobby.config.Memory.Call(v.person.id, name); err != nil {
		v.lobby.config.Logger.Error("a name was not kept", "player", v.person.id, "err", err)
	}
}

// settingsLength is how many bytes of settings are kept for a person.
const settingsLength = 1 << 10

// Settings is what the person has set for themselves on an earlier visit, as
// KeepSettings got it; "" if there is nothing. Guests have nothing. It asks the
// memory, so it may take a moment.
func (v *Visit) Settings(ctx context.Context) string {
	if v.guest {
		return ""
	}
	kept, err := v.lobby.config.Memory.Settings(ctx, v.person.id)
	if err != nil {
		v.lobby.config.Logger.Error("settings were not found", "player", v.person.id, "err", err)
	}
	return kept
}

// KeepSettings keeps what the person has set for themselves, for their next
// visit; a guest's are forgotten. It returns when they are safe, which may take
// as long as a disk takes. More than a kilobyte is refused.
func (v *Visit) KeepSettings(settings string) error {
	switch {
	case len(settings) > settingsLength:
		return table.ErrTooLong
	case v.guest:
		return nil
	}
	return v.lobby.config.Memory.Keep(v.person.id, settings)
}

// New reports whether the person is not known from an earlier visit. Guests
// always are new.
func (v *Visit) New() bool { return v.isNew }

// talkCells is how long a line of talk may be.
const talkCells = 200

// Say talks to everybody in the lobby: up to 200 cells, 3 lines in 3 seconds
// and 20 in a minute.
func (v *Visit) Say(_ context.Context, text string) error {
	line, err := talkLine(text)
	if err != nil {
		return err
	}
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	if v.ended != nil {
		return v.ended
	}
	if time.Now().Before(l.muted[v.person.id]) {
		return table.ErrMuted
	}
	if !l.budget(v.person.id).said.take(time.Now(), talkLimits...) {
		return table.ErrRateLimited
	}
	said := table.Talk{From: v.person.name, Text: line, By: v.person.id}
	l.talk = newest(append(l.talk, said))
	l.bulletin.unsaid = append(l.bulletin.unsaid, said)
	l.changed()
	return nil
}

// Next waits for the next Update; the first comes within a moment of arriving.
// When the visit is over it returns what is unread, then table.ErrReplaced,
// table.ErrLeft or table.ErrClosed. What people say whom this one ignores is not
// in it. One reader only.
func (v *Visit) Next(ctx context.Context) (Update, error) {
	u, err := v.news.Next(ctx)
	if err != nil {
		return u, err
	}
	return v.unheard(u), nil
}

// Unread is Next where that doesn't wait; else it is false. Who comes in has most often
// something to read at once.
func (v *Visit) Unread() (Update, bool) {
	u, ok := v.news.Unread()
	if ok {
		u = v.unheard(u)
	}
	return u, ok
}

// Await has ready called once, as soon as Next would not wait, by whoever's doing that
// is, perhaps with the lobby locked: so it must not block, nor ask the lobby anything.
func (v *Visit) Await(ready func()) { v.news.Await(ready) }

// Leave ends the visit, and the visit of the table the person is at.
func (v *Visit) Leave() {
	l := v.lobby
	l.mu.Lock()
	if v.ended != nil {
		l.mu.Unlock()
		return
	}
	at := l.strike(v, table.ErrLeft)
	p := v.person
	p.visit = nil
	l.mu.Unlock()

	v.end(table.ErrLeft)
	if at != nil {
		together(l, (*table.Visit).Leave, at)
	}

	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(p)
}
