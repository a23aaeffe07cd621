package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// echo shows the messages it got, newest last, and quits on q.
type echo struct {
	got  []string
	draw func(*Canvas)
}

func (e echo) Init() tea.Cmd { return nil }

func (e echo) Update(m tea.Msg) (Model, tea.Cmd) {
	e.got = append(e.got[:len(e.got):len(e.got)], fmt.Sprintf("%T %v", m, m))
	if k, ok := m.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "q":
			return e, tea.Quit
		case "U":
			panic("update went wrong")
		case "C":
			return e, tea.Sequence(func() tea.Msg { return nil }, func() tea.Msg { panic("a command went wrong") })
		case "D":
			e.draw = func(*Canvas) { panic("drawing went wrong") }
		case "B":
			return e, tea.Batch(Bell, Copy("K7QD"))
		}
	}
	return e, nil
}

func (e echo) Draw(c *Canvas) {
	w, h := c.Size()
	c.Fill(Rect{0, 0, w, h}, ' ', Style{BG: RGB(0x15110e)})
	for i, line := range e.got[max(0, len(e.got)-h):] {
		c.Text(0, i, line, Style{FG: Basic(3), BG: RGB(0x15110e)})
	}
	c.Title("echo")
	c.Mouse()
	if e.draw != nil {
		e.draw(c)
	}
}

// person is the far end of a line: a virtual terminal.
type person struct {
	mu      sync.Mutex
	screen  *vt.SafeEmulator
	written bytes.Buffer
	keys    *io.PipeWriter
	sizes   chan Size
	hungup  chan struct{}
	replies chan struct{}
	deaf    bool // the terminal itself answers nothing
	done    chan error
}

// sit runs a model with a person in front of it. TERM is xterm-256color unless
// change says otherwise.
func sit(t *testing.T, ctx context.Context, m Model, change func(*Config)) *person {
	t.Helper()
	in, keys := io.Pipe()
	p := &person{
		screen: vt.NewSafeEmulator(80, 24), keys: keys, sizes: make(chan Size),
		hungup: make(chan struct{}), replies: make(chan struct{}), done: make(chan error, 1),
	}
	go func() {
		defer close(p.replies)
		_, _ = io.Copy(io.Discard, p.screen)
	}()
	c := Config{
		In: in, Out: p, Term: "xterm-256color", Size: Size{80, 24}, Sizes: p.sizes,
		Hangup: func() { close(p.hungup); in.Close() },
	}
	if change != nil {
		change(&c)
	}
	go func() {
		err := Run(ctx, m, c)
		in.Close() // as the server closes the line
		p.done <- err
	}()
	t.Cleanup(func() {
		in.Close()
		_ = p.screen.InputPipe().(io.Closer).Close()
		<-p.replies
	})
	return p
}

func (p *person) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.written.Write(b)
	shown := b
	if p.deaf {
		shown = []byte(strings.NewReplacer("\x1b[6n", "", askBackground, "", askLast, "").Replace(string(b)))
	}
	if _, err := p.screen.Write(shown); err != nil {
		return 0, err
	}
	return len(b), nil
}

func (p *person) types(t *testing.T, keys string) {
	t.Helper()
	if _, err := io.WriteString(p.keys, keys); err != nil {
		t.Fatal(err)
	}
}

// raw is all that was written so far.
func (p *person) raw() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.written.String()
}

// sees is what the terminal shows. (SafeEmulator.String isn't safe.)
func (p *person) sees() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.screen.String()
}

func TestKeysInScreenOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := sit(t, t.Context(), echo{}, nil)
		synctest.Wait()
		got := p.sees()
		if !strings.HasPrefix(got, "terminal.Caps {2 true false false 0s false}") || !strings.Contains(got, "tea.WindowSizeMsg {80 24}") {
			t.Errorf("first screen:\n%s", got)
		}
		p.types(t, "aK\x1b[A")
		synctest.Wait()
		for _, want := range []string{"tea.KeyPressMsg a", "tea.KeyPressMsg K", "tea.KeyPressMsg up"} {
			if !strings.Contains(p.sees(), want) {
				t.Errorf("no %q in\n%s", want, p.sees())
			}
		}
		p.types(t, "q")
		if err := <-p.done; err != nil {
			t.Errorf("Run: %v", err)
		}
		if !strings.HasSuffix(p.raw(), leaveModes+popTitle) {
			t.Errorf("not restored: %q", p.raw()[max(0, len(p.raw())-100):])
		}
	})
}

func TestEveryExitRestoresTheTerminal(t *testing.T) {
	for name, c := range map[string]struct {
		leave func(t *testing.T, p *person, cancel context.CancelCauseFunc)
		want  string
	}{
		"the model quits":     {func(t *testing.T, p *person, _ context.CancelCauseFunc) { p.types(t, "q") }, "<nil>"},
		"keys typed ahead":    {func(t *testing.T, p *person, _ context.CancelCauseFunc) { p.types(t, "q"+strings.Repeat("x", 400)) }, "<nil>"},
		"the person hangs up": {func(t *testing.T, p *person, _ context.CancelCauseFunc) { p.keys.Close() }, "the person hung up"},
		"the context ends": {func(t *testing.T, _ *person, cancel context.CancelCauseFunc) {
			cancel(errors.New("the server is going down"))
		}, "the server is going down"},
		"update panics":    {func(t *testing.T, p *person, _ context.CancelCauseFunc) { p.types(t, "U") }, "panic in update: update went wrong"},
		"draw panics":      {func(t *testing.T, p *person, _ context.CancelCauseFunc) { p.types(t, "D") }, "panic in draw: drawing went wrong"},
		"a command panics": {func(t *testing.T, p *person, _ context.CancelCauseFunc) { p.types(t, "C") }, "panic in a command: a command went wrong"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				p := sit(t, ctx, echo{}, func(c *Config) { _, _ = c.Out.(*person).screen.Write([]byte("$ ssh\r\n")) })
				synctest.Wait()
				began := time.Now()
				time.Sleep(time.Second)
				c.leave(t, p, cancel)
				if err := <-p.done; fmt.Sprint(err) != c.want {
					t.Errorf("Run: %v, want %s", err, c.want)
				}
				if took := time.Since(began) - time.Second; took > 0 {
					t.Errorf("took %v", took)
				}
				if !strings.HasSuffix(p.raw(), leaveModes+popTitle) {
					t.Errorf("not restored: %q", p.raw()[max(0, len(p.raw())-100):])
				}
				restored(t, p.screen)
			})
		})
	}
}

// restored fails unless a terminal is as it was when it showed a shell's line.
func restored(t *testing.T, screen *vt.SafeEmulator) {
	t.Helper()
	if screen.IsAltScreen() || screen.CursorHidden() {
		t.Errorf("other screen %v, cursor hidden %v", screen.IsAltScreen(), screen.CursorHidden())
	}
	_, _ = screen.Write([]byte("$ \x1b[?7l"))
	if got := strings.TrimSpace(screen.String()); got != "$ ssh\n$" {
		t.Errorf("shows %q", got)
	}
	if c := screen.CellAt(0, 1); looks(c) != looksOf("$", Style{}) {
		t.Errorf("writes %s", looks(c))
	}
}
