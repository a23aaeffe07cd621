package lines_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"testing"
	"time"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/rules/bots"
	"deathtrap/server/lines"
	"deathtrap/table"
)

// policy is the computer players of the real house.
type policy struct{}

func (policy) Choose(kind string, v rules.View, seed uint64) (rules.Action, bool) {
	return bots.Choose(kind, v, seed)
}

// newHouse is a lobby that plays as fast as it can.
func newHouse(t testing.TB) *lobby.Lobby {
	t.Helper()
	ctx, end := context.WithCancel(context.Background())
	t.Cleanup(end)
	return lobby.New(ctx, lobby.Config{Policy: policy{}})
}

// program is a client of the JSON door.
type program struct {
	t     testing.TB
	name  string
	house *lobby.Lobby
	in    *io.PipeWriter
	lines chan []byte // raw, as received
	asked int
	err   chan error // of lines.JSON, once

	raw  [][]byte // everything received so far
	view message  // the newest
}

// message is anything that the door says.
type message struct {
	Type  string `json:"type"`
	ID    any    `json:"id"`
	OK    bool   `json:"ok"`
	Code  string `json:"code"`
	Seat  *int   `json:"seat"`
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	Seen  uint64       `json:"seen"`
	Event *rules.Event `json:"event"`
	View  *rules.View  `json:"view"`
	Text  string       `json:"text"`
	From  *string      `json:"from"`
	You   struct {
		Name string `json:"name"`
	} `json:"you"`
	Reason  string   `json:"reason"`
	Name    string   `json:"name"`
	Ignored []string `json:"ignored"`
	Table   struct {
		Banned []string `json:"banned"`
	} `json:"table"`
	Tables []json.RawMessage `json:"tables"`
}

// connect opens a door in the house.
func connect(t testing.TB, house *lobby.Lobby, name string) *program {
	t.Helper()
	visit, err := house.Visit(t.Context(), table.Player{ID: "key of " + name, Name: name, Face: table.JSON})
	if err != nil {
		t.Fatal(err)
	}
	requests, in := io.Pipe()
	out, replies := io.Pipe()
	p := &program{t: t, name: name, house: house, in: in, lines: make(chan []byte, 1<<14), err: make(chan error, 1)}
	hangup := func() {
		requests.Close()
		replies.Close()
	}
	go func() {
		p.err <- lines.JSON(t.Context(), lines.Line{
			In: requests, Out: replies, Hangup: hangup, Visit: visit, Logger: slog.New(slog.DiscardHandler),
		})
		visit.Leave()
	}()
	go func() {
		defer close(p.lines)
		r := bufio.NewReaderSize(out, 1<<16)
		for {
			line, err := r.ReadBytes('\n')
			if err != nil {
				return
			}
			p.lines <- line
		}
	}()
	t.Cleanup(func() { in.Close() })
	if first := p.next(); first.Type != "welcome" || first.You.Name != name {
		t.Fatalf("%s is welcomed with %+v", name, first)
	}
	return p
}

// next is the next message; the test ends if none comes.
func (p *program) next() message {
	p.t.Helper()
	select {
	case line, open := <-p.lines:
		if !open {
			p.t.Fatalf("%s: the door closed", p.name)
		}
		p.raw = append(p.raw, line)
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			p.t.Fatalf("%s got %q: %v", p.name, line, err)
		}
		if m.Type == "view" {
			p.view = m
		}
		return m
	case <-time.After(30 * time.Second):
		p.t.Fatalf("%s: nothing comes", p.name)
	}
	panic("unreachable")
}

// send writes one raw line.
func (p *program) send(line string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
}

// ask sends a request and returns its id. Fields are JSON, such as `"count":3`.
func (p *program) ask(do string, fields ...string) int {
	p.asked++
	line := fmt.Sprintf(`{"id":%d,"do":%q`, p.asked, do)
	for _, f := range fields {
		line += "," + f
	}
	p.send(line + "}")
	return p.asked
}

// reply asks and waits for the reply.
func (p *program) reply(do string, fields ...string) message {
	p.t.Helper()
	return p.await(p.ask(do, fields...))
}

func (p *program) await(id int) message {
	p.t.Helper()
	for {
		if m := p.next(); m.Type == "reply" && m.ID == float64(id) {
			return m
		}
	}
}

// must asks and wants a yes.
func (p *program) must(do string, fields ...string) message {
	p.t.Helper()
	m := p.reply(do, fields...)
	if !m.OK {
		p.t.Fatalf("%s: %s is refused: %s %s", p.name, do, m.Error.Code, m.Error.Message)
	}
	return m
}

// refused asks and wants that code.
func (p *program) refused(code, do string, fields ...string) {
	p.t.Helper()
	if m := p.reply(do, fields...); m.OK || m.Error.Code != code || m.Error.Message == "" {
		p.t.Errorf("%s: %s %v: got ok=%v code=%q %q, want %q", p.name, do, fields, m.OK, m.Error.Code, m.Error.Message, code)
	}
}

// sees waits until a view fits.
func (p *program) sees(fits func(message) bool) message {
	p.t.Helper()
	for p.view.Type == "" || !fits(p.view) {
		p.next()
	}
	return p.view
}

// act asks for an action at the newest view.
func (p *program) act(a rules.Action) int {
	text, err := json.Marshal(a)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.ask("act", fmt.Sprintf(`"seen":%d`, p.view.Seen), `"action":`+string(text))
}
