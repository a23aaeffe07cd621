package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"deathtrap/rules"
	"deathtrap/store"
	"deathtrap/table"
)

var (
	crashGames = flag.Int("crash.games", 1, "random games to play, each with five kill -9")
	crashEvery = flag.Int("crash.every", 40, "kill -9 at every so many events of one game; 1: at each")
	crashSeed  = flag.Uint64("crash.seed", 0, "of the first random game; 0: a new one")
)

// TestKilled ends the process by kill -9 when somebody sees an event, starts it
// again, and goes on, throughout one game.
func TestKilled(t *testing.T) {
	c := newCrashes(t, 1, func(seen, last uint64) bool { return seen >= last+uint64(*crashEvery) }, 0)
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
			c := newCrashes(t, seed+uint64(n), func(seen, last uint64) bool {
				if kills == 5 || seen < last+next {
					return false
				}
				kills++
				next = uint64(random.IntN(60))
				return true
			}, 3*time.Millisecond)
			c.play()
		})
	}
}

// crashes is a server that is killed, and the programs that play there.
type crashes struct {
	t     *testing.T
	seed  uint64
	data  string
	due   func(seen, last uint64) bool
	delay time.Duration // a kill comes up to that much later

	mu     sync.Mutex
	up     chan struct{} // closed while the server is up
	port   string
	last   uint64 // the number of the newest entry when it was killed last
	kills  int
	killed chan struct{} // has a token when it is to be killed
}

func newCrashes(t *testing.T, seed uint64, due func(seen, last uint64) bool, delay time.Duration) *crashes {
	return &crashes{
		t: t, seed: seed, data: t.TempDir(), due: due, delay: delay,
		up: make(chan struct{}), killed: make(chan struct{}, 1),
	}
}

// play has four programs play a game of two rounds on a server that is killed
// now and then, and compares what they saw with what is written down.
func (c *crashes) play() {
	ctx, cancel := context.WithTimeout(c.t.Context(), 10*time.Minute)
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
			random: rand.New(rand.NewPCG(c.seed, uint64(i))), saw: map[uint64][]string{},
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
}

// serve runs the server, again and again, until the context ends.
func (c *crashes) serve(ctx context.Context) error {
	for {
		cmd := exec.Command("deathtrap", "--listen", "127.0.0.1:0", "--data", c.data, "--pace", "0", "--log-level", "error")
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			return err
		}
		if err := cmd.Start(); err != nil {
			return err
		}
		port, err := portIn(out)
		if err != nil {
			return errors.Join(err, cmd.Process.Kill(), cmd.Wait())
		}
		c.mu.Lock()
		c.port = port
		close(c.up)
		c.mu.Unlock()
		select {
		case <-c.killed:
			c.mu.Lock()
			c.up = make(chan struct{})
			c.mu.Unlock()
			if err := cmd.Process.Kill(); err != nil {
				return err
			}
			_ = cmd.Wait() // by a signal, of course
		case <-ctx.Done():
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				return err
			}
			return cmd.Wait()
		}
	}
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
	if out, err := exec.Command("deathtrap", "backup", "--data", c.data, copied).CombinedOutput(); err != nil {
		c.t.Errorf("backup: %v: %s", err, out)
	}
	for _, folder := range []string{c.data, filepath.Dir(copied)} {
		games, err := exec.Command("deathtrap", "games", "--data", folder).Output()
		if err != nil {
			c.t.Error(err)
		}
		verify := exec.Command("deathtrap", "verify", "-")
		verify.Stdin = bytes.NewReader(games)
		if out, err := verify.CombinedOutput(); err != nil || !strings.Contains(string(out), "1 games, 2 rounds") {
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

// program is one computer player at the JSON door.
type program struct {
	*crashes
	name   string
	first  bool
	code   chan string
	random *rand.Rand
	signer ssh.Signer

	seat   rules.Seat
	seated bool
	over   bool
	acted  uint64 // the newest state it acted in
	saw    map[uint64][]string
	done   []deed
}

// deed is a move that a program asked for.
type deed struct {
	move     string
	answered bool
	ok       bool
}

// play plays until the game is over, on as many connections as it takes.
func (p *program) play(ctx context.Context) {
	_, key, err := ed25519.GenerateKey(nil)
	if err == nil {
		p.signer, err = ssh.NewSignerFromKey(key)
	}
	for err == nil && !p.over {
		var address string
		if address, err = p.where(ctx); err == nil {
			err = p.connect(ctx, address)
		}
	}
	if err != nil {
		p.t.Errorf("%s: %v", p.name, err)
	}
}

// connect plays on one connection until that breaks, which is no error.
func (p *program) connect(ctx context.Context, address string) error {
	client, err := ssh.Dial("tcp", address, &ssh.ClientConfig{
		User: p.name, Auth: []ssh.AuthMethod{ssh.PublicKeys(p.signer)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: 10 * time.Second,
	})
	if err != nil {
		time.Sleep(5 * time.Millisecond) // another process must come first
		return nil
	}
	defer client.Close()
	defer context.AfterFunc(ctx, func() { client.Close() })()
	session, err := client.NewSession()
	if err != nil {
		return nil
	}
	in, err := session.StdinPipe()
	if err != nil {
		return err
	}
	out, err := session.StdoutPipe()
	if err != nil {
		return err
	}
	if err := session.Start("json"); err != nil {
		return nil
	}
	return errors.Join(p.talk(ctx, in, bufio.NewReader(out)), ctx.Err())
}

// message is what the door says, as far as it matters here.
type message struct {
	Type  string `json:"type"`
	ID    int    `json:"id"`
	OK    bool   `json:"ok"`
	Error struct {
		Code, Message string
	} `json:"error"`
	Code  string          `json:"code"`
	Seat  rules.Seat      `json:"seat"`
	Seen  uint64          `json:"seen"`
	Event json.RawMessage `json:"event"`
	Table struct {
		State table.State
		Host  rules.Seat
		Seats []struct {
			Ready   bool
			Away    bool
			StandIn bool `json:"stand_in"`
		}
	} `json:"table"`
	View *rules.View `json:"view"`
}

const (
	entering = 1
	asking   = 2
	acting   = 10 // and more
)

func (p *program) talk(ctx context.Context, in io.Writer, out *bufio.Reader) error {
	ask := func(format string, a ...any) { fmt.Fprintf(in, format+"\n", a...) }
	switch {
	case p.seated:
		ask(`{"id":1,"do":"resume"}`)
	case p.first:
		ask(`{"id":1,"do":"create","options":{"players":4,"rounds":2,"turn":"off"}}`)
	default:
		select {
		case code := <-p.code:
			ask(`{"id":1,"do":"join","code":%q}`, code)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for !p.over {
		line, err := out.ReadBytes('\n')
		if err != nil {
			return nil
		}
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			return fmt.Errorf("%w in %s", err, line)
		}
		switch m.Type {
		case "reply":
			if err := p.hear(&m); err != nil {
				return err
			}
		case "event":
			p.saw[m.Seen] = append(p.saw[m.Seen], string(m.Event))
			p.seen(m.Seen, p.random)
		case "view":
			p.look(&m, ask)
		}
	}
	return nil
}

// hear takes a reply.
func (p *program) hear(m *message) error {
	switch {
	case m.ID == entering && !m.OK:
		return fmt.Errorf("not let in (seated before: %t): %s", p.seated, m.Error.Message)
	case m.ID == entering:
		if p.seated && p.seat != m.Seat {
			return fmt.Errorf("seat %d, and %d before", m.Seat, p.seat)
		}
		if p.first && !p.seated {
			for range cap(p.code) - 1 {
				p.code <- m.Code
			}
		}
		p.seat, p.seated = m.Seat, true
	case m.ID >= acting:
		d := &p.done[m.ID-acting]
		d.answered, d.ok = true, m.OK
		if !m.OK && m.Error.Code != "stale" {
			return fmt.Errorf("%s is refused: %s", d.move, m.Error.Message)
		}
	}
	return nil
}

// look takes a view, and acts when it is for this program to act.
func (p *program) look(m *message, ask func(string, ...any)) {
	switch {
	case m.Table.State == table.Over:
		p.over = true
	case m.Table.State == table.Waiting:
		p.wait(m, ask)
	case m.Seen > p.acted && len(m.View.Legal) > 0 && (m.View.Owes() || p.random.IntN(4) == 0):
		p.acted = m.Seen
		a := m.View.Legal[p.random.IntN(len(m.View.Legal))]
		p.done = append(p.done, deed{move: move(p.seat, a)})
		text, err := json.Marshal(a)
		if err != nil {
			panic(err)
		}
		ask(`{"id":%d,"do":"act","seen":%d,"action":%s}`, acting+len(p.done)-1, m.Seen, text)
	}
}

// wait gets ready, or starts when all are.
func (p *program) wait(m *message, ask func(string, ...any)) {
	ready := 0
	for _, s := range m.Table.Seats {
		if s.Ready {
			ready++
		}
	}
	switch {
	case !p.first && len(m.Table.Seats) > int(p.seat) && !m.Table.Seats[p.seat].Ready:
		ask(`{"id":2,"do":"ready"}`)
	case p.first && ready == 3:
		ask(`{"id":2,"do":"start"}`)
	}
}

// compare checks that whatever the program saw is in the log, and that each of
// its moves is there once: those that were granted, and of the others at most
// those that were never answered.
func (p *program) compare(happened map[uint64][]rules.Event, moves map[string]int) {
	t := p.t
	for seen, saw := range p.saw {
		var want []string
		for _, e := range happened[seen] {
			text, err := json.Marshal(rules.Redact(e, p.seat))
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, string(text))
		}
		for _, event := range saw {
			found := 0
			for _, w := range want {
				if w == event {
					found++
				}
			}
			if found != 1 {
				t.Errorf("%s saw at %d what is lost: %s\nthere is %s", p.name, seen, event, want)
			}
		}
	}
	granted, open := map[string]int{}, map[string]int{}
	for _, d := range p.done {
		switch {
		case d.ok:
			granted[d.move]++
		case !d.answered:
			open[d.move]++
		}
	}
	for m, n := range moves {
		if m[:1] == fmt.Sprint(p.seat) && (n < granted[m] || n > granted[m]+open[m]) {
			t.Errorf("%s was played %d times; granted %d times, never answered %d times", m, n, granted[m], open[m])
		}
	}
	for m := range granted {
		if moves[m] == 0 {
			t.Errorf("%s was granted and is lost", m)
		}
	}
}
