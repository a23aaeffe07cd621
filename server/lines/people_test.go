package lines_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/lobby"
)

// TestDoorPeople: programs whisper, ignore and report, and a table's host sends
// them out.
func TestDoorPeople(t *testing.T) {
	house := newHouse(t)
	ana, bo, cleo := connect(t, house, "ana"), connect(t, house, "bo"), connect(t, house, "cleo")
	if m := ana.must("whisper", `"name":"BO"`, `"text":"psst\u001b[2J"`); m.Name != "bo" {
		t.Errorf("whispered to %q", m.Name)
	}
	if m := bo.hears("whisper"); *m.From != "ana" || m.Text != "psst[2J" {
		t.Errorf("bo hears %+v", m)
	}
	ana.refused("not-allowed", "whisper", `"name":"nobody"`, `"text":"hi"`)
	ana.refused("bad-request", "whisper", `"name":"bo"`)
	ana.refused("too-long", "whisper", `"name":"bo"`, `"text":"`+strings.Repeat("x", 201)+`"`)

	cleo.must("ignore", `"name":"ana"`)
	if m := cleo.must("ignored"); len(m.Ignored) != 1 || m.Ignored[0] != "ana" {
		t.Errorf("cleo ignores %v", m.Ignored)
	}
	ana.must("whisper", `"name":"cleo"`, `"text":"unheard"`)
	ana.must("chat", `"text":"unheard, too"`)
	ana.must("report", `"name":"bo"`, `"text":"too slow"`)
	if all, err := house.Reports(t.Context(), 9); err != nil || len(all) != 1 || all[0].About.Name != "bo" || all[0].Reason != "too slow" {
		t.Errorf("reported: %+v, %v", all, err)
	}

	code := `"code":"` + ana.must("create", `"options":{"players":4,"bots":"novice"}`).Code + `"`
	bo.must("join", code)
	cleo.must("watch", code)
	bo.refused("not-allowed", "kick", `"name":"ana"`)
	bo.must("ready")
	ana.must("start")
	bo.refused("not-allowed", "whisper", `"name":"ana"`, `"text":"I have the Pig"`)
	ana.must("kick", `"name":"bo"`)
	if m := bo.hears("chat"); m.From != nil || m.Text != "The host of this table has sent you out." {
		t.Errorf("bo is told %+v", m)
	}
	bo.must("watch", code) // and may look on
	ana.must("ban", `"name":"bo"`)
	ana.must("ban", `"name":"cleo"`)
	bo.refused("not-allowed", "watch", code)
	if view := ana.sees(func(m message) bool { return len(m.Table.Banned) == 2 }); view.Table.Banned[0] != "bo" {
		t.Errorf("banned are %v", view.Table.Banned)
	}
	ana.must("unban", `"name":"bo"`)
	ana.must("lock")
	bo.refused("not-allowed", "watch", code)
	bo.lists(`"locked":true,"banned":[]`)
	ana.must("lock", `"off":true`)
	bo.must("watch", code)
	cleo.must("unignore", `"name":"ana"`)
	for _, line := range cleo.raw {
		if strings.Contains(string(line), "unheard") {
			t.Errorf("cleo heard %s", line)
		}
	}
}

// lists asks for the tables until one of them is as wanted: the lobby takes a
// moment to say so.
func (p *program) lists(want string) {
	p.t.Helper()
	for began := time.Now(); time.Since(began) < 30*time.Second; {
		if list := p.must("tables").Tables; len(list) > 0 && strings.Contains(string(list[0]), want) {
			return
		}
	}
	p.t.Errorf("%s never sees a table with %s", p.name, want)
}

// hears waits for a message of that type.
func (p *program) hears(kind string) message {
	p.t.Helper()
	for {
		if m := p.next(); m.Type == kind && !strings.Contains(m.Text, "computer player") {
			return m
		}
	}
}

// TestPlainPeople is the same for who only hears sentences.
func TestPlainPeople(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := lobby.New(t.Context(), lobby.Config{Policy: quiet{}, Pace: time.Second})
		ilse := listen(t, house, "ilse")
		ilse.hear()
		wei := listen(t, house, "wei")
		wei.hear()
		say := func(l *listener, line, want string) {
			t.Helper()
			time.Sleep(6 * time.Second)
			l.enter(line)
			synctest.Wait()
			if got := l.hear(); !strings.Contains(got, want) {
				t.Errorf("%q is answered with %q", line, got)
			}
		}
		say(ilse, "reply hi", "Nobody has whispered to you.")
		say(ilse, "/w wei psst", "You whisper to wei: psst")
		say(wei, "reply what?", "You whisper to ilse: what?")
		say(ilse, "whisper nobody hi", "Nobody of that name is here.")
		say(ilse, "new players 4 bots novice turn off", "waiting")
		code := house.Board().Tables[0].Code
		say(wei, "join "+code, "Seat 2: you.")
		say(wei, "lock", "Only the host can do that.")
		say(ilse, "lock", "ilse has locked the table.")
		say(ilse, "kick wei", "wei is sent out by the host.")
		if got := wei.hear(); !strings.Contains(got, "The host of this table has sent you out.") || !strings.Contains(got, "You are in the lobby.") {
			t.Errorf("wei hears %q", got)
		}
		say(wei, "tables", "waiting, locked.")
		say(wei, "join "+code, "The host has locked this table")
		say(ilse, "unlock", "ilse has unlocked the table.")
		say(wei, "join "+code, "Seat 2: you.")
		say(wei, "ready", "")
		say(ilse, "start", "The game begins")
		say(wei, "w ilse I have the Pig", "In a running game whoever has a seat")
		say(ilse, "ban wei", "Say ban wei again")
		say(ilse, "hand", "")
		say(ilse, "ban wei", "Say ban wei again") // it was forgotten
		say(ilse, "/BAN Wei", "wei is banned by the host. A bot plays the cards to the end.")
		say(wei, "watch "+code, "The host of this table has banned you from it.")
		say(ilse, "unban wei", "wei is no longer banned.")
		say(wei, "report ilse sent me out", thanked)
		say(wei, "ignore ilse", "You hear no more of ilse.")
		say(wei, "ignore", "You ignore ilse.")
		say(ilse, "w wei sorry", "You whisper to wei: sorry")
		say(wei, "unignore ilse", "You hear ilse again.")
		if got := wei.hear(); strings.Contains(got, "sorry") {
			t.Errorf("wei hears %q", got)
		}
		say(wei, "ignore", "You ignore nobody.")
		for _, l := range []*listener{ilse, wei} {
			l.enter("quit")
			<-l.done
		}
	})
}

const thanked = "Thank you. The host of this server will read it"
