package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"runtime/debug"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// Config is what a server needs.
type Config struct {
	Lobby   *lobby.Lobby   // must be set
	Signers []gossh.Signer // host keys; at least one
	Logger  *slog.Logger   // nil: the default one
	Limits  Limits
	Version string // told to clients, without blanks; may be ""
	Public  string // HOST or HOST:PORT by which friends reach us; "": what each client dialled

	// Hint is passed on to the screens; see tui.Options.
	Hint func(v rules.View, seed uint64) (rules.Action, string)

	Proxies []netip.Prefix // peers in front of the server; see Limits
	Hosting Hosting
}

// ErrNoHostKey says that a server was to start without one.
var ErrNoHostKey = errors.New("a server needs a host key")

// Server admits people. All its methods are safe for concurrent use.
type Server struct {
	lobby     *lobby.Lobby
	signers   []ssh.Signer
	logger    *slog.Logger
	limits    Limits
	version   string
	public    address
	hint      func(v rules.View, seed uint64) (rules.Action, string)
	verbs     map[string]verb
	admission *admission
	hosting   *hosting
	began     time.Time
	counts    counts
	crew      *terminal.Crew
	tidying   sync.Once
	exchanges *exchanges

	ctx   context.Context // ends when every line is to be cut
	cut   context.CancelCauseFunc
	drain context.Context // ends when every session is to end
	stop  context.CancelCauseFunc

	mu        sync.Mutex // of what follows
	listeners map[net.Listener]struct{}
	present   map[string]*session // the newest of each player in the lobby, by ID
	lines     sync.WaitGroup      // no Add once drain has ended
}

// New makes a server. It does nothing until Serve.
func New(c Config) (*Server, error) {
	if len(c.Signers) == 0 {
		return nil, ErrNoHostKey
	}
	public, err := parseAddress(c.Public)
	if err != nil {
		return nil, fmt.Errorf("public address: %w", err)
	}
	s := &Server{
		lobby:     c.Lobby,
		logger:    c.Logger,
		limits:    c.Limits.orDefault(),
		version:   "deathtrap",
		public:    public,
		hint:      c.Hint,
		verbs:     verbs(),
		listeners: map[net.Listener]struct{}{},
		present:   map[string]*session{},
		crew:      terminal.NewCrew(),
	}
	if s.logger == nil {
		s.logger = slog.Default()
	}
	if c.Version != "" {
		s.version += "_" + c.Version
	}
	for _, signer := range c.Signers {
		s.signers = append(s.signers, signer)
	}
	s.admission = newAdmission(s.limits, c.Proxies)
	s.began = time.Now()
	if s.hosting, err = openHosting(c.Hosting); err != nil {
		return nil, err
	}
	if err := s.Reload(); err != nil {
		return nil, err
	}
	s.admission.banned = func(ip netip.Addr, now time.Time) bool { return s.hosting.bans.covers(nil, ip, now) }
	s.exchanges = newExchanges(s.limits.Exchanges)
	s.ctx, s.cut = context.WithCancelCause(context.Background())
	s.drain, s.stop = context.WithCancelCause(context.Background())
	return s, nil
}

// Serve takes connections from the listener until Shutdown, which makes it
// return nil, or until the listener fails. It closes the listener.
func (s *Server) Serve(listener net.Listener) error {
	defer listener.Close()
	if !s.track(listener) {
		return nil
	}
	s.tidying.Do(func() { go s.hosting.tidyUp(s.drain, s.logger) })
	pause := time.Duration(0)
	for {
		conn, err := listener.Accept()
		switch {
		case s.drain.Err() != nil:
			if err == nil {
				return conn.Close()
			}
			return nil
		case err == nil:
			pause = 0
			s.start(conn)
		case errors.Is(err, net.ErrClosed):
			return fmt.Errorf("accept: %w", err)
		default: // too many open files, most likely: it passes
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			s.logger.Warn("can't take connections", "error", err, "again", pause)
			s.sleep(pause)
		}
	}
}

// start answers a connection in a goroutine that can't end the process.
func (s *Server) start(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drain.Err() != nil {
		// It was not answered yet, so there is nobody to tell of an error.
		_ = conn.Close()
		return
	}
	s.lines.Go(func() {
		defer func() {
			if r := recover(); r != nil {
				s.counts.panics.Add(1)
				s.logger.Error("panic", "in", "line", "panic", r, "stack", string(debug.Stack()))
				_ = conn.Close()
			}
		}()
		s.answer(conn)
	})
}

func (s *Server) sleep(d time.Duration) {
	select {
	case <-time.After(d):
	case <-s.drain.Done():
	}
}

func (s *Server) track(listener net.Listener) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listeners[listener] = struct{}{}
	return s.drain.Err() == nil
}

// Shutdown stops listening, tells everybody, restores every terminal and
// returns when all have gone. When the context ends before that, the remaining
// connections are cut, and its error is returned.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.stop(errDraining)
	for listener := range s.listeners {
		// Serve reports what is wrong with a listener.
		_ = listener.Close()
	}
	s.mu.Unlock()
	s.lobby.Drain()
	defer s.crew.Dismiss()

	gone := make(chan struct{})
	go func() { // can't panic
		s.lines.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		s.cut(errDraining)
		<-gone
		return ctx.Err()
	}
}
