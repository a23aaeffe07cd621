package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"
)

// patience is how long the next thing may take before something is wrong: long, for
// thousands of people on a machine that is busy with something else, too.
const patience = 2 * time.Minute

// look is what a client says of its terminal.
type look struct {
	width, height int
	command       string                  // "" for a shell
	wire          func(net.Conn) net.Conn // what lies between; nil for nothing
}

// The terminals of the measurements.
var (
	usual   = look{width: 100, height: 30}
	classic = look{width: 80, height: 24}
)

// client is one person's SSH session and what is on their screen. One goroutine
// reads; the methods are for one other.
type client struct {
	conn  ssh.Conn
	pipe  ssh.Channel
	bell  chan struct{} // of 1: something was shown; may be shared
	bytes atomic.Int64  // shown so far
	reads atomic.Int64  // in so many pieces
	next  atomic.Pointer[chan time.Time]

	mu    sync.Mutex
	glass glass
	err   error // why the session ended
}

// dial opens a session with a terminal. The bell may be nil.
func dial(address, user string, l look, bell chan struct{}) (*client, error) {
	wire, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
		return nil, err
	}
	if l.wire != nil {
		wire = l.wire(wire)
	}
	conn, channels, requests, err := ssh.NewClientConn(wire, address, &ssh.ClientConfig{
		User:            user,
		Auth:            []ssh.AuthMethod{ssh.KeyboardInteractive(noAnswers)},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), // a server of our own
		Timeout:         patience,
	})
	if err != nil {
		return nil, errors.Join(err, wire.Close())
	}
	go refuseAll(requests, channels)
	pipe, ours, err := conn.OpenChannel("session", nil)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	go ssh.DiscardRequests(ours)
	if bell == nil {
		bell = make(chan struct{}, 1)
	}
	c := &client{conn: conn, pipe: pipe, bell: bell, glass: newGlass(l.width, l.height)}
	if err := c.begin(l); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	go c.read()
	return c, nil
}

// noAnswers comes in as a guest.
func noAnswers(_, _ string, questions []string, _ []bool) ([]string, error) {
	return make([]string, len(questions)), nil
}

// refuseAll answers what servers ask of clients: keepalives, that is.
func refuseAll(requests <-chan *ssh.Request, channels <-chan ssh.NewChannel) {
	go func() {
		for c := range channels {
			_ = c.Reject(ssh.Prohibited, "")
		}
	}()
	ssh.DiscardRequests(requests)
}

// begin asks for a terminal and a shell (RFC 4254, 6.2 and 6.5).
func (c *client) begin(l look) error {
	terminal := struct {
		Term                  string
		Width, Height, PW, PH uint32
		Modes                 string
	}{Term: "xterm-256color", Width: uint32(l.width), Height: uint32(l.height)}
	what, command := "shell", []byte(nil)
	if l.command != "" {
		what, command = "exec", ssh.Marshal(struct{ Command string }{l.command})
	}
	for _, ask := range []struct {
		what    string
		payload []byte
	}{{"pty-req", ssh.Marshal(&terminal)}, {what, command}} {
		if ok, err := c.pipe.SendRequest(ask.what, true, ask.payload); err != nil || !ok {
			return errors.Join(fmt.Errorf("no %s", ask.what), err)
		}
	}
	return nil
}

// A terminal's question that everything answers, and what xterm answers to all
// that are asked before it.
var (
	question = []byte("\x1b[c")
	answers  = []byte("\x1b[1;2R\x1b]11;rgb:1515/1111/0e0e\x1b\\\x1b[?62;22c")
)

func (c *client) read() {
	buf := make([]byte, 4<<10)
	for {
		n, err := c.pipe.Read(buf)
		now := time.Now()
		if waiting := c.next.Swap(nil); waiting != nil && n > 0 {
			*waiting <- now
		}
		c.bytes.Add(int64(n))
		c.reads.Add(1)
		c.mu.Lock()
		c.glass.write(buf[:n])
		c.err = err
		c.mu.Unlock()
		select {
		case c.bell <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
		if bytes.Contains(buf[:n], question) {
			// If the line is gone, the next read says so.
			_, _ = c.pipe.Write(answers)
		}
	}
}

// press types.
func (c *client) press(keys string) error {
	_, err := c.pipe.Write([]byte(keys))
	return err
}

// expect begins to wait for the next byte to come; the channel gets its time.
func (c *client) expect() <-chan time.Time {
	next := make(chan time.Time, 1)
	c.next.Store(&next)
	return next
}

// timed types and says how long it took until something came.
func (c *client) timed(keys string) (time.Duration, error) {
	next := c.expect()
	began := time.Now()
	if err := c.press(keys); err != nil {
		return 0, err
	}
	select {
	case at := <-next:
		return at.Sub(began), nil
	case <-time.After(patience):
		return 0, fmt.Errorf("nothing came after %q; there stands:\n%s", keys, c.text())
	}
}

// line is a line of the screen; -1 is the last.
func (c *client) line(y int) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.glass.line(y)
}

func (c *client) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.glass.text()
}

// interludes are what enter does on screens on the way: to whoever is new, alone or
// invited to a table, and to whoever has sat down as a guest.
var interludes = []string{"enter see who is here", "enter go to the table", "enter close"}

// await waits until some words are on the screen, past interludes.
func (c *client) await(words string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	passed := map[string]bool{}
	for {
		text := c.text()
		if strings.Contains(text, words) {
			return nil
		}
		for _, does := range interludes {
			if !passed[does] && strings.HasPrefix(c.line(-2), does) {
				passed[does] = true
				if err := c.press(enter); err != nil {
					return err
				}
			}
		}
		c.mu.Lock()
		err := c.err
		c.mu.Unlock()
		if err != nil {
			return fmt.Errorf("waiting for %q: %w", words, err)
		}
		select {
		case <-c.bell:
		case <-ctx.Done():
			return fmt.Errorf("no %q came; there stands:\n%s", words, text)
		}
	}
}

// close hangs up.
func (c *client) close() { _ = c.conn.Close() }
