package server

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

func TestShutdownLetsEverybodySayGoodbye(t *testing.T) {
	h := open(t, Limits{})
	var outs []*screen
	var ends []<-chan error
	for range 5 {
		s := h.session(h.dial("ana"))
		outs = append(outs, h.begin(s, "stare"))
		ends = append(ends, later(s.Wait))
	}
	idle := h.dial("bo")
	began := time.Now()
	h.shutdown()
	if d := time.Since(began); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
	for i, out := range outs {
		if status := exit(t, soon(t, "the session's end", ends[i])); status != 0 {
			t.Errorf("exit status %d", status)
		}
		if !strings.Contains(out.String(), "Goodbye.") {
			t.Errorf("the last words are lost: %q", out)
		}
		if err := soon(t, "the reason", h.ended); !errors.Is(err, errDraining) {
			t.Errorf("it ended by %v", err)
		}
	}
	soon(t, "the end of an idle connection", later(idle.Wait))
	if conn, err := net.Dial("tcp", h.address); err == nil {
		conn.Close()
		t.Error("it still listens")
	}
}

func TestShutdownCutsWhoDoesNotLeave(t *testing.T) {
	h := open(t, Limits{})
	channel, _, err := h.dial("ana").OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	// A terminal that was asked for nothing and a flood nobody reads.
	if _, err := channel.SendRequest("exec", true, gossh.Marshal(&struct{ Command string }{"flood"})); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if err := h.server.Shutdown(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	soon(t, "the end", h.ended)
}

func TestTheNewestSessionOfAKeyWins(t *testing.T) {
	h := open(t, Limits{})
	key := gossh.PublicKeys(newKey(t))
	older := h.session(h.dial("ana", key))
	in, err := older.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out := newScreen()
	older.Stdout = out
	if err := older.Start("json"); err != nil {
		t.Fatal(err)
	}
	out.await(t, "welcome")
	newer := h.ask("json", "ana", key)
	if !strings.Contains(newer, "welcome") {
		t.Errorf("the newer session says %q", newer)
	}
	soon(t, "the end of the older session", later(older.Wait))
	out.await(t, `"bye"`)
}
