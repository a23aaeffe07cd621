package server

import (
	"errors"
	"io"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// chunk is how much is written at once, in bytes. The SSH library keeps a
// buffer as large as the largest packet it ever sent.
const chunk = 1 << 10

// step is how far apart the moments are at which clients are asked whether they are there.
const step = time.Second

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
	stall  *time.Timer // runs while something is written

	sent   atomic.Int64  // bytes written so far
	acked  atomic.Int64  // bytes the client has read
	moved  chan struct{} // of 1: acked has grown
	done   <-chan struct{}
	next   *time.Timer // asks the next question
	asking atomic.Bool // one is on its way
	soon   atomic.Bool // something was written since the last answer, so the next one is not far

	seated atomic.Pointer[func() bool] // whether the client has a seat; nil: no
}

func newOutbox(to io.Writer, l Limits, done <-chan struct{}, hangup func(error)) *outbox {
	return &outbox{
		to: to, limits: l, done: done, hangup: hangup,
		moved: make(chan struct{}, 1),
	}
}

// Write returns when all of p is on its way. If that takes longer than
// Limits.Stall, the line is closed.
func (o *outbox) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stall == nil {
		o.stall = time.AfterFunc(o.limits.Stall, func() { o.hangup(errStalled) })
	} else {
		o.stall.Reset(o.limits.Stall)
	}
	defer o.stall.Stop()
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
		o.stall.Reset(o.limits.Stall)
	}
	if o.next != nil && !o.asking.Load() && o.soon.CompareAndSwap(false, true) {
		o.next.Reset(o.near())
	}
	return written, nil
}

// near is the time to the next question for whom others may be waiting.
func (o *outbox) near() time.Duration {
	return together(time.Now(), min(o.limits.KeepaliveSeated, o.limits.Keepalive))
}

// pause is the time to the next question.
func (o *outbox) pause() time.Duration {
	if seated := o.seated.Load(); seated != nil && (*seated)() {
		return o.near()
	}
	return together(time.Now(), o.limits.Keepalive)
}

// together is a pause moved by less than a second so that it ends at a whole one: the
// questions of a second to all clients are asked in one go. In a house at rest, to wake up
// for a question costs several times what the question does. Whether it is moved forward or
// back is left to chance, which parts a crowd that came at once. A short pause stays as it
// is.
func together(now time.Time, pause time.Duration) time.Duration {
	if pause < 5*step {
		return pause
	}
	return now.Add(pause + rand.N(step)).Truncate(step).Sub(now)
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
		o.next.Reset(0)
		select {
		case <-o.moved:
		case <-o.done:
			return io.ErrClosedPipe
		}
	}
	return nil
}

// keepalive has the client asked whether it is there, now and then and whenever
// the outbox wants to know. The question blocks until the answer comes; after
// Limits.Answer the line is closed, which ends it. Nothing waits between
// two questions but a timer, so thread makes of a function one that can be run in
// a timer's goroutine. It must be called before the first Write.
func (o *outbox) keepalive(question func() error, thread func(func()) func()) {
	o.next = time.AfterFunc(o.limits.Keepalive, thread(func() { o.ask(question) }))
}

// ask asks, unless that is being done already.
func (o *outbox) ask(question func() error) {
	if !o.asking.CompareAndSwap(false, true) {
		return
	}
	before := o.sent.Load()
	gone := time.AfterFunc(o.limits.Answer, func() { o.hangup(errGone) })
	err := question()
	gone.Stop()
	select {
	case <-o.done:
		return
	default:
	}
	if err != nil {
		return // the line is closed
	}
	o.acked.Store(before)
	o.soon.Store(false)
	// In this order, so that a Write that is woken can have it asked again.
	o.next.Reset(o.pause())
	o.asking.Store(false)
	select {
	case o.moved <- struct{}{}:
	default:
	}
}

var errGone = errors.New("the client does not answer")
