package tui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
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
	sent   bool          // an action is on its way
	drawn  moment        // what the person has been shown
	note   string        // what was asked for: a reason, a hint
	clank  *clank        // the Machine's moment, until the next set lies there
	story  story         // news and chat
	deeds  []rules.Event // played and passed in this round, for the seats' last plays

	panel  panel
	asked  rules.Seat // whose plays the panel shows
	follow rules.Seat // that a watcher sits beside
	noSide bool       // the side column is hidden
	hover  rules.Card
	motion motion
	can    gameKeys // what can be done now; rebuilt after each message
	shown  keyMap   // the same as shortcuts
}

// clank is the Machine's moment.
type clank struct {
	seat    rules.Seat
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
	cmd := g.move(before, u.News)
	g.refresh()
	if before == nil && g.settings.autoPass && !u.AutoPass && u.You != rules.Nobody {
		cmd = tea.Batch(cmd, g.do(table.AutoPass{On: true}))
	}
	return cmd
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
	plays := g.view.HandPlays
	for i := range u.News {
		if e := u.News[i].Event; e != nil {
			g.story.lying = len(plays) > 0 && plays[0].N < e.N
			break
		}
	}
}

// hear takes one piece of news.
func (g *gameScreen) hear(n *table.News, before *rules.View) {
	if n.Talk != nil {
		g.story.hear(*n.Talk)
	}
	e := n.Event
	if e == nil {
		return
	}
	g.story.happen(e, g.names)
	switch e.Kind {
	case rules.Dealt:
		g.deeds, g.clank, g.panel = nil, nil, noPanel
	case rules.Played, rules.Passed:
		g.deeds = append(g.deeds, *e)
		g.clank = nil
	case rules.MachinePlayed:
		g.deeds = append(g.deeds, *e)
		g.clank = &clank{seat: e.Seat, wasNext: rules.Nobody}
		if before != nil && before.Turn != e.Seat {
			g.clank.wasNext = before.Turn
		}
	}
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
		cmd = g.nextFrame(msg)
	}
	g.refresh()
	return cmd
}

// layout is the layout of a picture of w by h cells.
func (g *gameScreen) layout(w, h int) gameLayout {
	return layoutGame(w, h, len(g.view.Counts), !g.noSide)
}

// draw draws everything but the enter line and the key line.
func (g *gameScreen) draw(b brush) {
	if g.view == nil {
		return
	}
	g.drawn = momentOf(g.view)
	w, h := b.Size()
	l := g.layout(w, h)
	if l.size == phone {
		g.drawPhone(b, &l)
		return
	}
	b.titleBar(g.titleEnd(), g.titleParts()...)
	if g.panel != noPanel {
		g.drawPanel(b, l.panel)
	} else {
		for k := 1; k < len(g.view.Counts); k++ {
			g.drawSeat(b, l.seats[k], g.seatAt(k))
		}
		g.drawTable(b, l.table)
	}
	if l.news.H > 0 {
		g.drawNews(b, &l)
	}
	g.drawWords(b, &l)
	g.drawTurn(b, l.turn, l.size)
	g.drawOwnHand(b, &l)
	if l.side.W > 0 {
		g.drawSide(b, &l)
	}
}

// drawWords draws the line below a large hand: advice, or what was asked for
// where there is no news line.
func (g *gameScreen) drawWords(b brush, l *gameLayout) {
	words, role := g.choice.advice(g.view), quiet
	if asked, how := g.newsWords(); how != quiet && l.news.H == 0 {
		words, role = asked, how
	}
	b.clip(l.words.X, l.words.Y, l.words.W, words, b.on(ground, role))
}

func (g *gameScreen) drawPhone(b brush, l *gameLayout) {
	g.drawTurn(b, l.turn, phone)
	if g.panel != noPanel {
		g.drawPanel(b, l.panel)
	} else {
		g.drawPhoneSeats(b, l)
		g.drawPhoneTable(b, l.table)
	}
	g.drawOwnHand(b, l)
	if l.words.H == 0 || g.drawLong(b, l, l.words) {
		return
	}
	b = b.part(l.words)
	_, whole := g.choice.action(g.view)
	set := g.view.Phase == rules.PhaseLead || g.view.Phase == rules.PhaseFollow
	if words, role := g.newsWords(); !whole || !set || role != quiet {
		b.clip(0, 0, l.words.W, words, b.on(ground, role))
		return
	}
	made, counts := raisedWords(g.choice.raised)
	x := b.clip(0, 0, l.words.W, made, b.on(ground, turn))
	if counts != "" {
		b.clip(x, 0, l.words.W-x, " as "+strconv.Itoa(g.choice.raised.Len()), b.on(ground, text))
	}
}

// drawOwnHand draws the hand at the lower edge: the viewer's cards, or the backs
// of the seat that a watcher follows.
func (g *gameScreen) drawOwnHand(b brush, l *gameLayout) {
	look := handLook{raised: g.choice.raised, solid: g.solid, look: g.choice.look}
	switch {
	case g.view.Seat == rules.Nobody:
		g.drawBacks(b, l)
	case l.size == phone:
		p := g.phonePlan(l)
		b.drawPhoneHand(l.hand, &p, look)
	default:
		p := g.plan(l)
		b.drawHand(l.hand, &p, look)
	}
}

// cards is the hand as it is drawn: the Pig lies on the table in its step.
func (g *gameScreen) cards() rules.Hand {
	hand := rules.HandOf(g.view.Hand...)
	if g.view.Phase == rules.PhasePig && g.view.Turn == g.view.Seat {
		hand[rules.ExplodingPig] = 0
	}
	return hand
}

func (g *gameScreen) plan(l *gameLayout) handPlan {
	ways := smallHands
	if l.size == wide {
		ways = largeHands
	}
	return planHand(g.cards(), g.settings.sort, l.hand.W, ways)
}

func (g *gameScreen) phonePlan(l *gameLayout) phoneHand {
	return planPhone(g.cards(), g.settings.sort, l.hand.W, g.choice.look)
}

// drawBacks draws the hand of the seat that a watcher follows.
func (g *gameScreen) drawBacks(b brush, l *gameLayout) {
	b = b.part(l.hand)
	s := g.follow
	style := b.on(ground, backs)
	pitch := 2
	if 2*g.view.Counts[s] > l.hand.W {
		pitch = 1
	}
	for i := range g.view.Counts[s] {
		b.Fill(terminal.Rect{X: i * pitch, Y: 1, W: 1, H: max(1, l.hand.H-3)}, b.sign('▌'), style)
	}
	if l.size != phone {
		x := b.clip(0, l.hand.H-1, l.hand.W, g.names.third(s), bold(b.on(ground, text)))
		does := g.seatDoes(s)
		b.clip(x+2, l.hand.H-1, l.hand.W-x-2, does.words, b.on(ground, does.role))
	}
}
