//go:build clients

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"deathtrap/rules"
)

// caller is a JSON client of a test: what it hears comes by a channel.
type caller struct {
	t     *testing.T
	conn  *ssh.Client
	in    io.Writer
	heard chan message
}

// call comes in over a connection, which may be a special one.
func call(t *testing.T, conn net.Conn, key ssh.Signer) *caller {
	t.Helper()
	c, channels, requests, err := ssh.NewClientConn(conn, conn.RemoteAddr().String(), &ssh.ClientConfig{
		User: "ana", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		t.Fatal(err)
	}
	client := ssh.NewClient(c, channels, requests)
	s, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	in, err := s.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start("json"); err != nil {
		t.Fatal(err)
	}
	called := &caller{t, client, in, make(chan message, 10_000)}
	go called.listen(out)
	return called
}

func (c *caller) listen(out io.Reader) {
	defer close(c.heard)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var m message
		if json.Unmarshal(lines.Bytes(), &m) == nil {
			c.heard <- m
		}
	}
}

func (c *caller) ask(format string, a ...any) {
	c.t.Helper()
	if _, err := fmt.Fprintf(c.in, format+"\n", a...); err != nil {
		c.t.Fatal(err)
	}
}

// until plays on until a message is what is waited for.
func (c *caller) until(what string, most time.Duration, is func(*message) bool) *message {
	c.t.Helper()
	late := time.After(most)
	for {
		select {
		case m, open := <-c.heard:
			if !open {
				c.t.Fatalf("%s: the line ended", what)
			}
			if is(&m) {
				return &m
			}
			if m.Type == "view" && m.View != nil && m.View.Owes() {
				text, err := json.Marshal(m.View.Legal[len(m.View.Legal)-1])
				if err != nil {
					c.t.Fatal(err)
				}
				c.ask(`{"id":99,"do":"act","seen":%d,"action":%s}`, m.Seen, text)
			}
		case <-late:
			c.t.Fatalf("%s did not come within %v", what, most)
		}
	}
}

func (c *caller) reply(id int) *message {
	c.t.Helper()
	return c.until("a reply", time.Second, func(m *message) bool { return m.Type == "reply" && m.ID == id })
}

// freezer is a line that can freeze: nothing goes through, and nothing ends.
type freezer struct {
	net.Conn
	frozen atomic.Bool
	ended  context.Context
}

func (f *freezer) Read(b []byte) (int, error) {
	n, err := f.Conn.Read(b)
	if f.frozen.Load() {
		<-f.ended.Done()
	}
	return n, err
}

func (f *freezer) Write(b []byte) (int, error) {
	if f.frozen.Load() {
		<-f.ended.Done()
	}
	return f.Conn.Write(b)
}

// TestDroppedLines takes two minutes: the spans are the real ones.
func TestDroppedLines(t *testing.T) {
	p := launch(t, t.TempDir())
	defer p.end()
	dial := func(from string) net.Conn {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		conn, err := d.Dial("tcp", "127.0.0.1:"+p.port)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	key := newKey(t)
	ended, end := context.WithCancel(t.Context())
	defer end()
	line := &freezer{Conn: dial("127.0.0.1"), ended: ended}
	ana, bo := call(t, line, key), call(t, dial("127.0.0.1"), newKey(t))
	ana.ask(`{"id":1,"do":"create","options":{"players":4,"turn":"off","bots":"regular"}}`)
	code := ana.reply(1).Code
	bo.ask(`{"id":1,"do":"join","code":%q}`, code)
	bo.reply(1)
	bo.ask(`{"id":2,"do":"ready"}`)
	bo.reply(2)
	ana.ask(`{"id":3,"do":"start"}`)
	ana.reply(3)

	away := func(is bool) func(*message) bool {
		return func(m *message) bool { return m.Type == "view" && m.Table.Seats[0].Away == is }
	}
	began := time.Now()
	line.frozen.Store(true)
	bo.until("that a frozen player is away", 65*time.Second, away(true))
	t.Logf("frozen: away after %v", time.Since(began).Round(time.Millisecond))

	bo.until("a stand-in, in the middle of a hand", 90*time.Second, func(m *message) bool {
		return m.Type == "view" && m.Table.Seats[0].StandIn && m.View.Phase == rules.PhaseFollow && m.View.Turn != rules.Nobody
	})
	t.Logf("a stand-in after %v", time.Since(began).Round(time.Millisecond))
	began = time.Now()
	back := call(t, dial("127.0.0.2"), key)
	back.ask(`{"id":4,"do":"resume"}`)
	if m := back.reply(4); !m.OK || m.Seat != 0 {
		t.Errorf("no seat: %+v", m)
	}
	seen := back.until("the game", time.Second, func(m *message) bool { return m.Type == "view" })
	if seen.View.Seat != 0 || len(seen.View.Hand) == 0 {
		t.Errorf("the cards are not there: %+v", seen.View)
	}
	t.Logf("back from another address after %v", time.Since(began).Round(time.Millisecond))
	bo.until("that she is back", time.Second, away(false))

	began = time.Now()
	back.conn.Close()
	bo.until("that she is away again", time.Second, away(true))
	t.Logf("closed cleanly: away after %v", time.Since(began).Round(time.Millisecond))
}
