package table

import (
	"time"

	"deathtrap/rules"
)

// Log is where accepted changes go before anybody sees them. Append returns
// once the entry is safe. If it fails the change is refused and has not
// happened, and the next entry has the same number again; if it fails with
// ErrDoubtful and the process ends before that, the entry may be there. It is
// called by the table's goroutine, one entry at a time.
type Log interface {
	Append(Entry) error
}

// EntryKind is the word for what was changed.
type EntryKind string

// The kinds of entry.
const (
	Opened      EntryKind = "opened"       // Setup
	Sat         EntryKind = "sat"          // Seat, Player
	Readied     EntryKind = "readied"      // Seat, On
	BotsAdded   EntryKind = "bots-added"   // Bots
	BotsRemoved EntryKind = "bots-removed" // Bots
	Changed     EntryKind = "changed"      // Setup
	Started     EntryKind = "started"      // Bots that fill seats, Players, Setup, Seed of round 1
	Dealt       EntryKind = "dealt"        // Seed of a later round
	Moved       EntryKind = "moved"        // Seat, Action, Auto
	Cleared     EntryKind = "cleared"      // a finished hand was cleared away
	Dropped     EntryKind = "dropped"      // Seat: the line is gone, the seat is kept; in State Waiting only with On, else it is free
	Minded      EntryKind = "minded"       // Seat: a stand-in takes the cards
	CameBack    EntryKind = "came-back"    // Seat, Player
	GaveUp      EntryKind = "gave-up"      // Seat
	Grovelled   EntryKind = "grovelled"    // Seat, Text
	Rematched   EntryKind = "rematched"    // Seat: the host's
	Said        EntryKind = "said"         // Player, Text
	TookTime    EntryKind = "took-time"    // Seat
	Paused      EntryKind = "paused"       // Seat, On: who wants a pause; without On, and by Nobody for the clock: it is over
	Kicked      EntryKind = "kicked"       // Seat or Nobody for a watcher, Player; On: and banned
	Unbanned    EntryKind = "unbanned"     // Player
	Locked      EntryKind = "locked"       // Seat: the host's, On
	Stood       EntryKind = "stood"        // Since: nothing happened and no clock ran; On: there was no server, Away
	Closed      EntryKind = "closed"       // nobody was there any more
)

// Entry is one accepted change. All entries of a table in order are the table:
// each game in them is its Started (rules.New with Players and Setup.Options,
// then Deal), Dealt, Moved (Action.Auto is Entry.Auto) and Cleared entries.
// Visits and AutoPass are in no entry.
type Entry struct {
	Seq     uint64         `json:"seq"` // from 1 without gaps; Update.Seen once it has happened
	Time    time.Time      `json:"time"`
	Kind    EntryKind      `json:"kind"`
	Seat    rules.Seat     `json:"seat"` // Nobody where the kind has none
	Player  *Player        `json:"player,omitempty"`
	Setup   *Setup         `json:"setup,omitempty"`
	Bots    []Bot          `json:"bots,omitempty"`
	Players []rules.Player `json:"players,omitempty"`
	Seed    *rules.Seed    `json:"seed,omitempty"`
	Action  *rules.Action  `json:"action,omitempty"`
	Auto    bool           `json:"auto,omitempty"` // by the clock or a stand-in
	On      bool           `json:"on,omitempty"`
	Text    string         `json:"text,omitempty"`
	Since   *time.Time     `json:"since,omitempty"`
	Away    []rules.Seat   `json:"away,omitempty"` // whose line is gone since then
}

// inUTC is the entry as data has it: without a place or a monotonic reading.
func (e Entry) inUTC() Entry {
	e.Time = e.Time.UTC()
	if e.Since != nil {
		since := e.Since.UTC()
		e.Since = &since
	}
	return e
}

// Bot is a computer player in a seat.
type Bot struct {
	Seat rules.Seat `json:"seat"`
	Name string     `json:"name"`
	Kind string     `json:"kind"`
}
