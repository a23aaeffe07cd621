package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// plant is a panic that the product doesn't have: the binary is built with a line
// more behind the one that begins with those words.
type plant struct {
	file, behind, line string
}

// planted are all of them. Each waits for its own word.
var planted = []plant{
	{"tui/tui.go", "func (p *program) Update(", `if k, ok := msg.(tea.KeyPressMsg); ok && k.Text == "Z" { panic("planted in update") }`},
	{"tui/tui.go", "func (p *program) Draw(", `if p.chat.open && p.me.Name == "draw" { panic("planted in draw") }`},
	{"tui/session.go", "func (s *session) say(", `if text == "command" { return func() tea.Msg { panic("planted in command") } }`},
	{"tui/terminal/input.go", "func (in *input) quiet()", `if string(in.decoder.buf[:in.decoder.n]) == "timer" { panic("planted in timer") }`},
	{"server/channel.go", "func (c *channel) takeEnv(", `if len(payload) == 1 { panic("planted in request") }`},
	{"server/line.go", "func (l *line) allowKey(", `if key.Type() == "ecdsa-sha2-nistp384" { panic("planted in login") }`},
	{"server/lines/json.go", "func (d *door) answer(", `if string(in.text) == "door" { panic("planted in door") }`},
	{"lobby/board.go", "b.news, b.crowd, b.timer", `for _, t := range b.unsaid { if t.Text == "lobby" { b.unsaid = nil; panic("planted in lobby") } }`},
	{"table/talk.go", "func (c *core) judgeSay(", `if cmd.Text == "table" { panic("planted in table") }`},
	{"table/room.go", "case <-timer.C:", `if r.table.Board().Setup.Title == "clock" { panic("planted in clock") }`},
	{"rules/bots/bots.go", "func Choose(", `if v.Rounds == 11 { panic("planted in player") }`},
	{"store/log.go", "return l.store.writer.do(", `if e.Setup != nil && e.Setup.Title == "store" { panic("planted in store") }`},
}

// TestPlantedPanics: each ends at most its own session or table and is in the log
// with its stack; four others play on and don't feel it.
func TestPlantedPanics(t *testing.T) {
	h := openAttacked(t, build(t, "-overlay", overlay(t)))
	base := h.holds()
	for _, one := range []struct {
		where string
		do    func(*victim)
	}{
		{"update", func(v *victim) { v.breaksScreen("Z") }},
		{"draw", func(v *victim) { v.breaksScreen("c") }},
		{"command", func(v *victim) { v.breaksScreen("ccommand\r") }},
		{"timer", func(v *victim) { v.breaksScreen("\x1b]timer") }},
		{"request", (*victim).breaksRequest},
		{"login", (*victim).breaksLogin},
		{"door", (*victim).breaksDoor},
		{"lobby", (*victim).breaksLobby},
		{"table", (*victim).breaksTable},
		{"clock", (*victim).breaksClock},
		{"player", (*victim).breaksPlayer},
		{"store", (*victim).breaksStore},
	} {
		t.Run(one.where, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			v := &victim{t: t, ctx: ctx, house: h, where: one.where}
			before := len(h.process.log.String())
			worst, keys := h.during(t, func() {
				one.do(v)
				v.awaitLog(before)
			})
			t.Logf("%v at the 99th of a hundred, %d keys", worst.Round(100*time.Microsecond), keys)
			if worst > worstKey {
				t.Errorf("a key of another took %v to show", worst)
			}
			v.comesInAgain()
		})
	}
	h.comesBackTo(t, base)
}

// overlay plants the panics, for go build.
func overlay(t *testing.T) (file string) {
	t.Helper()
	folder := t.TempDir()
	replaced := map[string]string{}
	for _, p := range planted {
		original, err := filepath.Abs(p.file)
		if err != nil {
			t.Fatal(err)
		}
		if replaced[original] == "" {
			replaced[original] = filepath.Join(folder, fmt.Sprint(len(replaced), ".go"))
			copyFile(t, original, replaced[original])
		}
		text, err := os.ReadFile(replaced[original])
		if err != nil {
			t.Fatal(err)
		}
		before, after, found := strings.Cut(string(text), p.behind)
		rest, after, more := strings.Cut(after, "\n")
		if !found || !more {
			t.Fatalf("%s has no line with %q", p.file, p.behind)
		}
		write(t, replaced[original], before+p.behind+rest+"\n"+p.line+"\n"+after)
	}
	list, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(folder, "overlay.json")
	write(t, file, string(list))
	return file
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	write(t, to, string(text))
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// victim is somebody whose session or table breaks.
type victim struct {
	t     *testing.T
	ctx   context.Context
	house *attacked
	where string
}

// awaitLog waits until the panic is in the log, with its stack.
func (v *victim) awaitLog(before int) {
	v.t.Helper()
	want := "planted in " + v.where
	if err := v.house.process.log.await(v.ctx, want); err != nil {
		v.t.Fatal(err)
	}
	for _, line := range strings.Split(v.house.process.log.String()[before:], "\n") {
		if strings.Contains(line, want) && strings.Contains(line, `"stack":"goroutine `) {
			return
		}
	}
	v.t.Errorf("the log has no stack: %s", v.house.process.log.String()[before:])
}

// dial comes in; the name is what some panics wait for.
func (v *victim) dial() *ssh.Client {
	v.t.Helper()
	client, err := ssh.Dial("tcp", v.house.address, guestConfig(v.where))
	if err != nil {
		v.t.Fatal(err)
	}
	v.t.Cleanup(func() { client.Close() })
	return client
}

// opens begins a session of a program.
func (v *victim) opens() *door {
	v.t.Helper()
	return beginDoor(v.ctx, v.t, v.dial())
}

// comesInAgain: whoever was hit is welcome.
func (v *victim) comesInAgain() {
	v.t.Helper()
	if reply := v.opens().ask(`{"id":7,"do":"tables"}`, `"id":7`); !strings.Contains(reply, `"ok":true`) {
		v.t.Errorf("who was hit is told %s", reply)
	}
}

// breaksScreen types what breaks the session, which then ends with a word on a
// terminal that is as it was.
func (v *victim) breaksScreen(keys string) {
	v.t.Helper()
	session, in, glass, err := onScreen(v.dial())
	if err != nil {
		v.t.Fatal(err)
	}
	if err := glass.await(v.ctx, "play now"); err != nil { // the first visit's screen
		v.t.Fatal(err)
	}
	if _, err := io.WriteString(in, keys); err != nil {
		v.t.Fatal(err)
	}
	if err := session.Wait(); err == nil {
		v.t.Error("it ended as if nothing had been")
	}
	_, after, restored := strings.Cut(glass.String(), "\x1b[?1049l")
	if !restored || !strings.Contains(after, "Something broke on our side. Please come in again.") {
		v.t.Errorf("the terminal is left with %q", after)
	}
}

func (v *victim) breaksRequest() {
	session, err := v.dial().NewSession()
	if err != nil {
		v.t.Fatal(err)
	}
	if ok, err := session.SendRequest("env", true, []byte{0}); ok || err == nil {
		v.t.Errorf("answered %t, %v", ok, err)
	}
}

func (v *victim) breaksLogin() {
	config := guestConfig("login")
	private, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		v.t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		v.t.Fatal(err)
	}
	config.Auth = []ssh.AuthMethod{ssh.PublicKeys(key)}
	if client, err := ssh.Dial("tcp", v.house.address, config); err == nil {
		client.Close()
		v.t.Error("let in")
	}
}

func (v *victim) breaksDoor() {
	d := v.opens()
	d.say("door")
	if err := d.session.Wait(); err == nil {
		v.t.Error("it ended as if nothing had been")
	}
}

// breaksLobby loses one edition of the lobby's news; the next ones come.
func (v *victim) breaksLobby() {
	d, other := v.opens(), v.opens()
	d.ask(`{"id":1,"do":"chat","text":"lobby"}`, `"id":1`)
	v.awaitLog(0)
	d.ask(`{"id":2,"do":"chat","text":"and on"}`, `"id":2`)
	other.hear("and on")
}

// breaksTable has two people at a table, which ends for both; they are in the
// lobby then.
func (v *victim) breaksTable() {
	d, other := v.opens(), v.opens()
	code := d.create(`"private":true`)
	other.ask(`{"id":2,"do":"join","code":"`+code+`"}`, `"id":2`)
	d.say(`{"id":3,"do":"chat","text":"table"}`)
	for _, one := range []*door{d, other} {
		one.hear("closed")
		one.ask(`{"id":4,"do":"tables"}`, `"id":4`)
	}
}

// breaksClock has a table's clock break it.
func (v *victim) breaksClock() {
	d := v.opens()
	d.create(`"title":"clock","options":{"turn":"10s"}`)
	d.begin()
	d.hear("closed")
	d.ask(`{"id":9,"do":"tables"}`, `"id":9`)
}

// breaksPlayer has the computer players of a table break; what they owe is done
// for them.
func (v *victim) breaksPlayer() {
	d := v.opens()
	d.create(`"options":{"players":4,"rounds":11,"turn":"10s"}`)
	d.begin()
	d.hear("pig-played")
}

// breaksStore has one table that can't be written down. Others can.
func (v *victim) breaksStore() {
	d, other := v.opens(), v.opens()
	if reply := d.ask(`{"id":1,"do":"create","title":"store"}`, `"id":1`); !strings.Contains(reply, `"ok":false`) {
		v.t.Errorf("a table that isn't written down: %s", reply)
	}
	other.create(`"options":{"turn":"10s"}`)
	other.begin()
	other.hear("pig-played")
}
