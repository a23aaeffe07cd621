package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Model is a program on one terminal. Update is called for each message, one at
// a time; Draw paints the newest state when the way to the terminal is free, so
// it must be a function of the model and the canvas's size alone. Draw and Update
// never run at the same time.
type Model interface {
	Init() tea.Cmd
	Update(tea.Msg) (Model, tea.Cmd)
	Draw(*Canvas)
}

// rester is a Model that can let go of what it makes anew when it is asked for
// something: the next Update or Draw.
type rester interface{ Rest() }

// patient is a Model that waits for things.
type patient interface{ Waits() []Wait }

// Profile is how many colours a terminal has.
type Profile int

// The profiles.
const (
	NoColor Profile = iota // NO_COLOR, or a terminal without
	Basic16                // the sixteen of its own palette
	Indexed256
	TrueColor
)

// Caps is what is known of the terminal. It is the first message a Model gets,
// and comes again when more is known (the background, the width of signs, the
// line's pace).
type Caps struct {
	Profile Profile
	Dark    bool          // the background; true when unknown
	Known   bool          // the background was answered
	ASCII   bool          // signs outside ASCII would break the columns
	Answer  time.Duration // from the first question to its answer; 0 when unknown
	Slow    bool          // the line is slow: the answer or what was written last took 250 ms or more
}

// Size is a terminal's size in cells, already clamped to 1x1 to 300x100. A
// Model gets tea.WindowSizeMsg.
type Size struct{ Width, Height int }

// The largest terminal that is painted whole: a size comes from the client, and
// memory goes with it.
const (
	maxWidth  = 300
	maxHeight = 100
)

func (s Size) clamp() Size {
	return Size{min(max(s.Width, 1), maxWidth), min(max(s.Height, 1), maxHeight)}
}

// Config is one terminal.
type Config struct {
	In     io.Reader   // from the person; EOF or an error is a hangup
	Out    io.Writer   // to the person
	Hangup func()      // called when the terminal has taken nothing for 10 s: closes the line
	Term   string      // TERM
	Env    []string    // only NO_COLOR, COLORTERM, LANG, LC_ALL, LC_CTYPE, TERM_PROGRAM are looked at
	Size   Size        // at the start; clamped here
	Sizes  <-chan Size // later sizes; clamped here; may be nil
	Crew   *Crew       // shared by sessions; may be nil
	Logger *slog.Logger
}

// Why Run ended, when the model did not quit.
var (
	// ErrHangup: the person's line is gone.
	ErrHangup = errors.New("the person hung up")
	// ErrStuck: the terminal took nothing for 10 s, and the line was closed.
	ErrStuck = errors.New("the terminal took nothing for too long")
)

// PanicError is a panic that ended one terminal's program.
type PanicError struct {
	During string // what panicked: "draw", "update", ...
	Value  any
	Stack  []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic in %s: %v", e.During, e.Value) }

// Run runs the model until it quits, the person hangs up or the context ends,
// and restores the terminal. The error says which, if it was not the model's
// own quitting: ErrHangup, ErrStuck, a *PanicError or the context's cause.
//
// Nothing of the model runs and nothing is written any more when it returns; one
// goroutine may still be in c.In.Read and ends when that returns, so close the line
// then. A Write or Read that is stuck must return once Hangup was called or the line
// is closed. A command of the model's that waits for something must end with the
// model's own context: it isn't waited for.
func Run(ctx context.Context, m Model, c Config) error {
	ended := make(chan error, 1)
	t := Start(ctx, m, c, func(err error) { ended <- err })
	for {
		select {
		case err := <-ended:
			return err
		case size, ok := <-c.Sizes:
			if !ok {
				c.Sizes = nil
				continue
			}
			t.Resize(size)
		}
	}
}

// Start is Run for somebody who doesn't wait: ended is called, in a goroutine of its
// own, with what Run would return when it would. Config.Sizes isn't read.
func Start(ctx context.Context, m Model, c Config, ended func(error)) *Terminal {
	s := newSession(ctx, m, c)
	s.queue.put(startMsg{})
	s.start("starting", s.work)
	go s.safe("reading", s.read)() // for good, so on a stack that never was deep
	context.AfterFunc(s.ctx, s.safe("ending", func() {
		s.input.close()
		s.restore()
		err := context.Cause(s.ctx)
		if errors.Is(err, errQuit) {
			err = nil
		}
		ended(err)
	}))
	return &Terminal{s}
}

// Terminal is one on which a model runs. Its methods never block and are safe for
// concurrent use, also when it has ended.
type Terminal struct{ session *session }

// Resize tells of a new size.
func (t *Terminal) Resize(size Size) { t.session.resize(size) }

// Rest has it take less memory until something happens, which then costs a little
// more: it is for times in which hardly anything does. A Model may have a method Rest,
// too, to let go of what it makes anew with the next Update or Draw.
func (t *Terminal) Rest() { t.session.rest() }

// Copy asks the terminal to put text on the person's clipboard (OSC 52). Of a
// text longer than 16 KiB nothing is copied.
func Copy(text string) tea.Cmd { return func() tea.Msg { return copyMsg(text) } }

// Bell rings.
func Bell() tea.Msg { return bellMsg{} }

// Wait is a command that is begun when its time has come. Nothing waits meanwhile, no
// goroutine either. A Model that has a method Waits is asked after Init and each Update
// what it waits for from then on: as a command somebody would have to run it first.
type Wait struct {
	await func(ready func())
	then  tea.Cmd
}

// Await is the command cmd, begun when the time has come: await is told what to call
// then, once, and must not block.
func Await(await func(ready func()), cmd tea.Cmd) Wait { return Wait{await, cmd} }

// After is tea.Tick without a goroutine that waits.
func After(d time.Duration, tell func(time.Time) tea.Msg) Wait {
	return Wait{func(ready func()) { time.AfterFunc(d, ready) }, func() tea.Msg { return tell(time.Now()) }}
}
