package table

import "deathtrap/rules"

// position is what an act can be too late for.
type position struct {
	game, round int
	phase       rules.Phase
	hand        int
	turn        rules.Seat
	top         int // the number of the event that put it down; 0 for an empty table
	owes        [rules.MaxPlayers]bool
}

// marks are the values of seen at which things last changed.
type marks struct {
	turn uint64 // phase, turn or set on the table
	hand uint64 // the hand that a Machine would stop
	owes [rules.MaxPlayers]uint64
}

// mark notes what has changed with the newest entry, and returns the seats for
// which it has. Everything an act can be too late for is a matter of the game.
func (c *core) mark() (changed [rules.MaxPlayers]bool) {
	before, now := c.position, c.look()
	if now == before {
		return changed
	}
	c.position = now
	owes := now.owes
	turned := before
	turned.owes = owes
	if turned != now {
		c.marks.turn = c.seen
	}
	if now.game != before.game || now.round != before.round || now.hand != before.hand || running(now.phase) != running(before.phase) {
		c.marks.hand = c.seen
	}
	for s := range owes {
		changed[s] = turned != now || owes[s] != before.owes[s]
		if owes[s] != before.owes[s] {
			c.marks.owes[s] = c.seen
		}
	}
	return changed
}

// running reports whether a hand is being played.
func running(p rules.Phase) bool { return p == rules.PhaseLead || p == rules.PhaseFollow }

// look is the position now. It keeps the view that everybody may have.
func (c *core) look() position {
	if c.game == nil {
		c.public = rules.View{}
		return position{game: c.games, turn: rules.Nobody}
	}
	c.public = c.game.View(rules.Nobody)
	v := &c.public
	p := position{game: c.games, round: v.Round, phase: v.Phase, hand: v.HandNumber, turn: v.Turn}
	for _, e := range v.HandPlays {
		if e.Kind == rules.Played {
			p.top = e.N
		}
	}
	for s := range c.seats {
		p.owes[s] = c.game.Owes(rules.Seat(s))
	}
	return p
}
