package terminal

import (
	"context"
	"errors"
	"io"
	"runtime/debug"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
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

// session is one running program and its terminal. Three goroutines share it:
// the program's, which updates the model, the reader and the painter. mu is held
// while the model runs; nobody holds it while waiting for the terminal.
type session struct {
	config  Config
	ctx     context.Context
	end     context.CancelCauseFunc
	hangup  func()
	program *tea.Program
	caps    Caps            // what is known at the start
	untick  <-chan struct{} // closed when the program's ticker is stopped

	mu      sync.Mutex
	model   Model
	size    Size
	repaint bool   // the next frame is a whole one
	clip    string // to be copied by the terminal
	ring    bool   // to be rung

	dirty   chan struct{} // of one place: there may be something to paint
	painter painter
	input   input
}

func newSession(ctx context.Context, m Model, c Config) *session {
	s := &session{config: c, model: m, size: c.Size.clamp(), dirty: make(chan struct{}, 1)}
	s.ctx, s.end = context.WithCancelCause(ctx)
	s.hangup = sync.OnceFunc(func() {
		if c.Hangup != nil {
			c.Hangup()
		}
	})
	able := abilitiesOf(c.Term, c.Env)
	s.painter.screen.able = able
	s.caps = Caps{Profile: able.profile, Dark: true, ASCII: able.doubtful}
	s.program = tea.NewProgram((*program)(s),
		tea.WithContext(s.ctx),
		tea.WithInput(nil),
		tea.WithOutput(io.Discard),
		tea.WithEnvironment([]string{}), // or it would look at the server's own
		tea.WithoutRenderer(),
		tea.WithoutSignalHandler(),
		tea.WithFPS(1),
		tea.WithFilter(refuse),
	)
	s.input.open(s.caps, able, s.program.Send)
	return s
}

// refuse keeps from Bubble Tea what would stop the whole server's process.
func refuse(_ tea.Model, m tea.Msg) tea.Msg {
	if _, ok := m.(tea.SuspendMsg); ok {
		return nil
	}
	return m
}

// start runs a part of the session in a goroutine of its own; a panic in it ends
// this session alone.
func (s *session) start(what string, run func()) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer s.recovered(what)
		run()
	}()
	return done
}

// recovered is deferred: it turns a panic into the session's end.
func (s *session) recovered(during string) {
	if v := recover(); v != nil {
		s.end(&PanicError{During: during, Value: v, Stack: debug.Stack()})
	}
}

// poke tells the painter that there may be something to paint.
func (s *session) poke() {
	select {
	case s.dirty <- struct{}{}:
	default:
	}
}

// read takes what the person types until the line ends.
func (s *session) read() {
	var b [512]byte
	bucket := fullBucket()
	for {
		n, err := s.config.In.Read(b[:])
		s.input.arrived()
		if !bucket.take(s.ctx, n) {
			return
		}
		bucket.giveBack(s.input.feed(b[:n]))
		if err != nil {
			s.end(ErrHangup)
			return
		}
	}
}

// waitForPainter gives the painter time to restore the terminal, and closes the
// line when that isn't enough.
func (s *session) waitForPainter(painted <-chan struct{}) {
	for range 2 {
		timer := time.NewTimer(restoreTime)
		select {
		case <-painted:
			timer.Stop()
			return
		case <-timer.C:
			s.hangup()
		}
	}
}
