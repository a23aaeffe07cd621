package server

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"deathtrap/tui/terminal"
)

// request sends a channel request and returns the answer.
func request(t *testing.T, s *gossh.Session, kind string, payload any) bool {
	t.Helper()
	ok, err := s.SendRequest(kind, true, gossh.Marshal(payload))
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	return ok
}

type windowChange struct{ Width, Height, PixelWidth, PixelHeight uint32 }

func TestAbsurdWindows(t *testing.T) {
	h := open(t, Limits{})
	for asked, want := range map[ptyRequest]string{
		{Term: "xterm", Width: 2147483647, Height: 1}: "xterm 300x1 ",
		{Term: "xterm", Width: 5000, Height: 5000}:    "xterm 300x100 ",
		{Term: "xterm"}: "xterm 80x24 ",
		{Term: "x\x1b[2Jterm", Width: 80, Height: 24}:                   "x[2Jterm 80x24 ",
		{Term: "xterm", Width: 80, Height: 24, Modes: "\x01\x02broken"}: "xterm 80x24 ",
	} {
		s := h.session(h.dial("ana"))
		if !request(t, s, "pty-req", &asked) {
			t.Fatalf("%+v was refused", asked)
		}
		got, err := s.Output("terminal")
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%+v became %q, want %q", asked, got, want)
		}
	}
}

func TestResizesAreClampedAndFolded(t *testing.T) {
	h := open(t, Limits{Resize: 50 * time.Millisecond})
	s := h.session(h.dial("ana"))
	if err := s.RequestPty("xterm", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	out := h.begin(s, "sizes")
	for i := range uint32(500) {
		if _, err := s.SendRequest("window-change", false, gossh.Marshal(&windowChange{Width: 10 + i%200, Height: 20})); err != nil {
			t.Fatal(err)
		}
	}
	if !request(t, s, "window-change", &windowChange{Width: 99999, Height: 99999}) {
		t.Error("a change of the window was refused")
	}
	out.await(t, "300x100")
	if n := strings.Count(out.String(), "x20"); n > 100 {
		t.Errorf("%d of 500 changes came through", n)
	}
}

func TestResizerFoldsToTheNewest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sizes := make(chan terminal.Size, 1)
		r := newResizer(sizes, 100*time.Millisecond)
		defer r.stop()
		for w := 1; w <= 50; w++ {
			r.to(terminal.Size{Width: w, Height: 1})
		}
		if got := <-sizes; got.Width != 1 {
			t.Errorf("first came %v", got)
		}
		began := time.Now()
		<-r.pause.C
		r.tick()
		if got := <-sizes; got.Width != 50 || time.Since(began) != 100*time.Millisecond {
			t.Errorf("then came %v after %v", got, time.Since(began))
		}
	})
}

func TestATerminalWithoutAShell(t *testing.T) {
	h := open(t, Limits{Shell: 200 * time.Millisecond})
	client := h.dial("ana")
	s := h.session(client)
	if err := s.RequestPty("xterm", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if _, err := s.SendRequest("window-change", false, gossh.Marshal(&windowChange{Width: 80, Height: 24})); err != nil {
			break // cut already
		}
	}
	soon(t, "the end of a connection that asks for nothing", later(client.Wait))
}

func TestAConnectionWithoutASession(t *testing.T) {
	for name, limits := range map[string]Limits{
		"before the first": {Channel: 100 * time.Millisecond},
		"between two":      {Idle: 100 * time.Millisecond},
	} {
		h := open(t, limits)
		client := h.dial("ana")
		if limits.Idle > 0 {
			if _, err := h.session(client).Output("who"); err != nil {
				t.Fatal(err)
			}
		}
		soon(t, "the end of a connection without a session "+name, later(client.Wait))
	}
}

func TestOnlyUsefulEnvironmentIsKept(t *testing.T) {
	h := open(t, Limits{InBurst: 1 << 20})
	s := h.session(h.dial("ana"))
	type env struct{ Name, Value string }
	for i := range 2000 {
		if request(t, s, "env", &env{fmt.Sprint("X", i), "1"}) {
			t.Fatal("an unknown variable was taken")
		}
	}
	for _, bad := range []env{{"TTY_FORCE", "1"}, {"TMUX", "x"}, {"LD_PRELOAD", "/x"}, {"LANG", strings.Repeat("x", 257)}} {
		if request(t, s, "env", &bad) {
			t.Errorf("%s was taken", bad.Name)
		}
	}
	for range 20 {
		request(t, s, "env", &env{"LANG", "C.UTF-8"})
	}
	got, err := s.Output("terminal")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(got), "LANG=C.UTF-8"); n != maxEnv {
		t.Errorf("%d variables were kept: %q", n, got)
	}
}

func TestAThousandChannels(t *testing.T) {
	h := open(t, Limits{InBurst: 1 << 20})
	client := h.dial("ana")
	open := 0
	for range 1000 {
		_, requests, err := client.OpenChannel("session", nil)
		if err == nil {
			go gossh.DiscardRequests(requests)
			open++
			continue
		}
		var refused *gossh.OpenChannelError
		if !errors.As(err, &refused) || !strings.Contains(refused.Message, "one session") {
			t.Fatal(err)
		}
	}
	if open != 1 {
		t.Errorf("%d channels are open", open)
	}
}

func TestNoWaysElsewhere(t *testing.T) {
	h := open(t, Limits{})
	client := h.dial("ana")
	for _, kind := range []string{"direct-tcpip", "direct-streamlocal@openssh.com", "x11", "nonsense"} {
		_, _, err := client.OpenChannel(kind, make([]byte, 16))
		var refused *gossh.OpenChannelError
		if !errors.As(err, &refused) || refused.Reason != gossh.Prohibited || refused.Message == "" {
			t.Errorf("%s: %v", kind, err)
		}
	}
	for _, kind := range []string{"tcpip-forward", "streamlocal-forward@openssh.com"} {
		if ok, _, err := client.SendRequest(kind, true, make([]byte, 16)); ok || err != nil {
			t.Errorf("%s: %v %v", kind, ok, err)
		}
	}
	s := h.session(client)
	for _, kind := range []string{"auth-agent-req@openssh.com", "x11-req", "break", "nonsense"} {
		if request(t, s, kind, &struct{ X uint32 }{}) {
			t.Errorf("%s was granted", kind)
		}
	}
}

func TestASecondShellIsRefused(t *testing.T) {
	h := open(t, Limits{})
	s := h.session(h.dial("ana"))
	h.begin(s, "stare")
	for _, kind := range []string{"shell", "exec", "pty-req", "env"} {
		if request(t, s, kind, &struct{ X string }{"help"}) {
			t.Errorf("%s was granted in a running session", kind)
		}
	}
}

// The client of OpenSSH's ControlMaster closes a window's channel and keeps the
// connection.
func TestAClosedChannelEndsItsSession(t *testing.T) {
	h := open(t, Limits{})
	client := h.dial("ana")
	for range 3 {
		s := h.session(client)
		h.begin(s, "stare")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := soon(t, "the session's end", h.ended); !errors.Is(err, errHungUp) {
			t.Errorf("it ended with %v", err)
		}
		// The next may only begin when this one has been put away.
		if strangers, people := h.server.admission.count(); strangers != 0 || people != 1 {
			t.Fatalf("%d strangers, %d people", strangers, people)
		}
	}
}

func TestADroppedConnectionEndsItsSession(t *testing.T) {
	h := open(t, Limits{})
	client := h.dial("ana")
	h.begin(h.session(client), "stare")
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	soon(t, "the session's end", h.ended)
}

func TestAPanicEndsOneSession(t *testing.T) {
	h := open(t, Limits{})
	other := h.session(h.dial("bo"))
	h.begin(other, "stare")
	s := h.session(h.dial("ana"))
	stderr := newScreen()
	s.Stderr = stderr
	if status := exit(t, s.Run("boom")); status != 1 {
		t.Errorf("exit status %d", status)
	}
	if !strings.Contains(stderr.String(), "Something broke on our side") {
		t.Errorf("said was %q", stderr)
	}
	if !strings.Contains(h.log.String(), "channel_test.go") && !strings.Contains(h.log.String(), "house_test.go") {
		t.Error("the log has no stack")
	}
	select {
	case err := <-h.ended:
		t.Errorf("another session ended: %v", err)
	default:
	}
}

// A session that has ended leaves no timer behind, which would keep all that it
// had until the next question is due.
func TestAnEndedSessionAsksNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &line{server: &Server{limits: Limits{}.orDefault()}, ctx: t.Context()}
		c := l.newChannel()
		c.serve(&listener{}, nil)
		c.shut()
		synctest.Wait()
		if c.out.next.Stop() {
			t.Error("the next question still waits")
		}
	})
}
