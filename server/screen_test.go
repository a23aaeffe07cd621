package server

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"deathtrap/table"
)

// sit starts a session on the whole screen and returns its keyboard, and what
// it shows once it shows something.
func (h *house) sit(user string, auth ...gossh.AuthMethod) (*gossh.Session, io.Writer, *screen) {
	h.t.Helper()
	return h.sitAt(user, "lobby", auth...)
}

// sitAt is sit for a screen that says something else.
func (h *house) sitAt(user, words string, auth ...gossh.AuthMethod) (*gossh.Session, io.Writer, *screen) {
	h.t.Helper()
	s := h.session(h.dial(user, auth...))
	keys, err := s.StdinPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	out := newScreen()
	s.Stdout = out
	if err := s.RequestPty("xterm-256color", 24, 80, nil); err != nil {
		h.t.Fatal(err)
	}
	if err := s.Shell(); err != nil {
		h.t.Fatal(err)
	}
	out.await(h.t, "\x1b[?1049h")
	out.await(h.t, words)
	return s, keys, out
}

func press(t *testing.T, keys io.Writer, text string) {
	t.Helper()
	if _, err := io.WriteString(keys, text); err != nil {
		t.Fatal(err)
	}
}

// restored is what a terminal must have been told at the end, with the words
// that stand there then.
func restored(t *testing.T, out *screen, words string) {
	t.Helper()
	text := out.String()
	back := strings.LastIndex(text, "\x1b[?1049l")
	if back < 0 || !strings.Contains(text[back:], "\x1b[?25h") || !strings.Contains(text[back:], words+"\r\n") {
		t.Errorf("the terminal was left with %q", text[max(0, len(text)-200):])
	}
}

func TestTheScreen(t *testing.T) {
	h := open(t, Limits{})
	s, keys, out := h.sit("ana")
	out.await(t, "ana")
	press(t, keys, "q")
	if status := exit(t, soon(t, "the end", later(s.Wait))); status != 0 {
		t.Errorf("exit status %d", status)
	}
	restored(t, out, "Goodbye.")
}

// Five bytes used to end the whole process: an X10 mouse report behind an
// 8-bit CSI.
func TestHostileKeys(t *testing.T) {
	h := open(t, Limits{})
	_, _, other := h.sit("bo")
	for _, typed := range []string{
		"\x9b\x4d\x21\x21\x21",
		"\x1b[M!!!", "\x1b[M", "\x1b[8;99999;99999t",
		"\x1b]52;c;" + strings.Repeat("A", 100<<10),
		"\x1bP" + strings.Repeat("q", 1000) + "\x1b\\",
		strings.Repeat("\x1b[", 1000), "\x1b[200~" + strings.Repeat("x", 10<<10), "\x00\xff\xfe\x80",
	} {
		s, keys, _ := h.sit("ana")
		press(t, keys, typed)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	h.ask("who", "cleo")
	if strings.Contains(h.log.String(), "panic") {
		t.Error("something panicked")
	}
	if strings.Contains(other.String(), "\x1b[?1049l") {
		t.Error("another screen has ended")
	}
}

func TestShutdownRestoresTheScreen(t *testing.T) {
	h := open(t, Limits{})
	s, _, out := h.sit("ana")
	ended := later(s.Wait)
	h.shutdown()
	if status := exit(t, soon(t, "the end", ended)); status != 0 {
		t.Errorf("exit status %d", status)
	}
	restored(t, out, "The server restarts. Please come back in a minute.")
}

func TestTheOlderScreenOfAKeyEnds(t *testing.T) {
	h := open(t, Limits{})
	key := gossh.PublicKeys(newKey(t))
	older, _, out := h.sit("ana", key)
	ended := later(older.Wait)
	for range 4 { // more often than a key may be in at once
		s, _, next := h.sit("ana", key)
		soon(t, "the end of the older session", ended)
		restored(t, out, "You came back by another line, so this one ends here.")
		out, ended = next, later(s.Wait)
	}
}

func TestACodeAsUserName(t *testing.T) {
	for user, want := range map[string][2]string{
		"K7QD": {"K7QD", ""}, "k7qd-bc23": {"k7qd-bc23", ""}, "join-K7QD": {"K7QD", ""},
		"watch-k7qdbc23": {"", "k7qdbc23"}, "Watch-K7QD": {"", "K7QD"},
		"ana": {}, "KQDB": {}, "join-ana": {}, "join": {}, "watch-": {}, "resume-K7QD": {},
	} {
		if join, watch := deepLink(user); join != want[0] || watch != want[1] {
			t.Errorf("%q leads to %q, %q", user, join, watch)
		}
	}
	h := open(t, Limits{})
	_, keys, out := h.sitAt("K7QD", "guest")
	press(t, keys, "\r")
	out.await(t, "code.")
}

// openTable opens a table at the door for programs, and returns its code.
func (h *house) openTable(user string) string {
	h.t.Helper()
	d := h.program(h.dial(user))
	reply := d.ask(`{"id":1,"do":"create","options":{"players":4}}`, `"reply"`)
	m := regexp.MustCompile(`"code":"([0-9A-Z]{4})"`).FindStringSubmatch(reply)
	if m == nil {
		h.t.Fatalf("no table: %s", reply)
	}
	return m[1]
}

func TestDeepLinks(t *testing.T) {
	h := open(t, Limits{})
	code := h.openTable("bo")
	for i, user := range []string{code, "join-" + strings.ToLower(code), "watch-" + code} {
		name := fmt.Sprint("ana", i)
		_, keys, out := h.sitAt(user, "others", gossh.PublicKeys(newKey(t))) // the code is no name
		press(t, keys, name+"\r")
		out.await(t, code)
		waitUntil(t, "a place at the table", func() bool {
			b := h.server.lobby.Board().Tables[0]
			if user == "watch-"+code {
				return slices.Contains(b.Watchers, name)
			}
			return slices.ContainsFunc(b.Seats, func(c table.Chair) bool { return c.Name == name })
		})
	}
}

func TestTheEndOfInputEndsTheScreen(t *testing.T) {
	h := open(t, Limits{})
	s, keys, _ := h.sit("ana")
	if err := keys.(io.Closer).Close(); err != nil {
		t.Fatal(err)
	}
	soon(t, "the end of the screen", later(s.Wait))
}

// OpenSSH's ControlMaster, when a window is killed, says that nobody takes the
// output, and keeps channel and connection.
func TestTheEndOfOutputEndsTheScreen(t *testing.T) {
	h := open(t, Limits{})
	s, _, _ := h.sit("ana")
	if _, err := s.SendRequest("eow@openssh.com", false, nil); err != nil {
		t.Fatal(err)
	}
	soon(t, "the end of the screen", later(s.Wait))
}
