package terminal

import (
	"sync"
	"time"
)

// How many goroutines of a crew wait for the next thing to do: as many as a dozen tables
// need that show something at the same moment, and when nothing has come for spareTime,
// a few at most.
const (
	mostIdle  = 128
	fewIdle   = 16
	spareTime = time.Second
)

// Crew is goroutines that many sessions share for whatever comes up: one that has
// done something waits for the next, so that its stack, which drawing and writing make
// deep, needn't grow again each time. Whoever finds none waiting starts one, so nothing
// ever waits for one that is busy, or stuck. Safe for concurrent use; a nil Crew starts
// one each time.
type Crew struct {
	tasks chan func()
	idle  chan struct{} // full when enough wait
	ended chan struct{}
	once  sync.Once
}

// NewCrew makes a crew, which is to be dismissed in the end.
func NewCrew() *Crew {
	return &Crew{tasks: make(chan func()), idle: make(chan struct{}, mostIdle), ended: make(chan struct{})}
}

// Dismiss ends those that wait; whoever is at something ends afterwards. What still
// comes up is done.
func (c *Crew) Dismiss() { c.once.Do(func() { close(c.ended) }) }

// Rest ends those that wait now, with their stacks, for a time when nothing comes up.
func (c *Crew) Rest() {
	for range mostIdle {
		select {
		case c.tasks <- nil:
		default:
			return
		}
	}
}

// do has a task done by a goroutine; it must not panic.
func (c *Crew) do(task func()) {
	if c == nil {
		go task()
		return
	}
	select {
	case c.tasks <- task:
	default:
		go c.work(task)
	}
}

// work does a task and those that come while there is room to wait for them.
func (c *Crew) work(task func()) {
	for {
		task()
		select {
		case c.idle <- struct{}{}:
		default:
			return
		}
		var spare <-chan time.Time
		if len(c.idle) > fewIdle {
			spare = time.After(spareTime)
		}
		select {
		case task = <-c.tasks:
			<-c.idle
			if task == nil {
				return
			}
		case <-spare:
			<-c.idle
			return
		case <-c.ended:
			return
		}
	}
}
