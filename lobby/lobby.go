package lobby

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"deathtrap/table"
)

// Why the lobby refuses something.
var (
	ErrUnknownTable = errors.New("there is no such table")
	ErrNothingKept  = errors.New("no seat is kept for you")
	ErrDraining     = errors.New("the server is about to end")
)

// Config is what a lobby needs.
type Config struct {
	Policy table.Policy  // must be set
	Pace   time.Duration // see table.Config
	Logger *slog.Logger
}

// Lobby is who is here, which tables there are, and the talk between them. Safe
// for concurrent use.
type Lobby struct{}

// Visit is one person in the house, from connect to disconnect.
type Visit struct{}

// Board is the lobby as everybody may see it; shared, not to be changed.
type Board struct {
	People   []Person
	Tables   []table.Board // the public ones, oldest first
	Talk     []table.Talk  // the newest last, as many as a screen holds
	Draining bool
}

// Person is somebody in the house.
type Person struct {
	Name     string
	Guest    bool
	Face     table.Face
	Table    string // the code of the public table they are at; "" for the lobby
	Watching bool
	Private  bool // at a private table
}

// Update is the newest board and the lines of talk since the Update before.
type Update struct {
	Board *Board
	Talk  []table.Talk
}

// New makes a lobby; the context ends all its tables.
func New(ctx context.Context, c Config) *Lobby { panic("soon") }

// Visit lets a person in. The name is cleaned; if somebody present has it (or a
// look-alike), the visit gets a free one like it. The newest visit of an ID
// wins: the older one's Next returns table.ErrReplaced.
func (l *Lobby) Visit(ctx context.Context, p table.Player) (*Visit, error) { panic("soon") }

// Drain stops new tables and games; every board says so.
func (l *Lobby) Drain() { panic("soon") }

// Player is who the visit is, with the name it got.
func (v *Visit) Player() table.Player { panic("soon") }

// Open makes a table and sits its maker in seat 0.
func (v *Visit) Open(ctx context.Context, s table.Setup) (*table.Visit, error) { panic("soon") }

// Join sits at the table with that code, in the lowest free seat (or one's own).
func (v *Visit) Join(ctx context.Context, code string) (*table.Visit, error) { panic("soon") }

// Watch looks on at the table with that code.
func (v *Visit) Watch(ctx context.Context, code string) (*table.Visit, error) { panic("soon") }

// Quick sits at a fitting open table, or opens one that fills itself with
// computer players if nobody comes.
func (v *Visit) Quick(ctx context.Context) (*table.Visit, error) { panic("soon") }

// Kept is the code of the table where a seat is kept for this person, or "".
func (v *Visit) Kept() string { panic("soon") }

// Resume goes back to the seat that is kept for this person, or ErrNothingKept.
func (v *Visit) Resume(ctx context.Context) (*table.Visit, error) { panic("soon") }

// Say talks to everybody in the lobby.
func (v *Visit) Say(ctx context.Context, text string) error { panic("soon") }

// Next waits for the next Update. One reader only.
func (v *Visit) Next(ctx context.Context) (Update, error) { panic("soon") }

// Leave ends the visit, and the visit of the table the person is at.
func (v *Visit) Leave() { panic("soon") }
