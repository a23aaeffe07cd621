package server

import (
	"encoding/json"
	"io"
	"regexp"
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
		{"", "KQDX", "There is no table KQDX. You are in the lobby as KQDX."},
		{"", "Anna", "You are Anna."},
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
		if strings.Contains(out.String(), "There is no table") != (c[1] == "KQDX") {
			t.Errorf("%q as %s: %s", c[0], c[1], out)
		}
		if _, err := io.WriteString(keys, "quit\n"); err != nil {
			t.Fatal(err)
		}
		if status := exit(t, soon(t, "the end", later(s.Wait))); status != 0 {
			t.Errorf("%q as %s: status %d", c[0], c[1], status)
		}
	}
}

// TestWhoCantGoThereIsToldWhereErrorsAre: without a terminal a table that can't be
// had is an error, whatever asked for it.
func TestWhoCantGoThereIsToldWhereErrorsAre(t *testing.T) {
	h := open(t, Limits{})
	host := h.program(h.dial("bo"))
	code := regexp.MustCompile(`"code":"(....)"`).FindStringSubmatch(host.ask(`{"id":1,"do":"create","options":{"players":4}}`, `"reply"`))[1]
	for _, c := range [][3]string{
		{"join K7QD", "ana", "There is no such table."},
		{"watch ZZZZ", "ana", "There is no such table."},
		{"plain K7QD", "ana", "There is no such table."},
		{"plain watch-" + code, "ana", ""},
		{"plain", "join-K7QD", "There is no such table."},
		{"", "K7QD", "To come in without a table: ssh -p"},
		{"", "watch-KQDX", "There is no such table."},
		{"", "resume-abcd-efgh-ijkl", "No seat is kept for that word any more."},
		{`{"id":2,"do":"bots","count":3}`, "", ""},
		{"join " + code, "ana", "Every seat is taken."},
		{"plain", code, "Every seat is taken."},
		{`{"id":3,"do":"lock"}`, "", ""},
		{"watch " + code, "ana", "The host has locked this table, so nobody new is let in."},
	} {
		if c[2] == "" && c[1] != "" { // it is there
			if said := h.ask(c[0], c[1]); !strings.Contains(said, "You watch.") {
				t.Errorf("%q says %q", c[0], said)
			}
			continue
		}
		if c[1] == "" {
			host.ask(c[0], `"ok":true`)
			continue
		}
		s := h.session(h.dial(c[1], gossh.PublicKeys(newKey(t))))
		stdout, stderr := newScreen(), newScreen()
		s.Stdout, s.Stderr = stdout, stderr
		err := error(nil)
		if c[0] == "" {
			if err = s.Shell(); err == nil {
				err = s.Wait()
			}
		} else {
			err = s.Run(c[0])
		}
		if status := exit(t, err); status != 1 || stdout.String() != "" || !strings.Contains(stderr.String(), c[2]) {
			t.Errorf("%q as %s: status %d, %q, and as errors %q", c[0], c[1], status, stdout, stderr)
		}
	}
}

// TestHelpHasColumns: what the verbs do stands below each other.
func TestHelpHasColumns(t *testing.T) {
	h := open(t, Limits{})
	text := h.ask("help", "ana")
	column := strings.Index(text[strings.Index(text, "  (nothing)"):], "the game, on")
	for name, v := range h.server.verbs {
		if v.about == "" {
			continue
		}
		typed := "  " + helpLine{Verb: name, Usage: v.usage}.typed() + " "
		if at := strings.Index(text, typed); at < 0 || strings.Index(text[at:], v.about) != column {
			t.Errorf("%q is not in column %d:\n%s", typed, column, text)
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
