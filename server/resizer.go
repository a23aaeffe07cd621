package server

import (
	"time"

	"deathtrap/tui/terminal"
)

// resizer hands on the newest size of a window that is being dragged, at most
// one a pause. It is not safe for concurrent use.
type resizer struct {
	sizes   chan terminal.Size // of 1
	every   time.Duration
	pause   *time.Timer
	resting bool // the pause runs
	pending *terminal.Size
}

func newResizer(sizes chan terminal.Size, every time.Duration) *resizer {
	r := &resizer{sizes: sizes, every: every, pause: time.NewTimer(every)}
	r.pause.Stop()
	return r
}

// to takes a new size.
func (r *resizer) to(s terminal.Size) {
	if r.resting {
		r.pending = &s
		return
	}
	r.send(s)
}

// tick is called when the pause is over.
func (r *resizer) tick() {
	r.resting = false
	if r.pending != nil {
		r.send(*r.pending)
		r.pending = nil
	}
}

// send never blocks: there is room for one, and what nobody has read is old.
func (r *resizer) send(s terminal.Size) {
	select {
	case <-r.sizes:
	default:
	}
	r.sizes <- s
	r.resting = true
	r.pause.Reset(r.every)
}

func (r *resizer) stop() { r.pause.Stop() }
