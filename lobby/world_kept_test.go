package lobby

import (
	"reflect"
	"slices"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
)

// picture is a table as people saw it when the server died.
type picture struct {
	board   table.Board
	entries int
	pace    time.Duration
}

// pictures are the tables of which everything that is written down was shown.
func (w *world) pictures() map[string]picture {
	all := map[string]picture{}
	for _, l := range w.disk.open() {
		if t := w.table(l.code); t != nil && !l.unseen {
			all[l.code] = picture{t.Board(), len(l.entries), w.pace}
		}
	}
	return all
}

// table is one that the house has, or nil.
func (w *world) table(code string) *table.Table {
	w.house.mu.Lock()
	defer w.house.mu.Unlock()
	if r := w.house.codes[code]; r != nil {
		return r.table
	}
	return nil
}

// compare holds the tables of a new server against what they were. Nothing is other
// than before but that everybody is away. While there was no server so much time has
// passed, by its clock.
func (w *world) compare(before map[string]picture, passed map[string]time.Duration) {
	for _, l := range w.disk.open() {
		t := w.table(l.code)
		if t == nil {
			w.t.Errorf("table %s is not there after the crash", l.code)
			continue
		}
		was, ok := before[l.code]
		if !ok || len(l.entries) != was.entries+1 {
			continue // it has gone on already
		}
		want, is := afterCrash(was.board, passed[l.code]), t.Board()
		lost, got := spokenAt(want), spokenAt(is)
		both := min(len(lost), len(got)) // a line of the table's own may have pushed one out
		if len(got) < len(lost)-1 || !slices.Equal(got[len(got)-both:], lost[len(lost)-both:]) {
			w.t.Errorf("at table %s there was said %v, and before the crash %v", l.code, got, lost)
		}
		want.Talk, is.Talk = nil, nil
		if was.pace != w.pace { // pauses are of another length now
			want.NextDeal, want.Window, is.NextDeal, is.Window = time.Time{}, time.Time{}, time.Time{}, time.Time{}
		}
		if !reflect.DeepEqual(want, is) {
			w.t.Errorf("table %s after the crash\nis  %+v\nwant %+v", l.code, is, want)
		}
		w.compared++
	}
}

// afterCrash is what becomes of a board.
func afterCrash(b table.Board, passed time.Duration) table.Board {
	b.Watchers, b.Draining, b.Seats = nil, false, slices.Clone(b.Seats)
	for i := range b.Seats {
		if c := &b.Seats[i]; kept(*c) && !c.Away {
			c.Away, c.Ready = true, false
		}
	}
	for _, moment := range []*time.Time{&b.NextDeal, &b.Window} {
		if !moment.IsZero() {
			*moment = moment.Add(passed)
		}
	}
	return b
}

// spokenAt are the lines of people, and those with words of theirs.
func spokenAt(b table.Board) []table.Talk {
	return slices.DeleteFunc(slices.Clone(b.Talk), func(t table.Talk) bool { return t.From == "" && t.By == "" })
}

// lookAtWords: what people said is in the log, each line once and in order; and the
// host sees who is banned.
func (w *world) lookAtWords(s *soul, u table.Update, l *diskLog) {
	for _, n := range u.News {
		if n.Talk == nil {
			continue
		}
		if n.Seen <= s.seen.heard || int(n.Seen) > len(l.entries) {
			w.t.Errorf("%s heard line %d after %d, of %d", s.name, n.Seen, s.seen.heard, len(l.entries))
			continue
		}
		s.seen.heard = n.Seen
		if e := l.entries[n.Seen-1]; e.Kind != table.Said || e.Text != n.Talk.Text || e.Player.ID != n.Talk.By {
			w.t.Errorf("%s heard what nobody said at %d: %+v", s.name, n.Seen, n.Talk)
		}
	}
	if host := u.You != rules.Nobody && u.You == u.Board.Host; host && u.Seen == uint64(len(l.entries)) && !slices.Equal(u.Banned, l.bans) {
		w.t.Errorf("table %s has banned %v, and its host sees %v", l.code, l.bans, u.Banned)
	}
}

// spoken checks that a line that was granted is written down, once.
func (d *disk) spoken(w *world, code, text string) {
	d.turn()
	defer d.turn()
	n := 0
	if l := d.log(code); l != nil {
		for i := range l.entries {
			if l.entries[i].Kind == table.Said && l.entries[i].Text == text {
				n++
			}
		}
	}
	if n != 1 {
		w.t.Errorf("%q was granted at table %s, and is there %d times", text, code, n)
	}
}
