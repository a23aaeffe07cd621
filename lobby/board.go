package lobby

import (
	"runtime"
	"slices"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
)

// Board is the lobby as everybody may see it; shared, not to be changed.
type Board struct {
	People   []Person      // in the order they came
	Tables   []table.Board // the public ones, oldest first, without their talk and the moments of their games
	Private  int           // how many tables there are besides
	Talk     []table.Talk  // the newest last, at most 50
	Notice   string        // what the host of the server has to say to all; or ""
	Draining bool
}

// Person is somebody in the house.
type Person struct {
	Name     string
	Guest    bool
	Face     table.Face
	Table    string // the code of the public table they are at; "" for the lobby
	Watching bool
	Private  bool // at a private table
}

// Update is the newest board and the lines of talk since the Update before.
type Update struct {
	Board *Board
	Talk  []table.Talk // at most 50: a reader who is slow misses older ones
}

const (
	talkKept    = 50
	publishStep = 100 * time.Millisecond
)

// What is added to publishStep for each person in the house: each of them takes time to
// draw a Board, and all together are to leave most of the machine to the games, also while
// a thousand come in. That they do is no news for each of those who are there already.
const (
	publishShare = 200 * time.Microsecond
	crowdShare   = time.Millisecond // while nothing has changed but who is here
)

// bulletin is the state of publishing: a Board goes out at once if none has for
// a while, else when publishStep and everybody's share have passed.
type bulletin struct {
	news   bool         // something has changed since the last Board
	crowd  bool         // somebody has come or gone since
	timer  *time.Timer  // runs until one goes out; else nil
	at     time.Time    // when that is
	under  bool         // one is going out
	last   time.Time    // when the last one went out
	board  *Board       // that, with those on it who have come since; nil before the first
	unsaid []table.Talk // lines since then
}

// merge makes one Update of two for a reader who has not taken the first. The
// lines are shared with other readers, so they are put together anew.
func merge(unread, next Update) Update {
	next.Talk = newest(slices.Concat(unread.Talk, next.Talk))
	return next
}

func newest(talk []table.Talk) []table.Talk { return talk[max(0, len(talk)-talkKept):] }

// changed says that a new Board is due. The mutex is held.
func (l *Lobby) changed() {
	l.bulletin.news = true
	l.schedule()
}

// stirred says that somebody has come or gone. The mutex is held.
func (l *Lobby) stirred() {
	l.bulletin.crowd = true
	l.schedule()
}

// schedule sees to it that what is due goes out in time.
func (l *Lobby) schedule() {
	b := &l.bulletin
	share := crowdShare
	switch {
	case b.under, !b.news && !b.crowd:
		return
	case b.news:
		share = publishShare
	}
	at := b.last.Add(publishStep + time.Duration(len(l.visits))*share)
	if b.timer != nil && (!at.Before(b.at) || !b.timer.Stop()) {
		return // it comes in time, or just now
	}
	b.at = at
	b.timer = time.AfterFunc(time.Until(at), func() { l.guard("publishing", l.publish) })
}

// publish builds a Board and puts it into everybody's slot. Only one runs at a
// time, so Updates keep their order.
func (l *Lobby) publish() {
	defer l.published()
	update, readers := l.edition()
	for _, v := range readers {
		v.news.Put(update)
		// Who has been told draws before the next one is told: so a few goroutines, one
		// after the other, do for all what else as many would as there are people.
		runtime.Gosched()
	}
}

func (l *Lobby) edition() (Update, []*Visit) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := &l.bulletin
	b.news, b.crowd, b.timer, b.under, b.last = false, false, nil, true, time.Now() // first, so that a panic doesn't come again at once
	b.board = l.board()
	update := Update{Board: b.board, Talk: newest(b.unsaid)}
	b.unsaid = nil
	return update, slices.Clone(l.visits)
}

func (l *Lobby) published() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bulletin.under = false
	l.schedule()
}

// greet has the newest Board read by who has just come, with themselves on it. If
// there is none, or something else has changed since, they wait for the next one, as
// all do. The mutex is held.
func (l *Lobby) greet(v *Visit) {
	b := &l.bulletin
	if b.board == nil || b.news {
		return
	}
	own := v.onBoard()
	if !b.board.lists(own.Name) {
		with := *b.board
		with.People = append(with.People, own) // behind what anybody else reads
		b.board = &with
	}
	v.news.Put(Update{Board: b.board})
}

// lists reports whether a name is among the people; in a full house it is asked for each
// of a crowd that comes in.
func (b *Board) lists(name string) bool {
	for i := range b.People {
		if b.People[i].Name == name {
			return true
		}
	}
	return false
}

// onBoard is the row of who is at no table.
func (v *Visit) onBoard() Person {
	return Person{Name: v.person.name, Guest: v.guest, Face: v.face}
}

// board is built up from nothing: of a private table nothing gets in but that
// there is one, and that somebody is at one.
func (l *Lobby) board() *Board {
	here := len(l.visits)
	b := &Board{
		People: make([]Person, here, here+here/8+8), Tables: []table.Board{},
		Talk: slices.Clone(l.talk), Notice: l.notice, Draining: l.draining,
	}
	for i, v := range l.visits {
		b.People[i] = v.onBoard()
		v.row = &b.People[i]
	}
	for _, r := range l.rooms {
		if r.table == nil {
			continue
		}
		switch {
		case !r.board.Setup.Private:
			b.Tables = append(b.Tables, r.board)
		case r.peopled():
			b.Private++
		}
		for _, c := range r.board.Seats {
			if kept(c) && !c.Away {
				l.place(r, c.Name, false)
			}
		}
		for _, name := range r.board.Watchers {
			l.place(r, name, true)
		}
	}
	for _, v := range l.visits {
		v.row = nil
	}
	return b
}

// peopled reports whether anybody is at the table, or has cards there.
func (r *room) peopled() bool {
	return len(r.board.Watchers) > 0 || slices.ContainsFunc(r.board.Seats, func(c table.Chair) bool {
		return kept(c) && (!c.Away || r.board.State == table.Playing)
	})
}

// place writes where somebody is, if their visit is still there.
func (l *Lobby) place(r *room, name string, watching bool) {
	p := l.called[name]
	if p == nil || p.visit == nil || p.visit.room != r || p.visit.row == nil {
		return
	}
	row := p.visit.row
	row.Watching, row.Private = watching, r.board.Setup.Private
	if !row.Private {
		row.Table = r.board.Code
	}
}

// kept reports whether a chair is a person's, here or away.
func kept(c table.Chair) bool { return !c.Free() && c.Bot == "" && !c.Left }

// chairOf is the seat that bears a person's name, or Nobody.
func chairOf(b table.Board, name string) rules.Seat {
	for i, c := range b.Seats {
		if c.Name == name && kept(c) {
			return rules.Seat(i)
		}
	}
	return rules.Nobody
}
