// Package lobby is the house: who is here, which tables there are, and the
// doors between them.
//
// A [Lobby] lets people in as a [Visit]; the visit opens, joins and watches
// tables, and hears what goes on. What it returns is a *table.Visit, and from
// then on table and person talk without the lobby:
//
//	house := lobby.New(ctx, lobby.Config{Policy: policy, Pace: time.Second})
//	visit, err := house.Visit(ctx, table.Player{ID: fingerprint, Name: "ana"})
//	defer visit.Leave()
//	seat, err := visit.Join(ctx, "k7-qd")
//
// # Who owns what
//
// The lobby owns names, codes, limits and its own talk. Where people are it
// does not remember but reads off the boards that the tables report, so the two
// can't disagree. A seat that is kept for somebody keeps their name from
// others, too, and brings them back under it.
//
// A person is one ID, also if they have several keys: who has which only the
// lobby knows, and it changes when the memory has it. Their newest visit wins; their moves from table to table
// go one after another, whatever their faces ask for at once. A private table
// is in nobody's [Board], and who guesses at codes is soon told to wait, in the
// same words for no table and for one that is none of theirs.
//
// # Each other
//
// A [Visit.Whisper] goes to one person and nowhere else. Whoever [Visit.Ignore]s
// somebody gets nothing that they say, here or at a table; it is by ID, and the
// others hear it all the same. A [Visit.Report] goes to the [Memory], for the host
// of the server. What a table's host does to others is the table's.
//
// Limits are for each ID, and some also for each source (table.Player.Source), as
// guests are somebody else each time they come.
//
// # Concurrency
//
// One mutex guards it all, and it is a leaf: tables report into the lobby while
// the lobby never waits for a table with it held. Whoever goes through a door
// waits for that table only, and a second at most for the one they leave.
//
// Every change makes a new Board due. It is built once and shared by all, at
// most every 100 ms, so a thousand changes in a moment cost each reader one
// Update; a change of who is here alone is told less often the more people there are.
// Who comes in reads the newest Board at once. Talk is in the order it was said and each line comes once. A slow
// reader holds up nobody: its unread Updates become one, with the newest Board
// and the newest lines of talk. Whispers have a slot of their own and come each
// once, in order. Between the lobby and a table nothing is
// ordered. The lobby has no goroutine that lasts; those that a timer or a call
// starts recover from a panic and log it.
package lobby
