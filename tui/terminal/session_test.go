package terminal

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// script runs a model in a bubble with a person in front of it and, when play has
// had its say, hangs up.
func script(t *testing.T, m Model, change func(*Config), play func(*testing.T, *person)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := sit(t, t.Context(), m, change)
		synctest.Wait()
		play(t, p)
		p.keys.Close()
		<-p.done
	})
}

// lastCaps is the newest Caps the model heard of.
func (p *person) lastCaps() string {
	last := ""
	for _, line := range strings.Split(p.sees(), "\n") {
		if strings.HasPrefix(line, "terminal.Caps") {
			last = strings.TrimSpace(line)
		}
	}
	return last
}

func TestTheTerminalIsAsked(t *testing.T) {
	for name, c := range map[string]struct {
		term   string
		answer string
		want   string // profile, dark, known, ASCII, answered in
	}{
		"a dark terminal":            {"xterm-256color", "\x1b[1;2R\x1b]11;rgb:1515/1111/0e0e\x1b\\\x1b[?62c", "{2 true true false 200ms false}"},
		"a light one":                {"xterm-256color", "\x1b[1;2R\x1b]11;rgb:fbfb/f6f6/eaea\a\x1b[?62c", "{2 false true false 200ms false}"},
		"wide frames":                {"xterm-256color", "\x1b[1;3R\x1b[?62c", "{2 true false true 200ms false}"},
		"three bytes shown as three": {"xterm", "\x1b[1;4R\x1b[?62c", "{1 true false true 200ms false}"},
		"a console":                  {"linux", "\x1b[1;2R\x1b[?6c", "{1 true false false 200ms false}"},
		"no answer":                  {"xterm", "", "{1 true false false 0s false}"},
		"a console without answer":   {"linux", "", "{1 true false true 0s false}"},
		"an answer to the last only": {"linux", "\x1b[?6c", "{1 true false true 200ms false}"},
	} {
		t.Run(name, func(t *testing.T) {
			change := func(c2 *Config) { c2.Term = c.term; c2.Out.(*person).deaf = true }
			script(t, echo{}, change, func(t *testing.T, p *person) {
				if !strings.Contains(p.raw(), askWidth) || !strings.Contains(p.raw(), askLast) {
					t.Errorf("not asked: %q", p.raw())
				}
				time.Sleep(200 * time.Millisecond)
				p.types(t, c.answer)
				time.Sleep(answerTime)
				synctest.Wait()
				if got := p.lastCaps(); got != "terminal.Caps "+c.want {
					t.Errorf("%s, want %s\n%s", got, c.want, p.sees())
				}
				if n := strings.Count(p.sees(), "terminal.Caps"); n != 2 {
					t.Errorf("told %d times", n)
				}
				before := p.sees()
				p.types(t, "\x1b[1;5R\x1b]11;rgb:ffff/ffff/ffff\a\x1b[?62c")
				synctest.Wait()
				if got := p.sees(); got != before {
					t.Errorf("answers that weren't asked for were heard:\n%s", got)
				}
			})
		})
	}
}

func TestADumbTerminalIsLeftAlone(t *testing.T) {
	script(t, echo{}, func(c *Config) { c.Term = "dumb" }, func(t *testing.T, p *person) {
		time.Sleep(2 * answerTime)
		if strings.Contains(p.raw(), "\x1b[?") || strings.Contains(p.raw(), "\x1b]") || strings.Contains(p.raw(), "\x1b[6n") {
			t.Errorf("%q", p.raw())
		}
		if got := p.lastCaps(); got != "terminal.Caps {0 true false true 0s false}" {
			t.Error(got)
		}
	})
}

func TestEscapeIsAKeyWhenNothingFollows(t *testing.T) {
	script(t, echo{}, nil, func(t *testing.T, p *person) {
		p.types(t, "\x1b")
		time.Sleep(escapeTime - time.Millisecond)
		synctest.Wait()
		if strings.Contains(p.sees(), "esc") {
			t.Error("too early")
		}
		p.types(t, "[A")
		synctest.Wait()
		if !strings.Contains(p.sees(), "KeyPressMsg up") {
			t.Errorf("no up in\n%s", p.sees())
		}
		p.types(t, "\x1b")
		time.Sleep(escapeTime)
		synctest.Wait()
		if !strings.Contains(p.sees(), "KeyPressMsg esc") {
			t.Errorf("no esc in\n%s", p.sees())
		}
	})
}

func TestTheTerminalIsResized(t *testing.T) {
	script(t, echo{}, nil, func(t *testing.T, p *person) {
		for _, c := range []struct{ to, want Size }{
			{Size{40, 12}, Size{40, 12}}, {Size{0, -3}, Size{1, 1}}, {Size{2147483647, 5000}, Size{300, 100}},
		} {
			p.screen.Resize(c.want.Width, c.want.Height)
			p.sizes <- c.to
			synctest.Wait()
			if want := fmt.Sprint("tea.WindowSizeMsg ", c.want); c.want.Width > 1 && !strings.Contains(p.sees(), want) {
				t.Errorf("no %q in\n%s", want, p.sees())
			}
		}
		before := len(p.raw())
		p.sizes <- Size{300, 100}
		p.types(t, "\x1b[8;2;2t")
		synctest.Wait()
		if p.raw()[before:] != "" {
			t.Errorf("the same size wrote %q", p.raw()[before:])
		}
	})
}

func TestControlLPaintsEverythingAgain(t *testing.T) {
	script(t, echo{}, nil, func(t *testing.T, p *person) {
		before, raw := p.sees(), len(p.raw())
		_, _ = p.screen.Write([]byte("\x1b[H\x1b[Jsome other program's line"))
		p.types(t, "\x0c")
		synctest.Wait()
		if got := p.sees(); got != before {
			t.Errorf("shows\n%s", got)
		}
		if !strings.Contains(p.raw()[raw:], "\x1b[H\x1b[J") {
			t.Errorf("%q", p.raw()[raw:])
		}
	})
}

func TestBellAndClipboard(t *testing.T) {
	script(t, echo{}, nil, func(t *testing.T, p *person) {
		before := len(p.raw())
		p.types(t, "B")
		synctest.Wait()
		got := p.raw()[before:]
		if !strings.Contains(got, "\x1b]52;c;SzdRRA==\a") || strings.Count(got, "\a") != 2 {
			t.Errorf("%q", got)
		}
	})
}

func TestWhatChangesNothingWritesNothing(t *testing.T) {
	still := drawing(func(c *Canvas) { c.Text(0, 0, "still", Style{}) })
	script(t, still, nil, func(t *testing.T, p *person) {
		before := len(p.raw())
		p.types(t, "abc\x1b[A")
		synctest.Wait()
		if got := p.raw()[before:]; got != "" {
			t.Errorf("%q", got)
		}
	})
}

// counter counts keys.
type counter struct{ n int }

func (c counter) Init() tea.Cmd { return nil }

func (c counter) Update(m tea.Msg) (Model, tea.Cmd) {
	if _, ok := m.(tea.KeyPressMsg); ok {
		c.n++
	}
	return c, nil
}

func (c counter) Draw(cv *Canvas) { cv.Text(0, 0, fmt.Sprint(c.n, " keys"), Style{}) }

// What is too much of a paste costs nobody time, not even who pasted it.
func TestALongPasteIsOverAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		p := sit(t, ctx, counter{}, nil)
		synctest.Wait()
		began := time.Now()
		p.types(t, "\x1b[200~"+strings.Repeat("x", 1<<20)+"\x1b[201~k")
		synctest.Wait()
		if took := time.Since(began); took > time.Second {
			t.Errorf("a paste of a mebibyte was taken in %v", took)
		}
		if !strings.Contains(p.sees(), "1 keys") {
			t.Errorf("the key behind it was not taken: %.80s", p.sees())
		}
		cancel()
		<-p.done
	})
}

func TestInputIsTakenAtAPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		p := sit(t, ctx, counter{}, nil)
		synctest.Wait()
		began := time.Now()
		p.types(t, strings.Repeat("x", 64<<10))
		synctest.Wait()
		want := time.Second * (64 - 16) / 4
		if took := time.Since(began); took < want-time.Second || took > want+time.Second {
			t.Errorf("64 KiB were taken in %v", took)
		}
		if !strings.Contains(p.sees(), "65536 keys") && !strings.Contains(p.sees(), "65024 keys") {
			t.Errorf("%.80s", p.sees())
		}
		go func() { _, _ = io.WriteString(p.keys, strings.Repeat("x", 64<<10)) }()
		synctest.Wait()
		began = time.Now()
		cancel()
		<-p.done
		if took := time.Since(began); took > 0 {
			t.Errorf("the end took %v", took)
		}
	})
}

func TestAFloodFromTheMouseTypesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := sit(t, t.Context(), counter{}, nil)
		p.types(t, strings.Repeat("\x1b[<35;42;7M", 8<<10))
		synctest.Wait()
		p.types(t, "x")
		time.Sleep(time.Second) // until even that has had its turn
		synctest.Wait()
		if !strings.HasPrefix(p.sees(), "1 keys") {
			t.Errorf("%.40s", p.sees())
		}
		p.keys.Close()
		<-p.done
	})
}

func TestANightOfDoingNothingCostsNothing(t *testing.T) {
	script(t, echo{}, nil, func(t *testing.T, p *person) {
		time.Sleep(2 * time.Second)
		before := p.raw()
		began := time.Now()
		time.Sleep(365 * 24 * time.Hour) // a ticker would fire 30 million times meanwhile
		if p.raw() != before {
			t.Errorf("%q was written", p.raw()[len(before):])
		}
		if time.Since(began) < time.Hour {
			t.Error("no time has passed")
		}
	})
}

// BenchmarkSession tells what an idle session keeps: heap and stacks, without
// a line.
func BenchmarkSession(b *testing.B) {
	b.ReportMetric(0, "ns/op")
	before := inUse()
	var all []io.Closer
	done := make(chan error, b.N)
	for range b.N {
		in, keys := io.Pipe()
		all = append(all, keys)
		go func() {
			done <- Run(b.Context(), table(1), Config{In: in, Out: io.Discard, Term: "xterm-256color", Size: Size{100, 30}})
		}()
		_, _ = io.WriteString(keys, "x")
	}
	time.Sleep(2 * time.Second) // until the terminal's answers are given up
	b.ReportMetric(float64(inUse()-before)/float64(b.N), "bytes/session")
	for _, c := range all {
		c.Close()
		<-done
	}
}

// BenchmarkKey is one key and the frame that follows it, without a line.
func BenchmarkKey(b *testing.B) {
	in, keys := io.Pipe()
	out, frames := io.Pipe()
	done := make(chan error)
	go func() {
		done <- Run(b.Context(), clicker(0), Config{In: in, Out: frames, Term: "xterm-256color", Size: Size{100, 30}})
	}()
	buf := make([]byte, 4*maxWrite)
	for !strings.Contains(string(buf), "\x1b[?1006h") { // the end of the first frame
		if _, err := out.Read(buf); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		_, _ = io.WriteString(keys, "\x1b[A")
		_, _ = out.Read(buf)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	keys.Close()
	<-done
	frames.Close()
}

// clicker is a table whose clock goes on with each key.
type clicker int

func (c clicker) Init() tea.Cmd { return nil }

func (c clicker) Update(m tea.Msg) (Model, tea.Cmd) {
	if _, ok := m.(tea.KeyPressMsg); ok {
		c++
	}
	return c, nil
}

func (c clicker) Draw(cv *Canvas) {
	table(int(c))(cv)
	cv.Mouse()
}

func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}
