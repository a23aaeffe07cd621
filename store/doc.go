// Package store keeps what must outlive the process: the log of every table,
// the names people chose, and what they have set for themselves. It is one SQLite file in the data folder.
//
//	s, err := store.Open(folder, logger)
//	defer s.Close()
//	house := lobby.New(ctx, lobby.Config{Memory: s, Policy: policy, Now: s.Now})
//	kept, err := s.Tables(ctx)
//	house.Restore(kept)
//
// # Who owns what
//
// One process at a time: [Open] takes the file "lock" beside the database, and
// the system lets go of it however the process ends. A table's log is written by
// that table alone, one entry after the other, and never changed: an entry is a
// row with the table and the entry's number as its key, so a number that is
// taken already is refused by the database itself. What a log means is known to
// package table only; a log that it can't make a table of is set aside, whole.
//
// # What is safe, and when
//
// A log's Append returns when its entry is on the disk (SQLite's write-ahead log
// with synchronous=FULL): after a crash of the process or the machine it is
// there. If Append fails the entry is not there, and won't be. A commit that fails at
// its sync has left everything in the file, where the next process would find it. So
// something else is written in its place at once, and Append returns after that: a
// process that ends in between has told nobody that the entry was refused.
//
// What can't be had: if that can't be written or synced either, the disk has an entry
// that nobody can take out, and the file may keep it or not when the power goes. Then
// Append returns [table.ErrDoubtful], and the player is told that it isn't known
// whether the move has happened. It is known as soon as the table goes on: the next
// transaction takes the entry out before it writes anything. If the server starts
// again before that and finds the entry, the move has happened, and all see it.
//
// One goroutine writes. All entries that wait when it begins a transaction go
// into that one (group commit), so a hundred busy tables share the price of one
// sync. Between tables nothing is ordered. While tables are busy it also writes
// the time every two seconds (the pulse): so the next start knows for how
// long there was nobody, and that time is nobody's thinking time. That time and the
// entries' are one clock's ([Store.Now]), which nobody can set while the process
// runs. If the machine's clock was set in that time, the next start takes the
// difference for time without a server; nobody's clock is moved by it.
//
// A disk that is full or fails makes Append fail, in good time, for as long as
// it lasts, and nothing else: the next Append is tried like the first.
package store
