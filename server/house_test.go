package server

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	gossh "golang.org/x/crypto/ssh"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
)

// patience is how long a test waits for what must happen.
const patience = 20 * time.Second

// house is a server on a port of this machine, with a few verbs of its own.
type house struct {
	t       *testing.T
	server  *Server
	address string
	served  chan error
	log     *buffer
	ended   chan error // why each session of the verb stare or flood ended
}

// open starts a house; it is shut down, and looked through for goroutines left
// behind, when the test ends.
func open(t *testing.T, l Limits) *house {
	t.Helper()
	return openFor(t, l, Hosting{})
}

// openFor is open for a host with more wishes.
func openFor(t *testing.T, l Limits, hosting Hosting) *house {
	t.Helper()
	before := goleak.IgnoreCurrent()
	tables, closeTables := context.WithCancel(context.Background())
	h := &house{t: t, served: make(chan error, 1), log: &buffer{}, ended: make(chan error, 100)}
	logger := slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s, err := New(Config{
		Lobby:   lobby.New(tables, lobby.Config{Policy: first{}, Logger: logger}),
		Signers: []gossh.Signer{newKey(t)},
		Logger:  logger,
		Limits:  l,
		Hosting: hosting,
	})
	if err != nil {
		t.Fatal(err)
	}
	h.server = s
	h.addVerbs()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h.address = listener.Addr().String()
	go func() {
		defer close(h.served)
		h.served <- s.Serve(listener)
	}()
	t.Cleanup(func() {
		h.shutdown()
		closeTables()
		goleak.VerifyNone(t, before,
			// A tick of a program that has quit waits for its second to pass.
			goleak.IgnoreAnyFunction("charm.land/bubbletea/v2.Tick.func1"),
			goleak.IgnoreAnyFunction("charm.land/bubbletea/v2.(*Program).execBatchMsg"))
		if t.Failed() {
			t.Log(h.log.String())
		}
	})
	return h
}

// shutdown ends the house; more than once is harmless.
func (h *house) shutdown() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := h.server.Shutdown(ctx); err != nil {
		h.t.Errorf("shutdown: %v", err)
	}
	select {
	case err := <-h.served:
		if err != nil {
			h.t.Errorf("serve: %v", err)
		}
	case <-ctx.Done():
		h.t.Error("Serve has not returned")
	}
}

// addVerbs adds what the tests ask the house.
func (h *house) addVerbs() {
	h.server.verbs["who"] = verb{run: func(s *session) int {
		s.print(fmt.Sprintf("%s %s %t", s.player.ID, s.player.Name, s.player.Guest))
		return ok
	}}
	h.server.verbs["terminal"] = verb{run: func(s *session) int {
		s.print(fmt.Sprintf("%s %dx%d %s", s.term, s.size.Width, s.size.Height, strings.Join(s.env, " ")))
		return ok
	}}
	h.server.verbs["sizes"] = verb{run: func(s *session) int {
		s.print("ready\n")
		for {
			select {
			case size := <-s.sizes:
				s.print(fmt.Sprintf("%dx%d\n", size.Width, size.Height))
			case <-s.ctx.Done():
				return ok
			}
		}
	}}
	h.server.verbs["stare"] = verb{run: func(s *session) int {
		s.print("ready\n")
		<-s.ctx.Done()
		s.print("Goodbye.\n")
		h.ended <- context.Cause(s.ctx)
		return ok
	}}
	h.server.verbs["flood"] = verb{run: func(s *session) int {
		var err error
		for err == nil {
			_, err = s.out.Write(make([]byte, 4096))
		}
		h.ended <- errors.Join(err, context.Cause(s.open)) // ctx learns it a moment later
		return failed
	}}
	h.server.verbs["boom"] = verb{run: func(*session) int { panic("boom") }}
}

// first plays the first thing that is allowed.
type first struct{}

func (first) Choose(_ string, v rules.View, _ uint64) (rules.Action, bool) {
	return v.Legal[0], v.Owes()
}

var _ table.Policy = first{}

func newKey(t testing.TB) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return signer(t, private)
}

func signer(t testing.TB, private any) gossh.Signer {
	t.Helper()
	s, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asGuest answers a keyboard-interactive login, which must ask nothing.
func asGuest(t *testing.T) gossh.AuthMethod {
	return gossh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
		if len(questions) > 0 {
			t.Errorf("the server asks %q", questions)
		}
		return nil, nil
	})
}

func clientConfig(user string, auth ...gossh.AuthMethod) *gossh.ClientConfig {
	return &gossh.ClientConfig{User: user, Auth: auth, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience}
}

// dial comes in, as a guest unless there is another way.
func (h *house) dial(user string, auth ...gossh.AuthMethod) *gossh.Client {
	h.t.Helper()
	if len(auth) == 0 {
		auth = append(auth, asGuest(h.t))
	}
	client, err := gossh.Dial("tcp", h.address, clientConfig(user, auth...))
	if err != nil {
		h.t.Fatalf("dial: %v", err)
	}
	h.t.Cleanup(func() { client.Close() })
	return client
}

// ask runs one verb on a connection of its own and returns what it prints.
func (h *house) ask(verb, user string, auth ...gossh.AuthMethod) string {
	h.t.Helper()
	client := h.dial(user, auth...)
	defer client.Close()
	s := h.session(client)
	out, err := s.Output(verb)
	if err != nil {
		h.t.Fatalf("%s: %v", verb, err)
	}
	return string(out)
}

func (h *house) session(client *gossh.Client) *gossh.Session {
	h.t.Helper()
	s, err := client.NewSession()
	if err != nil {
		h.t.Fatalf("session: %v", err)
	}
	return s
}

// begin starts a verb and returns once it has printed something.
func (h *house) begin(s *gossh.Session, verb string) *screen {
	h.t.Helper()
	out := newScreen()
	s.Stdout = out
	if err := s.Start(verb); err != nil {
		h.t.Fatalf("%s: %v", verb, err)
	}
	out.await(h.t, "ready")
	return out
}

// exit is the exit status a session ended with.
func exit(t *testing.T, err error) int {
	t.Helper()
	var status *gossh.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return status.ExitStatus()
	}
	t.Fatalf("no exit status: %v", err)
	return -1
}

// soon waits for something to come.
func soon[T any](t *testing.T, what string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatalf("%s did not happen", what)
		panic("unreachable")
	}
}

// later turns the end of a call into something to wait for.
func later[T any](f func() T) <-chan T {
	c := make(chan T, 1)
	go func() { c <- f() }()
	return c
}

// readAll reads until the server closes it.
func readAll(conn io.Reader) <-chan string {
	return later(func() string {
		text, _ := io.ReadAll(conn) // a reset is an end, too
		return string(text)
	})
}

// buffer is a bytes.Buffer for many goroutines.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// screen is what a session printed so far.
type screen struct {
	buffer
	changed chan struct{} // of 1
}

func newScreen() *screen { return &screen{changed: make(chan struct{}, 1)} }

func (s *screen) Write(p []byte) (int, error) {
	n, err := s.buffer.Write(p)
	select {
	case s.changed <- struct{}{}:
	default:
	}
	return n, err
}

// await waits until a text has been printed.
func (s *screen) await(t *testing.T, text string) {
	t.Helper()
	limit := time.After(patience)
	for !strings.Contains(s.String(), text) {
		select {
		case <-s.changed:
		case <-limit:
			t.Fatalf("%q never came; there is %q", text, s.String())
		}
	}
}
