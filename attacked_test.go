package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// attacked is the binary as a host has it, with four people who play there.
type attacked struct {
	t       *testing.T
	process *process
	address string
	metrics string
	players []*typist
}

// openAttacked starts a binary of build's and lets the four in.
func openAttacked(t *testing.T, binary string) *attacked {
	t.Helper()
	metrics := freeAddress(t)
	cmd := exec.Command(binary, "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--metrics", metrics, "--pace", "100ms", "--log-level", "error")
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)) // nothing of what is there may be run
	p := launchBinary(t, cmd)
	t.Cleanup(func() { p.end() })
	h := &attacked{t: t, process: p, address: "127.0.0.1:" + p.port, metrics: metrics}
	for i := range 4 {
		h.players = append(h.players, h.sit(fmt.Sprint("player", i)))
	}
	return h
}

// build makes the binary.
func build(t *testing.T, flags ...string) (binary string) {
	t.Helper()
	binary = filepath.Join(t.TempDir(), "deathtrap")
	cmd := exec.Command("go", slices.Concat([]string{"build", "-o", binary}, flags, []string{"."})...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return binary
}

// freeAddress is one of this machine that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func guestConfig(user string) *ssh.ClientConfig {
	return &ssh.ClientConfig{
		User: user, HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: 20 * time.Second,
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })},
	}
}

// typist is somebody at a screen, and how soon their keys show.
type typist struct {
	in    io.Writer
	drawn chan struct{} // of 1: something was drawn
	ended atomic.Bool
}

// sit comes in and begins a game with computer players.
func (h *attacked) sit(name string) *typist {
	h.t.Helper()
	client, err := ssh.Dial("tcp", h.address, guestConfig(name))
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { client.Close() })
	session, err := client.NewSession()
	if err != nil {
		h.t.Fatal(err)
	}
	p := &typist{drawn: make(chan struct{}, 1)}
	session.Stdout = p
	if p.in, err = session.StdinPipe(); err != nil {
		h.t.Fatal(err)
	}
	if err := session.RequestPty("xterm-256color", 24, 80, nil); err != nil {
		h.t.Fatal(err)
	}
	if err := session.Shell(); err != nil {
		h.t.Fatal(err)
	}
	go func() {
		_ = session.Wait() // however it ends: it must not
		p.ended.Store(true)
	}()
	p.key(h.t, "b")
	return p
}

func (p *typist) Write(text []byte) (int, error) {
	select {
	case p.drawn <- struct{}{}:
	default:
	}
	return len(text), nil
}

// key presses a key and returns how long it took until something was drawn.
func (p *typist) key(t *testing.T, key string) time.Duration {
	select {
	case <-p.drawn:
	default:
	}
	began := time.Now()
	if _, err := io.WriteString(p.in, key); err != nil {
		t.Error(err)
		return 0
	}
	select {
	case <-p.drawn:
	case <-time.After(10 * time.Second):
		t.Errorf("%q never showed", key)
	}
	return time.Since(began)
}

// leastKeys is how many keys each of the four presses in any case.
const leastKeys = 10

// during has the players press keys while something is done, and returns how long
// a key took at the 99th of a hundred, and how many there were.
func (h *attacked) during(t *testing.T, do func()) (time.Duration, int) {
	t.Helper()
	var all sync.WaitGroup
	over := make(chan struct{})
	took := make([][]time.Duration, len(h.players))
	for i, p := range h.players {
		all.Go(func() {
			for ended := false; !ended || len(took[i]) < leastKeys; {
				select {
				case <-over:
					ended = true
				case <-time.After(20 * time.Millisecond): // people are not faster
				}
				took[i] = append(took[i], p.key(t, "\x0c")) // paints the whole screen anew
			}
		})
	}
	func() {
		defer all.Wait()
		defer close(over) // also if it fails
		do()
	}()
	for _, p := range h.players {
		if p.ended.Load() {
			t.Error("a player was thrown out")
		}
	}
	sorted := slices.Concat(took...)
	slices.Sort(sorted)
	return sorted[len(sorted)*99/100], len(sorted)
}

// holdings are what the server holds, by the names of its metrics.
type holdings map[string]float64

var held = map[string]float64{ // and how much more is no leak
	"go_goroutines": 20, "process_open_fds": 5, "go_memstats_heap_alloc_bytes": 16 << 20, "deathtrap_people": 0, "deathtrap_strangers": 0,
}

func (h *attacked) get(path string) string {
	h.t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 20 * time.Second}
	answer, err := client.Get("http://" + h.metrics + path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return string(text)
}

func (h *attacked) holds() holdings {
	h.t.Helper()
	h.get("/debug/pprof/heap?gc=1") // collects what is garbage
	all := h.measures()
	found := holdings{}
	for name := range held {
		value, ok := all[name]
		if !ok {
			h.t.Fatalf("there is no metric %s", name)
		}
		found[name] = value
	}
	return found
}

// measures are all metrics without labels.
func (h *attacked) measures() map[string]float64 {
	h.t.Helper()
	found := map[string]float64{}
	for lines := bufio.NewScanner(strings.NewReader(h.get("/metrics"))); lines.Scan(); {
		var name string
		var value float64
		if n, _ := fmt.Sscan(lines.Text(), &name, &value); n == 2 {
			found[name] = value
		}
	}
	return found
}

// cpu is the time that the server has used of its processors.
func (h *attacked) cpu() time.Duration {
	return time.Duration(h.measures()["process_cpu_seconds_total"] * float64(time.Second))
}

// comesBackTo waits until the server holds hardly more than before: 30 s.
func (h *attacked) comesBackTo(t *testing.T, base holdings) {
	t.Helper()
	began := time.Now()
	for {
		now := h.holds()
		above := ""
		for name, slack := range held {
			if now[name] > base[name]+slack {
				above += fmt.Sprintf(" %s %.0f, was %.0f;", name, now[name], base[name])
			}
		}
		if above == "" {
			t.Logf("after %v it holds %v, before %v", time.Since(began).Round(time.Second), now, base)
			return
		}
		if time.Since(began) > 30*time.Second {
			t.Errorf("after 30 s the server still holds%s", above)
			return
		}
		time.Sleep(200 * time.Millisecond) // there is no event to wait for
	}
}

// deafConn is a connection that at some time delivers no more.
type deafConn struct {
	net.Conn
	frozen atomic.Bool
	thaw   chan struct{}
}

func (f *deafConn) Read(p []byte) (int, error) {
	n, err := f.Conn.Read(p)
	if f.frozen.Load() {
		<-f.thaw
	}
	return n, err
}
