package table

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var update = flag.Bool("update", false, "rewrite the expected text in testdata")

// TestDialogues plays the scripts in testdata: a line that begins with "> " is
// said to the table, the lines after it are what comes back.
func TestDialogues(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	must(t, err)
	if len(files) == 0 {
		t.Fatal("there are no scripts")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			must(t, err)
			var got string
			synctest.Test(t, func(t *testing.T) { got = perform(t, string(text)) })
			if *update {
				must(t, os.WriteFile(file, []byte(got), 0o644))
			} else if got != string(text) {
				t.Errorf("%s has changed; go test -update rewrites it\n%s", file, firstDifference(string(text), got))
			}
		})
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, w[i], g[i])
		}
	}
	return fmt.Sprintf("want %d lines, got %d", len(w), len(g))
}

// perform is the script with what comes back now.
func perform(t *testing.T, script string) string {
	s := &stage{t: t, actors: map[string]*actor{}, start: time.Now()}
	ctx, cancel := context.WithCancel(t.Context())
	s.ctx = ctx
	defer synctest.Wait()
	defer cancel()
	var out strings.Builder
	for line := range strings.Lines(script) {
		line = strings.TrimRight(line, "\n")
		command, said := strings.CutPrefix(line, "> ")
		if !said {
			if line == "" || strings.HasPrefix(line, "#") {
				out.WriteString(line + "\n")
			}
			continue
		}
		out.WriteString(line + "\n")
		for _, answer := range s.say(command) {
			out.WriteString("    " + answer + "\n")
		}
	}
	return out.String()
}

// stage is a table with its people, as a script sees them.
type stage struct {
	t      *testing.T
	ctx    context.Context
	start  time.Time
	table  *Table
	log    *faultyLog
	actors map[string]*actor
	past   uint64 // a value of seen that was remembered

	mu    sync.Mutex
	heard []heard
	quiet bool
}

// heard is a line that somebody heard.
type heard struct {
	at   time.Duration
	by   string
	line string
}

// actor is one person of the script.
type actor struct {
	visit  *Visit
	newest Update // the stage's mutex guards it
}

// faultyLog fails on demand.
type faultyLog struct {
	mu      sync.Mutex
	fault   error // of each Append, or nil
	entries []Entry
}

func (l *faultyLog) Append(e Entry) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault != nil {
		return l.fault
	}
	l.entries = append(l.entries, e)
	return nil
}

func (s *stage) hear(by, format string, a ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.quiet {
		s.heard = append(s.heard, heard{time.Since(s.start), by, fmt.Sprintf(format, a...)})
	}
}

// recall is all that was heard, in the order of time, and of names at one time:
// which of several goroutines comes first is open.
func (s *stage) recall() (lines []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	slices.SortStableFunc(s.heard, func(a, b heard) int {
		return cmp.Or(cmp.Compare(a.at, b.at), strings.Compare(a.by, b.by))
	})
	for _, h := range s.heard {
		lines = append(lines, fmt.Sprintf("%d:%05.2f  %s", int(h.at.Minutes()), (h.at%time.Minute).Seconds(), h.line))
	}
	s.heard = nil
	return lines
}

// say carries out one line and returns what was heard then.
func (s *stage) say(line string) []string {
	fields := strings.Fields(line)
	var err error
	switch fields[0] {
	case "table":
		s.open(fields[1:])
	case "tick":
		d, wrong := time.ParseDuration(fields[1])
		must(s.t, wrong)
		time.Sleep(d)
	case "play":
		s.playUntil(fields[1:])
	case "board":
		s.hearBoard()
	case "drain":
		s.table.Drain()
	case "log":
		s.log.mu.Lock()
		s.log.fault = map[string]error{"fails": errors.New("no space left"), "doubts": ErrDoubtful}[fields[1]]
		s.log.mu.Unlock()
	default:
		err = s.act(fields[0], fields[1:])
	}
	synctest.Wait()
	heard := s.recall()
	if err != nil {
		heard = append(heard, "refused: "+err.Error())
	}
	return heard
}
