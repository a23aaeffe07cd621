package table

import (
	"slices"

	"deathtrap/rules"
)

// show gives every visitor for whom something has changed the newest state and
// the news since the show before, and reports whether the board is a new one.
// What viewers have in common is made once and shared; it is not changed later.
func (c *core) show(board *Board, put func(*visitor, Update)) (*Board, bool) {
	all := c.changed
	if all {
		board = c.board()
	}
	type seen struct {
		view *View
		news []News
	}
	shown := map[rules.Seat]seen{}
	for _, v := range c.visitors {
		if !all && !v.changed {
			continue
		}
		s, ok := shown[v.seat]
		if !ok {
			s = seen{c.view(v.seat), c.newsFor(v.seat)}
			shown[v.seat] = s
		}
		news := s.news
		if v.notice != "" {
			news = append(news, News{Seen: c.seen, Notice: v.notice, Private: true})
		}
		u := Update{Seen: c.seen, You: v.seat, Board: board, View: s.view, News: news, AutoPass: v.autoPass, Hurries: v.hurries, first: !v.shown}
		if v.seat != rules.Nobody && v.seat == c.host {
			u.Banned = c.bannedNames()
		}
		put(v, u)
		v.changed, v.shown, v.notice = false, true, ""
	}
	c.changed, c.news = false, nil
	return board, all
}

func (c *core) board() *Board {
	b := &Board{
		Code: c.code, Setup: c.setup, State: c.state, Game: c.games, Host: c.host,
		Round: c.public.Round, Hand: c.public.HandNumber,
		Seats: make([]Chair, len(c.seats)), Talk: c.talk,
		NextDeal: c.nextDeal, Window: c.window, Draining: c.draining, Paused: c.paused(), Locked: c.locked,
	}
	for i := range c.seats {
		b.Seats[i] = c.seats[i].Chair
	}
	for i := range c.seats {
		b.owners = append(b.owners, c.seats[i].id)
	}
	for _, v := range c.visitors {
		if v.seat == rules.Nobody {
			b.Watchers = append(b.Watchers, v.player.Name)
		}
	}
	return b
}

// view is the game as a seat or a watcher may see it.
func (c *core) view(viewer rules.Seat) *View {
	if c.game == nil {
		return nil
	}
	v := &View{View: c.public}
	if viewer != rules.Nobody {
		v.View = c.game.View(viewer)
	}
	if c.paused() { // like a finished hand: it is nobody's turn
		v.Turn, v.Legal = rules.Nobody, []rules.Action{}
		return v
	}
	for i := range c.seats {
		deadline := c.seats[i].deadline
		own := rules.Seat(i) == viewer
		if !deadline.IsZero() && (own || v.Deadline == nil || deadline.Before(*v.Deadline)) {
			v.Deadline = &deadline
		}
		if own && !deadline.IsZero() {
			break
		}
	}
	return v
}

// newsFor is the news as a seat or a watcher may have it. It has no room to
// grow, so who adds to it gets a list of their own.
func (c *core) newsFor(viewer rules.Seat) []News {
	var news []News
	for _, p := range c.news {
		n := News{Seen: p.seen, Talk: p.talk, Notice: p.notice, by: p.by}
		if p.event != nil && p.event.Public() {
			n.Event = p.event // one for all
		} else if p.event != nil {
			redacted := rules.Redact(*p.event, viewer)
			n.Event = &redacted
		}
		news = append(news, n)
	}
	return slices.Clip(news)
}
