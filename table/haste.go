package table

import (
	"time"

	"deathtrap/rules"
)

// hasteShare is what is left of the pace once nobody waits for their own next turn:
// a computer player's move can still be read.
const hasteShare = 4

// setHaste is the command Hurry. Nobody else is told before all have asked.
func (c *core) setHaste(now time.Time, v *visitor) error {
	switch {
	case v.seat == rules.Nobody:
		return ErrNotSeated
	case c.state != Playing || c.public.Phase == rules.PhaseScored || c.public.Counts[v.seat] > 0:
		return errStillIn
	case v.hurries:
		return nil
	}
	v.hurries, v.changed = true, true
	if c.hasty() {
		c.hurryUp(now)
	}
	return nil
}

// hasty reports whether everybody who is here and plays is out of the round and
// wants its end. All of that is known to everybody, so it tells nothing of cards.
func (c *core) hasty() bool {
	hasty := false
	for i := range c.seats {
		if !c.seats[i].present() {
			continue
		}
		if v := c.in(rules.Seat(i)); v == nil || !v.hurries {
			return false
		}
		hasty = true
	}
	return hasty
}

// calmDown is for a new round: whoever wants its end quickly says so again.
func (c *core) calmDown() {
	for _, v := range c.visitors {
		v.hurries = false
	}
}

// tempo is the pace of the round now.
func (c *core) tempo() time.Duration {
	if c.state == Playing && c.hasty() {
		return c.pace / hasteShare
	}
	return c.pace
}

// hurryUp brings nearer what is already on its way.
func (c *core) hurryUp(now time.Time) {
	sooner := func(at *time.Time) {
		if wait := at.Sub(now); !at.IsZero() && wait > 0 {
			*at = now.Add(wait / hasteShare)
		}
	}
	sooner(&c.window)
	for i := range c.seats {
		if in := c.seats[i].intent; in != nil {
			sooner(&in.at)
		}
	}
}
