package lines_test

import (
	"bytes"
	"flag"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/rules/bots"
	"deathtrap/server/lines"
	"deathtrap/table"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// quiet is computer players that never play the Machine out of turn and always
// choose alike, so that a transcript is the same every time.
type quiet struct{ policy }

func (q quiet) Choose(kind string, v rules.View, _ uint64) (rules.Action, bool) {
	if !v.Owes() {
		return rules.Action{}, false
	}
	return q.policy.Choose(kind, v, 1)
}

// listener is somebody who only reads lines and types lines.
type listener struct {
	t    *testing.T
	keys *io.PipeWriter
	done chan struct{}

	mu         sync.Mutex
	transcript bytes.Buffer
	read       int // of the transcript, by hear
}

// Write takes what the house says.
func (l *listener) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.transcript.Write(text)
}

// hear is what was said since the last time, once nothing more is coming now.
func (l *listener) hear() string {
	synctest.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	said := l.transcript.String()[l.read:]
	l.read = l.transcript.Len()
	return said
}

// enter types a line, which stands in the transcript behind a mark.
func (l *listener) enter(line string) {
	l.t.Helper()
	if _, err := io.WriteString(l, "> "+line+"\n"); err != nil {
		l.t.Fatal(err)
	}
	if _, err := io.WriteString(l.keys, line+"\n"); err != nil {
		l.t.Fatal(err)
	}
}

// listen opens the plain face for a person.
func listen(t *testing.T, house *lobby.Lobby, name string) *listener {
	t.Helper()
	return listenAs(t, house, table.Player{ID: "key of " + name, Name: name, Face: table.Plain})
}

func listenAs(t *testing.T, house *lobby.Lobby, p table.Player) *listener {
	t.Helper()
	visit, err := house.Visit(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	in, keys := io.Pipe()
	l := &listener{t: t, keys: keys, done: make(chan struct{})}
	go func() {
		defer close(l.done)
		err := lines.Plain(t.Context(), lines.Line{
			In: in, Out: l, Hangup: func() { in.Close() }, Visit: visit, Logger: slog.New(slog.DiscardHandler), Hint: bots.Hint,
		}, "", "")
		if err != nil {
			t.Error(err)
		}
		visit.Leave()
	}()
	return l
}

// asks are how a question to the listener begins.
var asks = []string{"Your turn", "The Exploding Pig was dealt to you", "back to "}

func asksFor(said string) bool {
	for _, ask := range asks {
		for line := range strings.Lines(said) {
			if strings.HasPrefix(line, ask) || ask == "back to " && strings.HasPrefix(line, "Give ") {
				return true
			}
		}
	}
	return false
}

// TestPlainGame is somebody who creates a table, chats and plays a game of two
// rounds without ever seeing a screen. The transcript must read well aloud.
func TestPlainGame(t *testing.T) {
	cryptotest.SetGlobalRandom(t, 4)
	synctest.Test(t, func(t *testing.T) {
		house := lobby.New(t.Context(), lobby.Config{Policy: quiet{}, Pace: time.Second})
		l := listen(t, house, "ilse")
		l.hear()
		for _, line := range []string{"help", "new players 5 turn off title Marta's cellar", "change players 4 rounds 2", "say is anybody here?", "bot", "bot novice", "3", "start", "verify"} {
			l.enter(line)
			l.hear()
		}
		played := 0
		for said := ""; !strings.Contains(said, "grovel suitably"); said = l.hear() {
			switch {
			case asksFor(said) && played%7 == 3:
				for _, line := range []string{"out", "hint", "last", "table", "hand"} {
					l.enter(line)
					l.hear()
				}
				l.enter("1")
			case asksFor(said):
				l.enter("1")
			case strings.Contains(said, "The next round is dealt soon."):
				l.enter("verify")
				l.hear()
				l.enter("auto on")
				l.hear()
				l.enter("auto off")
				l.hear()
				l.enter("ready")
			default:
				time.Sleep(time.Second)
				continue
			}
			if played++; played > 200 {
				t.Fatal("the game does not end")
			}
		}
		for _, line := range []string{"scores", "grovel My skeletons were unworthy.", "again", "leave", "quit"} {
			l.enter(line)
			l.hear()
		}
		<-l.done
		compare(t, "game.txt", l.transcript.String())
	})
}

// compare holds a transcript against the one in testdata, and against what an
// ear and a braille line of 80 cells can take.
func compare(t *testing.T, name, got string) {
	t.Helper()
	for line := range strings.Lines(got) {
		if len(strings.TrimRight(line, "\n")) > 80 {
			t.Errorf("longer than 80 columns: %q", line)
		}
		if strings.ContainsFunc(line, func(r rune) bool { return r > '~' || r < ' ' && r != '\n' }) {
			t.Errorf("more than plain letters: %q", line)
		}
	}
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the transcript is not that of %s:\n%s", file, got)
	}
}
