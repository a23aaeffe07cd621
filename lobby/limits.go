package lobby

import "time"

// limit is so many in so long.
type limit struct {
	most int
	in   time.Duration
}

// How much one person may do.
var (
	talkLimits = []limit{{3, 3 * time.Second}, {20, time.Minute}}
	openLimit  = limit{30, 10 * time.Second} // three a second, thirty at once: programs play fast
	codeLimit  = limit{5, time.Minute}       // wrong ones
)

const (
	tablesEach = 10
	tablesAll  = 500
)

// budget is what one ID has used of its limits. It outlives the visit, so that
// to come back doesn't fill it up.
type budget struct{ opened, missed, said times }

// times is when something was done, oldest first.
type times []time.Time

// full reports whether one more would be over the limit.
func (t times) full(now time.Time, l limit) bool {
	return len(t) >= l.most && now.Sub(t[len(t)-l.most]) < l.in
}

// take counts one more, if the limits (shortest first) allow it.
func (t *times) take(now time.Time, limits ...limit) bool {
	for _, l := range limits {
		if t.full(now, l) {
			return false
		}
	}
	longest := limits[len(limits)-1].most
	*t = append(*t, now)
	*t = (*t)[max(0, len(*t)-longest):]
	return true
}

// idle reports whether nothing was done in the last minute, the longest span of
// all limits.
func (t times) idle(now time.Time) bool {
	return len(t) == 0 || now.Sub(t[len(t)-1]) >= time.Minute
}

// sweepStep is how many budgets there may be before idle ones are dropped.
const sweepStep = 256

// budget is an ID's budget. The mutex is held.
func (l *Lobby) budget(id string) *budget {
	if b := l.budgets[id]; b != nil {
		return b
	}
	if len(l.budgets) >= l.sweepAt {
		now := time.Now()
		for id, b := range l.budgets {
			if b.opened.idle(now) && b.missed.idle(now) && b.said.idle(now) {
				delete(l.budgets, id)
			}
		}
		l.sweepAt = 2*len(l.budgets) + sweepStep
	}
	b := &budget{}
	l.budgets[id] = b
	return b
}
