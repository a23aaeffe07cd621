package server

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// write makes a file and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func authorized(key gossh.Signer) string { return string(gossh.MarshalAuthorizedKey(key.PublicKey())) }

// hosted is a house with an admin.
type hosted struct {
	*house
	admin   gossh.Signer
	hosting Hosting
}

func openHosted(t *testing.T, l Limits) *hosted {
	t.Helper()
	h := &hosted{admin: newKey(t)}
	h.hosting = Hosting{Admins: write(t, "admins", "# us\n\n"+authorized(h.admin)), Data: t.TempDir()}
	h.house = openFor(t, l, h.hosting)
	return h
}

// order has the admin order something, and returns status and what is said.
func (h *hosted) order(words string) (int, string) {
	h.t.Helper()
	return h.run("admin "+words, "root", gossh.PublicKeys(h.admin))
}

// run runs a verb and returns status and what is said.
func (h *house) run(verb, user string, auth ...gossh.AuthMethod) (int, string) {
	h.t.Helper()
	client := h.dial(user, auth...)
	defer client.Close()
	s := h.session(client)
	out, err := s.CombinedOutput(verb)
	return exit(h.t, err), string(out)
}

func (h *hosted) must(words string) string {
	h.t.Helper()
	status, said := h.order(words)
	if status != 0 {
		h.t.Fatalf("admin %s: %d, %s", words, status, said)
	}
	return said
}

func TestOnlyAdminsAreAdmins(t *testing.T) {
	h := openHosted(t, Limits{})
	for name, auth := range map[string]gossh.AuthMethod{
		"a guest": asGuest(t), "another key": gossh.PublicKeys(newKey(t)),
		"who only knows the key": gossh.PublicKeysCallback(func() ([]gossh.Signer, error) {
			return []gossh.Signer{stubborn{h.admin.PublicKey()}}, nil
		}),
	} {
		for _, verb := range []string{"admin", "admin who", "admin say hi", "admin drain --json"} {
			if status, said := h.run(verb, "root", auth, asGuest(t)); status != 1 || !strings.Contains(said, "for the admins") {
				t.Errorf("%s, %s: %d, %q", name, verb, status, said)
			}
		}
	}
	if help := h.ask("help", "ana"); strings.Contains(help, "admin") {
		t.Error("everybody is told of admins")
	}
	if said := h.must("audit"); strings.Count(said, "refused: that is for the admins") != 12 {
		t.Errorf("the audit log says %q", said)
	}
}

func TestEveryOrderAnswersAsData(t *testing.T) {
	h := openHosted(t, Limits{})
	h.program(h.dial("ana", gossh.PublicKeys(newKey(t)))).ask("", "welcome")
	for _, words := range []string{
		"who", "tables", "stats", "audit", "audit 5", "bans", "reports", "reports 5", "say hello all", "ban 192.0.2.1 7d rude", "unban 192.0.2.1",
		"mute ana 1h", "mute ana 0", "kick ana", "reload", "drain",
	} {
		said := h.must(words + " --json")
		if !json.Valid([]byte(said)) || strings.Count(said, "\n") != 1 {
			t.Errorf("%s: %q", words, said)
		}
	}
	for words, want := range map[string]string{
		"nope": "no order, or lacks a word", "kick": "lacks a word", "kick nobody": "Nobody of that name",
		"ban nobody": "One can ban a key", "ban 0.0.0.0/0": "nearly everybody", "ban ::/0": "nearly everybody",
		"ban 192.0.2.1 soon": "A time is", "unban 192.0.2.9": "There is no such ban", "audit x": "no number", "reports 0": "no number", "dismiss 7": "no report", "dismiss x": "no number",
		"ban SHA256:short": "One can ban a key", "say": "lacks a word",
	} {
		if status, said := h.order(words); status != 1 || !strings.Contains(said, want) {
			t.Errorf("admin %s: %d, %q", words, status, said)
		}
	}
	if status, said := h.order(""); status != 0 || !strings.Contains(said, "admin ORDER") {
		t.Errorf("admin: %d, %q", status, said)
	}
}

func TestAnAdminSeesAndKicks(t *testing.T) {
	h := openHosted(t, Limits{})
	key := newKey(t)
	s, keys, out := h.sit("ana", gossh.PublicKeys(key))
	press(t, keys, "b") // a table with computer players
	waitUntil(t, "a seat", func() bool { return strings.Contains(h.must("who"), "at table") })
	who := h.must("who")
	for _, want := range []string{"ana", "screen", "from 127.0.0.1", gossh.FingerprintSHA256(key.PublicKey())} {
		if !strings.Contains(who, want) {
			t.Errorf("%q is not in %q", want, who)
		}
	}
	ended := later(s.Wait)
	h.must("kick ANA")
	if status := exit(t, soon(t, "the end", ended)); status != 0 {
		t.Errorf("status %d", status)
	}
	restored(t, out, "The host of this server has sent you out.")
	if stats := h.must("stats"); !strings.Contains(stats, "1 tables, 1 games under way") {
		t.Errorf("stats: %q", stats)
	}
}

func TestWhatTheHostSaysIsHeard(t *testing.T) {
	h := openHosted(t, Limits{})
	program := h.program(h.dial("ana"))
	program.ask("", "welcome")
	reader := h.session(h.dial("bo"))
	keys, err := reader.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	out := newScreen()
	reader.Stdout = out
	if err := reader.Start("plain"); err != nil {
		t.Fatal(err)
	}
	out.await(t, "What will you do?")
	h.must("say we restart at noon")
	program.ask("", `{"type":"chat","from":null,"text":"The host of this server: we restart at noon"}`)
	out.await(t, "\nThe host of this server: we restart at noon\n")
}

func TestABannedKeyStaysOut(t *testing.T) {
	h := openHosted(t, Limits{})
	key := newKey(t)
	in := h.program(h.dial("ana", gossh.PublicKeys(key)))
	in.ask("", "welcome")
	said := h.must("ban ana 1h for being rude")
	if id := gossh.FingerprintSHA256(key.PublicKey()); !strings.Contains(said, id) || !strings.Contains(said, "rude") {
		t.Errorf("said is %q", said)
	}
	in.ask("", "banned")
	if status, said := h.run("who", "ana", gossh.PublicKeys(key)); status != 1 || !strings.Contains(said, "You are banned") {
		t.Errorf("%d, %q", status, said)
	}
	h.ask("who", "bo")

	// The ban outlives the process.
	again := openFor(t, Limits{}, h.hosting)
	if status, _ := again.run("who", "ana", gossh.PublicKeys(key)); status != 1 {
		t.Error("after a restart the ban is over")
	}
	h.must("unban " + gossh.FingerprintSHA256(key.PublicKey()))
	h.ask("who", "ana", gossh.PublicKeys(key))
	if log := h.must("audit"); !strings.Contains(log, "ban ana 1h for being rude") || !strings.Contains(log, "unban SHA256:") {
		t.Errorf("the audit log says %q", log)
	}
}

func TestABannedNetworkStaysOut(t *testing.T) {
	h := openHosted(t, Limits{Local: true, Burst: 1000})
	in := h.program(h.dial("ana"))
	in.ask("", "welcome")
	admin := h.dial("root", gossh.PublicKeys(h.admin))
	order := func(words string) {
		t.Helper()
		if out, err := h.session(admin).CombinedOutput("admin " + words); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	order("ban 127.0.0.0/8 1h")
	in.ask("", "banned")
	_, err := gossh.Dial("tcp", h.address, clientConfig("ana", asGuest(t)))
	if err == nil {
		t.Error("who comes from there is let in")
	}
	order("unban 127.0.0.0/8")
	h.ask("who", "ana")
}

func TestThisMachineIsNeverBanned(t *testing.T) {
	h := openHosted(t, Limits{})
	in := h.program(h.dial("ana"))
	h.must("ban 127.0.0.1")
	h.ask("who", "bo")
	in.ask(`{"id":1,"do":"tables"}`, `"ok":true`)
}

func TestBansEnd(t *testing.T) {
	b, err := openBans(filepath.Join(t.TempDir(), "bans.json"))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1e9, 0).UTC()
	ip := netip.MustParseAddr
	for _, who := range []string{"192.0.2.1", "2001:db8::1", "198.51.100.0/24"} {
		one, err := parseBan(who)
		if err != nil {
			t.Fatal(err)
		}
		until := now.Add(time.Hour)
		one.Since, one.Until = now, &until
		if err := b.add(one); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		ip   string
		at   time.Duration
		want bool
	}{
		{"192.0.2.1", 0, true},
		{"192.0.2.2", 0, false},
		{"2001:db8::ffff", 0, true},
		{"2001:db8:0:1::1", 0, false},
		{"198.51.100.200", time.Minute, true},
		{"198.51.100.200", time.Hour, false},
	} {
		if got := b.covers(nil, ip(c.ip), now.Add(c.at)); got != c.want {
			t.Errorf("%s after %v: %v", c.ip, c.at, got)
		}
	}
	if err := os.WriteFile(b.path, []byte(`[{"who":"192.0.2.0/24","since":"x"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openBans(b.path); err == nil {
		t.Error("a damaged file is no error")
	}
}

func TestInvitedPlayersOnly(t *testing.T) {
	listed, other := newKey(t), newKey(t)
	hosting := Hosting{Allow: write(t, "allow", authorized(listed))}
	h := openFor(t, Limits{}, hosting)
	h.ask("who", "ana", gossh.PublicKeys(other, listed), asGuest(t)) // the one that fits is found
	for name, auth := range map[string]gossh.AuthMethod{"a guest": asGuest(t), "another key": gossh.PublicKeys(other)} {
		if status, said := h.run("who", "bo", auth, asGuest(t)); status != 1 || !strings.Contains(said, "ask them to add your key") {
			t.Errorf("%s: %d, %q", name, status, said)
		}
	}
	if err := os.WriteFile(hosting.Allow, []byte(authorized(listed)+authorized(other)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := h.server.Reload(); err != nil {
		t.Fatal(err)
	}
	h.ask("who", "bo", gossh.PublicKeys(other))
	if err := os.WriteFile(hosting.Allow, []byte("ssh-ed25519 AAAA broken\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := h.server.Reload(); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a broken file: %v", err)
	}
	h.ask("who", "bo", gossh.PublicKeys(other)) // as before
}

func TestTheMessageOfTheDay(t *testing.T) {
	h := openFor(t, Limits{}, Hosting{Notice: write(t, "motd", "Tournament\x1b]0;x\a\n on Friday.\n")})
	if _, said := h.run("plain", "ana"); !strings.Contains(said, "Tournament ]0;x on Friday.") && !strings.Contains(said, "Tournament]0;x on Friday.") {
		t.Errorf("said is %q", said)
	}
	_, keys, out := h.sit("bo")
	press(t, keys, "\x1b") // past the welcome of the first time
	out.await(t, "Tournament")
}

func TestTheAuditLogIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	if err := os.WriteFile(path, []byte(`{"time":"2026-01-02T03:04:05Z","by":"x","from":"y","command":"old"}`+"\n"+`{"torn`), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := openAudit(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := a.write(deed{Command: fmt.Sprint("new ", i)}); err != nil {
			t.Fatal(err)
		}
	}
	b, err := openAudit(path)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, d := range b.last(10) {
		told = append(told, d.Command)
	}
	if got := strings.Join(told, ", "); got != "old, new 0, new 1, new 2" {
		t.Errorf("told is %s", got)
	}
}
