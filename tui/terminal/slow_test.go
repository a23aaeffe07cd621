package terminal

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"
)

// gate is a line whose far end reads only when it wants to.
type gate struct {
	mu     sync.Mutex
	opened *sync.Cond
	room   int // bytes that may still pass
	err    error
	got    strings.Builder
}

func newGate(room int) *gate {
	g := &gate{room: room}
	g.opened = sync.NewCond(&g.mu)
	return g
}

func (g *gate) Write(b []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.room < len(b) && g.err == nil {
		g.opened.Wait()
	}
	if g.err != nil {
		return 0, g.err
	}
	g.room -= len(b)
	g.got.Write(b)
	if len(b) > maxWrite {
		return 0, errors.New("a large write")
	}
	return len(b), nil
}

func (g *gate) open(room int, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.room, g.err = room, err
	g.opened.Broadcast()
}

func (g *gate) text() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.got.String()
}

// sitBehind runs a model with a gate for a line.
func sitBehind(t *testing.T, ctx context.Context, m Model, g *gate) *person {
	return sit(t, ctx, m, func(c *Config) {
		c.Out = g
		hangup := c.Hangup
		c.Hangup = func() { hangup(); g.open(0, io.ErrClosedPipe) }
	})
}

func TestATerminalThatTakesNothingIsHungUpOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := sitBehind(t, t.Context(), echo{}, newGate(100))
		began := time.Now()
		for range 20 {
			p.types(t, "x") // never blocks
			synctest.Wait()
		}
		if err := <-p.done; !errors.Is(err, ErrStuck) {
			t.Errorf("Run: %v", err)
		}
		<-p.hungup
		if took := time.Since(began); took != stuckAfter {
			t.Errorf("took %v", took)
		}
	})
}

func TestASlowTerminalSkipsFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1 << 20)
		p := sitBehind(t, t.Context(), echo{}, g)
		synctest.Wait()
		g.open(0, nil)
		for _, k := range "abcdefghijklmnoprstuvwxyz0123" {
			p.types(t, string(k))
			synctest.Wait()
		}
		before := len(g.text())
		g.open(1<<20, nil)
		synctest.Wait()
		screen := vt.NewEmulator(80, 24)
		for line := range strings.SplitSeq(strings.NewReplacer(askWidth, "", askLast, "", askBackground, "").Replace(g.text()), "") {
			_, _ = screen.WriteString(line)
		}
		if !strings.Contains(screen.String(), "KeyPressMsg 3") {
			t.Errorf("the newest is missing in\n%s", screen.String())
		}
		if n := len(g.text()) - before; n > 4000 {
			t.Errorf("%d bytes for what was missed", n)
		}
		p.types(t, "q")
		<-p.done
	})
}

func TestTheEndOfTheContextIsNoticedByAStuckWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		p := sitBehind(t, ctx, echo{}, newGate(0))
		synctest.Wait()
		time.Sleep(time.Second)
		began := time.Now()
		cancel()
		if err := <-p.done; !errors.Is(err, context.Canceled) {
			t.Errorf("Run: %v", err)
		}
		<-p.hungup
		if took := time.Since(began); took != restoreTime {
			t.Errorf("took %v", took)
		}
	})
}

func TestALineThatBreaksIsAHangup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1 << 20)
		p := sitBehind(t, t.Context(), echo{}, g)
		synctest.Wait()
		g.open(0, io.ErrClosedPipe)
		p.types(t, "x")
		if err := <-p.done; !errors.Is(err, ErrHangup) || !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("Run: %v", err)
		}
	})
}

// TestAnExitInTheMiddleOfAFrame ends sessions whose terminal has taken only a part
// of the first frame.
func TestAnExitInTheMiddleOfAFrame(t *testing.T) {
	for room := maxWrite; room < 4*maxWrite; room += maxWrite {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			g := newGate(room)
			busy := drawing(func(c *Canvas) {
				for y := range 24 {
					for x := range 40 {
						c.Text(2*x, y, "世", Style{FG: RGB(uint32(x * y * 1000)), Underline: x%2 == 0})
					}
				}
				c.Mouse()
			})
			p := sitBehind(t, ctx, busy, g)
			synctest.Wait()
			cancel()
			time.Sleep(restoreTime / 2)
			g.open(1<<20, nil)
			<-p.done
			screen := vt.NewSafeEmulator(80, 24)
			read := make(chan struct{})
			go func() {
				defer close(read)
				_, _ = io.Copy(io.Discard, screen)
			}()
			_, _ = screen.Write([]byte("$ ssh\r\n" + g.text()))
			restored(t, screen)
			_ = screen.InputPipe().(io.Closer).Close()
			<-read
		})
	}
}

// listener remembers what it was told of the line, and draws something new for
// each message.
type listener struct {
	n    int
	slow *[]bool
}

func (l listener) Init() tea.Cmd { return nil }

func (l listener) Update(m tea.Msg) (Model, tea.Cmd) {
	if c, ok := m.(Caps); ok {
		*l.slow = append(*l.slow, c.Slow)
	}
	l.n++
	return l, nil
}

func (l listener) Draw(c *Canvas) { c.Text(0, 0, strconv.Itoa(l.n), Style{}) }

// A line that lets a frame wait is slow, until it has taken a good many at once.
func TestASlowLineIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1 << 20)
		ctx, cancel := context.WithCancel(t.Context())
		var told []bool
		p := sitBehind(t, ctx, listener{slow: &told}, g)
		time.Sleep(2 * answerTime)
		g.open(0, nil)
		p.types(t, "x")
		time.Sleep(slowTime)
		g.open(1<<20, nil)
		for range quickFrames - 2 { // the frames that waited may count as one, too
			p.types(t, "x")
			synctest.Wait()
		}
		if !slices.Equal(told, []bool{false, false, true}) {
			t.Errorf("after a frame that waited: %v", told)
		}
		for range 3 {
			p.types(t, "x")
			synctest.Wait()
		}
		if !slices.Equal(told, []bool{false, false, true, false}) {
			t.Errorf("after quick ones: %v", told)
		}
		cancel()
		<-p.done
	})
}

func TestALateAnswerMeansASlowLine(t *testing.T) {
	for wait, slow := range map[time.Duration]bool{slowTime - time.Millisecond: false, slowTime: true} {
		script(t, echo{}, func(c *Config) { c.Term = "linux" }, func(t *testing.T, p *person) {
			p.mu.Lock()
			p.deaf = true
			p.mu.Unlock()
			time.Sleep(wait)
			p.types(t, "\x1b[1;2R\x1b[?6c")
			synctest.Wait()
			if got := p.lastCaps(); strings.HasSuffix(got, "true}") != slow {
				t.Errorf("after %v: %s", wait, got)
			}
		})
	}
}
