package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
)

// sight is the newest that a person saw at a table.
type sight struct {
	update table.Update
	event  int    // the number of the newest event of the game
	heard  uint64 // and of the newest line of talk
}

// check holds everything that anybody was shown since the last step against
// what is on the disk. It is the one place for what must always be true.
func (w *world) check() {
	for _, s := range w.souls {
		if !s.slow {
			w.read(s)
		}
	}
	w.disk.turn()
	defer w.disk.turn()
	for _, l := range w.disk.logs {
		for _, complaint := range l.clocks.wrong {
			w.t.Errorf("table %s: %s", l.code, complaint)
		}
	}
}

// read reads all that a person can see.
func (w *world) read(s *soul) {
	w.disk.turn()
	defer w.disk.turn()
	if s.visit != nil {
		if _, err := s.visit.Next(w.now); err != nil && !errors.Is(err, context.Canceled) && !w.disk.off() {
			w.t.Errorf("%s was shown out: %v", s.name, err)
		}
	}
	for s.at != nil {
		u, err := s.at.Next(w.now)
		switch {
		case err == nil:
			w.look(s, u)
		case errors.Is(err, context.Canceled):
			return
		default:
			s.at = nil
		}
	}
}

// look is one update that a person was shown.
func (w *world) look(s *soul, u table.Update) {
	w.disk.turn()
	defer w.disk.turn()
	l := w.disk.log(u.Board.Code)
	if l == nil {
		if u.Board.Code != s.code || w.disk.find(s.code) == nil {
			w.t.Errorf("%s sees table %s, which is not there", s.name, u.Board.Code)
		}
		return // its last words
	}
	before := s.seen
	s.seen.update = u
	switch {
	case u.Seen > uint64(len(l.entries)):
		w.t.Errorf("%s saw change %d, but only %d are on the disk", s.name, u.Seen, len(l.entries))
	case u.Seen < before.update.Seen:
		w.t.Errorf("%s saw change %d after %d", s.name, u.Seen, before.update.Seen)
	}
	w.lookAtSeat(s, u, l)
	w.lookAtNews(s, u, l, before.update.You)
	w.lookAtWords(s, u, l)
	if u.Seen == uint64(len(l.entries)) {
		w.lookAtView(s, u, l)
		w.lookAtClock(s, u, l)
	}
}

// lookAtSeat: everybody sits where they sat down.
func (w *world) lookAtSeat(s *soul, u table.Update, l *diskLog) {
	if u.Seen != uint64(len(l.entries)) {
		return
	}
	want := rules.Nobody
	for seat, id := range l.owners {
		if id == s.id {
			want = seat
		}
	}
	if l.banned[s.id] {
		w.t.Errorf("%s sees table %s, and is banned from it", s.name, l.code)
	}
	if u.Board.Locked && !l.locked {
		w.t.Errorf("table %s is locked, and nobody has locked it", l.code)
	}
	if u.You != want {
		w.t.Errorf("%s is in seat %d of table %s, and should be in %d", s.name, u.You, l.code, want)
	}
}

// lookAtNews: what was shown has happened, each once and in order. A person sees
// it as from the seat they had then, which may be the one before.
func (w *world) lookAtNews(s *soul, u table.Update, l *diskLog, former rules.Seat) {
	for _, n := range u.News {
		if n.Event == nil {
			continue
		}
		if n.Event.Kind == rules.GameStarted {
			s.seen.event = 0
		}
		if s.seen.event > 0 && n.Event.N != s.seen.event+1 {
			w.t.Errorf("%s saw event %d after %d", s.name, n.Event.N, s.seen.event)
		}
		s.seen.event = n.Event.N
		if !slices.ContainsFunc(l.happened[n.Seen], func(e rules.Event) bool {
			return same(*n.Event, rules.Redact(e, u.You)) || same(*n.Event, rules.Redact(e, former))
		}) {
			w.t.Errorf("%s saw what has not happened at %d: %s", s.name, n.Seen, asText(n.Event))
		}
	}
}

// lookAtView: the view is the game's that the log makes.
func (w *world) lookAtView(s *soul, u table.Update, l *diskLog) {
	switch {
	case u.Board.State != l.state:
		w.t.Errorf("table %s is %s, its log says %s", l.code, u.Board.State, l.state)
	case (u.View == nil) != (l.game == nil):
		w.t.Errorf("%s sees a game: %t", s.name, u.View != nil)
	case u.View != nil && !same(u.View.View, w.viewOf(u, l)):
		w.t.Errorf("%s sees another game\nsees %s\nlog  %s", s.name, asText(u.View.View), asText(w.viewOf(u, l)))
	}
}

// viewOf is what a visit should see of the game: in a pause it is nobody's turn.
func (w *world) viewOf(u table.Update, l *diskLog) rules.View {
	v := l.game.View(u.You)
	if u.Board.Paused {
		v.Turn, v.Legal = rules.Nobody, []rules.Action{}
	}
	return v
}

// lookAtClock: a person has the time that is theirs, whatever others do, whenever
// the server dies and however the wall clock is set.
func (w *world) lookAtClock(s *soul, u table.Update, l *diskLog) {
	if u.View != nil {
		var deadline time.Time
		if u.View.Deadline != nil {
			deadline = u.View.Deadline.Add(-w.ahead)
		}
		if want := l.deadline(u.You); !deadline.Equal(want) {
			w.t.Errorf("%s has time until %v at table %s, and should until %v", s.name, deadline, l.code, want)
		}
	}
	for seat, chair := range u.Board.Seats {
		if want := l.clocks.seats[seat].bank; kept(chair) && chair.Bank != want {
			w.t.Errorf("%s has %v in the bank, and should have %v", chair.Name, chair.Bank, want)
		}
	}
}

// find is a log, open or not.
func (d *disk) find(code string) *diskLog {
	d.turn()
	defer d.turn()
	for _, l := range d.logs {
		if l.code == code {
			return l
		}
	}
	return nil
}

// same reports whether two things are the same as data. That is asked only of
// those which are not the same in every respect.
func same[T any](one, other T) bool {
	return reflect.DeepEqual(one, other) || asText(one) == asText(other)
}

func asText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}
