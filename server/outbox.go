package server

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// chunk is how much is written at once, in bytes. The SSH library keeps a
// buffer as large as the largest packet it ever sent.
const chunk = 1 << 10

var errStalled = errors.New("the client takes nothing")

// outbox is the way of one session to its client. A write to an SSH channel
// returns when window and kernel have taken the bytes, which may be megabytes
// before anybody sees them. The outbox lets no more than a few KiB be on their
// way: beyond, it asks the client with a keepalive, which is answered in order,
// and waits for the answer. Safe for concurrent use.
type outbox struct {
	mu     sync.Mutex // held while writing
	to     io.Writer
	limits Limits
	hangup func(error) // closes the line

	sent  atomic.Int64  // bytes written so far
	acked atomic.Int64  // bytes the client has read
	ask   chan struct{} // of 1: a question is wanted
	moved chan struct{} // of 1: acked has grown
	done  <-chan struct{}
}

func newOutbox(to io.Writer, l Limits, done <-chan struct{}, hangup func(error)) *outbox {
	return &outbox{
		to: to, limits: l, done: done, hangup: hangup,
		ask: make(chan struct{}, 1), moved: make(chan struct{}, 1),
	}
}

// Write returns when all of p is on its way. If that takes longer than
// Limits.Stall, the line is closed.
func (o *outbox) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	stall := time.AfterFunc(o.limits.Stall, func() { o.hangup(errStalled) })
	defer stall.Stop()
	written := 0
	for written < len(p) {
		if err := o.wait(); err != nil {
			return written, err
		}
		n, err := o.to.Write(p[written:min(len(p), written+chunk)])
		written += n
		o.sent.Add(int64(n))
		if err != nil {
			return written, err
		}
		stall.Reset(o.limits.Stall)
	}
	return written, nil
}

// busy reports whether something is being written.
func (o *outbox) busy() bool {
	if o.mu.TryLock() {
		o.mu.Unlock()
		return false
	}
	return true
}

// wait returns when little enough is unread.
func (o *outbox) wait() error {
	for o.sent.Load()-o.acked.Load() >= int64(o.limits.Unread) {
		select {
		case o.ask <- struct{}{}:
		default: // asked for already
		}
		select {
		case <-o.moved:
		case <-o.done:
			return io.ErrClosedPipe
		}
	}
	return nil
}

// keepalive asks the client whether it is there, now and then and whenever the
// outbox wants to know. The question blocks until the answer comes; after the
// time of three of them the line is closed, which ends it.
func (o *outbox) keepalive(question func() error) {
	tick := time.NewTicker(o.limits.Keepalive)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-o.ask:
		case <-o.done:
			return
		}
		before := o.sent.Load()
		gone := time.AfterFunc(misses*o.limits.Keepalive, func() { o.hangup(errGone) })
		err := question()
		gone.Stop()
		if err != nil {
			return // the line is closed
		}
		o.acked.Store(before)
		select {
		case o.moved <- struct{}{}:
		default:
		}
	}
}

var errGone = errors.New("the client does not answer")
