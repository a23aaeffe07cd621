package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
)

// gameScreen is the game at the table, for a player or a watcher.
type gameScreen struct {
	*session
	do func(table.Command) tea.Cmd

	at    table.Update // the newest
	view  *rules.View  // of it
	names cast
	solid [mostSets + 1]bool // what can be played, by card

	choice choice
	sent   bool           // an action is on its way
	drawn  moment         // what the person has been shown
	note   string         // what was asked for: a reason, a hint
	clank  *clank         // the Machine's moment, until the next set lies there
	story  story          // news and chat
	deeds  []*rules.Event // played and passed in this round, for the seats' last plays

	panel  panel
	asked  rules.Seat // whose plays the panel shows
	follow rules.Seat // that a watcher sits beside
	hover  rules.Card
	motion motion

	can     gameKeys // what can be done now
	shown   keyMap   // the same as shortcuts
	offered offer    // what both were found out for
}

// clank is the Machine's moment.
type clank struct {
	seat    rules.Seat
	led     bool // nothing lay there to stop
	wasNext rules.Seat
}

// moment is what a turn is about: keys that were pressed at another moment than
// the one drawn are dropped.
type moment struct {
	round, hand int
	phase       rules.Phase
	turn        rules.Seat
	plays       int
	owed        int
}

func momentOf(v *rules.View) moment {
	return moment{v.Round, v.HandNumber, v.Phase, v.Turn, len(v.HandPlays), owed(v)}
}

// newGame makes the screen. It shows nothing before apply has been called; do
// asks the table for something.
func newGame(s *session, do func(table.Command) tea.Cmd) *gameScreen {
	return &gameScreen{session: s, do: do, follow: rules.Nobody}
}

// apply takes the newest state of the table, whose View must not be nil.
func (g *gameScreen) apply(u table.Update) tea.Cmd {
	before := g.view
	g.at, g.view, g.names = u, &u.View.View, castOf(u)
	if g.follow == rules.Nobody || int(g.follow) >= len(g.view.Counts) {
		g.follow = 0
	}
	if before == nil {
		g.begin(u)
	}
	for i := range u.News {
		g.hear(&u.News[i], before)
	}
	if g.view.Phase != rules.PhaseLead {
		g.clank = nil
	}
	if before == nil || momentOf(before) != momentOf(g.view) {
		g.choice = freshChoice(g.view)
		g.note, g.sent = "", false
	}
	g.solid = can(g.view)
	g.move(before, u.News)
	g.offered = offer{}
	g.refresh()
	if before == nil && g.settings.autoPass && !u.AutoPass && u.You != rules.Nobody {
		return g.do(table.AutoPass{On: true})
	}
	return nil
}

// begin takes what a newcomer can know of the time before.
func (g *gameScreen) begin(u table.Update) {
	said := 0
	for i := range u.News {
		if u.News[i].Talk != nil {
			said++
		}
	}
	talk := u.Board.Talk
	for _, t := range talk[:max(0, len(talk)-said)] {
		g.story.hear(t)
	}
	g.story.age = talkAge
	for _, plays := range [...][]rules.Event{g.view.LastHand, g.view.HandPlays} {
		for i := range plays {
			if first := firstEvent(u.News); first == nil || plays[i].N < first.N {
				g.deeds = append(g.deeds, &plays[i])
			}
		}
	}
	g.story.lying = len(g.view.HandPlays) > 0 && len(g.deeds) > len(g.view.LastHand)
}

// firstEvent is the oldest event of some news, or nil.
func firstEvent(news []table.News) *rules.Event {
	for i := range news {
		if news[i].Event != nil {
			return news[i].Event
		}
	}
	return nil
}

// hear takes one piece of news.
func (g *gameScreen) hear(n *table.News, before *rules.View) {
	if n.Talk != nil {
		g.story.hear(*n.Talk)
		if !g.view.Owes() {
			g.note = "" // what others say is not to wait behind it
		}
	}
	e := n.Event
	if e == nil {
		return
	}
	lay := g.story.lying
	g.story.happen(e, g.names)
	switch e.Kind {
	case rules.Dealt:
		g.deeds, g.clank, g.panel = nil, nil, noPanel
	case rules.Played, rules.Passed:
		g.deeds = append(g.deeds, e)
		g.clank = nil
	case rules.MachinePlayed:
		g.deeds = append(g.deeds, e)
		g.clank = &clank{seat: e.Seat, led: !lay && !g.stopped(e), wasNext: rules.Nobody}
		if g.clank.led {
			g.story.sentence = ledMachine(g.names, e.Seat)
		}
		if before != nil && before.Turn != e.Seat {
			g.clank.wasNext = before.Turn
		}
	}
}

// stopped reports whether the Machine is the end of the last hand that the view has:
// for whoever came in just then and has not seen a set lie there.
func (g *gameScreen) stopped(machine *rules.Event) bool {
	plays := g.view.LastHand
	return len(plays) > 0 && plays[len(plays)-1].N == machine.N
}

// bottom is the seat that is drawn at the lower edge.
func (g *gameScreen) bottom() rules.Seat {
	if g.view.Seat == rules.Nobody {
		return g.follow
	}
	return g.view.Seat
}

// seatAt is the seat that many places clockwise from the lower edge.
func (g *gameScreen) seatAt(k int) rules.Seat {
	return rules.Seat((int(g.bottom()) + k) % len(g.view.Counts))
}

// update takes a message.
func (g *gameScreen) update(msg tea.Msg) tea.Cmd {
	if g.view == nil {
		return nil
	}
	var cmd tea.Cmd
	before := g.note
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		cmd = g.key(msg)
	case tea.MouseMsg:
		cmd = g.mouse(msg)
	case actedMsg:
		g.sent = false
	case hintMsg:
		g.hinted(msg)
	case frameMsg:
		g.nextFrame(msg)
		return nil // nothing else can be done in another frame
	case tableMsg:
		return nil // apply has taken it
	}
	if g.note != before && g.note != "" {
		g.notice = notice{} // the answer is newer
	}
	g.refresh()
	return cmd
}
