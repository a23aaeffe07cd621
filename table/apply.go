package table

import (
	"fmt"
	"time"

	"deathtrap/rules"
)

// apply makes an entry happen. It was judged, so it can; if it can't, the table
// is broken and apply panics.
func (c *core) apply(e Entry) {
	c.seen, c.changed = e.Seq, true
	switch e.Kind {
	case Opened:
		c.setUp(*e.Setup)
		c.emptied = e.Time
	case Sat:
		c.sit(e)
	case Readied:
		c.seats[e.Seat].Ready = e.On
	case BotsAdded:
		c.addBots(e.Bots)
	case BotsRemoved:
		for _, b := range e.Bots {
			c.seats[b.Seat] = seat{}
		}
	case Changed:
		c.setUp(*e.Setup)
		c.askAgain()
		c.note(noticeChanged(c.seats[e.Seat].Name))
	case Started:
		c.start(e)
	case Dealt:
		c.deal(*e.Seed)
	case Moved:
		c.move(e)
	case Cleared:
		c.tell(c.game.Clear())
	case Dropped, GaveUp, Minded, CameBack:
		c.comeAndGo(e)
	case Grovelled:
		c.grovel(e)
	case Rematched:
		c.rematch(e)
	case Said:
		c.keepSaid(e)
	case TookTime:
		c.takeTime(e)
	case Paused:
		c.wantPause(e)
	case Kicked:
		c.kick(e)
	case Unbanned:
		c.unban(e)
	case Locked:
		c.lock(e)
	case Stood:
		c.stand(e)
	case Closed:
		c.closed = true
	}
	c.arrange(e)
	c.agree(e)
}

func (c *core) setUp(s Setup) {
	c.setup = s
	seats := make([]seat, s.Options.Players)
	copy(seats, c.seats)
	c.seats = seats
}

// askAgain takes back that people are ready; computer players always are.
func (c *core) askAgain() {
	for i := range c.seats {
		c.seats[i].Ready = c.seats[i].Bot != ""
	}
}

func (c *core) sit(e Entry) {
	p := e.Player
	c.seats[e.Seat] = seat{Chair: Chair{Name: p.Name, Face: p.Face}, id: p.ID, guest: p.Guest, sat: e.Seq}
	for _, v := range c.visitors {
		if v.player.ID == p.ID {
			v.seat = e.Seat
			if v.player.Way != "" {
				v.notice = noticeWay(v.player.Way)
			}
		}
	}
	if c.setup.Title == "" {
		c.setup.Title = p.Name + "'s table"
	}
	c.pickHost()
}

func (c *core) addBots(bots []Bot) {
	for _, b := range bots {
		c.seats[b.Seat] = seat{Chair: Chair{Name: b.Name, Bot: b.Kind, Ready: true}}
	}
}

func (c *core) start(e Entry) {
	c.addBots(e.Bots)
	game, events, err := rules.New(e.Setup.Options, e.Players)
	c.game, c.state = game, Playing
	c.games++
	for i := range c.seats {
		c.seats[i].grovels, c.seats[i].Pause, c.seats[i].Bank = 0, false, 0
		if c.seats[i].person() && c.setup.Options.Turn > 0 {
			c.seats[i].Bank = bankTime
		}
	}
	c.tell(events, err)
	c.deal(*e.Seed)
}

func (c *core) deal(seed rules.Seed) {
	c.askAgain()
	c.nextDeal = time.Time{}
	c.calmDown()
	c.tell(c.game.Deal(seed))
}

func (c *core) move(e Entry) {
	action := *e.Action
	action.Auto = e.Auto
	s := &c.seats[e.Seat]
	if e.Auto && !s.computed() {
		c.note(noticeTimeOut(s.Name))
	}
	switch {
	case !s.Away:
	case action.Kind == rules.ActPass:
		s.passed++
	default:
		s.played++
	}
	c.tell(c.game.Apply(e.Seat, action))
	switch c.game.Phase() {
	case rules.PhaseScored:
		c.nextDeal = e.Time.Add(c.resultTime())
	case rules.PhaseOver:
		c.end(e)
	}
}

// resultPauses is how many paces a round's result shows, and slowPauses is the
// same where turns have no clock: whoever plays there wants time to read.
const (
	resultPauses = 12
	slowPauses   = 120
)

// resultTime is how long a round's result shows, unless all are ready before.
func (c *core) resultTime() time.Duration {
	if c.setup.Options.Turn == 0 {
		return slowPauses * c.pace
	}
	return resultPauses * c.pace
}

// end ends the game: who is away has left. The beaten computer players grovel
// one after the other.
func (c *core) end(e Entry) {
	c.state = Over
	for i := range c.seats {
		if s := &c.seats[i]; s.Away {
			s.Left, s.Away, s.StandIn = true, false, false
		}
	}
	when := e.Time
	for _, beaten := range c.game.View(rules.Nobody).Result.Ranking[1:] {
		if s := &c.seats[beaten]; s.Bot != "" {
			when = when.Add(c.pause())
			s.kneels = when
		}
	}
	c.pickHost()
}

func (c *core) grovel(e Entry) {
	s := &c.seats[e.Seat]
	s.Grovel, s.kneels = e.Text, time.Time{}
	s.grovels++
	c.noteOf(s.id, noticeGrovel(s.Name, e.Text))
}

// rematch is back to waiting, without those who left.
func (c *core) rematch(e Entry) {
	c.state, c.game = Waiting, nil
	c.note(noticeRematch(c.seats[e.Seat].Name))
	for i := range c.seats {
		if c.seats[i].Left {
			c.expect(c.seats[i].id)
			c.vacate(rules.Seat(i))
		}
		c.seats[i].Grovel, c.seats[i].kneels = "", time.Time{}
	}
	c.askAgain()
	c.pickHost()
}

// comeAndGo is what happens to a person's seat when its person goes and comes.
func (c *core) comeAndGo(e Entry) {
	s := &c.seats[e.Seat]
	switch {
	case e.Kind == Minded:
		s.StandIn = true
		c.note(noticeMinded(s.Name))
	case e.Kind == CameBack:
		c.comeBack(e, s)
	case c.state == Waiting && e.Kind == Dropped && e.On:
		s.Away, s.Ready, s.dropped = true, false, e.Time
		c.note(noticeHeld(s.Name))
	case c.state == Waiting:
		if e.Kind == Dropped {
			c.note(noticeFree(s.Name))
			c.expect(s.id)
		}
		c.vacate(e.Seat)
	case c.state == Over:
		c.note(noticeLeft(s.Name))
		s.Left, s.Away = true, false
	case e.Kind == Dropped:
		s.Away, s.Ready, s.dropped = true, false, e.Time
		s.played, s.passed, s.intent = 0, 0, nil
		c.note(noticeDropped(s.Name))
	default:
		s.Left, s.Away, s.StandIn, s.Ready = true, false, false, false
		c.note(noticeGaveUp(s.Name))
	}
	if e.Kind == GaveUp {
		s.id = ""
		c.unseat(e.Seat)
	}
	c.pickHost()
}

// vacate frees a seat.
func (c *core) vacate(at rules.Seat) {
	c.seats[at] = seat{}
	c.unseat(at)
}

// unseat makes a watcher of whoever is here and sits there.
func (c *core) unseat(at rules.Seat) {
	if v := c.in(at); v != nil {
		v.seat, v.autoPass = rules.Nobody, false
	}
}

func (c *core) comeBack(e Entry, s *seat) {
	s.Away, s.StandIn, s.Left, s.Face = false, false, false, e.Player.Face
	c.note(noticeBack(s.Name))
	if v := c.in(e.Seat); v != nil && s.played+s.passed > 0 {
		v.notice, v.changed = noticeMeanwhile(s.played, s.passed), true
	}
	s.played, s.passed = 0, 0
}

// tell adds what happened in the game to the news.
func (c *core) tell(events []rules.Event, err error) {
	if err != nil {
		panic(fmt.Errorf("a judged entry was refused: %w", err))
	}
	for i := range events {
		c.news = append(c.news, piece{seen: c.seen, event: &events[i]})
	}
}
