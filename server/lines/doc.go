// Package lines is two more faces of the house, for those who read lines
// instead of a screen: [JSON] for programs, in the words of docs/protocol.md,
// and [Plain] as numbered sentences for screen readers, dumb terminals and
// slow links. Both hold the same visits as the screens do and sit at the same
// tables.
//
// A face owns its two goroutines for the line (one reads, one writes) and one
// for each visit it follows; all of them end before the call returns. What is
// written is ordered: the reply to a request comes after the reply to the one
// before, and the news of a table in the order in which it happened. What is
// not: a reply may come before or after the news that the request caused.
//
// A reader who does not read is never waited for. What is written waits in an
// outbox, and when more than a mebibyte has gathered there the line is cut.
//
//	err := lines.JSON(ctx, lines.Line{In: channel, Out: channel, Visit: visit, Hangup: conn.Close})
package lines
