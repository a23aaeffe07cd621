package server

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

func TestVerbsThatDoNotExist(t *testing.T) {
	h := open(t, Limits{})
	for command, words := range map[string]string{
		"rm -rf /":       `There is no "rm" here. There is: `,
		"\x1b]0;x\a":     `There is no "]0;x" here`,
		"watch":          "Watch which table?",
		"join":           "Join which table?",
		"'unclosed":      "There is no",
		"nope":           "help, join CODE, json, keys, link CODE, plain CODE, rules",
		"tables please":  `tables [--json] is all that can be said, not "please"`,
		"json --json":    `json is all that can be said, not "--json"`,
		"scp -t x":       "There are no files here, only cards.",
		"rsync --server": "There are no files here, only cards.",
	} {
		s := h.session(h.dial("ana"))
		stderr := newScreen()
		s.Stderr = stderr
		if status := exit(t, s.Run(command)); status != 1 || !strings.Contains(stderr.String(), words) {
			t.Errorf("%q: status %d, %q", command, status, stderr)
		}
	}
}

func TestVerbsThatAnswer(t *testing.T) {
	h := open(t, Limits{})
	code := h.openTable("bo")
	key := newKey(t)
	id := gossh.FingerprintSHA256(key.PublicKey())
	for verb, want := range map[string][2]string{
		"help":    {"ssh -p ", `{"verbs":[{"verb":"","usage":"","about":"the game`},
		"tables":  {"Table " + code + ", bo's table: 1 of 4 seats taken", `{"tables":[{"code":"` + code + `"`},
		"rules":   {"The Exploding Pig opens each round", `{"rules":["The game`},
		"whoami":  {"You are ana. Your key is", `{"player":"` + id + `","name":"ana","guest":false,"key":"` + id + `"}`},
		"version": {"deathtrap", `{"version":"deathtrap","protocol":1}`},
	} {
		text := h.ask(verb, "ana", gossh.PublicKeys(key))
		if !strings.Contains(text, want[0]) {
			t.Errorf("%s says %q", verb, text)
		}
		for line := range strings.Lines(text) {
			if len(strings.TrimSuffix(line, "\n")) > 80 {
				t.Errorf("%s has a line of more than 80: %q", verb, line)
			}
		}
		data := h.ask(verb+" --json", "ana", gossh.PublicKeys(key))
		if !strings.HasPrefix(data, want[1]) || !json.Valid([]byte(data)) || strings.Count(data, "\n") != 1 {
			t.Errorf("%s --json says %q", verb, data)
		}
	}
	if got := h.ask("whoami", "ana"); !strings.Contains(got, "a guest") {
		t.Errorf("a guest is told %q", got)
	}
}

// TestToAskIsNoVisit: who asks something in another window goes on playing.
func TestToAskIsNoVisit(t *testing.T) {
	h := open(t, Limits{})
	key := gossh.PublicKeys(newKey(t))
	in := h.program(h.dial("ana", key))
	in.ask("", "welcome")
	for _, verb := range []string{"tables", "whoami", "help", "rules", "version"} {
		h.ask(verb, "ana", key)
	}
	in.ask(`{"id":1,"do":"tables"}`, `"ok":true`)
}

// TestJoinAndWatchWithoutAScreen: the plain face does it.
func TestJoinAndWatchWithoutAScreen(t *testing.T) {
	h := open(t, Limits{})
	code := h.openTable("bo")
	for _, c := range [][3]string{
		{"", "ana", "You are ana."},
		{"join " + code, "ana", "Seat 2: you."},
		{"watch " + strings.ToLower(code), "ana", "You watch."},
		{"", "join-" + code, "Seat 2: you."},
		{"", code, "Seat 2: you."},
		{"", "watch-" + code, "You watch."},
		{"plain", "watch-" + code, "You watch."},
		{"join K7QD", "ana", "There is no such table."},
	} {
		s := h.session(h.dial(c[1]))
		keys, err := s.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out := newScreen()
		s.Stdout = out
		if c[0] == "" {
			err = s.Shell()
		} else {
			err = s.Start(c[0])
		}
		if err != nil {
			t.Fatal(err)
		}
		out.await(t, c[2])
		if _, err := io.WriteString(keys, "quit\n"); err != nil {
			t.Fatal(err)
		}
		if status := exit(t, soon(t, "the end", later(s.Wait))); status != 0 {
			t.Errorf("%q as %s: status %d", c[0], c[1], status)
		}
	}
}

func TestNoTunnelsAndNoFiles(t *testing.T) {
	h := open(t, Limits{})
	client := h.dial("ana")
	for _, kind := range []string{"direct-tcpip", "x11", "auth-agent@openssh.com"} {
		_, _, err := client.OpenChannel(kind, nil)
		if err == nil || !strings.Contains(err.Error(), "this server plays cards") {
			t.Errorf("%s: %v", kind, err)
		}
	}
	channel, requests, err := client.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	said := readAll(channel.Stderr())
	go gossh.DiscardRequests(requests)
	if _, err := channel.SendRequest("subsystem", true, gossh.Marshal(&struct{ Name string }{"sftp"})); err != nil {
		t.Fatal(err)
	}
	if got := soon(t, "what is said", said); !strings.Contains(got, "only cards") {
		t.Errorf("said was %q", got)
	}
}
