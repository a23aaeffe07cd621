package lobby

import (
	"fmt"
	"time"

	"deathtrap/table"
	"deathtrap/table/words"
)

// What the host of the server sees and may do. No face of a player has it.

// Presence is somebody in the house as its host sees them.
type Presence struct {
	Person
	ID   string
	Code string // of the table they are at, also of a private one
}

// Everybody is who is in the house, in the order they came.
func (l *Lobby) Everybody() []Presence {
	l.mu.Lock()
	defer l.mu.Unlock()
	people := l.board().People
	all := make([]Presence, len(people))
	for i, v := range l.visits {
		all[i] = Presence{Person: people[i], ID: v.person.id}
		if at := people[i]; v.room != nil && (at.Private || at.Table != "") {
			all[i].Code = v.room.board.Code
		}
	}
	return all
}

// Everything is all tables, oldest first, private ones too.
func (l *Lobby) Everything() []table.Board {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := []table.Board{}
	for _, r := range l.rooms {
		if r.table != nil {
			all = append(all, r.board)
		}
	}
	return all
}

// announcementCells is how long what the host has to say may be.
const announcementCells = 400

// Announce tells everybody something, in the lobby and at every table.
func (l *Lobby) Announce(text string) error {
	clean, err := words.Line(text, announcementCells)
	if err != nil {
		return fmt.Errorf("%w: %w", table.ErrBadRequest, err)
	}
	clean = "The host of this server: " + clean
	l.mu.Lock()
	said := table.Talk{Text: clean}
	l.talk = newest(append(l.talk, said))
	l.bulletin.unsaid = append(l.bulletin.unsaid, said)
	l.changed()
	tables := l.open()
	l.mu.Unlock()
	together(l, func(t *table.Table) { t.Announce(clean) }, tables...)
	return nil
}

// open is the tables there are. The mutex is held.
func (l *Lobby) open() []*table.Table {
	var tables []*table.Table
	for _, r := range l.rooms {
		if r.table != nil {
			tables = append(tables, r.table)
		}
	}
	return tables
}

// Mute keeps the person with that ID from talking, in the lobby and at every
// table, until a time; one that is over lets them talk again.
func (l *Lobby) Mute(id string, until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	for other, over := range l.muted {
		if !now.Before(over) {
			delete(l.muted, other)
		}
	}
	delete(l.muted, id)
	if now.Before(until) {
		l.muted[id] = until
	}
}

// isMuted reports whether somebody may not talk.
func (l *Lobby) isMuted(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Now().Before(l.muted[id])
}

// noticeCells is how long a notice may be.
const noticeCells = 400

// Post puts a notice up for everybody who comes in: the message of the day, ""
// for none.
func (l *Lobby) Post(notice string) {
	clean, err := words.Line(notice, noticeCells)
	if err != nil {
		clean = words.Clip(words.Term(notice), noticeCells)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.notice = clean
	l.changed()
}
