package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// What people report is the host's to read, and is in no log.
func TestReportsAreTheHosts(t *testing.T) {
	h := openHosted(t, Limits{})
	key := newKey(t)
	rude, ana := h.program(h.dial("rude", gossh.PublicKeys(key))), h.program(h.dial("ana"))
	rude.ask("", "welcome")
	ana.ask("", "welcome")
	rude.ask(`{"id":1,"do":"chat","text":"you utter fool"}`, `"ok":true`)
	rude.ask(`{"id":2,"do":"whisper","name":"ana","text":"a private fool"}`, `"ok":true`)
	ana.ask(`{"id":1,"do":"report","name":"rude","text":"calls names"}`, `"ok":true`)
	said := h.must("reports")
	for _, want := range []string{"1. ", "rude is reported by ana, in the lobby", gossh.FingerprintSHA256(key.PublicKey()), "why: calls names", "said: you utter fool"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
	if all := said + h.must("audit") + h.must("who") + h.log.String(); strings.Contains(all, "private fool") {
		t.Error("a whisper is told on")
	}
	if log := h.log.String(); strings.Contains(log, "utter fool") || strings.Contains(log, "calls names") {
		t.Errorf("talk is in the log: %s", log)
	}
	var data struct {
		Reports []struct{ Number int }
	}
	if err := json.Unmarshal([]byte(h.must("reports --json")), &data); err != nil || len(data.Reports) != 1 || data.Reports[0].Number != 1 {
		t.Errorf("as data: %+v, %v", data, err)
	}
	h.must("dismiss 1")
	if said := h.must("reports"); said != "Nobody is reported.\n" {
		t.Errorf("after that: %q", said)
	}
	if said := h.must("audit"); !strings.Contains(said, "dismiss 1") {
		t.Errorf("the audit log says %q", said)
	}
}

// A guest who comes again guesses at codes no more often, wherever limits by
// source hold.
func TestGuestsGuessTogether(t *testing.T) {
	for _, local := range []bool{true, false} {
		h := open(t, Limits{Local: local, Burst: 100})
		guess := func(i int, want string) {
			t.Helper()
			client := h.dial(fmt.Sprint("g", i))
			defer client.Close()
			p := h.program(client)
			p.ask("", "welcome")
			p.ask(`{"id":1,"do":"join","code":"2222-2222"}`, want)
		}
		for i := range 5 {
			guess(i, "unknown-table")
		}
		guess(9, map[bool]string{true: "rate-limited", false: "unknown-table"}[local])
	}
}
