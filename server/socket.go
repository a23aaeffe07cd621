package server

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// replyWrite is the write, counted from 1, with which the server answers the
// client's half of the key exchange; before it come the version and the list of
// algorithms. After it a person may be looking at the host key's fingerprint.
const replyWrite = 3

// sendBuffer is the kernel's buffer for what a client has not taken, in bytes:
// small, so that a write that has returned is not far from being seen.
const sendBuffer = 32 << 10

// receiveBuffer is the kernel's buffer for what we have not read, in bytes:
// small, as what is in it is read at the rate that is allowed, also when the
// client is long gone.
const receiveBuffer = 64 << 10

// Listening makes listeners for Serve. The kernel asks their connections' far ends whether they
// are there: a machine that is gone is noticed within a minute, and routers on the
// way don't forget a quiet line. What is set on the listener needn't be set on each
// connection once more.
var Listening = net.ListenConfig{
	KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 15 * time.Second, Count: 3},
}

// exchanges bounds what strangers, who are not logged in yet, have the server do, so that
// key exchanges leave the processors to the players: how many compute at once, and for
// how long in all. Whoever logs in gets their time back, so that a crowd that comes
// back is not held up; whoever knocks and goes shares strangersShare with all who do.
// Safe for concurrent use.
type exchanges struct {
	slots  chan struct{} // full when as many compute as may
	budget *rate.Limiter // of time to compute, in microseconds
}

// Of each slot's time, strangers take at most this share, after this much at once.
const (
	strangersShare = 0.25
	strangersBurst = time.Second / 2
)

// comeAndGone is what it costs beside the exchange of keys to take a connection, and to let
// it go without a login: more than the exchange itself, by a profile of a flood.
const comeAndGone = 600 * time.Microsecond

func newExchanges(atOnce int) *exchanges {
	share := rate.Limit(strangersShare * float64(atOnce) * float64(time.Second/time.Microsecond))
	return &exchanges{
		slots:  make(chan struct{}, atOnce),
		budget: rate.NewLimiter(share, atOnce*int(strangersBurst/time.Microsecond)),
	}
}

// charge takes time from the budget, or gives it back, and says how long to pause.
func (e *exchanges) charge(spent time.Duration) (pause time.Duration) {
	return e.budget.ReserveN(time.Now(), min(int(spent/time.Microsecond), e.budget.Burst())).Delay()
}

// giveBack gives back a slot that was held for so long, once the budget allows another.
func (e *exchanges) giveBack(held time.Duration) {
	if pause := e.charge(held); pause > 0 {
		time.AfterFunc(pause, func() { <-e.slots })
		return
	}
	<-e.slots
}

// socket is a connection as the SSH library gets it. Until the login, it
// computes only while it holds one of a few slots. It holds one from the moment something
// has been read until it reads or writes again, never while it waits for the
// client. And it bounds what comes in, which may be one key exchange after the
// other.
type socket struct {
	net.Conn
	strangers *exchanges    // shared
	inbound   *rate.Limiter // bytes
	greeted   func()        // called with the write that answers the key exchange
	writes    atomic.Int32
	loggedIn  atomic.Bool
	ctx       context.Context // ends with the line

	ahead []byte // read, but not asked for yet; only who reads has it

	mu    sync.Mutex
	held  bool          // one of the slots
	since time.Time     // that
	spent time.Duration // holding one, while a stranger
}

// tune keeps the kernel's buffers small. Without delay it sends anyway (package net).
func tune(conn net.Conn) error {
	tcp, ok := conn.(*net.TCPConn)
	if proxied, is := conn.(interface{ TCPConn() (*net.TCPConn, bool) }); is {
		tcp, ok = proxied.TCPConn()
	}
	if !ok {
		return nil
	}
	return errors.Join(tcp.SetWriteBuffer(sendBuffer), tcp.SetReadBuffer(receiveBuffer))
}

// greetingBytes is how long a client's first line may be (RFC 4253, 4.2).
const greetingBytes = 255

// Read reads what the client sends. The SSH library asks for its first line byte by
// byte, each of which would be a call of the kernel.
func (s *socket) Read(p []byte) (int, error) {
	if len(p) == 1 && len(s.ahead) == 0 {
		line := make([]byte, greetingBytes)
		n, err := s.receive(line)
		if err != nil {
			return 0, err
		}
		s.ahead = line[:n]
	}
	if len(s.ahead) == 0 {
		return s.receive(p)
	}
	n := copy(p, s.ahead)
	if s.ahead = s.ahead[n:]; len(s.ahead) == 0 {
		s.ahead = nil
	}
	return n, nil
}

// receive reads from the connection.
func (s *socket) receive(p []byte) (int, error) {
	s.release()
	n, err := s.Conn.Read(p)
	if err != nil {
		return n, err
	}
	if err := s.inbound.WaitN(s.ctx, min(n, s.inbound.Burst())); err != nil || s.loggedIn.Load() {
		return n, err
	}
	return n, s.acquire()
}

func (s *socket) Write(p []byte) (int, error) {
	s.release()
	if s.writes.Add(1) == replyWrite {
		s.greeted()
	}
	return s.Conn.Write(p)
}

func (s *socket) Close() error {
	s.release()
	s.mu.Lock()
	if s.spent > 0 { // who never got a slot must not cost others theirs
		s.strangers.charge(comeAndGone)
		s.spent = 0
	}
	s.mu.Unlock()
	return s.Conn.Close()
}

// login ends the time of slots.
func (s *socket) login() {
	s.loggedIn.Store(true)
	s.release()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.strangers.charge(-s.spent)
	s.spent = 0
}

func (s *socket) acquire() error {
	select {
	case s.strangers.slots <- struct{}{}:
	case <-s.ctx.Done():
		return context.Cause(s.ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held || s.loggedIn.Load() || s.ctx.Err() != nil { // it changed while we waited
		s.strangers.giveBack(0)
		return nil
	}
	s.held, s.since = true, time.Now()
	return nil
}

func (s *socket) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held {
		s.held = false
		took := time.Since(s.since)
		s.spent += took
		s.strangers.giveBack(took)
	}
}
