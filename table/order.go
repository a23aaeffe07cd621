package table

import (
	"fmt"
	"slices"

	"deathtrap/rules"
	"deathtrap/table/words"
)

// What a table's host may do to the others: send somebody out, ban them, lock
// the table. All of it belongs to the table and not to the host, so it stays
// when the part passes on, and is in the log.

// bansMost is how many people a table can have banned.
const bansMost = 100

// ban is somebody whom the table lets in no more.
type ban struct{ id, name string }

// mayEnter says why somebody is not let in. Who has a seat, or lost it because
// the line dropped, is.
func (c *core) mayEnter(p Player) error {
	known := func(v *visitor) bool { return v.player.ID == p.ID }
	switch {
	case slices.ContainsFunc(c.seats, func(s seat) bool { return s.id != "" && s.id == p.ID }):
		return nil
	case slices.ContainsFunc(c.banned, func(b ban) bool { return b.id == p.ID }):
		return ErrBanned
	case !slices.ContainsFunc(c.visitors, known):
		return c.mayCome(p.ID)
	}
	return nil
}

// mayCome is ErrLocked for a stranger at a locked table.
func (c *core) mayCome(id string) error {
	if c.locked && !slices.Contains(c.expected, id) {
		return ErrLocked
	}
	return nil
}

// expect lets somebody come back to a locked table, where no seat is kept.
func (c *core) expect(id string) {
	if c.locked && id != "" && !slices.Contains(c.expected, id) {
		c.expected = append(c.expected, id)
	}
}

// called finds a person at the table, here or away, by what they are called.
func (c *core) called(name string) (at rules.Seat, p Player, err error) {
	is := func(other string) bool { return words.Skeleton(other) == words.Skeleton(name) }
	for i := range c.seats {
		switch s := &c.seats[i]; {
		case s.Free() || !is(s.Name):
		case s.Bot != "":
			return at, p, fmt.Errorf("%w: %s is a computer player", ErrNotAllowed, s.Name)
		case s.id != "":
			return rules.Seat(i), Player{ID: s.id, Name: s.Name, Guest: s.guest}, nil
		}
	}
	for _, v := range c.visitors {
		if v.seat == rules.Nobody && is(v.player.Name) {
			return rules.Nobody, Player{ID: v.player.ID, Name: v.player.Name, Guest: v.player.Guest}, nil
		}
	}
	return at, p, errNobodyThere
}

func (c *core) judgeKick(v *visitor, cmd Kick) (Entry, error) {
	at, p, err := c.called(cmd.Name)
	switch {
	case err != nil:
		return Entry{}, err
	case p.ID == v.player.ID:
		return Entry{}, fmt.Errorf("%w: that is you; you can leave the table", ErrNotAllowed)
	case cmd.Ban && len(c.banned) >= bansMost:
		return Entry{}, fmt.Errorf("%w: a hundred people are banned here already", ErrNotAllowed)
	}
	return Entry{Kind: Kicked, Seat: at, Player: &p, On: cmd.Ban}, nil
}

// kick sends somebody out. In a running game a computer player plays their
// cards to the end, as for who gives up.
func (c *core) kick(e Entry) {
	reason := ErrKicked
	if e.On {
		reason = ErrBanned
		c.banned = append(c.banned, ban{e.Player.ID, e.Player.Name})
	}
	c.note(noticeKicked(e.Player.Name, e.On, c.state == Playing && e.Seat != rules.Nobody))
	c.visitors = slices.DeleteFunc(slices.Clone(c.visitors), func(v *visitor) bool {
		out := v.player.ID == e.Player.ID
		if out {
			c.bye(v, reason)
		}
		return out
	})
	c.expected = slices.DeleteFunc(c.expected, func(id string) bool { return id == e.Player.ID })
	if e.Seat != rules.Nobody {
		c.evict(e.Seat)
	}
	if host := c.in(c.host); host != nil && e.On && e.Player.Guest {
		host.notice, host.changed = noticeGuestBan, true
	}
	c.pickHost()
}

// evict takes a seat from its person.
func (c *core) evict(at rules.Seat) {
	if c.state == Waiting {
		c.vacate(at)
		return
	}
	s := &c.seats[at]
	s.Left, s.Away, s.StandIn, s.Ready, s.Pause = true, false, false, false, false
	s.id = ""
}

func (c *core) judgeUnban(cmd Unban) (Entry, error) {
	for _, b := range c.banned {
		if words.Skeleton(b.name) == words.Skeleton(cmd.Name) {
			return Entry{Kind: Unbanned, Seat: rules.Nobody, Player: &Player{ID: b.id, Name: b.name}}, nil
		}
	}
	return Entry{}, fmt.Errorf("%w: nobody of that name is banned here", ErrNotAllowed)
}

func (c *core) unban(e Entry) {
	c.banned = slices.DeleteFunc(slices.Clone(c.banned), func(b ban) bool { return b.id == e.Player.ID })
	c.note(noticeUnbanned(e.Player.Name))
}

func (c *core) judgeLock(cmd Lock) (Entry, error) {
	if c.locked != cmd.Off {
		return Entry{}, nil
	}
	return Entry{Kind: Locked, Seat: c.host, On: !cmd.Off}, nil
}

func (c *core) lock(e Entry) {
	c.locked, c.expected = e.On, nil
	c.note(noticeLocked(c.seats[e.Seat].Name, e.On))
}

// bannedNames are those whom the host may let in again.
func (c *core) bannedNames() []string {
	var names []string
	for _, b := range c.banned {
		names = append(names, b.name)
	}
	return names
}
