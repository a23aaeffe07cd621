package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"
)

// linger is how long a client may take to hang up after its last session.
const linger = time.Second

// Why a line was closed.
var (
	errEnded    = errors.New("the connection has ended")
	errSlow     = errors.New("the client was too slow to log in")
	errIdle     = errors.New("a connection without a session")
	errPanicked = errors.New("something broke on our side")
	errDraining = errors.New("the server restarts")
)

// line is one connection, from Accept to close. Its methods are the callbacks
// of an SSH server of its own.
type line struct {
	server *Server
	socket *socket
	ticket *ticket
	word   string // for a guest to come back with
	logger *slog.Logger

	ctx    context.Context // ends when the line does; its cause says why
	cancel context.CancelCauseFunc

	greeting *time.Timer // until the client has done its half of the key exchange
	idle     *time.Timer // until there must be a session; from the login on
	tries    int         // logins that failed, all of them before the last

	channel atomic.Pointer[channel] // the session there is, or nil

	mu      sync.Mutex // of over
	over    bool       // the connection has ended: no more threads begin
	threads sync.WaitGroup
}

// answer takes a new connection and returns when it has ended.
func (s *Server) answer(conn net.Conn) {
	l := s.newLine(conn)
	defer l.wait()
	defer l.close(errEnded)
	s.counts.connections.Add(1)
	ticket, err := s.admission.knock(conn.RemoteAddr(), time.Now(), l.close)
	if err != nil {
		l.turnAway(err)
		return
	}
	l.ticket = ticket
	defer ticket.leave()
	if err := tune(conn); err != nil {
		l.logger.Debug("connection refused", "error", err)
		return
	}
	defer context.AfterFunc(s.drain, l.drain)()
	defer context.AfterFunc(s.ctx, func() { l.close(errDraining) })()
	l.sshServer().HandleConn(l.socket)
}

func (s *Server) newLine(conn net.Conn) *line {
	l := &line{server: s, word: newWord(), logger: s.logger.With("from", conn.RemoteAddr().String())}
	l.ctx, l.cancel = context.WithCancelCause(s.ctx)
	l.socket = &socket{
		Conn:      conn,
		strangers: s.exchanges,
		inbound:   rate.NewLimiter(rate.Limit(s.limits.InRate), s.limits.InBurst),
		ctx:       l.ctx,
	}
	l.greeting = time.AfterFunc(s.limits.Greeting, func() { l.close(errSlow) })
	l.socket.greeted = func() { l.greeting.Stop() }
	l.idle = time.AfterFunc(s.limits.Login+s.limits.Channel, func() { l.close(errIdle) })
	return l
}

// turnAway says why in plain text, before any SSH; clients show it with -v.
func (l *line) turnAway(why error) {
	l.server.counts.refused.Add(1)
	l.logger.Debug("connection refused", "error", why)
	if err := l.socket.SetWriteDeadline(time.Now().Add(time.Second)); err != nil {
		return
	}
	// It goes into an empty socket buffer; whoever is gone already misses nothing.
	_, _ = l.socket.Conn.Write([]byte("Deathtrap Dungeon: " + why.Error() + ".\r\n"))
}

// sshServer is the server of this one connection.
func (l *line) sshServer() *ssh.Server {
	srv := &ssh.Server{
		HostSigners:                l.server.signers,
		Version:                    l.server.version,
		HandshakeTimeout:           l.server.limits.Login,
		PublicKeyHandler:           l.allowKey,
		KeyboardInteractiveHandler: allowGuest,
		ServerConfigCallback:       l.serverConfig,
		ConnectionFailedCallback:   l.failed,
		ChannelHandlers: map[string]ssh.ChannelHandler{
			"session": l.onChannel,
			"default": refuseChannel,
		},
	}
	wish.WithMiddleware(l.session, l.admitted, l.recovered)(srv) // the last one runs first
	return srv
}

func (l *line) serverConfig(ssh.Context) *gossh.ServerConfig {
	return &gossh.ServerConfig{
		Config:                  algorithms(),
		PublicKeyAuthAlgorithms: signatures(),
		MaxAuthTries:            maxAuthTries,
		AuthLogCallback:         l.tried,
	}
}

func (l *line) allowKey(_ ssh.Context, key ssh.PublicKey) bool {
	err := acceptable(key)
	if h := l.server.hosting; err == nil && h.allow.path != "" {
		if id := gossh.FingerprintSHA256(key); !h.allow.has(id) && !h.admins.has(id) {
			err = errNotListed // there may be a better key; if not, a guest is told
		}
	}
	if err != nil {
		l.logger.Debug("key refused", "type", key.Type(), "error", err)
	}
	return err == nil
}

// allowGuest asks nothing: there is nothing to know.
func allowGuest(ssh.Context, gossh.KeyboardInteractiveChallenge) bool { return true }

// tried is called after each try to log in; without an error it was the last.
func (l *line) tried(_ gossh.ConnMetadata, method string, err error) {
	if err != nil {
		if method != "none" {
			l.tries++
		}
		return
	}
	l.logger.Debug("logged in", "method", method)
	l.greeting.Stop()
	l.socket.login()
	l.idle.Reset(l.server.limits.Channel)
}

func (l *line) failed(_ net.Conn, err error) {
	if cause := context.Cause(l.ctx); cause != nil {
		err = cause
	}
	l.server.counts.failed.Add(1)
	l.logger.Debug("login failed", "error", err)
	var network net.Error
	limits := l.server.limits
	switch {
	case errors.Is(err, errMadeRoom), errors.Is(err, errDraining):
	case errors.Is(err, errSlow), errors.As(err, &network) && network.Timeout():
		l.ticket.punish(limits.PenaltySlow, time.Now())
	case l.tries > 0:
		l.ticket.punish(limits.PenaltyFailed, time.Now())
	default:
		l.ticket.punish(limits.PenaltyNone, time.Now())
	}
}

// drain ends the session, which then says goodbye, or the line without one.
func (l *line) drain() {
	if c := l.channel.Load(); c != nil && c.open.Err() == nil {
		c.cancel(errDraining)
		return
	}
	l.close(errDraining)
}

// rest waits for a session, for a while; when there is to be none, only for the
// client to hang up: to do it at once could cost it the last words.
func (l *line) rest(forGood bool) {
	switch {
	case l.ctx.Err() != nil:
	case forGood, l.server.drain.Err() != nil:
		l.idle.Reset(linger)
	default:
		l.idle.Reset(l.server.limits.Idle)
	}
}

// close ends the line, from whatever goroutine and however often; the first
// cause counts.
func (l *line) close(why error) {
	l.cancel(why)
	l.greeting.Stop()
	l.idle.Stop()
	// The only error is that it is closed already.
	_ = l.socket.Close()
}

// begin counts a thread of the line that somebody else has started, until
// threads.Done; false: the line has ended.
func (l *line) begin() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over {
		l.threads.Add(1)
	}
	return !l.over
}

// wait returns when all threads have ended.
func (l *line) wait() {
	l.mu.Lock()
	l.over = true
	l.mu.Unlock()
	l.threads.Wait()
}

// spawn runs f in a goroutine of the line, from one of its threads. If it
// panics, the line ends, and nothing else.
func (l *line) spawn(what string, f func()) {
	l.threads.Go(func() {
		defer l.survive(what)
		f()
	})
}

// survive is deferred: it turns a panic into the end of the line.
func (l *line) survive(what string) {
	if r := recover(); r != nil {
		l.server.counts.panics.Add(1)
		l.logger.Error("panic", "in", what, "panic", r, "stack", string(debug.Stack()))
		l.close(errPanicked)
	}
}
