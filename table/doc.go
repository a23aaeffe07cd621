// Package table is one table: its seats, its game, its clocks and its talk.
//
// [Open] starts a [Table] with a goroutine of its own. [Table.Visit] is a
// person's way in; everything they want goes through [Visit.Do], everything
// they may know comes out of [Visit.Next]. A visit without a seat watches.
//
//	t := table.Open(ctx, table.Config{Code: "KRAK", Setup: setup, Policy: policy})
//	v, err := t.Visit(ctx, player)
//	err = v.Do(ctx, table.Sit{})
//	err = v.Do(ctx, table.Start{})
//	for {
//		u, err := v.Next(ctx)
//		if u.View != nil && u.View.Owes() {
//			err = v.Do(ctx, table.Act{Seen: u.Seen, Action: u.View.Legal[0]})
//		}
//	}
//
// # Who owns what
//
// The core (core.go) is the table without clock, lock or I/O, so that it can be
// tested line by line. One goroutine, the room (room.go), owns it and has one
// select: people, computer players, clocks and the server's end all come in by
// the same door. A change is an [Entry]. It is judged (judge.go), written to the
// [Log], and only then applied (apply.go) and shown (show.go): what people have
// seen is on the disk, and what could not be written has not happened. While
// nothing can be written the table stands still, and no clock runs (stand.go);
// so it is after there was no server. What
// happens by itself, such as a clock's running out, is an Entry like any other
// (clock.go, intent.go). The policy of computer players is asked in a second goroutine
// (think.go), because it may think for long; its answer comes in as a command
// and is dropped if the table has moved on.
//
// A panic ends its table alone: the log has the entries that lead to it, and its
// visits return [ErrClosed].
//
// # What is ordered
//
// Changes have numbers ([Update.Seen]), which never go back. Each visit gets
// every piece of [News] of its time once and in order, and after each change the
// newest state whole. An [Act] says which state it was made for; one made for an
// older turn is [ErrStale] and never played into the next hand. Between visits
// nothing is ordered: one may see a change sooner than another.
//
// A slow reader holds up nobody. Its updates are merged: the newest state, and
// the news of all, of which the newest 4096 pieces are kept ([Update.Missed]
// counts the others). Nobody is ever waited for but the Log.
//
// # The host
//
// Whoever sat down first is the host, and the part passes on to who has sat
// longest. The host sends people out, bans them and locks the table (order.go).
// That is the table's, in its log, and stays when the part passes on; without any
// host the table opens by itself.
//
// # What a seat may know
//
// Views and events are made for each viewer by package rules. Moments tell
// nothing either (R14): the pauses of computer players and of automatic passes
// come from a generator that knows no cards, the policy is asked at a moment that
// is drawn before its answer, and every finished hand lies equally long. That a
// player has switched on [AutoPass] shows to nobody else.
package table
