package table

import "deathtrap/rules"

// Player is a person as a table knows them.
type Player struct {
	ID     string `json:"id"`    // stable, one person's: their first key's fingerprint or a guest's number; shown to nobody
	Name   string `json:"name"`  // cleaned, and unlike any other present
	Guest  bool   `json:"guest"` // has no key, so can't come back by it
	Face   Face   `json:"face"`  // how they see the table; a mark beside the name
	Way    string `json:"-"`     // how a guest comes back to a seat, told to them alone when they sit down; may be ""
	Source string `json:"-"`     // where they come from, for the lobby's limits: they hold for all of a source; "": no limit is shared
	Key    string `json:"-"`     // fingerprint of the key they came in by, for the lobby alone; "" for a guest
}

// Face is the way a person looks at the game.
type Face string

// The faces there are.
const (
	Screen Face = "screen"
	Plain  Face = "plain"
	JSON   Face = "json"
)

// Command is what a visit can ask of its table: one of the types below.
type Command interface{ command() }

// The commands.
type (
	// Sit takes the lowest free seat, and does nothing for who has one. Seats
	// never move. ErrFull if there is none.
	Sit struct{}
	// Ready says the player is ready for the start, or, while a round's result
	// shows, for the next deal. Off takes it back.
	Ready struct{ Off bool }
	// Start begins the game: the host's, when every seat is filled (Options.Bots
	// fills) and every other person is ready.
	Start struct{}
	// AddBots puts computer players into the lowest free seats; Kind "" is
	// regular. The host's, before the start. ErrFull if there are fewer seats.
	AddBots struct {
		Count int
		Kind  string
	}
	// RemoveBots takes computer players out again, highest seat first. The
	// host's, before the start.
	RemoveBots struct{ Count int }
	// Change sets title, privacy and options: the host's, before the start.
	// Everybody is asked again whether they are ready. An empty title keeps the
	// one there is. Computer players in seats that are no more leave; a person
	// there is ErrNotAllowed.
	Change struct{ Setup Setup }
	// Act makes a move. Seen is Update.Seen of the view it was chosen from.
	Act struct {
		Seen   uint64
		Action rules.Action
	}
	// Say is table talk, of people who sit or watch: up to 200 cells, 3 lines in
	// 3 seconds and 20 in a minute.
	Say struct{ Text string }
	// Grovel is what a beaten player says before the Ultimate Hero: up to 60
	// cells, and it can be said anew once.
	Grovel struct{ Text string }
	// Rematch begins anew after a game: same people, seats and options. It is
	// the host's; everybody is asked to be ready again. Seats of people who left
	// become free.
	Rematch struct{}
	// GiveUp gives the seat back: at once before the start; in a running game a
	// computer player plays the cards to the end, and the player may watch.
	GiveUp struct{}
	// AutoPass has the table pass for the player whenever no set of theirs fits.
	// It shows to nobody else (Update.AutoPass), counts as no change, and the
	// pass comes at a moment drawn like a computer player's and looks like one
	// by hand (R14). It is over when the line drops or the seat is given up.
	AutoPass struct{ On bool }
	// Hurry asks for the rest of the round at four times the pace, of whoever is out
	// of it. It counts when everybody who plays and is here is out and has asked; like
	// AutoPass it counts as no change, and it is over with the next deal.
	Hurry struct{}
	// MoreTime takes 20 seconds for the running turn out of the minute that a
	// person has for each game.
	MoreTime struct{}
	// Pause says that the player wants a pause of the game. It begins when all
	// people who are here want one and a set lies on the table: then nothing
	// happens and no clock runs, until one of them says Off, or for ten minutes.
	Pause struct{ Off bool }
	// Kick sends the person of that name out of the table, whether they sit,
	// are away or watch: the host's, at any time. In a running game a computer
	// player plays their cards to the end. Ban keeps them out, by ID, until Unban.
	Kick struct {
		Name string
		Ban  bool
	}
	// Unban lets somebody in again: the host's.
	Unban struct{ Name string }
	// Lock lets nobody new sit down or look on; who has a seat may come back. The
	// host's; Off ends it.
	Lock struct{ Off bool }
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
func (AutoPass) command()   {}
func (Hurry) command()      {}
func (MoreTime) command()   {}
func (Pause) command()      {}
func (Kick) command()       {}
func (Unban) command()      {}
func (Lock) command()       {}

// Setup is what a table's maker chooses.
type Setup struct {
	Title   string        `json:"title"`   // "": called after the first who sits down
	Private bool          `json:"private"` // not listed; joined by its code alone
	Options rules.Options `json:"options"`
}
