package lobby

import (
	"slices"
	"time"

	"deathtrap/table"
)

// limit is so many in so long.
type limit struct {
	most int
	in   time.Duration
}

// How much one person may do.
var (
	talkLimits = []limit{{3, 3 * time.Second}, {20, time.Minute}}
	openLimit  = limit{30, 10 * time.Second} // three a second, thirty at once: programs play fast
	moveLimit  = limit{60, 10 * time.Second} // to a table, in whatever way; each is also the way from the one before
	codeLimit  = limit{5, time.Minute}       // wrong ones

	reportLimit = limit{3, 10 * time.Minute}
)

// How much all may do together who come from one source (table.Player.Source):
// guests are somebody else each time they come, and keys cost nothing. Of codes
// guests have as many together as one of them alone.
var (
	codeLimitSource   = limit{30, time.Minute}
	reportLimitSource = limit{10, 10 * time.Minute}
)

const (
	tablesEach   = 10
	tablesSource = 50
	tablesAll    = 500 // unless the Config says otherwise
)

// budget is what one ID, or one source, has used of its limits. It outlives the
// visit, so that to come back doesn't fill it up.
type budget struct{ opened, moved, missed, said, reported times }

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
	t.add(now, limits[len(limits)-1].most)
	return true
}

// add counts one more, of which the newest are kept.
func (t *times) add(now time.Time, most int) {
	*t = append(*t, now)
	*t = (*t)[max(0, len(*t)-most):]
}

// idle reports whether nothing was done for so long.
func (t times) idle(now time.Time, span time.Duration) bool {
	return len(t) == 0 || now.Sub(t[len(t)-1]) >= span
}

// idle reports whether a budget is as good as a new one. A minute is the longest
// span of all limits but one.
func (b *budget) idle(now time.Time) bool {
	for _, t := range []times{b.opened, b.moved, b.missed, b.said} {
		if !t.idle(now, time.Minute) {
			return false
		}
	}
	return b.reported.idle(now, reportLimit.in)
}

// sweepStep is how many budgets there may be before idle ones are dropped.
const sweepStep = 256

// gauge is one of the budgets that something is taken from, and its limit.
type gauge struct {
	used *times
	limit
}

// guesses are the budgets of who guesses at codes. The mutex is held.
func (l *Lobby) guesses(p table.Player) []gauge {
	all := []gauge{{&l.budget(p.ID).missed, codeLimit}}
	if p.Source != "" {
		shared := codeLimitSource
		if p.Guest {
			shared = codeLimit
		}
		all = append(all, gauge{&l.budget(p.Source).missed, shared})
	}
	return all
}

// reports are the budgets of who reports somebody. The mutex is held.
func (l *Lobby) reports(p table.Player) []gauge {
	all := []gauge{{&l.budget(p.ID).reported, reportLimit}}
	if p.Source != "" {
		all = append(all, gauge{&l.budget(p.Source).reported, reportLimitSource})
	}
	return all
}

// spent reports whether one of the budgets has nothing left.
func spent(all []gauge) bool {
	now := time.Now()
	return slices.ContainsFunc(all, func(g gauge) bool { return g.used.full(now, g.limit) })
}

// spend counts one more in all of them.
func spend(all []gauge) {
	now := time.Now()
	for _, g := range all {
		g.used.add(now, codeLimitSource.most)
	}
}

// budget is the budget of an ID or a source. The mutex is held.
func (l *Lobby) budget(id string) *budget {
	if b := l.budgets[id]; b != nil {
		return b
	}
	if len(l.budgets) >= l.sweepAt {
		now := time.Now()
		for id, b := range l.budgets {
			if b.idle(now) {
				delete(l.budgets, id)
			}
		}
		l.sweepAt = 2*len(l.budgets) + sweepStep
	}
	b := &budget{}
	l.budgets[id] = b
	return b
}
