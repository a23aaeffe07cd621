package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

// door is a program at the JSON door.
type door struct {
	t       *testing.T
	session *ssh.Session
	in      io.Writer
	out     *bufio.Reader
	heard   bytes.Buffer
}

// beginDoor begins the session of a program, which ends with the context.
func beginDoor(ctx context.Context, t *testing.T, client *ssh.Client) *door {
	t.Helper()
	d := &door{t: t}
	var err error
	if d.session, err = client.NewSession(); err != nil {
		t.Fatal(err)
	}
	if d.in, err = d.session.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := d.session.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	d.out = bufio.NewReader(io.TeeReader(out, &d.heard))
	if err := d.session.Start("json"); err != nil {
		t.Fatal(err)
	}
	context.AfterFunc(ctx, func() { client.Close() }) // for who waits for what never comes
	return d
}

func (d *door) say(line string) {
	d.t.Helper()
	if _, err := io.WriteString(d.in, line+"\n"); err != nil {
		d.t.Fatal(err)
	}
}

// hear waits for a message with that in it, and returns it.
func (d *door) hear(part string) string {
	d.t.Helper()
	for {
		line, err := d.out.ReadString('\n')
		if err != nil {
			d.t.Fatalf("%q never came: %v", part, err)
		}
		if strings.Contains(line, part) {
			return line
		}
	}
}

func (d *door) ask(line, part string) string {
	d.t.Helper()
	d.say(line)
	return d.hear(part)
}

// create opens a table and returns its code.
func (d *door) create(how string) string {
	d.t.Helper()
	var reply struct {
		OK   bool   `json:"ok"`
		Code string `json:"code"`
	}
	text := d.ask(`{"id":1,"do":"create",`+how+`}`, `"id":1`)
	if err := json.Unmarshal([]byte(text), &reply); err != nil || !reply.OK {
		d.t.Fatalf("no table: %v, %s", err, text)
	}
	return reply.Code
}

// begin begins a game with computer players.
func (d *door) begin() {
	d.t.Helper()
	for i, do := range []string{`"bots","count":7`, `"bots","count":5`, `"bots","count":3`, `"ready"`, `"start"`} {
		d.ask(fmt.Sprintf(`{"id":%d,"do":%s}`, 20+i, do), fmt.Sprintf(`"id":%d`, 20+i)) // as many as there is room for
	}
}
