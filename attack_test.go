package main

import (
	"flag"
	"io"
	"os"
	"path/filepath"
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
	do   func(*attacker)
}

var attacks = []attack{
	{"200 silent connections", func(a *attacker) { a.knockAndWait(200, "") }},
	{"200 connections that only say their version", func(a *attacker) { a.knockAndWait(200, "SSH-2.0-loris\r\n") }},
	{"300 connections a second", (*attacker).storm},
	{"logins without end", (*attacker).logins},
	{"key exchanges that cost the server most", (*attacker).exchanges},
	{"a login with somebody else's key", (*attacker).masks},
	{"1000 channels", (*attacker).channels},
	{"ways to elsewhere", (*attacker).ways},
	{"2000 variables", (*attacker).variables},
	{"absurd windows", (*attacker).windows},
	{"terminals without a shell", (*attacker).shells},
	{"connections kept after their session", (*attacker).kept},
	{"a paste of 64 MB", func(a *attacker) { a.typed("\x1b[200~", "pasted text ", 64<<20) }},
	{"an unterminated OSC of 10 MB", func(a *attacker) { a.typed("\x1b]0;", "AAAAAAAA", 10<<20) }},
	{"a flood of keys", func(a *attacker) { a.typed("", "jk\r?\x1b[A\x1b[B", 64<<20) }},
	{"a flood of mice", func(a *attacker) { a.typed("", "\x1b[<35;9;9M\x1b[<35;10;9M", 64<<20) }},
	{"five bytes that once ended it all", func(a *attacker) { a.typed("", "\x9b\x4d\x21\x21\x21", 64<<20) }},
	{"resizes that are typed", func(a *attacker) { a.typed("", "\x1b[8;9999;9999t\x1b[4;99999;99999t", 64<<20) }},
	{"a line without end at the door", func(a *attacker) { a.said("json", `{"id":1,"do":"chat","text":"`, "AAAAAAAA", 64<<20) }},
	{"requests without end at the door", func(a *attacker) { a.said("json", "", `{"id":1,"do":"tables"}`+"\n", 64<<20) }},
	{"words without end in plain", func(a *attacker) { a.said("plain", "", "tables\nsay hello\n", 64<<20) }},
	{"a reader that stops", func(a *attacker) { a.frozen(false) }},
	{"a frozen line", func(a *attacker) { a.frozen(true) }},
	{"500 quits with keys typed ahead", (*attacker).quits},
	{"guesses at codes", (*attacker).guesses},
}

// TestAttacks does all of them to the binary while four people play, who must not
// feel it; afterwards it must hold no more than before.
func TestAttacks(t *testing.T) {
	binary := build(t)
	ran := trap(t, filepath.Dir(binary))
	h := openAttacked(t, binary)
	base := h.holds()
	for _, one := range attacks {
		t.Run(one.name, func(t *testing.T) {
			a := &attacker{t: t, address: h.address, until: time.Now().Add(attackTime(one.name)), cpu: h.cpu}
			worst, keys := h.during(t, func() { one.do(a) })
			t.Logf("%v at the 99th of a hundred, %d keys", worst.Round(100*time.Microsecond), keys)
			if worst > worstKey {
				t.Errorf("a key took %v to show", worst)
			}
			if *attackFull {
				h.comesBackTo(t, base)
			}
		})
	}
	h.comesBackTo(t, base)
	if _, err := os.Stat(ran); err == nil {
		t.Error("the server ran a program of the host's")
	}
}

// attackTime is how long an attack takes.
func attackTime(name string) time.Duration {
	switch {
	case !*attackFull:
		return time.Second / 2
	case name == "300 connections a second":
		return time.Minute
	}
	return 30 * time.Second
}

// trap puts a tmux into a folder that leaves a file behind when it is run, whose
// name is returned: a client's variables have made servers run it.
func trap(t *testing.T, folder string) (ran string) {
	t.Helper()
	ran = filepath.Join(folder, "ran")
	if err := os.WriteFile(filepath.Join(folder, "tmux"), []byte("#!/bin/sh\n: > '"+ran+"'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return ran
}

// attacker is somebody from outside, as a guest.
type attacker struct {
	t       *testing.T
	address string
	until   time.Time
	cpu     func() time.Duration // what the server has used
}

// wait is a moment to pass before the next try; it reports whether there is to
// be one.
func (a *attacker) wait(d time.Duration) bool {
	time.Sleep(d) // the rate itself is the attack
	return time.Now().Before(a.until)
}

// dial comes in as a guest; nil if it is not let in, or the time is over.
func (a *attacker) dial() *ssh.Client {
	client, err := ssh.Dial("tcp", a.address, guestConfig("mallory"))
	if err != nil {
		return nil
	}
	return client
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
