package table

import (
	"math/rand/v2"
	"time"

	"deathtrap/rules"
)

// core is not safe for concurrent use. It is a table without clock, lock, input
// or output; time is an argument. What happens to it is an Entry: judge and next
// say which would be next, apply makes it happen, and between the two the Entry
// can be written down. Talk and visits come and go beside that.
type core struct {
	code   string
	pace   time.Duration
	random *rand.Rand // for pauses and computer players; knows nothing of hands

	seen     uint64 // the number of the newest entry
	setup    Setup
	state    State
	games    int
	host     rules.Seat
	seats    []seat
	game     *rules.Game // nil while waiting
	position position
	marks    marks

	window    time.Time // when the finished hand is cleared away
	nextDeal  time.Time
	emptied   time.Time // since when nobody is here; zero while somebody is
	begun     bool      // somebody has been here
	stood     time.Time // since when the table stands still, because the log fails or there was no server; else zero
	held      time.Time // when it tries to go on
	rest      time.Time // since when all people want a pause; else zero
	gap       bool      // it stands because there was no server
	questions uint64    // asked of the policy so far
	draining  bool
	closed    bool
	locked    bool     // nobody new is let in
	banned    []ban    // oldest first, replaced whole
	expected  []string // while it is locked: IDs of those whose line dropped and who lost their seat by it

	visitors []*visitor // in the order they came
	gone     []farewell // visits that ended and have not been told yet
	talk     []Talk     // newest last, replaced whole
	said     quota
	asked    quota
	news     []piece // not shown yet
	public   rules.View
	changed  bool // what everybody sees has, since the last show
}

// seat is a chair and what the table alone knows of it.
type seat struct {
	Chair
	id      string // its person's, who may come back to it; "" for others
	guest   bool   // that person has no key
	sat     uint64 // seen when the person sat down
	grovels int
	kneels  time.Time // when a computer player grovels
	dropped time.Time // when the line of an away person dropped
	played  int       // of an away person: moves that were made for them
	passed  int

	deadline time.Time // of what the person owes
	intent   *intent   // what the table will do for the seat
}

// visitor is one person's visit as the core knows it.
type visitor struct {
	player   Player
	seat     rules.Seat // Nobody for a watcher
	autoPass bool
	hurries  bool   // till the next deal
	notice   string // for this one alone, not shown yet
	changed  bool   // what this one alone sees has
	shown    bool   // this one has seen something
	ended    error  // why the visit is over
}

// farewell is a visit that ended.
type farewell struct {
	visitor *visitor
	reason  error
}

// piece is news for everybody, before each viewer gets their own version.
type piece struct {
	seen   uint64
	event  *rules.Event
	talk   *Talk
	notice string
	by     string // the ID of the person whose words are in the notice; or ""
}

func newCore(c Config) *core {
	return &core{
		code: c.Code, pace: c.Pace, random: rand.New(rand.NewPCG(c.Random, uint64(len(c.Code)))),
		state: Waiting, host: rules.Nobody,
		position: position{turn: rules.Nobody},
		said:     newQuota(span{3, 3 * time.Second}, span{20, time.Minute}),
		asked:    newQuota(span{20, 10 * time.Second}),
	}
}

// person reports whether the seat is a person's, here or away.
func (s *seat) person() bool { return !s.Free() && s.Bot == "" && !s.Left }

// present reports whether a person sits there and is here.
func (s *seat) present() bool { return s.person() && !s.Away }

// computed reports whether a computer player plays the seat's cards.
func (s *seat) computed() bool { return s.Bot != "" || s.StandIn || s.Left }

// kind is which computer player plays the seat's cards.
func (s *seat) kind() string {
	if s.Bot != "" {
		return s.Bot
	}
	return standIn
}

// The kind of computer player that plays a person's cards, and how long a
// person may be away before it does (R13).
const (
	standIn = "regular"
	grace   = time.Minute
)

// enter lets a visitor in; the newest visit of a person replaces the older.
func (c *core) enter(p Player) *visitor {
	v := &visitor{player: p, seat: rules.Nobody, changed: true}
	for i, old := range c.visitors {
		if old.player.ID == p.ID {
			v.autoPass = old.autoPass
			c.visitors = append(c.visitors[:i:i], c.visitors[i+1:]...)
			c.bye(old, ErrReplaced)
			break
		}
	}
	for i := range c.seats {
		if s := &c.seats[i]; s.id == p.ID && p.ID != "" {
			v.seat, s.Face = rules.Seat(i), p.Face
		}
	}
	c.visitors = append(c.visitors, v)
	c.emptied, c.begun, c.changed = time.Time{}, true, true
	return v
}

// leave ends a visit. What becomes of its seat follows by itself, see next.
func (c *core) leave(now time.Time, v *visitor) {
	for i, there := range c.visitors {
		if there == v {
			c.visitors = append(c.visitors[:i:i], c.visitors[i+1:]...)
			c.bye(v, ErrLeft)
			c.changed = true
		}
	}
	if len(c.visitors) == 0 && c.emptied.IsZero() {
		c.emptied = now
	}
}

func (c *core) bye(v *visitor, reason error) {
	v.ended = reason
	c.gone = append(c.gone, farewell{v, reason})
}

// farewells takes out the visits that ended and have not been told.
func (c *core) farewells() []farewell {
	gone := c.gone
	c.gone = nil
	return gone
}

// drain says that the server is about to end.
func (c *core) drain() {
	if !c.draining {
		c.draining = true
		c.note(noticeDrain)
	}
}

// in is the visitor who sits there, or nil.
func (c *core) in(s rules.Seat) *visitor {
	for _, v := range c.visitors {
		if v.seat == s {
			return v
		}
	}
	return nil
}

// free lists the free seats, lowest first.
func (c *core) free() []rules.Seat {
	var free []rules.Seat
	for i := range c.seats {
		if c.seats[i].Free() {
			free = append(free, rules.Seat(i))
		}
	}
	return free
}

// pickHost keeps the host, or passes the part on to whoever has sat longest.
func (c *core) pickHost() {
	if c.host != rules.Nobody && int(c.host) < len(c.seats) && c.seats[c.host].person() {
		return
	}
	before := c.host
	c.host = rules.Nobody
	for i := range c.seats {
		if s := &c.seats[i]; s.person() && (c.host == rules.Nobody || s.sat < c.seats[c.host].sat) {
			c.host = rules.Seat(i)
		}
	}
	if c.host == rules.Nobody && c.locked { // nobody could open it again
		c.locked, c.expected = false, nil
		c.note(noticeUnlocked)
	}
	if before != rules.Nobody && c.host != rules.Nobody {
		c.note(noticeHost(c.seats[c.host].Name))
	}
}
