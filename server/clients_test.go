//go:build clients

package server

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// client is a foreign program that is to end with the test.
func client(t *testing.T, name string, args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "TERM=xterm", "SSH_AUTH_SOCK=")
	return cmd
}

// openSSH is OpenSSH's client as it comes, without this machine's settings.
func (h *house) openSSH(args ...string) *exec.Cmd {
	_, port, err := net.SplitHostPort(h.address)
	if err != nil {
		h.t.Fatal(err)
	}
	return client(h.t, "ssh", append([]string{
		"-F", "none", "-p", port, "-l", "ana", "-o", "StrictHostKeyChecking=no",
		"-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
	}, args...)...)
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, &stderr)
	}
	return string(out)
}

// makeKey makes a key as a player would and returns its file and fingerprint.
func makeKey(t *testing.T, args ...string) (path, fingerprint string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "id")
	output(t, exec.Command("ssh-keygen", append([]string{"-q", "-N", "", "-f", path}, args...)...))
	return path, strings.Fields(output(t, exec.Command("ssh-keygen", "-l", "-f", path)))[1]
}

func TestOpenSSHComesInAsAGuest(t *testing.T) {
	h := open(t, Limits{})
	got := output(t, h.openSSH("-o", "IdentityFile=/dev/null", "-o", "BatchMode=no", "localhost", "who"))
	if !strings.HasPrefix(got, "guest:") {
		t.Errorf("without a key one is %q", got)
	}
}

// TestOpenSSHShowsAKeyItDoesNotOwn: its own key is who it is, and without one it
// is a guest.
func TestOpenSSHShowsAKeyItDoesNotOwn(t *testing.T) {
	h := open(t, Limits{})
	victim, id := makeKey(t)
	if err := os.Remove(victim); err != nil { // only the public half is left
		t.Fatal(err)
	}
	own, want := makeKey(t)
	if got := output(t, h.openSSH("-o", "IdentitiesOnly=yes", "-i", victim+".pub", "-i", own, "localhost", "who")); !strings.HasPrefix(got, want) {
		t.Errorf("got %q", got)
	}
	if got := output(t, h.openSSH("-o", "IdentitiesOnly=yes", "-i", victim+".pub", "localhost", "who")); !strings.HasPrefix(got, "guest:") || strings.Contains(got, id) {
		t.Errorf("got %q", got)
	}
}

func TestOpenSSHComesInByEveryKindOfKey(t *testing.T) {
	h := open(t, Limits{})
	for _, kind := range [][]string{{"-t", "ed25519"}, {"-t", "rsa", "-b", "2048"}, {"-t", "ecdsa", "-b", "521"}} {
		path, want := makeKey(t, kind...)
		if got := output(t, h.openSSH("-i", path, "localhost", "who")); !strings.HasPrefix(got, want+" ana") {
			t.Errorf("%v: %q, want %s", kind, got, want)
		}
	}
	path, _ := makeKey(t, "-t", "rsa", "-b", "1024")
	if got := output(t, h.openSSH("-i", path, "localhost", "who")); !strings.HasPrefix(got, "guest:") {
		t.Errorf("with a weak key one is %q", got)
	}
}

func TestOpenSSHWithAFullAgent(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "agent")
	agent := client(t, "ssh-agent", "-D", "-a", socket)
	if err := agent.Start(); err != nil {
		t.Fatal(err)
	}
	waitUntil(t, "the agent's start", func() bool {
		_, err := os.Stat(socket)
		return err == nil
	})
	t.Cleanup(func() {
		_ = agent.Process.Kill()
		_ = agent.Wait() // killed
	})
	h := open(t, Limits{})
	want := ""
	for i := range 13 {
		kind := []string{"-t", "rsa", "-b", "1024"}
		if i == 11 {
			kind = []string{"-t", "ed25519"}
		}
		path, fingerprint := makeKey(t, kind...)
		if i == 11 {
			want = fingerprint
		}
		add := exec.Command("ssh-add", "-q", path)
		add.Env = append(os.Environ(), "SSH_AUTH_SOCK="+socket)
		output(t, add)
	}
	cmd := h.openSSH("localhost", "who")
	cmd.Env = append(cmd.Env, "SSH_AUTH_SOCK="+socket)
	if got := output(t, cmd); !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %s", got, want)
	}
}

func TestOpenSSHKilledWindow(t *testing.T) {
	h := open(t, Limits{})
	path, _ := makeKey(t, "-t", "ed25519")
	control := filepath.Join(t.TempDir(), "control")
	output(t, h.openSSH("-i", path, "-M", "-S", control, "-o", "ControlPersist=yes", "-N", "-f", "localhost"))
	t.Cleanup(func() { output(t, h.openSSH("-S", control, "-O", "exit", "localhost")) })

	window := h.openSSH("-tt", "-S", control, "localhost", "stare")
	out := newScreen()
	window.Stdout = out
	if err := window.Start(); err != nil {
		t.Fatal(err)
	}
	out.await(t, "ready")
	if err := window.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	soon(t, "the end of the window's session", h.ended)
	if err := window.Wait(); err == nil {
		t.Error("the window was not killed")
	}
	if got := output(t, h.openSSH("-S", control, "localhost", "who")); !strings.Contains(got, "ana") {
		t.Errorf("a second window is %q", got)
	}
}

func TestOpenSSHFindsNoWayElsewhere(t *testing.T) {
	h := open(t, Limits{})
	for _, args := range [][]string{
		{"-W", "localhost:22", "localhost"},
		{"-s", "localhost", "sftp"},
		{"-o", "ExitOnForwardFailure=yes", "-R", "0:localhost:22", "localhost", "who"},
	} {
		if err := h.openSSH(args...).Run(); err == nil {
			t.Errorf("ssh %v succeeded", args)
		}
	}
	if got := output(t, h.openSSH("-A", "-X", "localhost", "who")); !strings.Contains(got, "ana") {
		t.Errorf("with forwarding asked for one is %q", got)
	}
}

// TestOpenSSHIsRefusedWithASentence: files and tunnels.
func TestOpenSSHIsRefusedWithASentence(t *testing.T) {
	h := open(t, Limits{})
	_, port, err := net.SplitHostPort(h.address)
	if err != nil {
		t.Fatal(err)
	}
	options := []string{
		"-F", "none", "-P", port, "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cmd   *exec.Cmd
		words string
	}{
		{client(t, "sftp", append(options, "ana@localhost")...), "only cards"},
		{client(t, "scp", append(options, file, "ana@localhost:x")...), "only cards"},
		{client(t, "scp", append(options, "-O", file, "ana@localhost:x")...), "only cards"},
		{client(t, "scp", append(options, "-O", "ana@localhost:x", file)...), "only cards"},
		{client(t, "ssh", "-F", "none", "-p", port, "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
			"-W", "localhost:22", "ana@localhost"), "this server plays cards; it leads nowhere else"},
		{h.openSSH("localhost", "nope"), "help, join CODE"},
	} {
		out, err := c.cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.words) {
			t.Errorf("%s: %v\n%s", c.cmd, err, out)
		}
	}
}

func TestOpenSSHAsksAndFollowsLinks(t *testing.T) {
	h := open(t, Limits{})
	code := h.openTable("bo")
	path, id := makeKey(t, "-t", "ed25519")
	for _, c := range []struct {
		args  []string
		words string
	}{
		{[]string{"localhost", "whoami", "--json"}, id},
		{[]string{"localhost", "tables"}, "Table " + code},
		{[]string{"-l", "join-" + code, "localhost"}, "Seat 2: you."}, // the first -l counts
		{[]string{"localhost", "join", code}, "Seat 2: you."},
		{[]string{"-tt", "localhost", "watch", code}, "\x1b[?1049h"},
	} {
		cmd := h.openSSH(append([]string{"-i", path}, c.args...)...)
		if i := slices.Index(cmd.Args, "ana"); len(c.args) > 1 && c.args[0] == "-l" {
			cmd.Args[i] = c.args[1]
		}
		if out := readUntil(t, cmd, c.words); !strings.Contains(out, c.words) {
			t.Errorf("%v: %q", c.args, out)
		}
	}
}

// readUntil runs a command until it has written the words, or ends. Its input
// stays open so long: a screen without input is over before it is drawn.
func readUntil(t *testing.T, cmd *exec.Cmd, words string) string {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	part := make([]byte, 1024)
	for !strings.Contains(got.String(), words) {
		n, err := out.Read(part)
		got.Write(part[:n])
		if err != nil {
			break
		}
	}
	in.Close()
	var ended *exec.ExitError // a screen that was hung up ends with 1
	if err := cmd.Wait(); err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return got.String()
}

func TestPlinkComesIn(t *testing.T) {
	h := open(t, Limits{})
	_, port, err := net.SplitHostPort(h.address)
	if err != nil {
		t.Fatal(err)
	}
	fingerprint := gossh.FingerprintSHA256(h.server.signers[0].PublicKey())
	got := output(t, client(t, "plink", "-batch", "-ssh", "-hostkey", fingerprint, "-P", port, "ana@127.0.0.1", "who"))
	if !strings.HasPrefix(got, "guest:") || !strings.Contains(got, "ana") {
		t.Errorf("got %q", got)
	}
}

func TestDropbearComesIn(t *testing.T) {
	h := open(t, Limits{})
	_, port, err := net.SplitHostPort(h.address)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "id")
	output(t, exec.Command("dropbearkey", "-t", "ed25519", "-f", path))
	for want, args := range map[string][]string{"SHA256:": {"-i", path}, "guest:": nil} {
		args = append(args, "-y", "-y", "-p", port, "ana@127.0.0.1", "who")
		if got := output(t, client(t, "dbclient", args...)); !strings.HasPrefix(got, want) {
			t.Errorf("got %q, want %s", got, want)
		}
	}
}
