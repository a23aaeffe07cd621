package table

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"deathtrap/rules"
)

// TestLaws lets a crowd ask for anything at any time and checks what must hold
// after every step, whatever happens.
func TestLaws(t *testing.T) {
	happened := map[EntryKind]int{}
	for n := range uint64(30) {
		r := rand.New(rand.NewPCG(n, 77))
		d := newDesk(n, randomParty(n).config.Setup.Options)
		crowd := make([]*visitor, 7)
		for range 2000 {
			who := r.IntN(len(crowd))
			if v := crowd[who]; v != nil && v.ended != nil {
				crowd[who] = nil
			}
			switch v := crowd[who]; {
			case v == nil && r.IntN(20) > 0:
				d.pass(r)
			case v == nil || r.IntN(60) == 0: // comes, perhaps by another line
				crowd[who] = d.come(t, player(who))
			case r.IntN(60) == 0:
				d.leave(d.now, v)
				crowd[who] = nil
			case r.IntN(3) > 0:
				d.pass(r)
			default:
				d.refusalChangesNothing(t, v, anyCommand(d, r, v))
			}
			d.check(t)
			d.show(nil, func(*visitor, Update) {})
		}
		d.sameFromItsLog(t)
		for _, e := range d.entries {
			happened[e.Kind]++
		}
	}
	for _, kind := range []EntryKind{
		Sat, Readied, BotsAdded, BotsRemoved, Changed, Started, Dealt, Moved, Cleared,
		Dropped, Minded, CameBack, GaveUp, Grovelled, Rematched, Kicked, Unbanned, Locked,
	} {
		if happened[kind] == 0 {
			t.Errorf("there was no %s: %v", kind, happened)
		}
	}
}

// pass lets time go by until the next thing that happens by itself, and has it
// happen; computer players are answered for.
func (d *desk) pass(r *rand.Rand) {
	for _, q := range d.open() {
		a, yes := anyLegal{}.Choose(q.kind, q.view, q.seed)
		_ = d.answer(q.number, a, yes)
	}
	at, e := d.next()
	if at.IsZero() || e.Kind == Closed {
		return
	}
	if at.After(d.now) {
		d.now = at
	}
	if r.IntN(2) == 0 && e.Kind == Moved && !d.seats[e.Seat].computed() {
		return // just before the clock runs out
	}
	d.happen(e)
}

// anyCommand is something that somebody might ask for, sensible or not.
func anyCommand(d *desk, r *rand.Rand, v *visitor) Command {
	setup := d.setup
	setup.Options.Players = 3 + r.IntN(7)
	setup.Options.Rounds = 1
	act := Act{Seen: d.seen - uint64(r.IntN(2)), Action: rules.Pass()}
	if d.game != nil && v.seat != rules.Nobody {
		if legal := d.game.Legal(v.seat); len(legal) > 0 {
			act.Action = legal[r.IntN(len(legal))]
		}
	}
	commands := []Command{
		act, act, act, act,
		Sit{},
		Sit{},
		Sit{},
		Ready{},
		Ready{},
		Ready{Off: true},
		Start{},
		Start{},
		Start{},
		AddBots{Count: r.IntN(4)},
		RemoveBots{Count: r.IntN(3)},
		Change{setup},
		Grovel{"mercy"},
		Rematch{},
		nil,
	}
	switch r.IntN(60) {
	case 0, 1, 2, 3, 4:
		return GiveUp{}
	case 5, 6:
		return Kick{Name: player(r.IntN(7)).Name, Ban: r.IntN(2) == 0}
	case 7:
		if len(d.banned) > 0 {
			return Unban{d.banned[r.IntN(len(d.banned))].name}
		}
	case 8:
		return Lock{}
	case 9, 10:
		return Lock{Off: true}
	}
	return commands[r.IntN(len(commands))]
}

// come lets somebody in whom the table lets in; nil if it doesn't.
func (d *desk) come(t *testing.T, p Player) *visitor {
	t.Helper()
	err := d.mayEnter(p)
	seated := slices.ContainsFunc(d.seats, func(s seat) bool { return s.id == p.ID })
	if shut := d.shut(p.ID); seated && err != nil || seated && shut || shut && err == nil || !d.locked && !shut && err != nil {
		t.Fatalf("%s: %v; has a seat: %v, is banned: %v, locked: %v", p.Name, err, seated, shut, d.locked)
	}
	if err != nil {
		return nil
	}
	return d.enter(p)
}

func (d *desk) shut(id string) bool {
	return slices.ContainsFunc(d.banned, func(b ban) bool { return b.id == id })
}

// refusalChangesNothing asks for a command; if it is refused, or granted
// already, the table is as it was.
func (d *desk) refusalChangesNothing(t *testing.T, v *visitor, cmd Command) {
	before := d.picture()
	seen := d.seen
	err := d.do(v, cmd)
	if d.seen == seen {
		if after := d.picture(); after != before {
			t.Fatalf("%#v: %v\nbefore %s\nafter  %s", cmd, err, before, after)
		}
	} else if err != nil || d.seen != seen+1 {
		t.Fatalf("%#v: %v, seen %d after %d", cmd, err, d.seen, seen)
	}
}

func (d *desk) picture() string {
	text := fmt.Sprintf("%d %+v %+v %+v", d.seen, d.board(), d.position, d.marks)
	if d.game != nil {
		for s := range d.seats {
			text += fmt.Sprint(d.game.View(rules.Seat(s)).Hand)
		}
	}
	return text
}

// check is what holds at any time.
func (d *desk) check(t *testing.T) {
	t.Helper()
	people := 0
	for i := range d.seats {
		s, at := &d.seats[i], rules.Seat(i)
		if s.person() {
			people++
		}
		owes := d.state == Playing && d.game.Owes(at)
		switch {
		case s.Free() && (s.id != "" || s.Away || s.Left || s.Ready || d.state != Waiting):
			t.Fatalf("seat %d is free, but %+v in state %s", i, s, d.state)
		case !s.deadline.IsZero() && (!owes || s.computed()):
			t.Fatalf("seat %d has a deadline, but owes %v: %+v", i, owes, s)
		case owes && s.computed() && s.intent == nil:
			t.Fatalf("seat %d never moves: %+v", i, s)
		case owes && !s.computed() && d.setup.Options.Turn > 0 && s.deadline.IsZero():
			t.Fatalf("seat %d has no clock: %+v", i, s)
		}
	}
	if (d.host == rules.Nobody) != (people == 0) || d.host != rules.Nobody && !d.seats[d.host].person() {
		t.Fatalf("the host is %d of %d people", d.host, people)
	}
	for _, v := range d.visitors {
		if v.ended != nil || d.shut(v.player.ID) {
			t.Fatalf("%s is still here: %v", v.player.Name, v.ended)
		}
		if v.seat != rules.Nobody && d.seats[v.seat].id != v.player.ID {
			t.Fatalf("%s sits in seat %d, which is %+v", v.player.Name, v.seat, d.seats[v.seat])
		}
		if d.in(v.seat) != v && v.seat != rules.Nobody {
			t.Fatalf("two people sit in seat %d", v.seat)
		}
	}
	if d.locked && d.host == rules.Nobody {
		t.Fatal("it is locked, and nobody can open it")
	}
	if len(d.talk) > TalkKept {
		t.Fatalf("%d lines of talk", len(d.talk))
	}
}

// sameFromItsLog makes the table again from its entries alone.
func (d *desk) sameFromItsLog(t *testing.T) {
	t.Helper()
	again := newCore(Config{Code: d.code, Pace: time.Second})
	for _, e := range d.entries {
		again.apply(e)
	}
	for i := range d.seats {
		if was, is := &d.seats[i], &again.seats[i]; !was.deadline.Equal(is.deadline) || was.Away && !was.dropped.Equal(is.dropped) {
			t.Fatalf("other clocks from its log\nwas %+v\nis  %+v", was, is)
		}
	}
	was, is := d.board(), again.board()
	for _, b := range []*Board{was, is} { // what is of the visits or by chance
		b.Watchers, b.Talk = nil, nil
		for i := range b.Seats {
			b.Seats[i].Face = ""
		}
	}
	if !reflect.DeepEqual(d.banned, again.banned) && len(d.banned)+len(again.banned) > 0 {
		t.Fatalf("banned %v, and from its log %v", d.banned, again.banned)
	}
	if !reflect.DeepEqual(was, is) {
		t.Fatalf("another table from its log\nwas %+v\nis  %+v", was, is)
	}
	if d.game != nil && encode(t, d.game.View(rules.Nobody)) != encode(t, again.game.View(rules.Nobody)) {
		t.Fatal("another game from its log")
	}
}
