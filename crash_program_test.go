package main

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"deathtrap/rules"
	"deathtrap/table"
)

// program is one computer player at the JSON door.
type program struct {
	*crashes
	name   string
	first  bool
	code   chan string
	random *rand.Rand
	signer ssh.Signer

	ask    func(format string, a ...any)
	enters string // how it asked to be let in
	seat   rules.Seat
	seated bool
	over   bool
	acted  uint64 // the newest state it acted in
	again  []deed // refused while the table stands still
	heard  map[string]int
	doubts int // how often it was told that nobody knows
	saw    map[uint64][]string
	done   []deed
}

// deed is a move that a program asked for.
type deed struct {
	seen     uint64
	action   rules.Action
	answered bool
	ok       bool
}

// play plays until the game is over, on as many connections as it takes.
func (p *program) play(ctx context.Context) {
	_, key, err := ed25519.GenerateKey(nil)
	if err == nil {
		p.signer, err = ssh.NewSignerFromKey(key)
	}
	for err == nil && !p.over {
		var address string
		if address, err = p.where(ctx); err == nil {
			err = p.connect(ctx, address)
		}
	}
	if err != nil {
		p.t.Errorf("%s: %v", p.name, err)
	}
}

// connect plays on one connection until that breaks, which is no error.
func (p *program) connect(ctx context.Context, address string) error {
	client, err := ssh.Dial("tcp", address, &ssh.ClientConfig{
		User: p.name, Auth: []ssh.AuthMethod{ssh.PublicKeys(p.signer)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: 10 * time.Second,
	})
	if err != nil {
		time.Sleep(5 * time.Millisecond) // another process must come first
		return nil
	}
	defer client.Close()
	defer context.AfterFunc(ctx, func() { client.Close() })()
	session, err := client.NewSession()
	if err != nil {
		return nil
	}
	in, err := session.StdinPipe()
	if err != nil {
		return err
	}
	out, err := session.StdoutPipe()
	if err != nil {
		return err
	}
	if err := session.Start("json"); err != nil {
		return nil
	}
	return errors.Join(p.talk(ctx, in, bufio.NewReader(out)), ctx.Err())
}

// message is what the door says, as far as it matters here.
type message struct {
	Type  string `json:"type"`
	ID    int    `json:"id"`
	OK    bool   `json:"ok"`
	Error struct {
		Code, Message string
	} `json:"error"`
	Code  string          `json:"code"`
	Seat  rules.Seat      `json:"seat"`
	Seen  uint64          `json:"seen"`
	Event json.RawMessage `json:"event"`
	Table struct {
		State table.State
		Host  rules.Seat
		Seats []struct {
			Ready   bool
			Away    bool
			StandIn bool `json:"stand_in"`
		}
	} `json:"table"`
	View *rules.View `json:"view"`
	Text string      `json:"text"`
}

const (
	entering = 1
	asking   = 2
	acting   = 10 // and more
)

func (p *program) talk(ctx context.Context, in io.Writer, out *bufio.Reader) error {
	p.ask = func(format string, a ...any) { fmt.Fprintf(in, format+"\n", a...) }
	switch {
	case p.seated:
		p.enters = `{"id":1,"do":"resume"}`
	case p.first:
		p.enters = fmt.Sprintf(`{"id":1,"do":"create","options":{"players":4,"rounds":%d,"turn":"off"}}`, p.rounds)
	case p.enters == "":
		select {
		case code := <-p.code:
			p.enters = fmt.Sprintf(`{"id":1,"do":"join","code":%q}`, code)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	p.ask("%s", p.enters)
	for !p.over {
		line, err := out.ReadBytes('\n')
		if err != nil {
			return nil
		}
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			return fmt.Errorf("%w in %s", err, line)
		}
		switch m.Type {
		case "reply":
			if err := p.hear(&m); err != nil {
				return err
			}
		case "event":
			p.saw[m.Seen] = append(p.saw[m.Seen], string(m.Event))
			p.seen(m.Seen, p.random)
		case "view":
			p.look(&m)
		case "chat":
			p.listen(m.Text)
		}
	}
	return nil
}

// hear takes a reply.
func (p *program) hear(m *message) error {
	doubtful := !m.OK && strings.Contains(m.Error.Message, "it isn't known whether that has happened")
	switch notKept := doubtful || !m.OK && strings.Contains(m.Error.Message, "could not write that down"); {
	case m.ID == entering && notKept && p.brittle:
		p.ask("%s", p.enters)
	case m.ID == entering && !m.OK:
		return fmt.Errorf("not let in (seated before: %t): %s", p.seated, m.Error.Message)
	case m.ID == entering:
		if p.seated && p.seat != m.Seat {
			return fmt.Errorf("seat %d, and %d before", m.Seat, p.seat)
		}
		if p.first && !p.seated {
			for range cap(p.code) - 1 {
				p.code <- m.Code
			}
		}
		p.seat, p.seated = m.Seat, true
	case m.ID >= acting:
		d := &p.done[m.ID-acting]
		d.answered, d.ok = !doubtful, m.OK
		if doubtful {
			p.doubts++
		}
		switch {
		case notKept && p.patient:
			p.again = append(p.again, deed{d.seen, d.action, false, false})
		case notKept && p.brittle:
			p.act(deed{d.seen, d.action, false, false})
		case !m.OK && m.Error.Code != "stale":
			return fmt.Errorf("%s is refused: %s", move(p.seat, d.action), m.Error.Message)
		}
	}
	return nil
}

// listen takes what is said at the table.
func (p *program) listen(said string) {
	p.heard[said]++
	if said != goesOn {
		return
	}
	again := p.again
	p.again = nil
	for _, d := range again {
		p.act(d)
	}
}

// What the table says when its log takes nothing, and when it does again.
const (
	standsStill = "The table can't write anything down, so nothing happens and no clock runs. It goes on by itself."
	goesOn      = "The table goes on."
)

// look takes a view, and acts when it is for this program to act.
func (p *program) look(m *message) {
	switch {
	case m.Table.State == table.Over:
		p.over = true
	case m.Table.State == table.Waiting:
		p.wait(m)
	case m.Seen > p.acted && len(m.View.Legal) > 0 && (m.View.Owes() || p.random.IntN(4) == 0):
		p.acted = m.Seen
		p.act(deed{m.Seen, m.View.Legal[p.random.IntN(len(m.View.Legal))], false, false})
	}
}

// act asks for a move.
func (p *program) act(d deed) {
	p.done = append(p.done, d)
	text, err := json.Marshal(d.action)
	if err != nil {
		panic(err)
	}
	p.ask(`{"id":%d,"do":"act","seen":%d,"action":%s}`, acting+len(p.done)-1, d.seen, text)
}

// wait gets ready, or starts when all are.
func (p *program) wait(m *message) {
	ready := 0
	for _, s := range m.Table.Seats {
		if s.Ready {
			ready++
		}
	}
	switch {
	case !p.first && len(m.Table.Seats) > int(p.seat) && !m.Table.Seats[p.seat].Ready:
		p.ask(`{"id":2,"do":"ready"}`)
	case p.first && ready == 3:
		p.ask(`{"id":2,"do":"start"}`)
	}
}

// compare checks that whatever the program saw is in the log, and that each of
// its moves is there once: those that were granted, and of the others at most
// those that were never answered.
func (p *program) compare(happened map[uint64][]rules.Event, moves map[string]int) {
	t := p.t
	for seen, saw := range p.saw {
		var want []string
		for _, e := range happened[seen] {
			text, err := json.Marshal(rules.Redact(e, p.seat))
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, string(text))
		}
		for _, event := range saw {
			found := 0
			for _, w := range want {
				if w == event {
					found++
				}
			}
			if found != 1 {
				t.Errorf("%s saw at %d what is lost: %s\nthere is %s", p.name, seen, event, want)
			}
		}
	}
	granted, open := map[string]int{}, map[string]int{}
	for _, d := range p.done {
		switch {
		case d.ok:
			granted[move(p.seat, d.action)]++
		case !d.answered:
			open[move(p.seat, d.action)]++
		}
	}
	for m, n := range moves {
		if m[:1] == fmt.Sprint(p.seat) && (n < granted[m] || n > granted[m]+open[m]) {
			t.Errorf("%s was played %d times; granted %d times, never answered %d times", m, n, granted[m], open[m])
		}
	}
	for m := range granted {
		if moves[m] == 0 {
			t.Errorf("%s was granted and is lost", m)
		}
	}
}
