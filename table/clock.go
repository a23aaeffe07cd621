package table

import (
	"slices"
	"time"

	"deathtrap/rules"
)

// The spans that are the same for everybody.
const (
	minWindow = 5 * time.Millisecond // of a finished hand, so that the Machine can be played at pace 0
	patience  = 10 * time.Second     // for a policy's answer once the moment has come
	emptyTime = 5 * time.Minute      // how long a table waits with nobody there
	keptTime  = 30 * time.Minute     // the same while somebody's cards are played on there
	logRetry  = time.Second          // after the log failed, for what happens by itself
)

// arrange sets the clocks after an entry. They are set anew only for seats that
// are asked something else than before, or whose cards pass to another.
func (c *core) arrange(e Entry) {
	anew := c.mark()
	if c.handsOver(e) {
		anew[e.Seat] = true
	}
	for i := range c.seats {
		switch {
		case c.state != Playing:
			c.seats[i].intent, c.seats[i].deadline = nil, time.Time{}
		case anew[i]:
			c.prepare(e.Time, rules.Seat(i))
		}
	}
	c.lie(e.Time)
}

// handsOver reports whether the cards of the entry's seat pass to another.
func (c *core) handsOver(e Entry) bool {
	switch e.Kind {
	case Minded, GaveUp:
		return true
	case Kicked:
		return e.Seat != rules.Nobody
	case CameBack: // from a stand-in, for whom no clock ran
		s := &c.seats[e.Seat]
		return s.intent != nil && s.deadline.IsZero()
	}
	return false
}

// lie says how long a finished hand lies (R14).
func (c *core) lie(now time.Time) {
	if c.state != Playing || !c.game.Finished() {
		c.window = time.Time{}
	} else if c.window.IsZero() {
		c.window = now.Add(max(c.tempo(), minWindow))
	}
}

// next is the next thing that happens by itself, and when; a zero time if
// nothing does.
func (c *core) next() (time.Time, Entry) {
	if !c.stood.IsZero() {
		return c.held, c.goOn()
	}
	var first time.Time
	var entry Entry
	sooner := func(at time.Time, e Entry) {
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first, entry = at, e
		}
	}
	for i := range c.seats {
		c.nextPerson(rules.Seat(i), sooner)
	}
	if c.paused() {
		sooner(c.pauseEnd())
	} else if c.state == Playing {
		for i := range c.seats {
			c.nextMove(rules.Seat(i), sooner)
		}
		sooner(c.window, Entry{Kind: Cleared, Seat: rules.Nobody})
		sooner(c.dealAt(), Entry{Kind: Dealt, Seat: rules.Nobody})
	}
	for i := range c.seats {
		sooner(c.seats[i].kneels, Entry{Kind: Grovelled, Seat: rules.Seat(i), Text: botGrovels[(c.games+i)%len(botGrovels)]})
	}
	sooner(c.closeAt(), Entry{Kind: Closed, Seat: rules.Nobody})
	return first, entry
}

// soon is a moment that has always come.
var soon = time.Unix(1, 0)

// nextPerson is what follows from a person's being here or not.
func (c *core) nextPerson(at rules.Seat, sooner func(time.Time, Entry)) {
	s := &c.seats[at]
	v := c.in(at)
	switch {
	case s.id == "":
	case v != nil && (s.Away || s.Left):
		sooner(soon, Entry{Kind: CameBack, Seat: at, Player: &v.player})
	case c.draining && c.state != Playing: // it is the server that leaves: the seat waits for the next one
	case v == nil && s.present():
		sooner(soon, Entry{Kind: Dropped, Seat: at, On: c.state == Waiting})
	case s.Away && c.state != Playing:
		sooner(s.dropped.Add(grace), Entry{Kind: Dropped, Seat: at})
	case s.Away && !s.StandIn:
		sooner(s.dropped.Add(grace), Entry{Kind: Minded, Seat: at})
	}
}

// nextMove is what the table does for a seat: its intent, or, when the clock or
// the patience with a policy has run out, what ruling R12 says.
func (c *core) nextMove(at rules.Seat, sooner func(time.Time, Entry)) {
	s := &c.seats[at]
	if in := s.intent; in != nil {
		auto := s.StandIn || s.Left
		switch {
		case in.answered && in.action.Kind != "":
			sooner(in.at, Entry{Kind: Moved, Seat: at, Action: &in.action, Auto: auto})
		case !in.answered && in.owed:
			action := c.game.TimeOut(at)
			sooner(in.at.Add(patience), Entry{Kind: Moved, Seat: at, Action: &action, Auto: auto})
		}
	}
	if !s.deadline.IsZero() {
		action := c.game.TimeOut(at)
		sooner(s.deadline, Entry{Kind: Moved, Seat: at, Action: &action, Auto: true})
	}
}

// dealAt is when the next round is dealt: when its time has come or everybody
// who is here is ready.
func (c *core) dealAt() time.Time {
	here, ready := 0, 0
	for i := range c.seats {
		if s := &c.seats[i]; s.present() {
			here++
			if s.Ready {
				ready++
			}
		}
	}
	if !c.nextDeal.IsZero() && here > 0 && ready == here {
		return soon
	}
	return c.nextDeal
}

// closeAt is when a table with nobody there closes: at once if nobody has a seat
// to come back to, but it waits for its first visitor.
func (c *core) closeAt() time.Time {
	switch {
	case c.emptied.IsZero(), c.draining:
		return time.Time{}
	case c.begun && !c.keepsSeats():
		return c.emptied
	}
	if c.state == Playing && c.keepsSeats() {
		return c.emptied.Add(keptTime)
	}
	return c.emptied.Add(emptyTime)
}

// keepsSeats reports whether anybody has a seat here.
func (c *core) keepsSeats() bool {
	return slices.ContainsFunc(c.seats, func(s seat) bool { return s.id != "" })
}
