package table

import (
	"fmt"
	"time"

	"deathtrap/rules"
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

// prepare sets one seat's clock: a deadline for a person, a moment for a
// computer player. It draws as much for each seat, whoever sits there.
func (c *core) prepare(now time.Time, at rules.Seat) {
	s := &c.seats[at]
	s.intent, s.deadline = nil, time.Time{}
	when, seed := now.Add(c.pause()), c.random.Uint64()
	owes := c.game.Owes(at)
	switch {
	case s.computed():
		s.intent = c.consider(at, owes, seed)
		s.intent.at = when
	case owes:
		if turn := c.game.Options().Turn; turn > 0 {
			s.deadline = now.Add(time.Duration(turn))
		}
		c.passFor(when, at)
	}
}

// pause is how long a computer player takes, and an automatic pass. While a
// finished hand lies there it is some part of that time: then the question is
// whether to play the Machine.
func (c *core) pause() time.Duration {
	draw := c.random.Float64()
	if c.state == Playing && c.game.Finished() {
		return time.Duration(float64(max(c.tempo(), minWindow)) * (0.2 + 0.6*draw))
	}
	return time.Duration(float64(c.tempo()) * (1 + 1.5*draw))
}

// consider asks the policy what the seat does. Out of turn it is asked about
// the Machine, where the rules allow that; who doesn't hold it has no choice.
func (c *core) consider(at rules.Seat, owes bool, seed uint64) *intent {
	if !owes && c.game.Check(at, rules.Stop()) != nil {
		return &intent{answered: true}
	}
	c.questions++
	return &intent{owed: owes, question: c.questions, view: c.game.View(at), seed: seed}
}

// passFor has the table pass for a person who wants that and can't play.
func (c *core) passFor(when time.Time, at rules.Seat) {
	v := c.in(at)
	if v == nil || !v.autoPass || c.game.Check(at, rules.Pass()) != nil || c.game.CanPlay(at) {
		return
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
