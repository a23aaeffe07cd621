//go:build clients

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// patience is how long a client may take for the next thing it has to show.
const patience = 30 * time.Second

// house is the real binary, serving on a port of this machine.
type house struct {
	t           *testing.T
	port        string
	fingerprint string
	cmd         *exec.Cmd
	home        string // of the clients
}

var (
	portLine = regexp.MustCompile(`ssh -p (\d+)`)
	keyLine  = regexp.MustCompile(`SHA256:\S+`)
)

// startHouse starts the binary. It gets SIGTERM when the test ends, and
// must then exit with 0.
func startHouse(t *testing.T, flags ...string) *house {
	t.Helper()
	dir := t.TempDir()
	h := &house{t: t, home: dir}
	h.cmd = deathtrap(t, append([]string{"--listen", "127.0.0.1:0", "--data", filepath.Join(dir, "data")}, flags...)...)
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	h.cmd.Stderr = log
	if err := h.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.end)
	said := bufio.NewScanner(out)
	for (h.port == "" || h.fingerprint == "") && said.Scan() {
		if m := portLine.FindStringSubmatch(said.Text()); m != nil {
			h.port = m[1]
		}
		if m := keyLine.FindString(said.Text()); m != "" {
			h.fingerprint = m
		}
	}
	if h.port == "" || h.fingerprint == "" {
		t.Fatal("the server does not say how to join")
	}
	go io.Copy(io.Discard, out)
	return h
}

func (h *house) end() {
	h.cmd.Process.Signal(syscall.SIGTERM)
	ended := make(chan error, 1)
	go func() { ended <- h.cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			h.t.Errorf("the server ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		h.cmd.Process.Kill()
		h.t.Error("the server did not end within 20 s of SIGTERM")
	}
	if log, err := os.ReadFile(filepath.Join(h.home, "log")); h.t.Failed() && err == nil {
		h.t.Logf("the server's log:\n%s", log)
	}
}

// key makes a key for a client and returns its file.
func (h *house) key(name string, args ...string) string {
	h.t.Helper()
	file := filepath.Join(h.home, name)
	if out, err := exec.Command("ssh-keygen", append([]string{"-q", "-N", "", "-f", file}, args...)...).CombinedOutput(); err != nil {
		h.t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// openSSH is the command of an OpenSSH client; without a key it is a guest.
func (h *house) openSSH(user, key string, more ...string) *exec.Cmd {
	args := []string{
		"-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=" + filepath.Join(h.home, "known"),
		"-o", "LogLevel=ERROR", "-o", "IdentityAgent=none", "-p", h.port,
	}
	if key != "" {
		args = append(args, "-o", "IdentitiesOnly=yes", "-i", key)
	} else {
		args = append(args, "-o", "IdentityFile=none")
	}
	return exec.Command("ssh", append(append(args, user+"@127.0.0.1"), more...)...)
}

func (h *house) plink(user string) *exec.Cmd {
	return exec.Command("plink", "-ssh", "-t", "-no-antispoof", "-hostkey", h.fingerprint, "-P", h.port, user+"@127.0.0.1")
}

func (h *house) dbclient(user string) *exec.Cmd {
	return exec.Command("dbclient", "-y", "-y", "-t", "-p", h.port, user+"@127.0.0.1")
}

// seat is a client in a terminal of its own, whose screen can be read.
type seat struct {
	t    *testing.T
	name string
	cmd  *exec.Cmd
	tty  *os.File

	mu     sync.Mutex
	screen *vt.SafeEmulator
	drawn  chan struct{} // has a token when something was drawn
	ended  chan struct{} // closed when the client is gone
}

// sit starts a client in an 80x24 terminal.
func (h *house) sit(name string, cmd *exec.Cmd) *seat {
	h.t.Helper()
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "HOME="+h.home)
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		h.t.Fatal(err)
	}
	s := &seat{
		t: h.t, name: name, cmd: cmd, tty: tty, screen: vt.NewSafeEmulator(80, 24),
		drawn: make(chan struct{}, 1), ended: make(chan struct{}),
	}
	go s.show()
	go io.Copy(tty, s.screen) // what the terminal answers
	h.t.Cleanup(func() {
		cmd.Process.Kill()
		<-s.ended
		tty.Close()
	})
	return s
}

// join starts a client that comes by an invitation, and so is asked for a name.
func (h *house) join(name string, cmd *exec.Cmd) *seat {
	h.t.Helper()
	s := h.sit(name, cmd)
	s.mustSee("What shall the others call you?")
	s.press(name + "\r")
	return s
}

func (s *seat) show() {
	defer close(s.ended)
	buf := make([]byte, 4096)
	for {
		n, err := s.tty.Read(buf)
		s.mu.Lock()
		s.screen.Write(buf[:n])
		s.mu.Unlock()
		select {
		case s.drawn <- struct{}{}:
		default:
		}
		if err != nil {
			s.cmd.Wait()
			return
		}
	}
}

// text is what stands on the screen.
func (s *seat) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return ansi.Strip(s.screen.Render())
}

func (s *seat) press(keys string) {
	s.t.Helper()
	if _, err := io.WriteString(s.tty, keys); err != nil {
		s.t.Errorf("%s: %v", s.name, err)
	}
}

// sees waits until the screen fits, and returns it.
func (s *seat) sees(ctx context.Context, fits func(string) bool) (string, error) {
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		if text := s.text(); fits(text) {
			return text, nil
		}
		select {
		case <-s.drawn:
		case <-s.ended:
			return "", fmt.Errorf("%s: the client ended; its screen:\n%s", s.name, s.text())
		case <-ctx.Done():
			return "", ctx.Err()
		case <-limit.C:
			return "", fmt.Errorf("%s waits in vain; its screen:\n%s", s.name, s.text())
		}
	}
}

// mustSee is sees for something that must come.
func (s *seat) mustSee(words string) string {
	s.t.Helper()
	text, err := s.sees(s.t.Context(), func(text string) bool { return strings.Contains(text, words) })
	if err != nil {
		s.t.Fatalf("looking for %q: %v", words, err)
	}
	return text
}

// demands are what the screen says when it is for its player to act.
var demands = []string{"► YOU", "► FEED THE PIG", "► GIVE", "enter ready"}

// playOut presses enter whenever something is asked, until the game is over.
func (s *seat) playOut(ctx context.Context) error {
	for {
		text, err := s.sees(ctx, func(text string) bool {
			return strings.Contains(text, "the end") || asks(text)
		})
		if err != nil || strings.Contains(text, "the end") {
			return err
		}
		s.press("\r")
		if _, err := s.sees(ctx, func(now string) bool { return now != text }); err != nil {
			return err
		}
	}
}

func asks(text string) bool {
	for _, d := range demands {
		if strings.Contains(text, d) {
			return true
		}
	}
	return false
}

var codeOnScreen = regexp.MustCompile(`table ([0-9A-Z]{4,8})`)

// openTable has the first seat open a table for that many players, and returns
// its code.
func (s *seat) openTable(players int) string {
	s.t.Helper()
	s.mustSee("lobby")
	s.press("n")
	s.mustSee("open the table and sit down")
	s.press("\x1b[B\x1b[B") // to the line of the players, which says 6
	for range 6 - players {
		s.press("\x1b[D")
	}
	for range players - 6 {
		s.press("\x1b[C")
	}
	s.mustSee(fmt.Sprintf("► players    ◄ %d", players))
	s.press("\r")
	m := codeOnScreen.FindStringSubmatch(s.mustSee("waiting"))
	if m == nil {
		s.t.Fatalf("no code on the screen:\n%s", s.text())
	}
	return m[1]
}

// playTogether has everybody ready, the first start, and all play to the end.
func playTogether(t *testing.T, seats []*seat) {
	t.Helper()
	seats[0].mustSee(fmt.Sprintf("%d of %d seats", len(seats), len(seats)))
	for _, s := range seats[1:] {
		s.mustSee("enter I am ready")
		s.press("\r")
	}
	for _, s := range seats[1:] {
		if _, err := s.sees(t.Context(), func(text string) bool { return !strings.Contains(text, "enter I am ready") }); err != nil {
			t.Fatal(err)
		}
	}
	seats[0].mustSee("enter ")
	seats[0].press("\r")
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	var all sync.WaitGroup
	for _, s := range seats {
		all.Go(func() {
			if err := s.playOut(ctx); err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
				cancel(err)
			}
		})
	}
	all.Wait()
	for _, s := range seats {
		s.mustSee("The Ultimate Hero of all time!") // the last picture may still be on its way
	}
}

// TestClientsOpenSSH plays a whole game of four rounds through four OpenSSH
// clients: with an ed25519 key, an RSA key, an ECDSA key, and none.
func TestClientsOpenSSH(t *testing.T) {
	h := startHouse(t, "--pace", "0")
	first := h.sit("ana", h.openSSH("ana", h.key("ed25519")))
	code := first.openTable(4)
	rsa := h.key("rsa", "-t", "rsa", "-b", "3072")
	ecdsa := h.key("ecdsa", "-t", "ecdsa")
	seats := []*seat{
		first,
		h.join("rsa", h.openSSH(code, rsa)),
		h.join("ecdsa", h.openSSH(code, ecdsa)),
		h.join("gast", h.openSSH(code, "")),
	}
	playTogether(t, seats)
}

// TestClientsEight plays a game of eight people.
func TestClientsEight(t *testing.T) {
	h := startHouse(t, "--pace", "0")
	seats := []*seat{h.sit("ana", h.openSSH("ana", h.key("ed25519")))}
	code := seats[0].openTable(8)
	for _, name := range []string{"bo", "cleo", "dirk", "els", "finn", "gina", "hugo"} {
		seats = append(seats, h.join(name, h.openSSH(code, "")))
	}
	playTogether(t, seats)
}

// TestClientsOfEveryKind plays a game through OpenSSH, plink and dbclient.
func TestClientsOfEveryKind(t *testing.T) {
	h := startHouse(t, "--pace", "0")
	first := h.sit("ana", h.openSSH("ana", h.key("ed25519")))
	code := first.openTable(5)
	seats := []*seat{
		first,
		h.join("plink", h.plink(code)),
		h.join("dbclient", h.dbclient(code)),
		h.join("plink2", h.plink(code)),
		h.join("gast", h.openSSH(code, "")),
	}
	playTogether(t, seats)
}
