package main

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

// stderr reads what a server writes to its standard error: what its garbage
// collector has done, its log, and in the end its goroutines.
type stderr struct {
	ended   chan struct{}
	started map[string]int // goroutines by who started them; complete once ended

	mu    sync.Mutex
	gc    time.Duration
	words []string // the last lines that are nothing of the above
}

func readErrors(in io.Reader) *stderr {
	s := &stderr{ended: make(chan struct{}), started: map[string]int{}}
	go func() {
		defer close(s.ended)
		lines := bufio.NewScanner(in)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			s.line(lines.Text())
		}
	}()
	return s
}

func (s *stderr) line(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case strings.HasPrefix(text, "gc ") && strings.Contains(text, " ms cpu"):
		s.gc += collection(text)
	case strings.HasPrefix(text, "created by "):
		s.started[starter(text)]++
	default:
		s.words = append(s.words, text)
		s.words = s.words[max(0, len(s.words)-10):]
	}
}

// collected is the CPU that garbage collection has taken so far.
func (s *stderr) collected() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gc
}

func (s *stderr) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.words, "\n")
}

// collection is the CPU of one collection from its trace: "... ms clock,
// 0.036+0.13/0.26/0.055+0.009 ms cpu, ..." (package runtime, GODEBUG). The third
// part of the middle was done by processors that had nothing else to do.
func collection(trace string) (sum time.Duration) {
	_, text, _ := strings.Cut(trace, " ms clock, ")
	text, _, _ = strings.Cut(text, " ms cpu")
	for i, phase := range strings.Split(text, "+") {
		for j, part := range strings.Split(phase, "/") {
			ms, err := strconv.ParseFloat(part, 64)
			if err != nil {
				return 0
			}
			if i == 1 && j == 2 {
				continue
			}
			sum += time.Duration(ms * float64(time.Millisecond))
		}
	}
	return sum
}
