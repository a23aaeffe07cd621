package table

import (
	"testing"

	"deathtrap/rules"
)

// BenchmarkMove is one move at a table of six people: judged, made, and shown to
// all of them.
func BenchmarkMove(b *testing.B) {
	o := rules.DefaultOptions()
	o.Rounds = rules.MaxRounds
	var d *desk
	people := make([]*visitor, o.Players)
	begin := func() {
		d = newDesk(1, o)
		for i := range people {
			people[i] = d.enter(player(i))
			_ = d.do(people[i], Sit{})
			_ = d.do(people[i], Ready{})
		}
		_ = d.do(people[0], Start{})
	}
	begin()
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		switch turn := d.game.Turn(); {
		case d.state == Over:
			begin()
		case d.game.Phase() == rules.PhaseScored:
			d.happen(Entry{Kind: Dealt, Seat: rules.Nobody})
		case d.game.Finished():
			d.happen(Entry{Kind: Cleared, Seat: rules.Nobody})
		case turn != rules.Nobody:
			_ = d.do(people[turn], Act{Seen: d.seen, Action: d.game.TimeOut(turn)})
		default:
			for s, v := range people {
				if d.game.Owes(rules.Seat(s)) {
					_ = d.do(v, Act{Seen: d.seen, Action: d.game.TimeOut(rules.Seat(s))})
				}
			}
		}
		_, _ = d.next()
		d.show(nil, func(*visitor, Update) {})
	}
}
