package table

import (
	"slices"
	"time"

	"deathtrap/rules"
)

// State is how far a table is.
type State string

// The states of a table.
const (
	Waiting State = "waiting" // before a game
	Playing State = "playing"
	Over    State = "over" // after one, before a rematch
)

// Board is the table as everybody may see it, apart from the game itself. It is
// not changed once it is made.
type Board struct {
	Code     string
	Setup    Setup
	State    State
	Game     int        // games begun at this table
	Round    int        // of the game, from 1; 0 before the first deal
	Hand     int        // of the round, from 1; 0 before the first lead
	Host     rules.Seat // Nobody when no person is seated
	Seats    []Chair    // one for each seat
	Watchers []string   // names
	Talk     []Talk     // the newest lines, oldest first; at most TalkKept
	NextDeal time.Time  // while a round's result shows; else zero
	Window   time.Time  // when a finished hand is cleared away; else zero
	Draining bool       // the server is about to end
	Paused   bool       // all people who are here want a pause: nothing happens
	Locked   bool       // nobody new is let in

	owners []string // by seat, the ID of the person who has it; "" for none
}

// Keeps reports whether the person with that ID has a seat here: a visit is at
// once back in it.
func (b *Board) Keeps(id string) bool { return id != "" && slices.Contains(b.owners, id) }

// TalkKept is how many lines of talk a board holds for newcomers.
const TalkKept = 50

// Chair is one seat of a board.
type Chair struct {
	Name    string // "" when free
	Bot     string // kind of computer player, "" for a person
	Face    Face   // of a person
	Ready   bool   // always true of computer players
	Away    bool   // the line dropped; the seat is kept
	StandIn bool   // a computer player minds the cards until its player is back
	Left    bool   // gave up, and a computer player plays on; or left after the game
	Grovel  string // after the game
	Pause   bool   // wants a pause

	Bank time.Duration // extra time that is left of this game
}

// Free reports whether nobody sits there.
func (c Chair) Free() bool { return c.Name == "" }

// View is the game as one visit may see it.
type View struct {
	rules.View
	Deadline *time.Time `json:"deadline"` // when the turn's clock runs out, by the table's clock, see Steady; nil without one
}

// News is one thing that happened, for those who follow along: exactly one of
// Event, Talk and Notice is set.
type News struct {
	Seen   uint64
	Event  *rules.Event // redacted for the visit; shared, not to be changed
	Talk   *Talk
	Notice string // a sentence from the table itself

	Private bool // the notice is for this visit alone, and not in Board.Talk

	by string // the ID of the person whose words are in the notice; or ""
}

// Talk is a line of table talk. From is "" for the table itself.
type Talk struct {
	From string
	Text string
	By   string // the ID of whoever said it, or whose words the table repeats; shown to nobody
}

// Update is what a visit gets: the newest state whole, and every piece of news
// since the Update before, in order, each once.
type Update struct {
	Seen     uint64    // counts accepted changes; never goes back, also over a rematch
	Shown    time.Time // when the table gave it to its visits, by time.Now
	You      rules.Seat
	Board    *Board // shared by all visits: not to be changed
	View     *View  // shared with who sees the same; nil in State Waiting
	News     []News
	Missed   int  // pieces of news left out because too many lay unread; oldest first
	AutoPass bool // the command of that name is on for this visit
	Hurries  bool // this visit has asked for that

	Banned []string // whom the host may let in again; for the host alone

	first bool // of its visit
}

// unreadNews is how many pieces of news wait for a slow reader. The newest are
// kept: the state is whole all the same, and Missed tells who must know.
const unreadNews = 4096

// merge makes one Update of two, for a reader who has not taken the first. The
// state that a visit begins with comes before any events: those that it has in
// it already are no news. But a game that began under the reader's eyes is told from
// its beginning, or nobody could verify its first deal.
func merge(unread, next Update) Update {
	if unread.first {
		next.first = true
		var news []News
		for _, n := range next.News {
			if n.Event != nil && n.Event.Kind == rules.GameStarted {
				next.first = false
			}
			if n.Event == nil || !next.first {
				news = append(news, n)
			}
		}
		next.News = news
	}
	news := append(unread.News, next.News...)
	next.Missed += unread.Missed
	if over := len(news) - unreadNews; over > 0 {
		next.Missed += over
		news = news[over:]
	}
	next.News = news
	return next
}
