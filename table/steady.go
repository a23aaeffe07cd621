package table

import "time"

// Steady is a clock that nobody can set: it begins at that time and goes on with
// the machine's monotonic clock. The wall clock can be set while a server runs, by
// hand or over the network, and a log with such leaps in its times would make
// another table than the one that people saw. So all tables of a house, and
// whatever says when they were last known to run ([Config.Alive]), share one
// clock, begun by a [time.Now]. Its times have the monotonic reading of the first one,
// so [time.Until] is right about them, too; UTC and Local would take that away.
//
// While the machine sleeps the clock stands still, and it stays behind the wall by
// that. It is no date for people.
func Steady(from time.Time) func() time.Time {
	began := time.Now()
	return func() time.Time { return from.Add(time.Since(began)) }
}
