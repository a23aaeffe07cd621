package lobby

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deathtrap/table"
	"deathtrap/table/words"
)

// person is one ID: somebody present, or remembered for the sake of a seat. The
// lobby's mutex guards all of it but the door.
type person struct {
	id    string
	guest bool
	door  chan struct{} // holds a token while a move is under way

	name    string
	wish    string          // the skeleton of the name they wished for
	visit   *Visit          // nil when absent
	moves   int             // that are under way or wait for the door
	last    *room           // the last they went to
	ignored []Acquaintance  // whom they ignore
	deaf    map[string]bool // the same by ID, made anew with each change; nil before the first visit
	kept    []*room         // where a seat is kept, in the order in which they became so
	seats   []*room         // where they have a seat, kept or not, in the order in which they sat down
}

// call gives a person a free name like the one they wish for.
func (l *Lobby) call(p *person, wish string) {
	l.uncall(p)
	p.wish = words.Skeleton(wish)
	p.name = l.free(wish, p.wish)
	l.namesakes[p.wish]++
	l.names[words.Skeleton(p.name)] = p
	l.called[p.name] = p
}

func (l *Lobby) uncall(p *person) {
	if p.name == "" {
		return
	}
	delete(l.names, words.Skeleton(p.name))
	delete(l.called, p.name)
	if l.namesakes[p.wish]--; l.namesakes[p.wish] == 0 {
		delete(l.namesakes, p.wish)
	}
	p.name = ""
}

// free is the name itself, or with a number if somebody is called like it. The
// count of namesakes spares a thousand guests a thousand tries each.
func (l *Lobby) free(name, skeleton string) string {
	if l.names[skeleton] == nil {
		return name
	}
	for n := max(2, l.namesakes[skeleton]+1); ; n++ {
		number := "-" + strconv.Itoa(n)
		base := strings.TrimRight(words.Clip(name, words.MaxName-len(number)), "_.-")
		if numbered := base + number; l.names[words.Skeleton(numbered)] == nil {
			return numbered
		}
	}
}

// bound reports whether a table knows the person by their name: they sit or
// watch there, go there, or a seat is kept for them.
func (l *Lobby) bound(p *person) bool {
	if p.moves > 0 || len(p.seats) > 0 {
		return true
	}
	return p.last != nil && slices.Contains(p.last.board.Watchers, p.name)
}

// forget drops a person who is absent and has no seat anywhere, if that hasn't
// happened yet.
func (l *Lobby) forget(p *person) {
	if p.visit == nil && !l.bound(p) && l.people[p.id] == p {
		l.uncall(p)
		delete(l.people, p.id)
	}
}

// rename gives a visit another name, if it is free.
func (l *Lobby) rename(v *Visit, name string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := v.person
	skeleton := words.Skeleton(name)
	switch other := l.names[skeleton]; {
	case v.ended != nil:
		return v.ended
	case l.bound(p):
		return ErrNameFixed
	case other != nil && other != p:
		return fmt.Errorf("%w: %s is free", ErrNameTaken, l.free(name, skeleton))
	}
	l.call(p, name)
	l.changed()
	return nil
}

// player is a visit's person as a table knows them. The mutex is held.
func (v *Visit) player() table.Player {
	return table.Player{ID: v.person.id, Name: v.person.name, Guest: v.guest, Face: v.face, Way: v.way, Key: v.key, Source: v.source}
}
