package table

import (
	"fmt"
	"time"

	"deathtrap/rules"
)

// The spans that are the same for everybody.
const (
	minWindow = 5 * time.Millisecond // of a finished hand, so that the Machine can be played at pace 0
	patience  = 10 * time.Second     // for a policy's answer once the moment has come
	emptyTime = 5 * time.Minute      // how long a table waits with nobody there
	logRetry  = time.Second          // after the log failed, for what happens by itself
)

// intent is what the table will do for a seat: for a computer player as the
// policy answers, or pass for a person who wants that.
type intent struct {
	at       time.Time // the moment, drawn whatever the answer
	owed     bool      // false: the Machine out of turn, if the answer says so
	question uint64    // 0: none is asked
	view     rules.View
	seed     uint64
	answered bool
	action   rules.Action // if answered; without a kind: let it be
}

// arrange sets the clocks after an entry. They are set anew only for seats that
// are asked something else than before, or whose cards pass to another.
func (c *core) arrange(e Entry) {
	anew := c.mark()
	if e.Kind == Minded || e.Kind == GaveUp || e.Kind == Returned && c.seats[e.Seat].intent != nil {
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
	if c.state != Playing || !c.game.Finished() {
		c.window = time.Time{}
	} else if c.window.IsZero() {
		c.window = e.Time.Add(max(c.pace, minWindow))
	}
}

// prepare sets one seat's clock: a deadline for a person, a moment for a
// computer player.
func (c *core) prepare(now time.Time, at rules.Seat) {
	s := &c.seats[at]
	s.intent, s.deadline = nil, time.Time{}
	pause, seed := c.pause(), c.random.Uint64() // always, so that the next draws tell nothing
	owes := c.game.Owes(at)
	switch {
	case s.computed():
		s.intent = c.consider(at, owes, seed)
		if s.intent != nil {
			s.intent.at = now.Add(pause)
		}
		if c.game.Finished() && s.intent != nil {
			s.intent.at = now.Add(c.glance())
		}
	case owes:
		if turn := c.game.Options().Turn; turn > 0 {
			s.deadline = now.Add(time.Duration(turn))
		}
		c.passFor(now.Add(pause), at)
	}
}

// pause is how long a computer player takes, and an automatic pass.
func (c *core) pause() time.Duration {
	return time.Duration(float64(c.pace) * (1 + 1.5*c.random.Float64()))
}

// glance is when, after a hand is finished, a computer player thinks of the
// Machine: at some moment of the time that the hand lies there.
func (c *core) glance() time.Duration {
	return time.Duration(float64(max(c.pace, minWindow)) * (0.2 + 0.6*c.random.Float64()))
}

// consider asks the policy what the seat does. Out of turn it is asked about
// the Machine, where the rules allow that; who doesn't hold it has no choice.
func (c *core) consider(at rules.Seat, owes bool, seed uint64) *intent {
	if !owes && c.game.Phase() != rules.PhaseFollow {
		return nil
	}
	view := c.game.View(at)
	if len(view.Legal) == 0 {
		return &intent{answered: true}
	}
	c.questions++
	return &intent{owed: owes, question: c.questions, view: view, seed: seed}
}

// passFor has the table pass for a person who wants that and can't play.
func (c *core) passFor(when time.Time, at rules.Seat) {
	v := c.in(at)
	if v == nil || !v.autoPass || c.game.Check(at, rules.Pass()) != nil {
		return
	}
	for _, a := range c.game.Legal(at) {
		if a.Kind == rules.ActPlay {
			return
		}
	}
	c.seats[at].intent = &intent{at: when, owed: true, answered: true, action: rules.Pass()}
}

// setAutoPass is the command AutoPass. Nobody else is told.
func (c *core) setAutoPass(now time.Time, v *visitor, on bool) error {
	if v.seat == rules.Nobody {
		return ErrNotSeated
	}
	if v.autoPass == on {
		return nil
	}
	v.autoPass, v.changed = on, true
	if s := &c.seats[v.seat]; c.state == Playing && !s.computed() {
		s.intent = nil
		if on {
			c.passFor(now.Add(c.pause()), v.seat)
		}
	}
	return nil
}

// answer takes the policy's answer. One to a question of the past is dropped.
func (c *core) answer(question uint64, action rules.Action, yes bool) error {
	for i := range c.seats {
		in := c.seats[i].intent
		if in == nil || in.question != question || in.answered {
			continue
		}
		in.answered = true
		if !yes && !in.owed {
			return nil
		}
		err := c.game.Check(rules.Seat(i), action)
		switch {
		case yes && err == nil && (in.owed || action.Kind == rules.ActMachine):
			in.action = action
		case in.owed:
			in.action = c.game.TimeOut(rules.Seat(i))
		}
		if err != nil {
			return fmt.Errorf("computer player %q chose %s: %w", c.seats[i].kind(), action.Kind, err)
		}
	}
	return nil
}

// next is the next thing that happens by itself, and when; a zero time if
// nothing does.
func (c *core) next() (time.Time, Entry) {
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
	if c.state == Playing {
		for i := range c.seats {
			c.nextMove(rules.Seat(i), sooner)
		}
		sooner(c.window, Entry{Kind: Cleared, Seat: rules.Nobody})
		sooner(c.dealAt(), Entry{Kind: Dealt, Seat: rules.Nobody})
	}
	sooner(c.closeAt(), Entry{Kind: Closed, Seat: rules.Nobody})
	if first.Before(c.held) && !first.IsZero() {
		first = c.held
	}
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
		sooner(soon, Entry{Kind: Returned, Seat: at, Player: &v.player})
	case v == nil && s.present():
		sooner(soon, Entry{Kind: Dropped, Seat: at})
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

// closeAt is when a table with nobody there closes: at once if a game has never
// begun, but it waits for its first visitor.
func (c *core) closeAt() time.Time {
	switch {
	case c.emptied.IsZero():
		return time.Time{}
	case c.begun && c.games == 0:
		return c.emptied
	}
	return c.emptied.Add(emptyTime)
}
