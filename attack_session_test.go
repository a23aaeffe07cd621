package main

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// What may be asked for on a connection.

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

func (a *attacker) ways() {
	for a.wait(0) {
		client := a.dial()
		if client == nil {
			continue
		}
		if _, err := client.Dial("tcp", "127.0.0.1:1"); !isRefused(err) {
			a.t.Errorf("a tunnel: %v", err)
		}
		if ok, _, err := client.SendRequest("tcpip-forward", true, ssh.Marshal(&struct {
			Host string
			Port uint32
		}{"127.0.0.1", 0})); ok && err == nil {
			a.t.Error("a port of the server's")
		}
		if session, err := client.NewSession(); err == nil {
			for _, way := range []string{"auth-agent-req@openssh.com", "x11-req", "break", "signal"} {
				if ok, err := session.SendRequest(way, true, nil); ok && err == nil {
					a.t.Errorf("%s is answered yes", way)
				}
			}
		}
		client.Close()
	}
}

// isRefused reports whether a channel was refused as it should, or could not be
// asked for.
func isRefused(err error) bool {
	refused, asked := err.(*ssh.OpenChannelError)
	return err != nil && (!asked || refused.Reason == ssh.Prohibited)
}

func (a *attacker) variables() {
	for a.wait(0) {
		client := a.dial()
		if client == nil {
			continue
		}
		if session, err := client.NewSession(); err == nil {
			for _, kv := range []struct{ Name, Value string }{{"TTY_FORCE", "1"}, {"TMUX", "/tmp/x,1,0"}, {"TERM", "tmux-256color"}, {"LD_PRELOAD", "/x.so"}} {
				_, _ = session.SendRequest("env", false, ssh.Marshal(&kv)) // for what is sent afterwards
			}
			for i := range 2000 {
				if _, err := session.SendRequest("env", i%100 == 99, ssh.Marshal(&struct{ Name, Value string }{"LANG", strings.Repeat("x", 200)})); err != nil {
					break
				}
			}
			_ = session.RequestPty("tmux-256color", 24, 80, nil) // on a line that may be cut
			_ = session.Shell()
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

func (a *attacker) shells() {
	client := a.dial()
	if client == nil {
		a.t.Error("not let in")
		return
	}
	defer client.Close()
	for a.wait(0) {
		session, err := client.NewSession()
		if err != nil {
			continue // the one before has not ended yet
		}
		_ = session.RequestPty("xterm", 24, 80, nil) // or it is cut by now
		for i := range 100 {
			_ = session.WindowChange(24+i, 80)
		}
		session.Close()
	}
}

// kept is what OpenSSH's ControlMaster does, and once had a core run in circles
// for each.
func (a *attacker) kept() {
	for range 10 {
		client := a.dial()
		if client == nil {
			a.t.Error("not let in")
			return
		}
		defer client.Close()
		session, _ := a.screen(client)
		if session == nil {
			a.t.Error("no screen")
			return
		}
		session.Close()
	}
	began, used := time.Now(), a.cpu()
	for a.wait(10 * time.Millisecond) {
	}
	took := time.Since(began)
	if used = a.cpu() - used; used > took*7/10 && took > 0 { // the players need a tenth
		a.t.Errorf("in %v it used %v", took, used)
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
