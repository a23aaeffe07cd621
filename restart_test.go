package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// process is a running server.
type process struct {
	t    *testing.T
	cmd  *exec.Cmd
	port string
	log  glass
}

// launch starts a server with that data folder.
func launch(t *testing.T, data string, flags ...string) *process {
	t.Helper()
	return launchBinary(t, deathtrap(t, append([]string{"--listen", "127.0.0.1:0", "--data", data}, flags...)...))
}

// launchBinary starts a server by a command.
func launchBinary(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{t: t, cmd: cmd, log: glass{changed: make(chan struct{}, 1)}}
	p.cmd.Stderr = &p.log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.cmd.Process.Kill() }) // if it has not ended
	if p.port, err = portIn(out); err != nil {
		t.Fatalf("%v: %v", err, p.cmd.Wait())
	}
	return p
}

// end sends SIGTERM, and returns how long the server took to end with 0.
func (p *process) end() time.Duration {
	p.t.Helper()
	began := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		p.t.Errorf("the server ended with %v\n%s", err, p.log.String())
	}
	return time.Since(began)
}

// dial comes in with a key.
func (p *process) dial(key ssh.Signer) *ssh.Client {
	p.t.Helper()
	client, err := ssh.Dial("tcp", "127.0.0.1:"+p.port, &ssh.ClientConfig{
		User: "ana", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: 20 * time.Second,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { client.Close() })
	return client
}

func newKey(t *testing.T) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// glass is what a terminal was sent.
type glass struct {
	mu      sync.Mutex
	text    bytes.Buffer
	changed chan struct{} // of 1
}

func (g *glass) Write(b []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case g.changed <- struct{}{}:
	default:
	}
	return g.text.Write(b)
}

func (g *glass) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.text.String()
}

// await waits until a text was sent.
func (g *glass) await(ctx context.Context, text string) error {
	for !strings.Contains(g.String(), text) {
		select {
		case <-g.changed:
		case <-ctx.Done():
			return fmt.Errorf("%q never came; at the end stands %q", text, g.String()[max(0, len(g.String())-500):])
		}
	}
	return nil
}

// onScreen is a session in a terminal of 80 by 24.
func onScreen(client *ssh.Client) (*ssh.Session, io.Writer, *glass, error) {
	s, err := client.NewSession()
	if err != nil {
		return nil, nil, nil, err
	}
	g := &glass{changed: make(chan struct{}, 1)}
	s.Stdout = g
	in, err := s.StdinPipe()
	return s, in, g, errors.Join(err, s.RequestPty("xterm-256color", 24, 80, nil), s.Shell())
}

const restarted = 20 // tables that play when the server is told to end

// TestARestartOnDemand tells a server to end while people play at many tables:
// it ends in time, every terminal is restored, and the next one has all tables.
func TestARestartOnDemand(t *testing.T) {
	data := t.TempDir()
	p := launch(t, data, "--pace", "200ms")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	keys := make([]ssh.Signer, restarted)
	sessions := make([]*ssh.Session, restarted)
	glasses := make([]*glass, restarted)
	for i := range restarted {
		keys[i] = newKey(t)
		s, in, g, err := onScreen(p.dial(keys[i]))
		if err != nil {
			t.Fatal(err)
		}
		if err := g.await(ctx, "lobby"); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(in, "b"); err != nil { // a table with computer players
			t.Fatal(err)
		}
		sessions[i], glasses[i] = s, g
	}
	for _, g := range glasses {
		if err := g.await(ctx, "your turn"); err != nil { // in the title of the window
			t.Fatal(err)
		}
	}
	took := p.end()
	for i, s := range sessions {
		if err := s.Wait(); err != nil {
			t.Errorf("session %d ended with %v", i, err)
		}
		_, after, restored := strings.Cut(glasses[i].String(), "\x1b[?1049l")
		if !restored || !strings.Contains(after, "The server restarts") {
			t.Errorf("terminal %d is left with %q", i, after)
		}
	}

	p = launch(t, data)
	for i, key := range keys {
		s, err := p.dial(key).NewSession()
		if err != nil {
			t.Fatal(err)
		}
		s.Stdin = strings.NewReader(`{"id":1,"do":"resume"}` + "\n")
		out, err := s.Output("json")
		if err != nil {
			t.Error(err)
		}
		if !strings.Contains(string(out), `"id":1,"ok":true`) || !strings.Contains(string(out), `"state":"playing"`) {
			t.Errorf("table %d is not back: %s", i, out)
		}
	}
	t.Logf("ended within %v, the next one within %v", took.Round(time.Millisecond), p.end().Round(time.Millisecond))
}

// TestTheDataFolderHasOneServer: a second one says so and ends.
func TestTheDataFolderHasOneServer(t *testing.T) {
	data := t.TempDir()
	p := launch(t, data)
	out, err := deathtrap(t, "--listen", "127.0.0.1:0", "--data", data).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "another deathtrap uses this data folder") {
		t.Errorf("%v: %s", err, out)
	}
	p.end()
	if _, err := os.Stat(data + "/deathtrap.db-wal"); err == nil {
		t.Error("it has not tidied up")
	}
}
