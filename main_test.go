package main

import (
	"bytes"
	"context"
	"net"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// commands are what the test binary is under other names.
var commands = map[string]func(){"deathtrap": main}

func TestMain(m *testing.M) { testscript.Main(swept{m}, commands) }

// TestScripts runs the binary as a host would; see testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			return nil
		},
	})
}

// welcomed is what a host is told at the start. Telling it ends the service.
type welcomed struct {
	text bytes.Buffer
	end  context.CancelFunc
}

func (w *welcomed) Write(p []byte) (int, error) {
	defer w.end()
	return w.text.Write(p)
}

// serveOnce starts the house and ends it as soon as it is open.
func serveOnce(t *testing.T, s settings) string {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	out := &welcomed{end: end}
	if err := serve(ctx, s, out); err != nil {
		t.Fatal(err)
	}
	return out.text.String()
}

func TestEveryStartHasTheSameKey(t *testing.T) {
	s := settings{listen: "127.0.0.1:0", data: t.TempDir(), logLevel: "error"}
	first := serveOnce(t, s)
	fingerprint := regexp.MustCompile(`SHA256:\S+`).FindString(first)
	if fingerprint == "" || !regexp.MustCompile(`ssh -p \d+ 127\.0\.0\.1`).MatchString(first) {
		t.Errorf("the host is told %q", first)
	}
	if second := serveOnce(t, s); !strings.Contains(second, fingerprint) {
		t.Errorf("%q has another key than %s", second, fingerprint)
	}
}

func TestATakenPortIsASentence(t *testing.T) {
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	err = serve(t.Context(), settings{listen: other.Addr().String(), data: t.TempDir(), logLevel: "error"}, &bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), "is taken: another program listens there") {
		t.Errorf("got %v", err)
	}
}

func TestWaysIn(t *testing.T) {
	for _, c := range []struct{ address, public, want string }{
		{"127.0.0.1:2222", "", "here only: ssh -p 2222 127.0.0.1"},
		{"192.0.2.1:22", "", "join: ssh 192.0.2.1"},
		{"[::]:2222", "play.example.org", "here: ssh -p 2222 localhost, friends: ssh play.example.org"},
		{"[::]:22", "play.example.org:2022", "here: ssh localhost, friends: ssh -p 2022 play.example.org"},
	} {
		address, err := net.ResolveTCPAddr("tcp", c.address)
		if err != nil {
			t.Fatal(err)
		}
		var ways []string
		for _, w := range waysIn(address, c.public) {
			ways = append(ways, w.from+": "+w.command)
		}
		if got := strings.Join(ways, ", "); got != c.want {
			t.Errorf("%s, %q: %s, want %s", c.address, c.public, got, c.want)
		}
	}
}

func TestDataDir(t *testing.T) {
	for _, c := range []struct{ xdg, home, want string }{
		{"/x", "/h", "/x/deathtrap"},
		{"", "/h", "/h/.local/share/deathtrap"},
		{"relative", "/h", "/h/.local/share/deathtrap"},
		{"", "", "data"},
	} {
		got := dataDir(func(name string) (string, bool) {
			value := map[string]string{"XDG_DATA_HOME": c.xdg, "HOME": c.home}[name]
			return value, value != ""
		})
		if got != c.want {
			t.Errorf("XDG_DATA_HOME=%q HOME=%q: %s, want %s", c.xdg, c.home, got, c.want)
		}
	}
}
