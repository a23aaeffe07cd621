package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"deathtrap/rules"
	"deathtrap/store"
	"deathtrap/table"
)

var (
	crashGames = flag.Int("crash.games", 1, "random games to play, each with five kill -9")
	crashEvery = flag.Int("crash.every", 80, "kill -9 at every so many events of one game; 1: at each")
	crashSeed  = flag.Uint64("crash.seed", 0, "of the first random game; 0: a new one")
)

// TestKilled ends the process by kill -9 when somebody sees an event, starts it
// again, and goes on, throughout one game.
func TestKilled(t *testing.T) {
	c := newCrashes(t, 1)
	c.due = func(seen, last uint64) bool { return seen >= last+uint64(*crashEvery) }
	c.play()
}

// TestKilledAtRandom does that five times in each of many games, a random moment
// after something was seen.
func TestKilledAtRandom(t *testing.T) {
	seed := *crashSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	for n := range *crashGames {
		t.Run(fmt.Sprintf("seed %d", seed+uint64(n)), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed+uint64(n), 0))
			next := uint64(random.IntN(60))
			kills := 0
			c := newCrashes(t, seed+uint64(n))
			c.delay = 3 * time.Millisecond
			c.due = func(seen, last uint64) bool {
				if kills == 5 || seen < last+next {
					return false
				}
				kills++
				next = uint64(random.IntN(60))
				return true
			}
			c.play()
		})
	}
}

// crashes is a server that is killed, and the programs that play there.
type crashes struct {
	t      *testing.T
	seed   uint64
	rounds int
	data   string
	start  func(*exec.Cmd) error        // starts a process of the server
	due    func(seen, last uint64) bool // whether it is to be killed when a program sees that entry; may be nil
	delay  time.Duration                // a kill comes up to that much later

	brittle bool // the server's disk fails: it may refuse to start, and moves are tried again at once
	patient bool // moves that were refused are tried again when the table goes on

	mu     sync.Mutex
	up     chan struct{} // closed while the server is up
	port   string
	last   uint64 // the number of the newest entry when it was killed last
	kills  int
	stood  int           // how often programs heard that the table stood still, and went on
	doubts int           // and that it isn't known whether their move has happened
	killed chan struct{} // has a token when it is to be killed
}

func newCrashes(t *testing.T, seed uint64) *crashes {
	return &crashes{
		t: t, seed: seed, rounds: 2, data: t.TempDir(), start: (*exec.Cmd).Start,
		up: make(chan struct{}), killed: make(chan struct{}, 1),
	}
}

// play has four programs play a game on a server that is killed now and then,
// and compares what they saw with what is written down.
func (c *crashes) play() {
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Hour)
	defer cancel()
	var all sync.WaitGroup
	served := make(chan error, 1)
	playing, over := context.WithCancel(ctx)
	go func() { served <- c.serve(playing) }()
	programs := make([]*program, 4)
	code := make(chan string, len(programs))
	for i := range programs {
		programs[i] = &program{
			crashes: c, name: fmt.Sprint("program", i), first: i == 0, code: code,
			random: rand.New(rand.NewPCG(c.seed, uint64(i))), saw: map[uint64][]string{}, heard: map[string]int{},
		}
		all.Go(func() { programs[i].play(ctx) })
	}
	all.Wait()
	over()
	if err := <-served; err != nil {
		c.t.Error(err)
	}
	if !c.t.Failed() {
		c.compare(programs)
	}
	for _, p := range programs {
		c.stood += min(p.heard[standsStill], p.heard[goesOn])
		c.doubts += p.doubts
	}
}

// serve runs the server, again and again, until the context ends.
func (c *crashes) serve(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := c.run(ctx); err != nil {
			return err
		}
	}
	return nil
}

// run runs one process of the server, until it is killed or the context ends.
func (c *crashes) run(ctx context.Context) error {
	cmd := deathtrap(c.t, "--listen", "127.0.0.1:0", "--data", c.data, "--pace", "0", "--log-level", "error")
	var log bytes.Buffer // to be read once it has ended
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.start(cmd); err != nil {
		return err
	}
	port, err := portIn(out)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	if err != nil {
		return c.away(cmd, <-ended, &log)
	}
	c.mu.Lock()
	c.port = port
	close(c.up)
	c.mu.Unlock()
	select {
	case <-c.killed:
		c.down()
		if err := cmd.Process.Kill(); err != nil {
			return err
		}
		return c.away(cmd, <-ended, &log)
	case err := <-ended:
		c.down()
		return c.away(cmd, err, &log)
	case <-ctx.Done():
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			return err
		}
		if err := <-ended; err != nil {
			return c.away(cmd, err, &log)
		}
		return nil
	}
}

// down makes the programs wait for the next process.
func (c *crashes) down() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.up = make(chan struct{})
}

// away says what is wrong with how a process ended that was to be killed. One
// whose disk fails at the start may say so and end.
func (c *crashes) away(cmd *exec.Cmd, err error, log *bytes.Buffer) error {
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case ok && status.Signaled() && status.Signal() == syscall.SIGKILL:
		return nil
	case c.brittle && cmd.ProcessState.ExitCode() == 1 && strings.HasPrefix(log.String(), "deathtrap: "):
		return nil
	}
	return fmt.Errorf("the server ended by itself: %w: %s", err, log.String())
}

var portSaid = regexp.MustCompile(`ssh -p (\d+)`)

// portIn reads the port that the server says it listens on.
func portIn(out io.Reader) (string, error) {
	said := bufio.NewScanner(out)
	for said.Scan() {
		if m := portSaid.FindStringSubmatch(said.Text()); m != nil {
			go io.Copy(io.Discard, out)
			return m[1], nil
		}
	}
	return "", errors.New("the server does not say how to join")
}

// where waits until the server is up, and returns its address.
func (c *crashes) where(ctx context.Context) (string, error) {
	c.mu.Lock()
	up := c.up
	c.mu.Unlock()
	select {
	case <-up:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return "127.0.0.1:" + c.port, nil
}

// seen is told of what a program sees, and has the server killed when that is due.
func (c *crashes) seen(seen uint64, random *rand.Rand) {
	if c.due == nil {
		return
	}
	c.mu.Lock()
	due := c.due(seen, c.last)
	if due {
		c.last = seen
		c.kills++
	}
	c.mu.Unlock()
	if !due {
		return
	}
	if c.delay > 0 {
		time.Sleep(time.Duration(random.Int64N(int64(c.delay)))) // the very point: some moment later
	}
	select {
	case c.killed <- struct{}{}:
	default:
	}
}

// compare holds what the programs saw and did against the log.
func (c *crashes) compare(programs []*program) {
	t := c.t
	memory, err := store.Open(c.data, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	kept, err := memory.Tables(t.Context())
	if err != nil || len(kept) != 1 {
		t.Fatalf("%d tables are kept, %v", len(kept), err)
	}
	happened := map[uint64][]rules.Event{}
	moves := map[string]int{}
	err = table.Replay(kept[0].Past, func(e table.Entry, _ *rules.Game, events []rules.Event) error {
		happened[e.Seq] = events
		if e.Kind == table.Moved {
			moves[move(e.Seat, *e.Action)]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		p.compare(happened, moves)
	}
	c.verify()
	t.Logf("%d kills, %d entries", c.kills, len(kept[0].Past))
}

// verify has the binary itself judge the game that it kept, and a copy of it.
func (c *crashes) verify() {
	copied := filepath.Join(c.t.TempDir(), "deathtrap.db")
	if out, err := deathtrap(c.t, "backup", "--data", c.data, copied).CombinedOutput(); err != nil {
		c.t.Errorf("backup: %v: %s", err, out)
	}
	for _, folder := range []string{c.data, filepath.Dir(copied)} {
		games, err := deathtrap(c.t, "games", "--data", folder).Output()
		if err != nil {
			c.t.Error(err)
		}
		verify := deathtrap(c.t, "verify", "-")
		verify.Stdin = bytes.NewReader(games)
		if out, err := verify.CombinedOutput(); err != nil || !strings.Contains(string(out), fmt.Sprintf("1 games, %d rounds", c.rounds)) {
			c.t.Errorf("verify says %v: %s", err, out)
		}
	}
}

// move is a move as text.
func move(s rules.Seat, a rules.Action) string {
	text, err := json.Marshal(a)
	if err != nil {
		panic(err)
	}
	return fmt.Sprint(s, " ", string(text))
}
