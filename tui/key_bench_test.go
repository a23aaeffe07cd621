package tui

import (
	"io"
	"testing"

	tea "charm.land/bubbletea/v2"

	"deathtrap/tui/terminal"
)

// wire is a terminal's line without a network: one thing is typed at a time.
type wire struct {
	typed chan string
	shown chan int // bytes of each write
}

func (w *wire) Read(b []byte) (int, error) {
	keys, open := <-w.typed
	if !open {
		return 0, io.EOF
	}
	return copy(b, keys), nil
}

func (w *wire) Write(b []byte) (int, error) {
	w.shown <- len(b)
	return len(b), nil
}

// begun is a program that has pulled already.
type begun struct{ *program }

func (begun) Init() tea.Cmd { return nil }

// mostKeys is how many arrows may be typed before who types is slowed down.
const mostKeys = 5000

// BenchmarkKey is the whole way of a key that only chooses another set, from the bytes
// that come in to those that go out.
func BenchmarkKey(b *testing.B) {
	crew := terminal.NewCrew()
	defer crew.Dismiss()
	var line *wire
	ended := make(chan error)
	begin := func() {
		line = &wire{typed: make(chan string), shown: make(chan int)}
		go func() {
			ended <- terminal.Run(b.Context(), begun{benchedGame(b)}, terminal.Config{
				In: line, Out: line, Term: "xterm-256color", Size: benchSize, Crew: crew,
			})
		}()
		for n := <-line.shown; n == 1<<10; n = <-line.shown { // the first screen
		}
	}
	end := func() {
		close(line.typed)
		for {
			select {
			case <-line.shown:
			case <-ended:
				return
			}
		}
	}
	begin()
	keys, typed, bytes := [...]string{"\x1b[C", "\x1b[D"}, 0, 0
	b.ReportAllocs()
	for b.Loop() {
		if typed++; typed%mostKeys == 0 {
			b.StopTimer()
			end()
			begin()
			b.StartTimer()
		}
		line.typed <- keys[typed%2]
		bytes += <-line.shown
	}
	b.ReportMetric(float64(bytes)/float64(b.N), "out_B/op")
	end()
}
