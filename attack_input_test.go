package main

import (
	"io"
	"net"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// What may be typed, and not read.

// typed types so many bytes at the screen as fast as they are taken, and again.
func (a *attacker) typed(before, again string, most int) {
	for a.wait(0) {
		a.pour(before, again, most, a.screen)
	}
}

// said says so many bytes to a verb as fast as they are taken, and again.
func (a *attacker) said(verb, before, again string, most int) {
	for a.wait(0) {
		a.pour(before, again, most, func(client *ssh.Client) (*ssh.Session, io.WriteCloser) {
			session, err := client.NewSession()
			if err != nil {
				return nil, nil
			}
			session.Stdout = io.Discard
			in, err := session.StdinPipe()
			if err != nil || session.Start(verb) != nil {
				return nil, nil
			}
			return session, in
		})
	}
}

// pour writes so many bytes into a session, until it is cut or the time is over.
func (a *attacker) pour(before, again string, most int, begin func(*ssh.Client) (*ssh.Session, io.WriteCloser)) {
	client := a.dial()
	if client == nil {
		a.t.Error("not let in")
		return
	}
	defer client.Close()
	session, in := begin(client)
	if session == nil {
		a.t.Error("no session")
		return
	}
	end := time.AfterFunc(time.Until(a.until), func() { client.Close() })
	defer end.Stop()
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
	for n := 0; a.wait(0) || *attackFull && n < 500; n++ {
		if client := a.dial(); client != nil {
			if _, in := a.screen(client); in != nil {
				_, _ = io.WriteString(in, "?"+strings.Repeat("jk\x1b[A", 50)+"qqqq"+strings.Repeat("x\r", 100))
			}
			client.Close()
		}
	}
}
