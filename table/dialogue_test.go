package table

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/rules"
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
	broken  bool
	entries []Entry
}

func (l *faultyLog) Append(e Entry) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.broken {
		return errors.New("no space left")
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
		s.log.broken = fields[1] == "fails"
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

// open is "table players=4 seed=3 ...". A crow watches everything and is the
// one through whom the script hears.
func (s *stage) open(settings []string) {
	o := rules.DefaultOptions()
	o.Players = 4
	pace, seed := time.Second, uint64(1)
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		var err error
		switch name {
		case "seed":
			seed, err = strconv.ParseUint(value, 10, 64)
		case "pace":
			pace, err = time.ParseDuration(value)
		default:
			err = set(&o, name, value)
		}
		must(s.t, err)
	}
	s.log = &faultyLog{}
	s.table = Open(s.ctx, Config{
		Code: "KRAK", Setup: Setup{Options: o}, Policy: lowest{}, Pace: pace, Seed: seeds(seed), Random: seed, Log: s.log,
		Closed: func() { s.hear("", "the table has ended") },
	})
	s.enter("crow")
}

func set(o *rules.Options, name, value string) (err error) {
	switch name {
	case "players":
		o.Players, err = strconv.Atoi(value)
	case "rounds":
		o.Rounds, err = strconv.Atoi(value)
	case "turn":
		o.Turn, err = rules.ParseTurnTime(value)
	case "bots":
		o.Bots = value
	case "machine":
		o.Machine = rules.Stopping(value)
	case "exchange":
		o.Exchange = rules.Trading(value)
	case "laps":
		o.Laps = rules.Laps(value)
	case "leader":
		o.Leader = rules.Leading(value)
	default:
		err = fmt.Errorf("no option %q", name)
	}
	return err
}

// lowest is a policy for scripts: the first legal action, which is the cheapest
// set or the lowest card; a master plays the Machine as soon as it may.
type lowest struct{}

func (lowest) Choose(kind string, v rules.View, _ uint64) (rules.Action, bool) {
	if !v.Owes() {
		return rules.Stop(), kind == "master"
	}
	return v.Legal[0], true
}

// enter lets somebody in and has them read on.
func (s *stage) enter(name string) {
	v, err := s.table.Visit(s.ctx, Player{ID: "id of " + name, Name: name, Face: Plain})
	must(s.t, err)
	a := &actor{visit: v}
	s.actors[name] = a
	go func() {
		for {
			u, err := v.Next(s.ctx)
			if err != nil {
				if s.ctx.Err() == nil {
					s.hear(name, "%s's visit ends: %v", name, err)
				}
				return
			}
			s.mu.Lock()
			a.newest = u
			s.mu.Unlock()
			s.hearNews(name, u)
		}
	}()
	synctest.Wait()
}

func (s *stage) hearNews(name string, u Update) {
	for _, n := range u.News {
		if name == "crow" {
			s.hear("", "%s", tale(u, n))
		} else if strings.HasPrefix(n.Notice, "While you were away") {
			s.hear(name, "(to %s) %s", name, n.Notice)
		}
	}
}

// now is the newest update that somebody got.
func (s *stage) now(a *actor) Update {
	s.mu.Lock()
	defer s.mu.Unlock()
	return a.newest
}

// act is "ana plays orc orc" and the like.
func (s *stage) act(name string, words []string) error {
	if words[0] == "enters" {
		s.enter(name)
		return nil
	}
	a := s.actors[name]
	if a == nil {
		s.t.Fatalf("there is no %s", name)
	}
	switch words[0] {
	case "leaves":
		a.visit.Leave()
		return nil
	case "remembers":
		s.past = s.now(a).Seen
		return nil
	case "looks":
		s.hearView(s.now(a))
		return nil
	}
	seen := s.now(a).Seen
	if last := len(words) - 1; words[last] == "late" {
		seen, words = s.past, words[:last]
	}
	return a.visit.Do(s.ctx, s.command(seen, words))
}

func (s *stage) command(seen uint64, words []string) Command {
	number := func() int {
		n, err := strconv.Atoi(words[1])
		must(s.t, err)
		return n
	}
	switch words[0] {
	case "sits":
		return Sit{}
	case "ready":
		return Ready{}
	case "unready":
		return Ready{Off: true}
	case "starts":
		return Start{}
	case "gives-up":
		return GiveUp{}
	case "rematch":
		return Rematch{}
	case "adds":
		return AddBots{Count: number(), Kind: words[2]}
	case "removes":
		return RemoveBots{Count: number()}
	case "changes":
		setup := s.table.Board().Setup
		for _, setting := range words[1:] {
			name, value, _ := strings.Cut(setting, "=")
			must(s.t, set(&setup.Options, name, value))
		}
		return Change{setup}
	case "says":
		return Say{strings.Join(words[1:], " ")}
	case "grovels":
		return Grovel{strings.Join(words[1:], " ")}
	case "auto":
		return AutoPass{On: words[1] == "on"}
	}
	return Act{Seen: seen, Action: s.action(words)}
}

func (s *stage) action(words []string) rules.Action {
	var cards []rules.Card
	for _, slug := range words[1:] {
		c, err := rules.ParseCard(slug)
		must(s.t, err)
		cards = append(cards, c)
	}
	switch words[0] {
	case "plays":
		return rules.Play(cards...)
	case "gives":
		return rules.Give(cards...)
	case "feeds":
		return rules.FeedPig(cards[0])
	case "passes":
		return rules.Pass()
	case "stops":
		return rules.Stop()
	}
	s.t.Fatalf("no such command: %q", words)
	return rules.Action{}
}

// playUntil has everybody who is there do the first legal thing until the game
// is in a phase ("play until scored"), somebody has to act ("play until ana")
// a hand lies there to be cleared ("play until finished"), or somebody has to act
// and no set fits ("play until stuck").
func (s *stage) playUntil(words []string) {
	goal := words[1]
	if len(words) < 3 || words[2] != "aloud" {
		s.hush(true)
		defer s.hush(false)
	}
	for range 100_000 {
		synctest.Wait()
		game := s.now(s.actors["crow"]).View
		finished := game.Phase == rules.PhaseFollow && game.Turn == rules.Nobody
		a := s.actors[goal]
		if a != nil && s.now(a).View.Owes() || goal == string(game.Phase) || goal == "finished" && finished || goal == "stuck" && s.stuck() {
			return
		}
		if !s.somebodyActs() {
			time.Sleep(10 * time.Millisecond)
		}
	}
	s.t.Fatalf("%q never comes", goal)
}

// hush stops or goes on hearing.
func (s *stage) hush(quiet bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.quiet = quiet
}

// stuck reports whether somebody has to act and no set fits.
func (s *stage) stuck() bool {
	for _, a := range s.actors {
		if v := s.now(a).View; v != nil && v.Owes() && v.Legal[0].Kind == rules.ActPass {
			return true
		}
	}
	return false
}

// somebodyActs has one of those whose turn it is act.
func (s *stage) somebodyActs() bool {
	for _, name := range slices.Sorted(maps.Keys(s.actors)) {
		a := s.actors[name]
		if u := s.now(a); u.View != nil && u.View.Owes() {
			return a.visit.Do(s.ctx, Act{Seen: u.Seen, Action: u.View.Legal[0]}) == nil
		}
	}
	return false
}
