package main

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"deathtrap/hostkeys"
	"deathtrap/lobby"
	"deathtrap/server"
)

// openDoor is a server as main builds it, on a port of this machine.
func openDoor(t *testing.T, proxies ...string) (*server.Server, string) {
	t.Helper()
	networks, err := parseProxies(proxies)
	if err != nil {
		t.Fatal(err)
	}
	signers, err := hostkeys.Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	logger := slog.New(slog.DiscardHandler)
	door, err := server.New(server.Config{
		Lobby: lobby.New(t.Context(), lobby.Config{Policy: newMinds(), Logger: logger}), Signers: signers, Logger: logger, Proxies: networks,
		Limits: server.Limits{Burst: burst, PerMinute: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- door.Serve(behind(listener, networks)) }()
	t.Cleanup(func() {
		if err := door.Shutdown(t.Context()); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return door, listener.Addr().String()
}

// comeIn dials with a header of the PROXY protocol in front, and runs a verb.
func comeIn(address, header, verb string) (string, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		return "", err
	}
	if _, err := io.WriteString(conn, header); err != nil {
		return "", err
	}
	c, channels, requests, err := ssh.NewClientConn(conn, address, &ssh.ClientConfig{
		User: "ana", HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })},
	})
	if err != nil {
		return "", err
	}
	client := ssh.NewClient(c, channels, requests)
	defer client.Close()
	session, err := client.NewSession()
	if err != nil {
		return "", err
	}
	out, err := session.Output(verb)
	return string(out), err
}

// burst is how many connections a source may open at once.
const burst = 2

const fromAfar = "PROXY TCP4 203.0.113.7 192.0.2.1 40000 22\r\n"

// believed reports whether what is said to come from afar has that source's
// limit; what comes from this machine has none.
func believed(t *testing.T, address string) bool {
	t.Helper()
	for range burst {
		if _, err := comeIn(address, fromAfar, "whoami"); err != nil {
			t.Fatal(err)
		}
	}
	_, err := comeIn(address, fromAfar, "whoami")
	return err != nil
}

func TestOnlyListedProxiesSayWhereOthersComeFrom(t *testing.T) {
	if _, direct := openDoor(t); believed(t, direct) {
		t.Error("anybody is believed where there is no proxy")
	}
	if _, other := openDoor(t, "192.0.2.5"); believed(t, other) {
		t.Error("this machine is believed, but is no proxy")
	}
	_, listed := openDoor(t, "127.0.0.1")
	if !believed(t, listed) {
		t.Error("a proxy is not believed")
	}
	if _, err := comeIn(listed, "", "whoami"); err == nil {
		t.Error("a proxy that doesn't say whom it brings is let in")
	}
}

// TestAProxyDoesNotShareItsLimits: the source is whom it brings.
func TestAProxyDoesNotShareItsLimits(t *testing.T) {
	_, address := openDoor(t, "127.0.0.1")
	if !believed(t, address) {
		t.Error("a source has no limit")
	}
	if _, err := comeIn(address, strings.Replace(fromAfar, "113.7", "113.8", 1), "whoami"); err != nil {
		t.Errorf("another source behind the same proxy: %v", err)
	}
}

func TestUnsafeProxies(t *testing.T) {
	for list, want := range map[string]bool{
		"10.0.0.5": true, "10.0.0.0/24": true, "2001:db8::/64": true, "::1": true,
		"0.0.0.0/0": false, "10.0.0.0/8": false, "::/0": false, "2001:db8::/32": false, "::ffff:0:0/96": false,
		"proxy.example.org": false, "": false,
	} {
		if _, err := parseProxies([]string{list}); (err == nil) != want {
			t.Errorf("%q: %v", list, err)
		}
	}
}

func TestMetrics(t *testing.T) {
	door, address := openDoor(t)
	if _, err := comeIn(address, "", "whoami"); err != nil {
		t.Fatal(err)
	}
	web := metricsPages(door)
	get := func(path string) (int, string) {
		w := httptest.NewRecorder()
		web.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w.Code, w.Body.String()
	}
	for path, words := range map[string]string{
		"/metrics": "deathtrap_sessions_total 1", "/healthz": "ok", "/readyz": "ready", "/debug/pprof/": "goroutine",
	} {
		if status, text := get(path); status != http.StatusOK || !strings.Contains(text, words) {
			t.Errorf("%s: %d, %.200s", path, status, text)
		}
	}
	if err := door.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status, text := get("/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(text, "draining") {
		t.Errorf("readyz of a server that ends: %d, %s", status, text)
	}
	if status, _ := get("/healthz"); status != http.StatusOK {
		t.Errorf("healthz of a server that ends: %d", status)
	}
}

func TestMetricsAreForThisMachine(t *testing.T) {
	logger := slog.New(slog.DiscardHandler)
	for _, address := range []string{":9090", "0.0.0.0:0", "192.0.2.1:9090", "localhost:9090", "[::]:9090", "9090"} {
		if end, err := serveMetrics(address, nil, logger); err == nil {
			end()
			t.Errorf("%q is allowed", address)
		}
	}
	door, _ := openDoor(t)
	end, err := serveMetrics("127.0.0.1:0", door, logger)
	if err != nil {
		t.Fatal(err)
	}
	end()
}

func TestOnHangup(t *testing.T) {
	called := make(chan struct{}, 1)
	stop := onHangup(func() { called <- struct{}{} })
	defer stop()
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	select {
	case <-called:
	case <-time.After(10 * time.Second):
		t.Error("SIGHUP does nothing")
	}
}
