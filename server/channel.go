package server

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"deathtrap/table/words"
	"deathtrap/tui/terminal"
)

// What a client may tell of itself. The size of its window is bounded by
// terminal.Start as well; here it is for what is logged or shown before.
const (
	maxWidth   = 300 // cells
	maxHeight  = 100
	maxEnv     = 16
	maxValue   = 256     // bytes of an environment variable
	maxCommand = 4 << 10 // bytes
)

// wantedEnv are the variables that are kept, as nothing else of the client's is
// of use here.
var wantedEnv = []string{"NO_COLOR", "COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "TERM_PROGRAM"}

var (
	errHungUp  = errors.New("the session was closed by the client")
	errNoShell = errors.New("a session that asked for nothing")
)

// channel is one session channel. Its pump answers all the client's requests
// at once, so that nothing ever waits behind one, and hands on the few that
// start a session.
type channel struct {
	gossh.Channel
	line *line
	out  *outbox

	open   context.Context // ends with the session or the line
	shut   context.CancelFunc
	ctx    context.Context // the session's: ends with open, or when the server does
	cancel context.CancelCauseFunc

	// What the client told before it asked for a shell or command. The pump
	// writes these until then, only the session reads them afterwards.
	pty  bool
	term string
	size terminal.Size
	env  []string

	who identity // set before the session starts

	handed  chan *gossh.Request // to the SSH library; has room for all that are handed on
	started bool                // a shell or command was handed on
	ended   chan struct{}       // closed when the session is over
	end     func()              // closes it, once
	goesOn  atomic.Bool         // the session does when its handler has returned
	away    chan struct{}       // closed when all is over and another channel may come
	sizes   chan terminal.Size  // of 1: the newest

	mu     sync.Mutex
	screen *terminal.Terminal // is told of the newest; nil while there is none
}

// onChannel is openChannel in the goroutine that the SSH library gives it.
func (l *line) onChannel(srv *ssh.Server, conn *gossh.ServerConn, offered gossh.NewChannel, ctx ssh.Context) {
	l.thread("channel", func() { l.openChannel(srv, conn, offered, ctx) })()
}

// openChannel is the handler of session channels: one at a time.
func (l *line) openChannel(srv *ssh.Server, conn *gossh.ServerConn, offered gossh.NewChannel, ctx ssh.Context) {
	c := l.newChannel()
	defer c.shut()
	if !l.take(c) {
		l.refuse(offered, "one session at a time on a connection")
		return
	}
	defer l.putAway(c)
	if l.server.drain.Err() != nil {
		l.refuse(offered, errDraining.Error())
		return
	}
	accepted, requests, err := offered.Accept()
	if err != nil {
		return // the line has ended
	}
	c.serve(accepted, conn)
	l.spawn("starting", func() { ssh.DefaultSessionHandler(srv, conn, pumped{offered, c}, ctx) })
	c.pump(requests)
	if c.started {
		<-c.ended
	}
}

func (l *line) newChannel() *channel {
	c := &channel{
		line:   l,
		handed: make(chan *gossh.Request, 2), // a pty-req, and a shell or exec
		ended:  make(chan struct{}),
		away:   make(chan struct{}),
		sizes:  make(chan terminal.Size, 1),
	}
	c.end = sync.OnceFunc(func() { close(c.ended) })
	c.open, c.shut = context.WithCancel(l.ctx)
	c.ctx, c.cancel = context.WithCancelCause(c.open)
	return c
}

// take makes c the line's channel, unless there is one. Of one that has ended
// it awaits that the client has closed it, too.
func (l *line) take(c *channel) bool {
	for !l.channel.CompareAndSwap(nil, c) {
		former := l.channel.Load()
		switch {
		case former == nil:
		case former.open.Err() == nil:
			return false
		default:
			<-former.away // or the line ends, and with it the former
		}
	}
	l.idle.Stop()
	return true
}

func (l *line) putAway(c *channel) {
	if !c.started { // else its exit has seen to that
		l.rest(false)
	}
	l.channel.Store(nil)
	close(c.away)
}

// serve readies the way to the client.
func (c *channel) serve(accepted gossh.Channel, conn gossh.Conn) {
	c.Channel = accepted
	c.out = newOutbox(accepted, c.line.server.limits, c.open.Done(), c.line.close)
	c.out.keepalive(func() error {
		_, _, err := conn.SendRequest("keepalive@openssh.com", true, nil)
		return err
	}, func(f func()) func() { return c.line.thread("keepalive", f) })
	// A timer that waits for the next question would keep all this until then.
	context.AfterFunc(c.open, func() { c.out.next.Stop() })
}

// thread is f as a thread of the line, to be run in a goroutine that somebody else
// has started, such as a timer's.
func (l *line) thread(what string, f func()) func() {
	return func() {
		if !l.begin() {
			return
		}
		defer l.threads.Done()
		defer l.survive(what)
		f()
	}
}

// pumped is the offer of a channel as the SSH library gets it.
type pumped struct {
	gossh.NewChannel
	channel *channel
}

func (p pumped) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	return p.channel, p.channel.handed, nil
}

// refuseChannel is the handler of all other channels: there are no tunnels here.
func refuseChannel(_ *ssh.Server, conn *gossh.ServerConn, offered gossh.NewChannel, _ ssh.Context) {
	// An error means that the line has ended.
	_ = offered.Reject(gossh.Prohibited, "this server plays cards; it leads nowhere else")
}

func (l *line) refuse(offered gossh.NewChannel, why string) {
	if err := offered.Reject(gossh.ResourceShortage, why); err != nil {
		l.logger.Debug("channel not refused", "error", err)
	}
}

// pump takes the client's requests until the channel closes.
func (c *channel) pump(requests <-chan *gossh.Request) {
	letGo := sync.OnceFunc(func() { close(c.handed) }) // the SSH library, once it has all it gets
	defer letGo()
	defer c.shut()
	defer c.cancel(errHungUp)
	ended := c.ctx.Done()
	shell := time.NewTimer(c.line.server.limits.Shell)
	defer shell.Stop()
	resize := newResizer(c.sizes, c.line.server.limits.Resize)
	defer resize.stop()
	for {
		select {
		case req, open := <-requests:
			if !open {
				return
			}
			if c.obey(req, resize) {
				shell.Stop()
				letGo()
			}
			c.tellSize()
		case <-resize.pause.C:
			resize.tick()
			c.tellSize()
		case <-shell.C:
			c.line.close(errNoShell)
		case <-ended:
			ended = nil
			if !c.started {
				c.line.close(context.Cause(c.ctx))
			}
		}
	}
}

// follow has a screen told of each new size from now on.
func (c *channel) follow(screen *terminal.Terminal) {
	c.mu.Lock()
	c.screen = screen
	c.mu.Unlock()
	c.tellSize()
}

// tellSize tells the newest size, if there is one that hasn't been.
func (c *channel) tellSize() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.screen == nil {
		return
	}
	select {
	case size := <-c.sizes:
		c.screen.Resize(size)
	default:
	}
}

// rest has the screen take less memory until something is painted.
func (c *channel) rest() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.screen != nil {
		c.screen.Rest()
	}
}

// obey answers a request or hands it on; it reports whether the session starts.
func (c *channel) obey(req *gossh.Request, resize *resizer) bool {
	switch req.Type {
	case "window-change":
		size, ok := parseSize(req.Payload)
		if ok && c.pty {
			resize.to(size)
		}
		c.reply(req, ok && c.pty)
	case "env":
		c.reply(req, !c.started && c.takeEnv(req.Payload))
	case "pty-req":
		if c.started || c.pty || !c.takePty(req) {
			c.reply(req, false)
			return false
		}
		c.handed <- req
	case "subsystem": // as a command it gets its sentence; clients don't show what comes with a refusal
		req.Type, req.Payload = "exec", gossh.Marshal(&struct{ Command string }{"sftp"})
		return c.begin(req)
	case "shell", "exec":
		return c.begin(req)
	case "eow@openssh.com": // nobody takes our output any more: all that ControlMaster sends for a killed window
		c.cancel(errHungUp)
		c.reply(req, true)
	default: // agent and X11 forwarding, signals, breaks
		c.reply(req, false)
	}
	return false
}

// begin hands on the request that starts the session, unless there was one.
func (c *channel) begin(req *gossh.Request) bool {
	if c.started || len(req.Payload) > maxCommand {
		c.reply(req, false)
		return false
	}
	c.started = true
	c.handed <- req
	return true
}

// reply answers a request. An error means that the line has ended, which shows
// by the end of the requests.
func (c *channel) reply(req *gossh.Request, ok bool) { _ = req.Reply(ok, nil) }

// say writes a sentence where the client shows errors.
func (c *channel) say(sentence string) {
	stall := time.AfterFunc(c.line.server.limits.Stall, func() { c.line.close(errStalled) })
	defer stall.Stop()
	// Whoever can't take it is gone.
	_, _ = c.Channel.Stderr().Write([]byte(sentence + "\r\n"))
}

func (c *channel) takeEnv(payload []byte) bool {
	var kv struct{ Name, Value string }
	if gossh.Unmarshal(payload, &kv) != nil {
		return false
	}
	if len(c.env) == maxEnv || len(kv.Value) > maxValue || !slices.Contains(wantedEnv, kv.Name) {
		return false
	}
	c.env = append(c.env, kv.Name+"="+kv.Value)
	return true
}

// ptyRequest is the payload of a pty-req (RFC 4254, 6.2).
type ptyRequest struct {
	Term          string
	Width, Height uint32 // cells
	PixelWidth    uint32
	PixelHeight   uint32
	Modes         string
}

// takePty keeps what is asked for and makes it harmless for who gets it next.
func (c *channel) takePty(req *gossh.Request) bool {
	var asked ptyRequest
	if gossh.Unmarshal(req.Payload, &asked) != nil {
		return false
	}
	c.pty = true
	c.term = words.Term(asked.Term)
	c.size = clamp(asked.Width, asked.Height)
	req.Payload = gossh.Marshal(&ptyRequest{
		Term: c.term, Width: uint32(c.size.Width), Height: uint32(c.size.Height),
	})
	return true
}

func parseSize(payload []byte) (terminal.Size, bool) {
	var asked struct{ Width, Height, PixelWidth, PixelHeight uint32 }
	if gossh.Unmarshal(payload, &asked) != nil {
		return terminal.Size{}, false
	}
	return clamp(asked.Width, asked.Height), true
}

// clamp makes a usable size of what a client claims; 0 means unknown.
func clamp(width, height uint32) terminal.Size {
	if width == 0 || height == 0 {
		return terminal.Size{Width: 80, Height: 24}
	}
	return terminal.Size{Width: int(min(width, maxWidth)), Height: int(min(height, maxHeight))}
}

// dumb reports whether the terminal can only print.
func (c *channel) dumb() bool {
	return !c.pty || c.term == "" || strings.HasPrefix(c.term, "dumb")
}
