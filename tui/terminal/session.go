package terminal

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// How long things may take.
const (
	stuckAfter   = 10 * time.Second // a write of at most maxWrite bytes
	restoreTime  = time.Second      // restoring the terminal at the end, before the line is closed
	answerTime   = time.Second      // the terminal's answers
	slowTime     = 250 * time.Millisecond
	escapeTime   = 50 * time.Millisecond
	sequenceTime = 500 * time.Millisecond
	stringTime   = time.Second
)

// errQuit is why a session ends whose model quit.
var errQuit = errors.New("the model quit")

// session is one running model and its terminal. Goroutines come and go: whoever
// brings a message does what comes of it (work), and ends. Only the reader stays, and
// it is small. mu is held while the model runs; nobody
// holds it while waiting for the terminal.
type session struct {
	config Config
	ctx    context.Context
	end    context.CancelCauseFunc
	hangup func()
	caps   Caps // what is known at the start
	queue  queue

	mu      sync.Mutex
	model   Model
	size    Size
	repaint bool   // the next frame is a whole one
	clip    string // to be copied by the terminal
	ring    bool   // to be rung

	dirty   atomic.Bool   // there may be something to paint
	brush   chan struct{} // of 1: full while somebody paints, who alone has the painter
	painter painter
	input   input
}

func newSession(ctx context.Context, m Model, c Config) *session {
	s := &session{config: c, model: m, size: c.Size.clamp(), brush: make(chan struct{}, 1)}
	s.ctx, s.end = context.WithCancelCause(ctx)
	s.hangup = sync.OnceFunc(func() {
		if c.Hangup != nil {
			c.Hangup()
		}
	})
	s.input.recovered = s.recovered
	able := abilitiesOf(c.Term, c.Env)
	s.painter.screen.able = able
	s.caps = Caps{Profile: able.profile, Dark: true, ASCII: able.doubtful}
	s.input.open(s.caps, able, &s.queue, s.work)
	return s
}

// start has a part of the session run by the crew.
func (s *session) start(what string, run func()) { s.config.Crew.do(s.safe(what, run)) }

// safe is a part of the session whose panic ends this session alone.
func (s *session) safe(what string, run func()) func() {
	return func() {
		defer s.recovered(what)
		run()
	}
}

// recovered is deferred: it turns a panic into the session's end.
func (s *session) recovered(during string) {
	if v := recover(); v != nil {
		s.end(&PanicError{During: during, Value: v, Stack: debug.Stack()})
	}
}

// read takes what the person types until the line ends. It never waits for the
// terminal: a key must meet the model as it was when the key was pressed.
func (s *session) read() {
	var b [512]byte
	bucket := fullBucket()
	work := s.work // made once for all keys
	for {
		n, err := s.config.In.Read(b[:])
		s.input.arrived()
		if !bucket.take(s.ctx, n) {
			return
		}
		bucket.giveBack(s.input.feed(b[:n]))
		if err != nil {
			s.updateAll() // the last words count
			s.end(ErrHangup)
			return
		}
		s.config.Crew.do(work)
	}
}

// resize tells the model of a new size.
func (s *session) resize(size Size) {
	s.queue.put(resizedMsg(size.clamp()))
	s.start("a new size", s.work)
}
