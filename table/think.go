package table

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"deathtrap/rules"
)

// question is what a policy is asked for one seat.
type question struct {
	number uint64
	kind   string
	view   rules.View
	seed   uint64
}

// open lists the questions that wait for an answer, oldest first.
func (c *core) open() []question {
	var open []question
	for i := range c.seats {
		s := &c.seats[i]
		if in := s.intent; in != nil && !in.answered {
			open = append(open, question{in.question, s.kind(), in.view, in.seed})
		}
	}
	slices.SortFunc(open, func(a, b question) int { return cmp.Compare(a.number, b.number) })
	return open
}

// think answers questions, one after the other, outside the table's goroutine.
// The newest list of open questions replaces the one before, so a slow policy
// is behind by one list at most.
func (r *room) think() {
	answered := uint64(0)
	for {
		open, err := r.questions.Next(context.Background())
		if err != nil {
			return
		}
		for _, q := range open {
			if q.number > answered {
				answered = q.number
				_ = r.table.ask(context.Background(), nil, r.choose(q))
			}
		}
	}
}

// choose asks the policy. A panic of it is no answer: the table does without.
func (r *room) choose(q question) (a answer) {
	a.question = q.number
	defer func() {
		if reason := recover(); reason != nil {
			r.table.config.Logger.Error("a computer player has crashed", "table", r.table.config.Code, "kind", q.kind,
				"panic", fmt.Sprint(reason), "stack", string(debug.Stack()))
		}
	}()
	a.action, a.yes = r.table.config.Policy.Choose(q.kind, q.view, q.seed)
	return a
}
