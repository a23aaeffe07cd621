package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"deathtrap/rules"
	"deathtrap/table/feed"
)

// What comes in besides people's commands.
type (
	enter  struct{ player Player }
	leave  struct{ quits bool }
	drain  struct{}
	notice struct{ sentence string }
	answer struct {
		question uint64
		action   rules.Action
		yes      bool
	}
)

func (enter) command()  {}
func (leave) command()  {}
func (drain) command()  {}
func (notice) command() {}
func (answer) command() {}

// room is a table's goroutine: the core, and everything it has to do with the
// world outside.
type room struct {
	table     *Table
	core      *core
	now       func() time.Time
	feeds     map[*visitor]*feed.Feed[Update]
	questions *feed.Feed[[]question]
	story     []byte // the entries since the game began, as JSON, for the log of a crash
}

// run is the table's life. A panic ends this table alone.
func (r *room) run(ctx context.Context) {
	defer r.end()
	defer r.guard()
	config := &r.table.config
	go r.think()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	if len(config.Past) > 0 {
		r.recall(config.Past, config.Alive)
		config.Past = nil // it may be long
		r.goOn()          // or later
	} else if r.commit(Entry{Kind: Opened, Seat: rules.Nobody, Setup: &config.Setup}) != nil {
		return
	}
	r.settle()
	for !r.core.closed {
		if at, _ := r.core.next(); at.IsZero() {
			timer.Stop()
		} else {
			timer.Reset(at.Sub(r.now()))
		}
		select {
		case <-ctx.Done():
			return
		case in := <-r.table.inbox:
			err := r.take(in)
			r.settle()
			in.verdict <- err
		case <-timer.C:
			r.settle()
		}
	}
}

// take does what a request asks for.
func (r *room) take(in request) error {
	now := r.now()
	switch cmd := in.command.(type) {
	case enter:
		if err := r.core.mayEnter(cmd.player); err != nil {
			return err
		}
		in.visit.visitor = r.core.enter(cmd.player)
		r.feeds[in.visit.visitor] = in.visit.feed
		return nil
	case drain:
		r.core.drain()
		return nil
	case notice:
		r.core.note(cmd.sentence)
		return nil
	case answer:
		if err := r.core.answer(cmd.question, cmd.action, cmd.yes); err != nil {
			r.table.config.Logger.Error("policy", "table", r.core.code, "err", err)
		}
		return nil
	}
	v := in.visit.visitor
	if v.ended != nil {
		return v.ended
	}
	switch cmd := in.command.(type) {
	case leave:
		if cmd.quits && v.seat != rules.Nobody && r.core.state == Waiting {
			_ = r.commit(Entry{Kind: GaveUp, Seat: v.seat}) // else the seat is free in a minute
		}
		r.core.leave(now, v)
		return nil
	case AutoPass:
		return r.core.setAutoPass(now, v, cmd.On)
	case Hurry:
		return r.core.setHaste(now, v)
	}
	entry, err := r.core.judge(v, in.command)
	if err != nil || entry.Kind == "" {
		return err
	}
	if !r.core.mayAsk(now, v, entry.Kind) {
		return ErrRateLimited
	}
	return r.commit(entry)
}

// settle does what is due by itself, and shows what has changed.
func (r *room) settle() {
	r.show()
	for !r.core.closed {
		at, entry := r.core.next()
		if at.IsZero() || r.now().Before(at) {
			break
		}
		if r.commit(entry) != nil {
			break
		}
	}
	if asked := r.core.open(); len(asked) > 0 {
		r.questions.Put(asked)
	}
}

// commit writes an entry down, makes it happen and shows it, in this order. If
// it can't be written down it does not happen.
func (r *room) commit(e Entry) error {
	if e.Kind != Stood && e.Kind != Closed && !r.goOn() {
		return ErrNotKept
	}
	config := &r.table.config
	e.Seq, e.Time = r.core.seen+1, r.now()
	if e.Kind == Started || e.Kind == Dealt {
		seed := config.Seed()
		e.Seed = &seed
	}
	if config.Log != nil {
		if err := config.Log.Append(e.inUTC()); err != nil {
			config.Logger.Error("the log refuses an entry", "table", r.core.code, "kind", e.Kind, "err", err)
			if e.Kind != Closed { // which happens anyway: nobody is there to lose anything
				r.core.standStill(e.Time)
				r.show()
				return refusal(err)
			}
		}
	}
	r.happen(e)
	r.show()
	return nil
}

// refusal is what people are told when the log fails.
func refusal(err error) error {
	if errors.Is(err, ErrDoubtful) {
		return ErrDoubtful
	}
	return ErrNotKept
}

func (r *room) happen(e Entry) {
	r.write(e)
	r.core.apply(e)
}

// write adds an entry to the story. It is kept as text, which is half as large and
// holds nothing alive: a game of eight has a thousand entries.
func (r *room) write(e Entry) {
	if e.Kind == Started {
		r.story = nil
	}
	text, err := json.Marshal(e)
	if err != nil {
		text = fmt.Appendf(nil, "%q", fmt.Sprintf("%+v", e))
	}
	r.story = append(append(r.story, ','), text...)
}

// goOn has a table that stands still go on, if its log lets it, and reports
// whether it goes.
func (r *room) goOn() bool {
	return r.core.stood.IsZero() || r.commit(r.core.goOn()) == nil
}

// recall goes through what has happened, as if nobody had been there. Then the
// table stands still, since it was last known to run.
func (r *room) recall(past []Entry, alive time.Time) {
	for _, e := range past {
		r.happen(e)
	}
	last := past[len(past)-1].Time
	if alive.Before(last) {
		alive = last
	}
	r.core.news, r.core.stood, r.core.gap, r.core.held = nil, alive, true, soon
}

// show puts the news into the visits' slots.
func (r *room) show() {
	t := r.table
	shown := time.Now()
	board, fresh := r.core.show(t.board.Load(), func(v *visitor, u Update) {
		u.Shown = shown
		r.feeds[v].Put(u)
	})
	for _, f := range r.core.farewells() {
		r.feeds[f.visitor].Close(f.reason)
		delete(r.feeds, f.visitor)
	}
	if fresh {
		t.board.Store(board)
		if t.config.Report != nil {
			t.config.Report(*board)
		}
	}
}

// end tells everybody that the table has ended.
func (r *room) end() {
	r.questions.Close(ErrClosed)
	for _, f := range r.feeds {
		f.Close(ErrClosed)
	}
	close(r.table.done)
	defer r.guard()
	if r.table.config.Closed != nil {
		r.table.config.Closed()
	}
}

// guard keeps a panic in this goroutine.
func (r *room) guard() {
	if reason := recover(); reason != nil {
		r.logCrash(reason)
	}
}

// logCrash writes down what led to a panic: with the entries it can be had
// again in a test.
func (r *room) logCrash(reason any) {
	story := "[" + strings.TrimPrefix(string(r.story), ",") + "]"
	r.table.config.Logger.Error("a table has crashed", "table", r.core.code, "panic", reason,
		"entries", story, "stack", string(debug.Stack()))
}
