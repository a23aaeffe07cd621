package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// answer runs a verb that answers with data.
func answer[T any](h *house, verb string, key gossh.Signer) T {
	h.t.Helper()
	var data T
	if text := h.ask(verb+" --json", "ana", gossh.PublicKeys(key)); json.Unmarshal([]byte(text), &data) != nil {
		h.t.Fatalf("%s says %q", verb, text)
	}
	return data
}

func (h *house) linkCode(key gossh.Signer) string {
	h.t.Helper()
	return answer[struct{ Code string }](h, "link", key).Code
}

// link links a key to the player of another.
func (h *house) link(key, to gossh.Signer) {
	h.t.Helper()
	h.ask("link "+h.linkCode(to), "bo", gossh.PublicKeys(key))
}

func TestLinkAndUnlink(t *testing.T) {
	h := open(t, Limits{})
	desk, laptop := newKey(t), newKey(t)
	print := func(key gossh.Signer) string { return gossh.FingerprintSHA256(key.PublicKey()) }
	h.program(h.dial("ana", gossh.PublicKeys(desk))).ask("", "welcome")
	code := h.linkCode(desk)
	if said := h.ask("link", "ana", gossh.PublicKeys(desk)); !strings.Contains(said, "link ") || !strings.Contains(said, "tell it to nobody") {
		t.Errorf("said is %q", said)
	}
	refused := func(verb, words string, auth gossh.AuthMethod) {
		t.Helper()
		if status, said := h.run(verb, "bo", auth); status != 1 || !strings.Contains(said, words) {
			t.Errorf("%s: %d, %q", verb, status, said)
		}
	}
	refused("link "+code, "No such code holds", gossh.PublicKeys(laptop)) // there is a newer one
	for _, verb := range []string{"link", "link " + code, "unlink 1", "keys", "link --json"} {
		refused(verb, "A guest has no key", asGuest(t))
	}
	code = h.linkCode(desk)
	if said := h.ask("link "+code, "bo", gossh.PublicKeys(laptop)); !strings.HasPrefix(said, "Linked: by this key you are ") {
		t.Errorf("said is %q", said)
	}
	refused("link "+h.linkCode(desk), "This key is yours already", gossh.PublicKeys(laptop))
	refused("link "+code, "No such code holds", gossh.PublicKeys(newKey(t)))
	if strings.Contains(h.log.String(), code) {
		t.Error("the code is in the log")
	}
	for _, key := range []gossh.Signer{desk, laptop} {
		if got := h.ask("who", "x", gossh.PublicKeys(key)); !strings.HasPrefix(got, print(desk)+" ") {
			t.Errorf("they are %q", got)
		}
		if got := h.ask("whoami", "x", gossh.PublicKeys(key)); !strings.Contains(got, print(key)) {
			t.Errorf("they are told %q", got)
		}
	}
	type list struct {
		Keys []struct {
			Key   string
			Since *time.Time
			Here  bool
		}
	}
	got := answer[list](h, "keys", laptop)
	if len(got.Keys) != 2 || got.Keys[0].Key != print(desk) || got.Keys[0].Since != nil || !got.Keys[1].Here || got.Keys[1].Since == nil {
		t.Errorf("the keys are %+v", got)
	}
	if said := h.ask("keys", "x", gossh.PublicKeys(desk)); !strings.Contains(said, "1: "+print(desk)+"\n   your first; you are here by it.\n2: "+print(laptop)+"\n   yours since 2") {
		t.Errorf("said is %q", said)
	}
	refused("unlink", "Which key?", gossh.PublicKeys(desk))
	refused("unlink 3", "You have no such key", gossh.PublicKeys(desk))
	h.ask("unlink 1", "x", gossh.PublicKeys(laptop))
	refused("unlink "+print(laptop), "It is your only key", gossh.PublicKeys(laptop))
	if got := h.ask("who", "x", gossh.PublicKeys(laptop)); !strings.HasPrefix(got, print(desk)+" ") {
		t.Errorf("who has taken their first key away is %q", got)
	}
	if got := h.ask("who", "x", gossh.PublicKeys(desk)); !strings.HasPrefix(got, "player:") {
		t.Errorf("the key that was taken away is %q", got)
	}
}

// TestOnePlayerPlaysByEitherKey: the newest session has the seat, whatever its
// key, and the same cards; a third machine is no third hand.
func TestOnePlayerPlaysByEitherKey(t *testing.T) {
	h := open(t, Limits{})
	desk, laptop := newKey(t), newKey(t)
	h.link(laptop, desk)
	hand := func(d *program) string {
		var view struct{ View struct{ Hand []string } }
		if err := json.Unmarshal([]byte(d.ask("", `"type":"view"`)), &view); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(view.View.Hand)
	}
	first := h.program(h.dial("ana", gossh.PublicKeys(desk)))
	first.ask(`{"id":1,"do":"create","options":{"players":4,"bots":"novice","turn":"off"}}`, `"seat":0`)
	first.ask(`{"id":2,"do":"start"}`, `"kind":"dealt"`)
	cards := hand(first)
	if cards == "[]" {
		t.Fatal("no cards")
	}
	for _, key := range []gossh.Signer{laptop, desk, laptop} {
		next := h.program(h.dial("bo", gossh.PublicKeys(key)))
		next.ask("", `"name":"ana"`)
		first.ask("", `"type":"bye"`)
		next.ask(`{"id":3,"do":"resume"}`, `"seat":0`)
		if got := hand(next); got != cards {
			t.Errorf("the cards are %s, they were %s", got, cards)
		}
		first = next
	}
}

func TestSessionsArePerPlayer(t *testing.T) {
	h := open(t, Limits{PeoplePerKey: 2})
	desk, laptop := newKey(t), newKey(t)
	h.link(laptop, desk)
	oldest := h.dial("ana", gossh.PublicKeys(desk))
	h.begin(h.session(oldest), "stare")
	h.begin(h.session(h.dial("ana", gossh.PublicKeys(laptop))), "stare")
	ended := later(oldest.Wait)
	h.begin(h.session(h.dial("ana", gossh.PublicKeys(laptop))), "stare")
	soon(t, "the end of the oldest", ended)
	if _, people := h.server.admission.count(); people != 2 {
		t.Errorf("%d people", people)
	}
}

func TestABanIsOfAllKeys(t *testing.T) {
	h := openHosted(t, Limits{})
	desk, laptop := newKey(t), newKey(t)
	h.link(laptop, desk)
	enter := func(key gossh.Signer) *program {
		in := h.program(h.dial("ana", gossh.PublicKeys(key)))
		in.ask("", "welcome")
		return in
	}
	for name, c := range map[string]struct {
		whom   string
		inside gossh.Signer
	}{
		"the other key": {gossh.FingerprintSHA256(laptop.PublicKey()), desk},
		"the first key": {gossh.FingerprintSHA256(desk.PublicKey()), laptop},
		"by name":       {"ana", laptop},
	} {
		in := enter(c.inside)
		h.must("ban " + c.whom + " 1h")
		in.ask("", "banned")
		for _, key := range []gossh.Signer{desk, laptop} {
			for _, verb := range []string{"who", "link", "unlink 1"} {
				if status, said := h.run(verb, "ana", gossh.PublicKeys(key)); status != 1 || !strings.Contains(said, "You are banned") {
					t.Errorf("%s, %s: %d, %q", name, verb, status, said)
				}
			}
		}
		var bans struct{ Bans []struct{ Who string } }
		if err := json.Unmarshal([]byte(h.must("bans --json")), &bans); err != nil || len(bans.Bans) != 1 {
			t.Fatalf("%s: %+v, %v", name, bans, err)
		}
		h.must("unban " + bans.Bans[0].Who)
	}
	in := enter(desk)
	h.must("kick " + gossh.FingerprintSHA256(laptop.PublicKey()))
	in.ask("", "sent you out")
}

// TestAnAdminIsAKey: what is linked to an admin's key is no admin, and who is
// banned comes in by the admin's key all the same.
func TestAnAdminIsAKey(t *testing.T) {
	h := openHosted(t, Limits{})
	laptop := newKey(t)
	h.link(laptop, h.admin)
	if status, said := h.run("admin who", "root", gossh.PublicKeys(laptop)); status != 1 || !strings.Contains(said, "for the admins") {
		t.Errorf("%d, %q", status, said)
	}
	h.must("ban " + gossh.FingerprintSHA256(laptop.PublicKey()))
	if status, _ := h.run("who", "root", gossh.PublicKeys(laptop)); status != 1 {
		t.Error("the ban of a key that is no admin's does nothing")
	}
	h.must("bans")
}

// TestGuessingAtCodesCosts: as failed logins do.
func TestGuessingAtCodesCosts(t *testing.T) {
	h := open(t, Limits{Local: true, Burst: 1000, PenaltyFailed: 8 * time.Second})
	for n := 0; ; n++ {
		client, err := gossh.Dial("tcp", h.address, clientConfig("eve", gossh.PublicKeys(newKey(t))))
		if err != nil {
			if n != 2 {
				t.Errorf("kept out after %d guesses: %v", n, err)
			}
			return
		}
		out, err := h.session(client).CombinedOutput("link K7QD-9GTA-P2XM")
		if exit(t, err) != 1 || !strings.Contains(string(out), "o such code holds") || n > 2 {
			t.Fatalf("guess %d: %v, %q", n, err, out)
		}
		client.Close()
	}
}
