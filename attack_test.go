package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

var attackFull = flag.Bool("attack.full", false, "attacks at full length: half a minute each, a minute for the storm")

// worstKey is how long a key may take to show while somebody attacks, at the 99th
// of a hundred.
const worstKey = 250 * time.Millisecond

// attack is something anybody on the internet may do to the server.
type attack struct {
	name string
	full time.Duration
	do   func(*attacker)
}

var attacks = []attack{
	{"200 silent connections", 30 * time.Second, func(a *attacker) { a.knockAndWait(200, "") }},
	{"200 connections that only say their version", 30 * time.Second, func(a *attacker) { a.knockAndWait(200, "SSH-2.0-loris\r\n") }},
	{"300 connections a second", time.Minute, (*attacker).storm},
	{"logins without end", 30 * time.Second, (*attacker).logins},
	{"1000 channels", 30 * time.Second, (*attacker).channels},
	{"2000 variables", 30 * time.Second, (*attacker).variables},
	{"absurd windows", 30 * time.Second, (*attacker).windows},
	{"a paste of 64 MB", 30 * time.Second, func(a *attacker) { a.typed("\x1b[200~", "pasted text ", 64<<20) }},
	{"an unterminated OSC of 10 MB", 30 * time.Second, func(a *attacker) { a.typed("\x1b]0;", "AAAAAAAA", 10<<20) }},
	{"a flood of keys", 30 * time.Second, func(a *attacker) { a.typed("", "jk\r?\x1b[A\x1b[B", 64<<20) }},
	{"a flood of mice", 30 * time.Second, func(a *attacker) { a.typed("", "\x1b[<35;9;9M\x1b[<35;10;9M", 64<<20) }},
	{"five bytes that once ended it all", 30 * time.Second, func(a *attacker) { a.typed("", "\x9b\x4d\x21\x21\x21", 64<<20) }},
	{"a reader that stops", 30 * time.Second, func(a *attacker) { a.frozen(false) }},
	{"a frozen line", 30 * time.Second, func(a *attacker) { a.frozen(true) }},
	{"quits with keys typed ahead", 30 * time.Second, (*attacker).quits},
	{"guesses at codes", 30 * time.Second, (*attacker).guesses},
}

// TestAttacks does all of them to the real server while four people play, who
// must not feel it; afterwards it must hold no more than before.
func TestAttacks(t *testing.T) {
	h := openAttacked(t)
	base := h.holds()
	for _, one := range attacks {
		during := time.Second
		if *attackFull {
			during = one.full
		}
		t.Run(one.name, func(t *testing.T) {
			worst, keys := h.during(t, &attacker{t: t, address: h.address, until: time.Now().Add(during)}, one.do)
			t.Logf("%v at the 99th of a hundred, %d keys", worst.Round(100*time.Microsecond), keys)
			if worst > worstKey {
				t.Errorf("a key took %v to show", worst)
			}
		})
	}
	h.comesBackTo(base)
}

// attacker is somebody from outside, as a guest.
type attacker struct {
	t       *testing.T
	address string
	until   time.Time
}

// wait is a moment to pass before the next try; it reports whether there is to
// be one.
func (a *attacker) wait(d time.Duration) bool {
	time.Sleep(d) // the rate itself is the attack
	return time.Now().Before(a.until)
}

// knockAndWait opens connections that say something and then nothing.
func (a *attacker) knockAndWait(n int, words string) {
	for range n {
		conn, err := net.Dial("tcp", a.address)
		if err != nil {
			a.t.Error(err)
			return
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, words) // it may be cut already
	}
	for a.wait(10 * time.Millisecond) {
	}
}

func (a *attacker) storm() {
	var all sync.WaitGroup
	defer all.Wait()
	for a.wait(time.Second / 300) {
		all.Go(func() {
			conn, err := net.Dial("tcp", a.address)
			if err != nil {
				return // the kernel's queue is full: the storm is strong
			}
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
			_, _ = bufio.NewReader(conn).ReadString('\n')
		})
	}
}

// dial comes in as a guest; nil if it is not let in, or the time is over.
func (a *attacker) dial() *ssh.Client {
	client, err := ssh.Dial("tcp", a.address, guestConfig("mallory"))
	if err != nil {
		return nil
	}
	return client
}

func (a *attacker) logins() {
	for a.wait(0) {
		if client := a.dial(); client != nil {
			client.Close()
		}
	}
}

func (a *attacker) channels() {
	for a.wait(0) {
		client := a.dial()
		if client == nil {
			continue
		}
		opened := 0
		for range 1000 {
			channel, requests, err := client.OpenChannel("session", nil)
			if err == nil {
				opened++
				go ssh.DiscardRequests(requests)
				defer channel.Close()
			}
		}
		if opened > 1 {
			a.t.Errorf("%d channels on one connection", opened)
		}
		client.Close()
	}
}

func (a *attacker) variables() {
	for a.wait(0) {
		client := a.dial()
		if client == nil {
			continue
		}
		if session, err := client.NewSession(); err == nil {
			for i := range 2000 {
				if _, err := session.SendRequest("env", i%100 == 99, ssh.Marshal(&struct{ Name, Value string }{"LANG", strings.Repeat("x", 200)})); err != nil {
					break
				}
			}
		}
		client.Close()
	}
}

func (a *attacker) windows() {
	type ptyRequest struct {
		Term                string
		Width, Height, X, Y uint32
		Modes               string
	}
	type change struct{ Width, Height, X, Y uint32 }
	for a.wait(0) {
		client := a.dial()
		if client == nil {
			continue
		}
		if session, err := client.NewSession(); err == nil {
			_, err = session.SendRequest("pty-req", true, ssh.Marshal(&ptyRequest{Term: "xterm", Width: 2147483647, Height: 2147483647}))
			for i := uint32(0); err == nil && i < 1000; i++ {
				_, err = session.SendRequest("window-change", false, ssh.Marshal(&change{Width: i * 99999, Height: 5000}))
			}
		}
		client.Close()
	}
}

// screen is a session at the screen; nil if there is none.
func (a *attacker) screen(client *ssh.Client) (*ssh.Session, io.WriteCloser) {
	session, err := client.NewSession()
	if err != nil {
		return nil, nil
	}
	in, err := session.StdinPipe()
	if err != nil || session.RequestPty("xterm-256color", 24, 80, nil) != nil || session.Shell() != nil {
		return nil, nil
	}
	return session, in
}

// typed types so many bytes as fast as they are taken.
func (a *attacker) typed(before, again string, most int) {
	client := a.dial()
	if client == nil {
		a.t.Error("not let in")
		return
	}
	end := time.AfterFunc(time.Until(a.until), func() { client.Close() })
	defer end.Stop()
	defer client.Close()
	session, in := a.screen(client)
	if session == nil {
		a.t.Error("no screen")
		return
	}
	_, err := io.WriteString(in, before)
	for piece := strings.Repeat(again, 1000); err == nil && most > 0; most -= len(piece) {
		_, err = io.WriteString(in, piece)
	}
}

// frozen has the screen drawn anew all the time and takes nothing of it: no
// output, or nothing from the line at all.
func (a *attacker) frozen(line bool) {
	conn, err := net.Dial("tcp", a.address)
	if err != nil {
		a.t.Error(err)
		return
	}
	defer conn.Close()
	wire := &deafConn{Conn: conn, thaw: make(chan struct{})}
	defer close(wire.thaw)
	c, channels, requests, err := ssh.NewClientConn(wire, a.address, guestConfig("mallory"))
	if err != nil {
		a.t.Error(err)
		return
	}
	session, err := ssh.NewClient(c, channels, requests).NewSession()
	if err != nil {
		a.t.Error(err)
		return
	}
	in, err := session.StdinPipe()
	if err != nil {
		a.t.Error(err)
		return
	}
	if _, err := session.StdoutPipe(); err != nil { // that nobody reads
		a.t.Error(err)
	}
	if session.RequestPty("xterm-256color", 24, 80, nil) != nil || session.Shell() != nil {
		a.t.Error("no screen")
		return
	}
	wire.frozen.Store(line)
	for a.wait(10 * time.Millisecond) {
		if _, err := io.WriteString(in, "\x0c?"); err != nil {
			return // cut, as it should be
		}
	}
}

func (a *attacker) quits() {
	for a.wait(0) {
		if client := a.dial(); client != nil {
			if _, in := a.screen(client); in != nil {
				_, _ = io.WriteString(in, "?"+strings.Repeat("jk\x1b[A", 50)+"qqqq"+strings.Repeat("x\r", 100))
			}
			client.Close()
		}
	}
}

func (a *attacker) guesses() {
	for n := 0; a.wait(0); n++ {
		client := a.dial()
		if client == nil {
			continue
		}
		if session, err := client.NewSession(); err == nil {
			out, _ := session.Output(fmt.Sprintf("plain %08d", 22222222+n))
			if len(out) > 0 && !strings.Contains(string(out), "no such table") {
				a.t.Errorf("a guess is answered %q", out)
			}
		}
		client.Close()
	}
}
