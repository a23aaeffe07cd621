package terminal

import (
	"context"
	"sync"
	"time"
)

// input decodes what a person's terminal sends and passes it on. Between two
// bytes of a sequence, and only then, a timer runs.
type input struct {
	mu      sync.Mutex // held while passing on: the order of messages
	queue   *queue
	work    func() // does what is in the queue
	decoder decoder
	closed  bool

	recovered func(during string) // to be deferred: ends the session if there is a panic

	timer *time.Timer
	due   time.Time // when what was begun is over; zero while nothing is, or more has arrived

	known   Caps
	unsent  int         // frames ago that one had to wait, down to 0
	awaited replyKind   // questions not yet answered
	since   time.Time   // when they were asked
	settle  *time.Timer // ends the waiting
}

func (in *input) open(known Caps, able abilities, q *queue, work func()) {
	in.queue, in.work = q, work
	in.decoder.emit = q.put
	in.decoder.reply = in.answer
	in.known = known
	if able.answers {
		in.awaited = replyColumn | replyLast
		if able.osc {
			in.awaited |= replyBackground
		}
	}
}

// arrived notes that more bytes are there, though they may have to wait.
func (in *input) arrived() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.due = time.Time{}
}

// feed passes on what bytes say, and returns how many of them were dropped.
func (in *input) feed(b []byte) (dropped int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.decoder.feed(b)
	dropped, in.decoder.dropped = in.decoder.dropped, 0
	if in.decoder.state != ground && !in.closed {
		in.wait(patience(in.decoder.state))
	}
	return dropped
}

// patience is how long the rest of something may take.
func patience(s decoderState) time.Duration {
	switch s {
	case escaped:
		return escapeTime
	case inPaste, inOSC, inString, inStringEscape:
		return stringTime
	}
	return sequenceTime
}

func (in *input) wait(d time.Duration) {
	in.due = time.Now().Add(d)
	if in.timer == nil {
		in.timer = time.AfterFunc(d, in.guarded(in.quiet))
		return
	}
	in.timer.Reset(d)
}

// guarded is f for the goroutine of a timer.
func (in *input) guarded(f func()) func() {
	return func() {
		defer in.recovered("a timer")
		f()
	}
}

// quiet ends what was begun, if nothing followed in time.
func (in *input) quiet() {
	defer in.work()
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.closed && !in.due.IsZero() && !time.Now().Before(in.due) {
		in.due = time.Time{}
		in.decoder.quiet()
	}
}

// asked notes that the terminal is being asked.
func (in *input) asked() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.awaited != 0 && !in.closed {
		in.since = time.Now()
		in.settle = time.AfterFunc(answerTime, in.guarded(in.settled))
	}
}

// answer takes an answer that is awaited; others are dropped. The last question's
// settles the matter. It is called by the decoder, under mu.
func (in *input) answer(r reply) {
	if in.awaited&r.kind == 0 || in.since.IsZero() {
		return
	}
	in.awaited &^= r.kind
	if in.known.Answer == 0 {
		in.known.Answer = time.Since(in.since)
		in.known.Slow = in.slow()
	}
	switch r.kind {
	case replyColumn:
		in.known.ASCII = r.column != 2
	case replyBackground:
		in.known.Dark, in.known.Known = r.dark, true
	case replyLast:
		in.awaited = 0
		in.settle.Stop()
		in.queue.put(answeredMsg(in.known))
	}
}

// settled ends the waiting for answers.
func (in *input) settled() {
	defer in.work()
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.awaited != 0 && !in.closed {
		in.awaited = 0
		in.queue.put(answeredMsg(in.known))
	}
}

// quickFrames is how many frames in a row must be on their way at once before a
// line on which one had to wait isn't slow any more.
const quickFrames = 20

// wrote notes how long a frame waited for the terminal, and tells when that
// changes what is thought of the line.
func (in *input) wrote(took time.Duration) {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch {
	case took >= slowTime:
		in.unsent = quickFrames
	case in.unsent > 0:
		in.unsent--
	}
	if slow := in.slow(); slow != in.known.Slow && !in.closed {
		in.known.Slow = slow
		in.queue.put(answeredMsg(in.known))
	}
}

// slow says whether the line is slow as far as is known.
func (in *input) slow() bool { return in.known.Answer >= slowTime || in.unsent > 0 }

// close stops the timers and waits for what they started.
func (in *input) close() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed = true
	for _, t := range []*time.Timer{in.timer, in.settle} {
		if t != nil {
			t.Stop()
		}
	}
}

// The pace at which input is taken, in bytes: nobody types faster, and everything
// in it costs work. What is dropped of a long paste costs none and is given back,
// so that a paste by mistake doesn't leave the person waiting.
const (
	inputBurst = 16 << 10
	inputPace  = 4 << 10 // a second
)

// bucket limits a flow.
type bucket struct {
	left float64
	at   time.Time
}

func fullBucket() *bucket { return &bucket{inputBurst, time.Now()} }

// giveBack returns what was taken for nothing.
func (b *bucket) giveBack(n int) { b.left = min(inputBurst, b.left+float64(n)) }

// take waits until n bytes may pass; it reports false when the context ends first.
func (b *bucket) take(ctx context.Context, n int) bool {
	now := time.Now()
	b.left = min(inputBurst, b.left+now.Sub(b.at).Seconds()*inputPace) - float64(n)
	b.at = now
	if b.left >= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(time.Duration(-b.left / inputPace * float64(time.Second)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
