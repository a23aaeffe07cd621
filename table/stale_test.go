package table

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"deathtrap/rules"
)

// desk is a core without goroutine or clock, for tests that look inside.
type desk struct {
	*core
	now     time.Time
	seeds   func() rules.Seed
	entries []Entry
}

func newDesk(n uint64, o rules.Options) *desk {
	c := Config{Code: "KRAK", Setup: Setup{Options: o}, Random: n, Pace: time.Second}
	d := &desk{core: newCore(c), now: time.Unix(1e9, 0), seeds: seeds(n)}
	d.happen(Entry{Kind: Opened, Setup: &c.Setup})
	return d
}

func (d *desk) happen(e Entry) {
	e.Seq, e.Time = d.seen+1, d.now
	if e.Kind == Started || e.Kind == Dealt {
		seed := d.seeds()
		e.Seed = &seed
	}
	d.entries = append(d.entries, e)
	d.apply(e)
}

// do is a command of a visitor.
func (d *desk) do(v *visitor, cmd Command) error {
	e, err := d.judge(v, cmd)
	if err == nil && e.Kind != "" {
		d.happen(e)
	}
	return err
}

// TestStaleAgainstATwin asks for acts made for older states, at every state of
// random games, and compares the verdict with what a comparison of all the
// states in between says.
func TestStaleAgainstATwin(t *testing.T) {
	verdicts := map[bool]int{}
	for n := range uint64(8) {
		r := rand.New(rand.NewPCG(n, 9))
		o := randomParty(n).config.Setup.Options
		o.Bots = "none"
		d := newDesk(n, o)
		people := make([]*visitor, o.Players)
		for i := range people {
			people[i] = d.enter(player(i))
			must(t, d.do(people[i], Sit{}))
			must(t, d.do(people[i], Ready{}))
		}
		must(t, d.do(people[0], Start{}))
		states := map[uint64]state{}
		for d.state == Playing {
			states[d.seen] = stateOf(d.game)
			for range 4 {
				v := people[r.IntN(len(people))]
				then := d.seen - min(uint64(r.IntN(8)), uint64(len(states)-1))
				for _, machine := range []bool{false, true} {
					want := late(states, then, d.seen, v.seat, machine)
					action := rules.Play() // never legal
					if machine {
						action = rules.Stop()
					}
					_, err := d.judge(v, Act{Seen: then, Action: action})
					if got := errors.Is(err, ErrStale); got != want {
						t.Fatalf("party %d: seat %d acts at %d (machine %v) as of %d: stale %v, want %v", n, v.seat, d.seen, machine, then, got, want)
					}
					verdicts[want]++
				}
			}
			d.step(t, r, people)
		}
	}
	if verdicts[true] < 1000 || verdicts[false] < 1000 {
		t.Errorf("verdicts are one-sided: %v", verdicts)
	}
}

// step makes one legal move, or what is due by itself, or a change that is none
// of the game.
func (d *desk) step(t *testing.T, r *rand.Rand, people []*visitor) {
	if r.IntN(5) == 0 {
		d.happen(Entry{Kind: Dropped, Seat: people[1].seat})
		d.happen(Entry{Kind: CameBack, Seat: people[1].seat, Player: &people[1].player})
	}
	switch {
	case d.game.Phase() == rules.PhaseScored:
		d.happen(Entry{Kind: Dealt, Seat: rules.Nobody})
		return
	case d.game.Finished():
		d.happen(Entry{Kind: Cleared, Seat: rules.Nobody})
		return
	}
	for {
		v := people[r.IntN(len(people))]
		if legal := d.game.Legal(v.seat); len(legal) > 0 {
			must(t, d.do(v, Act{Seen: d.seen, Action: legal[r.IntN(len(legal))]}))
			return
		}
	}
}

// state is what an act can be too late for, in plain words.
type state struct {
	round, hand int
	phase       rules.Phase
	turn        rules.Seat
	top         string
	owes        [rules.MaxPlayers]bool
}

func stateOf(g *rules.Game) state {
	v := g.View(rules.Nobody)
	top := ""
	if v.Top != nil {
		top = fmt.Sprint(*v.Top)
	}
	s := state{round: v.Round, hand: v.HandNumber, phase: v.Phase, turn: v.Turn, top: top}
	for seat := range v.Counts {
		s.owes[seat] = g.Owes(rules.Seat(seat))
	}
	return s
}

// late is the dumb twin: it goes through all states since then. A value of seen
// without a state of its own is one at which the game did not change.
func late(states map[uint64]state, then, now uint64, seat rules.Seat, machine bool) bool {
	for states[then].phase == "" {
		then--
	}
	before := states[then]
	for seen := then; seen <= now; seen++ {
		s, ok := states[seen]
		if !ok {
			continue
		}
		hand := s.round != before.round || s.hand != before.hand || s.phase == rules.PhaseScored && before.phase != rules.PhaseScored
		if machine && hand {
			return true
		}
		if !machine && (hand || s.phase != before.phase || s.turn != before.turn || s.top != before.top || s.owes[seat] != before.owes[seat]) {
			return true
		}
	}
	return false
}
