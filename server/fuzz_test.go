package server

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/anmitsu/go-shlex"
	gossh "golang.org/x/crypto/ssh"

	"deathtrap/lobby"
	"deathtrap/tui/terminal"
)

// asked are the requests that are fuzzed, by number.
var asked = []string{
	"pty-req", "env", "window-change", "shell", "exec", "subsystem", "signal", "break",
	"eow@openssh.com", "auth-agent-req@openssh.com", "x11-req", "pty-req\x00",
}

// wire is one of them as the fuzzer writes it: its number, the length of what
// follows in two bytes, and that.
func wire(kind string, payload []byte) []byte {
	b := []byte{byte(slices.Index(asked, kind)), 0, 0}
	binary.BigEndian.PutUint16(b[1:], uint16(len(payload)))
	return append(b, payload...)
}

// unwired is what the fuzzer wrote, as far as it makes sense.
func unwired(b []byte) (all []*gossh.Request) {
	for len(b) >= 3 {
		n := min(int(binary.BigEndian.Uint16(b[1:])), len(b)-3)
		all = append(all, &gossh.Request{Type: asked[int(b[0])%len(asked)], Payload: slices.Clone(b[3 : 3+n])})
		b = b[3+n:]
	}
	return all
}

// FuzzRequests has a client ask a channel for anything, in any order: what is kept
// is bounded, and what is handed on is harmless.
func FuzzRequests(f *testing.F) {
	pty := gossh.Marshal(&ptyRequest{Term: "xterm-256color", Width: 80, Height: 24, Modes: "\x00"})
	env := gossh.Marshal(&struct{ Name, Value string }{"LANG", "C.UTF-8"})
	size := gossh.Marshal(&struct{ W, H, X, Y uint32 }{1 << 31, 5000, 0, 0})
	command := gossh.Marshal(&struct{ Command string }{"join K7QD"})
	for _, seed := range [][]byte{
		slices.Concat(wire("pty-req", pty), wire("env", env), wire("window-change", size), wire("shell", nil)),
		slices.Concat(wire("exec", command), wire("exec", command), wire("pty-req", pty)),
		slices.Concat(wire("subsystem", command), wire("eow@openssh.com", nil)),
		wire("pty-req", gossh.Marshal(&ptyRequest{Term: "\x1b]0;x\a\xff", Width: 2147483647, Height: 1})),
		wire("signal", gossh.Marshal(&struct{ Name string }{"TERM"})),
		wire("env", pty[:7]),
	} {
		f.Add(seed)
	}
	l := &line{ctx: context.Background()}
	f.Fuzz(func(t *testing.T, typed []byte) {
		c := l.newChannel()
		defer c.shut()
		resize := newResizer(c.sizes, time.Hour)
		defer resize.stop()
		for _, req := range unwired(typed) {
			if c.obey(req, resize) && !c.started {
				t.Fatal("a session starts that nobody asked for")
			}
		}
		checkTold(t, c)
		close(c.handed)
		checkHanded(t, c)
	})
}

// checkTold fails if a channel has kept what it should not.
func checkTold(t *testing.T, c *channel) {
	sizes := []terminal.Size{c.size}
	select {
	case size := <-c.sizes:
		sizes = append(sizes, size)
	default:
	}
	for _, size := range sizes {
		if c.pty && (size.Width < 1 || size.Width > maxWidth || size.Height < 1 || size.Height > maxHeight) {
			t.Fatalf("a window of %v", size)
		}
	}
	if strings.ContainsFunc(c.term, func(r rune) bool { return r < ' ' || r > '~' }) || len(c.term) > 64 {
		t.Fatalf("TERM=%q", c.term)
	}
	for _, kv := range c.env {
		name, value, _ := strings.Cut(kv, "=")
		if !slices.Contains(wantedEnv, name) || len(value) > maxValue || len(c.env) > maxEnv {
			t.Fatalf("%d variables, %q", len(c.env), kv)
		}
	}
}

// checkHanded fails if the SSH library gets what it should not.
func checkHanded(t *testing.T, c *channel) {
	var kinds []string
	for req := range c.handed {
		kinds = append(kinds, req.Type)
		if len(req.Payload) > maxCommand+100 {
			t.Fatalf("a %s of %d bytes is handed on", req.Type, len(req.Payload))
		}
		var pty ptyRequest
		if req.Type == "pty-req" && (gossh.Unmarshal(req.Payload, &pty) != nil || pty.Term != c.term || clamp(pty.Width, pty.Height) != c.size || pty.Modes != "") {
			t.Fatalf("%+v is handed on", pty)
		}
	}
	if n := len(kinds); c.pty && (n == 0 || kinds[0] != "pty-req" && !c.started) || n > 2 || c.started && n == 0 {
		t.Fatalf("%q are handed on", kinds)
	}
}

// listener is a channel whose client only reads.
type listener struct {
	gossh.Channel
	out bytes.Buffer
}

func (d *listener) Write(p []byte) (int, error) { return d.out.Write(p) }
func (d *listener) Stderr() io.ReadWriter       { return &d.out }

// FuzzCommands says anything behind ssh HOST: it is answered with plain sentences,
// or leads to a table whose code was given, and nothing panics.
func FuzzCommands(f *testing.F) {
	for _, said := range []string{
		"", "json", "join K7QD", "watch", "plain k7qd", "tables --json", "rules --json --json", "whoami x", "help", "version", "scp -t /",
		"admin", "admin who --json", "admin say hello", "admin ban \x1b[2J 7d because", "admin mute 127.0.0.1 30m", "admin audit -1", "admin audit 77777",
		"\x1b]0;x\a", "\u202e", "'", "join \"K7 QD\"", "sftp-server",
	} {
		f.Add(said, strings.HasPrefix(said, "admin"))
	}
	logger := slog.New(slog.DiscardHandler)
	ctx, end := context.WithCancel(context.Background())
	f.Cleanup(end)
	key := newKey(f)
	admins := filepath.Join(f.TempDir(), "admins")
	if err := os.WriteFile(admins, gossh.MarshalAuthorizedKey(key.PublicKey()), 0o600); err != nil {
		f.Fatal(err)
	}
	s, err := New(Config{
		Lobby: lobby.New(ctx, lobby.Config{Policy: first{}}), Signers: []gossh.Signer{key}, Logger: logger,
		Hosting: Hosting{Admins: admins},
		Limits:  Limits{Unread: 1 << 30}, // nobody is there to acknowledge anything
	})
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range []string{"", "join", "watch", "plain", "json"} { // they wait for a person
		v := s.verbs[name]
		v.run = func(*session) int { return ok }
		s.verbs[name] = v
	}
	f.Fuzz(func(t *testing.T, said string, admin bool) {
		d := &listener{}
		l := &line{server: s, ctx: ctx, socket: &socket{Conn: nowhere{}}, logger: logger}
		c := l.newChannel()
		defer c.shut()
		c.Channel, c.out = d, newOutbox(d, s.limits, c.open.Done(), l.close)
		visitor := &session{channel: c, logger: logger, address: address{host: "h"}}
		if admin {
			visitor.player.ID = gossh.FingerprintSHA256(key.PublicKey())
		}
		command, _ := shlex.Split(said, true) // as the SSH library does
		visitor.answer(command)
		for _, r := range d.out.String() {
			if r != '\n' && r != '\r' && !unicode.IsPrint(r) {
				t.Fatalf("%q is answered %q", said, d.out.String())
			}
		}
	})
}

// nowhere is a connection that nobody writes to.
type nowhere struct{ net.Conn }

func (nowhere) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 1} }
func (nowhere) Close() error         { return nil }
