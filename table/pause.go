package table

import (
	"fmt"
	"time"

	"deathtrap/rules"
)

// The time that people may take beyond their turns, and the rest that a table
// may take if all of its people want it.
const (
	bankTime  = time.Minute      // a person's for each game
	bankStep  = 20 * time.Second // taken at once
	pauseMost = 10 * time.Minute // then a pause is over
)

func (c *core) judgeMoreTime(v *visitor) (Entry, error) {
	s := &c.seats[v.seat]
	switch {
	case c.state != Playing || s.deadline.IsZero():
		return Entry{}, fmt.Errorf("%w: no clock of yours runs", ErrNotAllowed)
	case c.paused():
		return Entry{}, errPaused
	case s.Bank <= 0:
		return Entry{}, fmt.Errorf("%w: you have taken all your extra time of this game", ErrNotAllowed)
	}
	return Entry{Kind: TookTime, Seat: v.seat}, nil
}

// takeTime moves a person's deadline by a part of their bank.
func (c *core) takeTime(e Entry) {
	s := &c.seats[e.Seat]
	more := min(bankStep, s.Bank)
	s.Bank -= more
	s.deadline = s.deadline.Add(more)
	c.note(noticeTookTime(s.Name, more))
}

func (c *core) judgePause(v *visitor, cmd Pause) (Entry, error) {
	switch {
	case c.state != Playing:
		return Entry{}, fmt.Errorf("%w: no game is on", ErrNotAllowed)
	case cmd.Off && !c.paused() && !c.seats[v.seat].Pause, !cmd.Off && (c.paused() || c.seats[v.seat].Pause):
		return Entry{}, nil
	}
	return Entry{Kind: Paused, Seat: v.seat, On: !cmd.Off}, nil
}

func (c *core) paused() bool { return !c.rest.IsZero() }

// wantPause is that somebody wants a pause, or no longer; Nobody is the clock.
func (c *core) wantPause(e Entry) {
	if c.paused() {
		c.resume(e)
		return
	}
	s := &c.seats[e.Seat]
	s.Pause = e.On
	if e.On {
		c.note(noticeWantsPause(s.Name))
	}
}

// resume ends a pause: all clocks go on where they were.
func (c *core) resume(e Entry) {
	c.moveClocks(c.rest, e.Time)
	c.rest = time.Time{}
	for i := range c.seats {
		c.seats[i].Pause = false
	}
	c.note(noticeResumed)
}

// agree begins a pause once everybody who is here wants one and a set lies on
// the table.
func (c *core) agree(e Entry) {
	if c.state != Playing || c.paused() || c.game.Phase() != rules.PhaseFollow {
		return
	}
	here := 0
	for i := range c.seats {
		if s := &c.seats[i]; s.present() {
			here++
			if !s.Pause {
				return
			}
		}
	}
	if here > 0 {
		c.rest = e.Time
		c.note(noticePaused)
	}
}

// pauseEnd is when a pause is over by itself.
func (c *core) pauseEnd() (time.Time, Entry) {
	return c.rest.Add(pauseMost), Entry{Kind: Paused, Seat: rules.Nobody}
}
