package lines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
)

// Protocol is the version of the contract in docs/protocol.md.
const Protocol = 1

// request is what a program asks. Which fields count depends on Do.
type request struct {
	ID      json.RawMessage `json:"id"`
	Do      string          `json:"do"`
	Code    string          `json:"code"`
	Title   string          `json:"title"`
	Private bool            `json:"private"`
	Options json.RawMessage `json:"options"`
	Count   int             `json:"count"`
	Kind    string          `json:"kind"`
	Off     bool            `json:"off"`
	Seen    *uint64         `json:"seen"`
	Action  json.RawMessage `json:"action"`
	Text    string          `json:"text"`
	Name    string          `json:"name"`
}

// door is one program's session.
type door struct {
	*stream
	visit *lobby.Visit
	board *lobby.Board // the newest

	at      *table.Visit // the table the program is at, or nil
	leave   context.CancelFunc
	updates <-chan arrival[table.Update]
	news    <-chan arrival[lobby.Update]
	last    *table.Update
}

// JSON is the door for programs: one request a line in, one message a line out.
// It returns when the line or the visit ends; the error says why, nil for a
// hangup.
func JSON(ctx context.Context, l Line) error {
	d := &door{stream: open(ctx, l), visit: l.Visit}
	defer d.close()
	err := d.serve()
	d.goodbye(err)
	return err
}

func (d *door) serve() error {
	you := d.visit.Player()
	d.send(welcome{"welcome", Protocol, welcomed{you.ID, you.Name, you.Guest}})
	d.news = follow(d.ctx, d.stream, d.visit.Next)
	whispers := follow(d.ctx, d.stream, d.visit.Hear)
	for {
		select {
		case in, open := <-d.inputs:
			if !open {
				return nil
			}
			d.answer(in)
		case a := <-d.news:
			if err := d.hearHouse(a); err != nil {
				return err
			}
		case a := <-whispers: // how it ends, the lobby's news tell
			for _, w := range a.update {
				d.send(whisper{"whisper", w.From, w.Text})
			}
		case a := <-d.updates:
			if err := d.arrive(a); err != nil {
				return err
			}
		case <-d.ctx.Done():
			return context.Cause(d.ctx)
		}
	}
}

// hearHouse takes the lobby's newest state.
func (d *door) hearHouse(a arrival[lobby.Update]) error {
	if a.err != nil {
		return a.err
	}
	d.board = a.update.Board
	d.passOn(a.update.Talk)
	return nil
}

// awaitHouse waits for the lobby's first state, which comes within a moment of
// arriving: who asks before it is there would hear of no tables.
func (d *door) awaitHouse() error {
	if d.board != nil {
		return nil
	}
	select {
	case a := <-d.news:
		if a.err != nil {
			d.end(a.err)
		}
		return d.hearHouse(a)
	case <-d.ctx.Done():
		return context.Cause(d.ctx)
	}
}

// send writes one message. A line that can't take it has ended the stream.
func (d *door) send(message any) {
	text, err := json.Marshal(message)
	if err != nil {
		d.end(fmt.Errorf("writing a message: %w", err))
		return
	}
	if err := d.out.put(append(text, '\n')); err != nil {
		d.end(err)
	}
}

func (d *door) goodbye(err error) {
	switch {
	case err == nil, errors.Is(err, errSlow):
	case errors.Is(err, context.Canceled):
		d.send(bye{"bye", "The server is ending."})
	default:
		d.send(bye{"bye", sentence(err.Error())})
	}
}

// passOn hands on the lobby's talk while the program is at no table.
func (d *door) passOn(talk []table.Talk) {
	if d.at != nil {
		return
	}
	for _, t := range talk {
		from := &t.From
		if t.From == "" { // the house itself
			from = nil
		}
		d.send(chat{"chat", from, t.Text})
	}
}

// arrive hands on a table's update: its news in order, then the whole view.
func (d *door) arrive(a arrival[table.Update]) error {
	if sentOut(a.err) {
		d.forget()
		d.send(chat{"chat", nil, explain(a.err, nil)})
		return nil
	}
	if a.err != nil {
		return a.err
	}
	u := a.update
	d.last = &u
	if u.Missed > 0 {
		return errSlow
	}
	for _, n := range u.News {
		switch {
		case n.Event != nil:
			d.send(eventLine{"event", n.Seen, n.Event})
		case n.Talk != nil:
			d.send(chat{"chat", &n.Talk.From, n.Talk.Text})
		case n.Notice != "":
			d.send(chat{"chat", nil, n.Notice})
		}
	}
	d.send(viewLine{"view", u.Seen, showTable(&u), dated(u.View)})
	return nil
}

// answer carries out one line and replies to it.
func (d *door) answer(in input) {
	var r request
	err := in.err
	if err == nil {
		if json.Unmarshal(in.text, &r) != nil {
			r, err = request{ID: idOf(in.text)}, fmt.Errorf("%w: it must be a JSON object", table.ErrBadRequest)
		}
	}
	reply := &reply{Type: "reply", ID: r.ID}
	var seated *table.Update
	if err == nil {
		seated, err = d.carryOut(&r, reply)
	}
	if err != nil {
		reply.Error = &refusal{code(err), explain(err, d.last)}
	}
	reply.OK = err == nil
	d.send(reply)
	if seated != nil {
		d.arrive(arrival[table.Update]{update: *seated})
	}
}

// idOf finds the id of a request whose other fields make no sense.
func idOf(text []byte) json.RawMessage {
	var only struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(text, &only) != nil {
		return nil
	}
	return only.ID
}

// carryOut does what the request asks. If that brought the program to a table,
// the first update of it comes back, to be shown after the reply.
func (d *door) carryOut(r *request, to *reply) (*table.Update, error) {
	switch r.Do {
	case "tables":
		err := d.awaitHouse()
		to.Tables = listTables(d.board)
		return nil, err
	case "create", "join", "watch", "quick", "resume":
		return d.enter(r, to)
	case "leave":
		return nil, d.giveUp()
	case "chat":
		if d.at == nil {
			return nil, d.visit.Say(d.ctx, r.Text)
		}
	}
	if done, err := d.withPeople(r, to); done {
		return nil, err
	}
	command, err := commandOf(r)
	if err != nil {
		return nil, err
	}
	if d.at == nil {
		return nil, fmt.Errorf("%w: create or join one first", table.ErrNotSeated)
	}
	return nil, d.at.Do(d.ctx, command)
}

// commandOf is the request as a table's command.
func commandOf(r *request) (table.Command, error) {
	switch r.Do {
	case "bots":
		if r.Count < 0 {
			return table.RemoveBots{Count: -r.Count}, nil
		}
		return table.AddBots{Count: r.Count, Kind: r.Kind}, nil
	case "ready":
		return table.Ready{Off: r.Off}, nil
	case "start":
		return table.Start{}, nil
	case "rematch":
		return table.Rematch{}, nil
	case "chat":
		return table.Say{Text: r.Text}, nil
	case "grovel":
		return table.Grovel{Text: r.Text}, nil
	case "time":
		return table.MoreTime{}, nil
	case "hurry":
		return table.Hurry{}, nil
	case "pause":
		return table.Pause{Off: r.Off}, nil
	case "act":
		return actOf(r)
	}
	if order := hostOrder(r.Do, r.Name, r.Off); order != nil {
		return order, nil
	}
	return nil, fmt.Errorf("%w: there is no do %q", table.ErrBadRequest, r.Do)
}

func actOf(r *request) (table.Command, error) {
	if r.Seen == nil {
		return nil, fmt.Errorf("%w: act needs seen, of the view it was chosen from", table.ErrBadRequest)
	}
	var action rules.Action
	if err := json.Unmarshal(r.Action, &action); err != nil {
		return nil, fmt.Errorf("%w: the action: %w", table.ErrBadRequest, err)
	}
	return table.Act{Seen: *r.Seen, Action: action}, nil
}

// enter goes to a table and waits for the first sight of it.
func (d *door) enter(r *request, to *reply) (*table.Update, error) {
	at, err := d.open(r)
	if err != nil {
		return nil, err
	}
	d.forget()
	first, err := at.Next(d.ctx)
	if err != nil {
		return nil, err
	}
	ctx, leave := context.WithCancel(d.ctx)
	d.at, d.leave, d.last = at, leave, &first
	d.updates = follow(ctx, d.stream, at.Next)
	to.Code, to.Seat = &first.Board.Code, &first.You
	return &first, nil
}

func (d *door) open(r *request) (*table.Visit, error) {
	switch r.Do {
	case "join":
		return d.visit.Join(d.ctx, r.Code)
	case "watch":
		return d.visit.Watch(d.ctx, r.Code)
	case "quick":
		return d.visit.Quick(d.ctx)
	case "resume":
		return d.visit.Resume(d.ctx)
	}
	options, err := rules.ReadOptions(r.Options)
	if err != nil {
		return nil, err
	}
	return d.visit.Open(d.ctx, table.Setup{Title: r.Title, Private: r.Private, Options: options})
}

// giveUp leaves the table for good, also its seat.
func (d *door) giveUp() error {
	if d.at == nil {
		return table.ErrNotSeated
	}
	if err := d.at.Do(d.ctx, table.GiveUp{}); err != nil && !errors.Is(err, table.ErrNotSeated) {
		return err
	}
	at := d.at
	d.forget()
	at.Leave()
	return nil
}

// forget stops following the table.
func (d *door) forget() {
	if d.leave != nil {
		d.leave()
	}
	d.at, d.leave, d.updates, d.last = nil, nil, nil, nil
}
