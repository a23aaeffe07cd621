package lobby

import (
	"fmt"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
)

// What package table says about people's time, said anew.
const (
	bankTime = time.Minute
	bankStep = 20 * time.Second
	reunion  = 20 * time.Second
	restTime = 10 * time.Minute
)

// clocks are the dumb twin of a table's clocks. They are kept by a time that
// nobody sets, and know of the table what its entries say.
type clocks struct {
	turn  time.Duration
	seats [rules.MaxPlayers]clock
	rest  time.Time // since when there is a pause; else zero
	last  time.Time // when the newest entry was written
	stood time.Time // since when nothing can be written, or there was no server; else zero
	wrong []string  // what went by another time

	runOut int // turns whose time was over
}

// clock is what is known of one seat.
type clock struct {
	away, minded, wants, owes bool
	bank                      time.Duration
	due                       time.Time // when a person's time is over; else zero
}

// keepTime follows an entry, which was written then. The phase is that before it.
func (l *diskLog) keepTime(e table.Entry, was rules.Phase, now time.Time) {
	c := &l.clocks
	c.judge(e, now)
	c.last = now
	anew := rules.Nobody
	switch e.Kind {
	case table.Sat:
		c.seats[e.Seat] = clock{}
	case table.Started:
		c.begin(time.Duration(e.Setup.Options.Turn), l.owners)
	case table.Dropped:
		c.seats[e.Seat].away = l.state == table.Playing || e.On
	case table.Minded:
		c.seats[e.Seat].minded, anew = true, e.Seat
	case table.CameBack:
		if c.seats[e.Seat].minded {
			anew = e.Seat
		}
		c.seats[e.Seat].away, c.seats[e.Seat].minded = false, false
	case table.GaveUp, table.Kicked:
		anew = e.Seat
	case table.TookTime:
		s := &c.seats[e.Seat]
		s.due, s.bank = s.due.Add(min(s.bank, bankStep)), s.bank-min(s.bank, bankStep)
	case table.Paused:
		c.pause(e, now)
	case table.Stood:
		c.goOn(e, now)
	}
	l.ask(anew, moves(e.Kind) && (was != rules.PhaseGive || l.phase() != rules.PhaseGive), now)
	l.agree(now)
}

// judge says whether the entry comes at the right time: when a clock has run out
// it has run out, and nothing comes later but that a table goes on.
func (c *clocks) judge(e table.Entry, now time.Time) {
	if e.Kind == table.Stood {
		return
	}
	if e.Kind == table.Paused && e.Seat == rules.Nobody && !now.Equal(c.rest.Add(restTime)) {
		c.complain("a pause ends after %v", now.Sub(c.rest))
	}
	for seat, s := range c.seats {
		runOut := e.Kind == table.Moved && e.Auto && int(e.Seat) == seat
		switch left := s.due.Sub(now); {
		case s.due.IsZero() || !c.rest.IsZero():
		case left < 0:
			c.complain("%s comes when the time of seat %d is over for %v", e.Kind, seat, -left)
		case left > 0 && runOut:
			c.complain("the time of seat %d runs out %v too early", seat, left)
		case runOut:
			c.runOut++
		}
	}
}

func (c *clocks) complain(format string, a ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, a...))
}

// begin is that a game begins, with these people.
func (c *clocks) begin(turn time.Duration, people map[rules.Seat]string) {
	c.turn = turn
	for seat := range c.seats {
		s := &c.seats[seat]
		s.wants, s.bank = false, 0
		if people[rules.Seat(seat)] != "" {
			s.bank = bankTime
		}
	}
}

// pause is that somebody wants one, or it is over.
func (c *clocks) pause(e table.Entry, now time.Time) {
	if c.rest.IsZero() {
		c.seats[e.Seat].wants = e.On
		return
	}
	c.move(now.Sub(c.rest))
	c.rest = time.Time{}
	for seat := range c.seats {
		c.seats[seat].wants = false
	}
}

// goOn is that a table does which stood still: all have what they had left.
func (c *clocks) goOn(e table.Entry, now time.Time) {
	c.move(now.Sub(c.stood))
	c.stood = time.Time{}
	for _, seat := range e.Away {
		c.seats[seat].away = true
	}
	for seat := range c.seats {
		s := &c.seats[seat]
		if least := now.Add(min(reunion, c.turn)); e.On && !s.due.IsZero() && s.due.Before(least) {
			s.due = least
		}
	}
}

func (c *clocks) move(by time.Duration) {
	for seat := range c.seats {
		if s := &c.seats[seat]; !s.due.IsZero() {
			s.due = s.due.Add(by)
		}
	}
	if !c.rest.IsZero() {
		c.rest = c.rest.Add(by)
	}
}

// ask gives people who owe something else than before the time of a turn.
func (l *diskLog) ask(anew rules.Seat, moved bool, now time.Time) {
	for i := range l.clocks.seats {
		s, seat := &l.clocks.seats[i], rules.Seat(i)
		owed := s.owes
		s.owes = l.state == table.Playing && l.game.Owes(seat)
		switch {
		case l.state == table.Over && s.away && moved:
			s.away, s.minded, l.left[seat] = false, false, true
			fallthrough
		case l.state != table.Playing:
			s.due = time.Time{}
		case seat == anew || moved || s.owes != owed:
			s.due = time.Time{}
			if s.owes && l.owners[seat] != "" && !s.minded {
				s.due = now.Add(l.clocks.turn)
			}
		}
	}
}

// agree begins a pause once everybody who is here wants one.
func (l *diskLog) agree(now time.Time) {
	if l.phase() != rules.PhaseFollow || l.state != table.Playing || !l.clocks.rest.IsZero() {
		return
	}
	here := 0
	for seat := range l.owners {
		if s := l.clocks.seats[seat]; !s.away {
			here++
			if !s.wants {
				return
			}
		}
	}
	if here > 0 {
		l.clocks.rest = now
	}
}

// phase is the game's, or "".
func (l *diskLog) phase() rules.Phase {
	if l.game == nil {
		return ""
	}
	return l.game.Phase()
}

// moves reports whether entries of that kind move the game.
func moves(kind table.EntryKind) bool {
	switch kind {
	case table.Started, table.Dealt, table.Moved, table.Cleared:
		return true
	}
	return false
}

// deadline is what a viewer is to see: their own, or else the nearest one.
func (l *diskLog) deadline(viewer rules.Seat) (at time.Time) {
	if !l.clocks.rest.IsZero() {
		return at
	}
	for seat, s := range l.clocks.seats {
		if s.due.IsZero() {
			continue
		}
		if rules.Seat(seat) == viewer {
			return s.due
		}
		if at.IsZero() || s.due.Before(at) {
			at = s.due
		}
	}
	return at
}
