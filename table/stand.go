package table

import (
	"time"

	"deathtrap/rules"
)

// A table stands still while its log takes nothing, and stood still while there
// was no server. Nothing happens then, no clock runs, and the first entry
// afterwards says so.

// reunion is the least time to think that a person has after there was no
// server: it takes a moment to come back. It is never more than the turn's.
const reunion = 20 * time.Second

// standStill begins, or goes on for another moment, because the log failed.
func (c *core) standStill(now time.Time) {
	c.held = now.Add(logRetry)
	if c.stood.IsZero() {
		c.stood = now
		c.note(noticeStands)
	}
}

// goOn is the entry with which a table goes on. After there was no server,
// whoever has not come back by then is away.
func (c *core) goOn() Entry {
	since := c.stood
	e := Entry{Kind: Stood, Seat: rules.Nobody, Since: &since, On: c.gap}
	for i := range c.seats {
		if c.gap && c.seats[i].present() && c.in(rules.Seat(i)) == nil {
			e.Away = append(e.Away, rules.Seat(i))
		}
	}
	return e
}

// stand moves all clocks on by the time in which the table stood still; back, if
// the machine's clock was set back meanwhile.
func (c *core) stand(e Entry) {
	still := e.Time.Sub(*e.Since)
	c.stood, c.held, c.gap = time.Time{}, time.Time{}, false
	c.moveClocks(*e.Since, e.Time)
	for _, at := range e.Away {
		s := &c.seats[at]
		s.Away, s.Ready = true, false
		s.played, s.passed = 0, 0
	}
	if !c.emptied.IsZero() {
		c.emptied = e.Time
	}
	if !e.On {
		c.note(noticeGoesOn)
		return
	}
	c.note(noticeStood(max(0, still).Round(time.Second)))
	c.reunite(e.Time)
}

// reunite gives people time to come back after there was no server: a minute
// before a stand-in takes their cards, and something of their turn.
func (c *core) reunite(now time.Time) {
	least := now.Add(min(reunion, time.Duration(c.setup.Options.Turn)))
	for i := range c.seats {
		s := &c.seats[i]
		if !s.deadline.IsZero() && s.deadline.Before(least) {
			s.deadline = least
		}
		if s.Away {
			s.dropped = now
		}
	}
}

// moveClocks has all moments that are still to come be as far from now as they were
// from then. They are reckoned from now, so those out of a log get the monotonic
// reading of the clock that runs now.
func (c *core) moveClocks(then, now time.Time) {
	for _, clock := range c.clocks() {
		if !clock.IsZero() {
			*clock = now.Add(clock.Sub(then))
		}
	}
}

// clocks are all moments that are still to come.
func (c *core) clocks() []*time.Time {
	clocks := []*time.Time{&c.window, &c.nextDeal, &c.rest}
	for i := range c.seats {
		s := &c.seats[i]
		clocks = append(clocks, &s.deadline, &s.kneels)
		if s.Away {
			clocks = append(clocks, &s.dropped)
		}
		if s.intent != nil {
			clocks = append(clocks, &s.intent.at)
		}
	}
	return clocks
}
