package server

import (
	"io"
	"os"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// sitAtDesk opens the admins' desk on a screen of 80 by 24.
func (h *hosted) sitAtDesk(key gossh.Signer) (*gossh.Session, io.Writer, *screen) {
	h.t.Helper()
	s := h.session(h.dial("root", gossh.PublicKeys(key)))
	keys, err := s.StdinPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	out := newScreen()
	s.Stdout, s.Stderr = out, out
	if err := s.RequestPty("xterm-256color", 24, 80, nil); err != nil {
		h.t.Fatal(err)
	}
	if err := s.Start("admin"); err != nil {
		h.t.Fatal(err)
	}
	return s, keys, out
}

// shows waits until words stand on the screen; blanks that were there before are
// not drawn again.
func (s *screen) shows(t *testing.T, words string) {
	t.Helper()
	waitUntil(t, words, func() bool { return strings.Contains(strings.ReplaceAll(s.String(), "\x1b[C", " "), words) })
}

// TestTheDesk is a day at it: the orders are those of the verbs, with the same
// answers and the same audit log, and the admin's own game goes on meanwhile.
func TestTheDesk(t *testing.T) {
	h := openHosted(t, Limits{})
	own := h.program(h.dial("root", gossh.PublicKeys(h.admin)))
	own.ask("", "welcome")
	ana := h.program(h.dial("ana", gossh.PublicKeys(newKey(t))))
	ana.ask(`{"id":1,"do":"create","private":true,"title":"hush","options":{"players":4,"bots":"novice"}}`, `"ok":true`)
	ana.ask(`{"id":2,"do":"start"}`, `"ok":true`)
	ana.ask(`{"id":3,"do":"chat","text":"a secret"}`, `"ok":true`)
	s, keys, out := h.sitAtDesk(h.admin)
	out.shows(t, "ana")
	bo := h.program(h.dial("bobo", gossh.PublicKeys(newKey(t))))
	bo.ask("", "welcome")
	out.shows(t, "bobo") // by itself
	press(t, keys, "\x1b[B\x1b[B\x1b[B")
	press(t, keys, "m")
	out.shows(t, "mute")
	press(t, keys, "\r")
	out.shows(t, "is muted until")
	bo.ask(`{"id":1,"do":"chat","text":"me?"}`, "silenced you")
	press(t, keys, "k\r")
	bo.ask("", "sent you out")
	press(t, keys, "sthe server restarts\r")
	own.ask("", "the server restarts")
	press(t, keys, "\t")
	out.shows(t, "hush")
	press(t, keys, "q")
	if status := exit(t, soon(t, "the end", later(s.Wait))); status != 0 {
		t.Errorf("status %d", status)
	}
	if text := out.String(); strings.Contains(text, "a secret") {
		t.Error("the desk shows what is said at a table")
	}
	own.ask(`{"id":9,"do":"tables"}`, `"ok":true`)
	audit := h.must("audit")
	for _, words := range []string{"mute bobo 1h", "kick bobo", "say the server restarts"} {
		if strings.Count(audit, words) != 1 {
			t.Errorf("%q is not in the audit log once: %s", words, audit)
		}
	}
}

// TestTheDeskIsForAdmins: for nobody else, and no longer than they are ones.
func TestTheDeskIsForAdmins(t *testing.T) {
	h := openHosted(t, Limits{})
	s, _, out := h.sitAtDesk(newKey(t))
	if status := exit(t, soon(t, "the end", later(s.Wait))); status != 1 || !strings.Contains(out.String(), "for the admins") {
		t.Errorf("%d, %q", status, out)
	}
	_, keys, out := h.sitAtDesk(h.admin)
	out.shows(t, "admin")
	if err := os.WriteFile(h.hosting.Admins, []byte(authorized(newKey(t))), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := h.server.Reload(); err != nil {
		t.Fatal(err)
	}
	out.shows(t, "for the admins")
	press(t, keys, "d\r")
	waitUntil(t, "a refusal in the audit log", func() bool {
		deeds := h.server.hosting.audit.last(1)
		return len(deeds) == 1 && deeds[0].Command == "drain" && deeds[0].Error != ""
	})
	if h.server.lobby.Board().Draining {
		t.Error("who is no admin any more drains the server")
	}
}
