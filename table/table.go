package table

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"deathtrap/rules"
)

// Player is a person as a table knows them.
type Player struct {
	ID    string // stable, one person's: a key's fingerprint or a guest's number; shown to nobody
	Name  string // cleaned, and unlike any other present
	Guest bool   // has no key, so can't come back by it
	Face  Face   // how they see the table; a mark beside the name
}

// Face is the way a person looks at the game.
type Face string

// The faces there are.
const (
	Screen Face = "screen"
	Plain  Face = "plain"
	JSON   Face = "json"
)

// Why a command is refused, or a visit has ended. A refused command has changed
// nothing. The refusals of package rules come through as they are.
var (
	ErrBadRequest  = errors.New("that is not a request")
	ErrFull        = errors.New("every seat is taken")
	ErrNotSeated   = errors.New("you have no seat at this table")
	ErrStale       = errors.New("the table has moved on")
	ErrNotAllowed  = errors.New("that can't be done now")
	ErrRateLimited = errors.New("too much at once")
	ErrTooLong     = errors.New("that is too long")
	ErrReplaced    = errors.New("you came back by another line")
	ErrClosed      = errors.New("the table is closed")
)

// Command is what a visit can ask of its table: one of the types below.
type Command interface{ command() }

// The commands.
type (
	// Sit takes the lowest free seat. Seats never move.
	Sit struct{}
	// Ready says the player is ready for the start, or, while a round's result
	// shows, for the next deal. Off takes it back.
	Ready struct{ Off bool }
	// Start begins the game: the host's, when every seat is filled (Options.Bots
	// fills) and every person is ready.
	Start struct{}
	// AddBots puts computer players into the lowest free seats; Kind "" is
	// regular. The host's, before the start.
	AddBots struct {
		Count int
		Kind  string
	}
	// RemoveBots takes computer players out again, highest seat first.
	RemoveBots struct{ Count int }
	// Change sets title, privacy and options: the host's, before the start.
	Change struct{ Setup Setup }
	// Act makes a move. Seen is Update.Seen of the view it was chosen from.
	Act struct {
		Seen   uint64
		Action rules.Action
	}
	// Say is table talk.
	Say struct{ Text string }
	// Grovel is what a beaten player says before the Ultimate Hero.
	Grovel struct{ Text string }
	// Rematch begins anew after a game: same people, seats and options. It is
	// the host's; everybody is asked to be ready again.
	Rematch struct{}
	// GiveUp gives the seat back: at once before the start; in a running game a
	// computer player plays the cards to the end.
	GiveUp struct{}
)

func (Sit) command()        {}
func (Ready) command()      {}
func (Start) command()      {}
func (AddBots) command()    {}
func (RemoveBots) command() {}
func (Change) command()     {}
func (Act) command()        {}
func (Say) command()        {}
func (Grovel) command()     {}
func (Rematch) command()    {}
func (GiveUp) command()     {}

// Setup is what a table's maker chooses.
type Setup struct {
	Title   string // "" for the maker's name's
	Private bool   // not listed; joined by its code alone
	Options rules.Options
}

// State is how far a table is.
type State string

// The states of a table.
const (
	Waiting State = "waiting" // before a game
	Playing State = "playing"
	Over    State = "over" // after one, before a rematch
)

// Board is the table as everybody may see it, apart from the game itself.
type Board struct {
	Code     string
	Setup    Setup
	State    State
	Game     int        // games begun at this table
	Host     rules.Seat // Nobody when no person is seated
	Seats    []Chair    // one for each seat
	Watchers []string   // names
	NextDeal time.Time  // while a round's result shows; else zero
	Window   time.Time  // when a finished hand is cleared away; else zero
	Draining bool       // the server is about to end
}

// Chair is one seat of a board.
type Chair struct {
	Name    string // "" when free
	Bot     string // kind of computer player, "" for a person
	Face    Face   // of a person
	Ready   bool
	Away    bool   // the line dropped; the seat is kept
	StandIn bool   // a computer player minds the cards until its player is back
	Left    bool   // the player gave up; a computer player plays on
	Grovel  string // after the game
}

// Free reports whether nobody sits there.
func (c Chair) Free() bool { return c.Name == "" }

// View is the game as one visit may see it.
type View struct {
	rules.View
	Deadline *time.Time `json:"deadline"` // when the turn's clock runs out; nil without one
}

// News is one thing that happened, for those who follow along: exactly one of
// Event, Talk and Notice is set.
type News struct {
	Seen   uint64
	Event  *rules.Event // redacted for the visit
	Talk   *Talk
	Notice string // a sentence from the table itself
}

// Talk is a line of table talk.
type Talk struct {
	From string
	Text string
}

// Update is what a visit gets: the newest state whole, and every piece of news
// since the Update before, in order, each once.
type Update struct {
	Seen  uint64 // counts accepted changes; never goes back, also over a rematch
	You   rules.Seat
	Board *Board // shared by all visits: not to be changed
	View  *View  // nil before the first game
	News  []News
}

// Policy chooses for computer players and stand-ins. Choose is called with a
// view whose Legal is not empty and answers one of Legal; seed makes the choice
// repeatable. It also is asked out of turn, whether to play the Machine: then
// it answers false to let it be.
type Policy interface {
	Choose(kind string, v rules.View, seed uint64) (rules.Action, bool)
}

// Config is what a table needs. The zero value of each field is useful unless
// the comment says otherwise.
type Config struct {
	Code   string
	Setup  Setup             // must hold valid options
	Policy Policy            // must be set
	Pace   time.Duration     // the base of all pauses; 0 for tests
	Seed   func() rules.Seed // a fresh secret a round; nil: the system's random source
	Random uint64            // seeds the pauses, which tell nothing
	Report func(Board)       // called after every change, must not block; may be nil
	Log    Log               // takes every accepted change before anybody sees it; may be nil
	Logger *slog.Logger      // may be nil
	Closed func()            // called once, when the table has ended; may be nil
}

// Table is one table with its own goroutine. All its methods are safe for
// concurrent use.
type Table struct{ core *core }

// Visit is one person's way to one table.
type Visit struct{ t *Table }

// Log is where accepted changes go before anybody sees them. If Append fails
// the change is refused and has not happened.
type Log interface {
	Append(Entry) error
}

// Entry is one accepted change.
type Entry struct{}

type core struct{}

// Open starts a table. It ends when the context does, or by itself when nobody
// has been there for a while.
func Open(ctx context.Context, c Config) *Table { panic("soon") }

// Visit lets a player in. The newest visit of a player wins: the older one's
// Next returns ErrReplaced. Whoever has a seat here is back in it.
func (t *Table) Visit(ctx context.Context, p Player) (*Visit, error) { panic("soon") }

// Do asks for a command and waits for the table's verdict. The board changes
// only by Next.
func (v *Visit) Do(ctx context.Context, c Command) error { panic("soon") }

// Next waits for the next Update. One reader only.
func (v *Visit) Next(ctx context.Context) (Update, error) { panic("soon") }

// Leave ends the visit. A seat is kept, as away, if a game is running, and
// given back otherwise.
func (v *Visit) Leave() { panic("soon") }
