package bots_test

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"deathtrap/rules"
	"deathtrap/rules/bots"
)

// dealSeed is a round's deal in these tests.
func dealSeed(game, round int) rules.Seed {
	return sha256.Sum256(fmt.Appendf(nil, "bots test/%d/%d", game, round))
}

// tables is every combination of the options that the rules of play depend on.
func tables() []rules.Options {
	var all []rules.Options
	choices := rules.Choices()
	for _, laps := range choices["laps"] {
		for _, leader := range choices["leader"] {
			for _, machine := range choices["machine"] {
				for _, exchange := range choices["exchange"] {
					o := rules.DefaultOptions()
					o.Laps, o.Leader = rules.Laps(laps), rules.Leading(leader)
					o.Machine, o.Exchange = rules.Stopping(machine), rules.Trading(exchange)
					all = append(all, o)
				}
			}
		}
	}
	return all
}

// match is one game between bots, and what looks on.
type match struct {
	game  *rules.Game
	kinds []string // by seat
	seed  uint64
	watch func(v rules.View, kind string, a rules.Action, ok bool) // or nil
	dealt func(before *rules.Game, dealt rules.Event)              // or nil
}

func newMatch(t testing.TB, o rules.Options, kinds []string, seed uint64) *match {
	t.Helper()
	players := make([]rules.Player, o.Players)
	for i := range players {
		players[i] = rules.Player{Seat: rules.Seat(i), Name: kinds[i], Bot: true}
	}
	g, _, err := rules.New(o, players)
	if err != nil {
		t.Fatal(err)
	}
	return &match{game: g, kinds: kinds, seed: seed}
}

// play plays the game to its end and returns the points by seat.
func (m *match) play(t testing.TB) []int {
	t.Helper()
	for m.game.Phase() != rules.PhaseOver {
		if m.game.Phase() == rules.PhaseScored {
			m.deal(t)
			continue
		}
		if m.offerMachine(t) {
			continue
		}
		if m.game.Finished() {
			if _, err := m.game.Clear(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		m.turn(t)
	}
	return m.game.View(rules.Nobody).Totals
}

func (m *match) deal(t testing.TB) {
	t.Helper()
	before := m.game.Clone()
	events, err := m.game.Deal(dealSeed(int(m.seed), m.game.View(rules.Nobody).Round+1))
	if err != nil {
		t.Fatal(err)
	}
	if m.dealt != nil {
		m.dealt(before, events[0])
	}
}

// offerMachine lets a seat out of turn play the Killing Machine.
func (m *match) offerMachine(t testing.TB) bool {
	t.Helper()
	for s := range m.kinds {
		seat := rules.Seat(s)
		if !m.game.Owes(seat) && len(m.game.Legal(seat)) > 0 {
			return m.ask(t, seat)
		}
	}
	return false
}

func (m *match) turn(t testing.TB) {
	t.Helper()
	for s := range m.kinds {
		if m.game.Owes(rules.Seat(s)) {
			if !m.ask(t, rules.Seat(s)) {
				t.Fatalf("a %s owes an action and lets it be", m.kinds[s])
			}
			return
		}
	}
	t.Fatal("nobody owes an action")
}

func (m *match) ask(t testing.TB, seat rules.Seat) bool {
	t.Helper()
	v := m.game.View(seat)
	a, ok := bots.Choose(m.kinds[seat], v, m.seed)
	if m.watch != nil {
		m.watch(v, m.kinds[seat], a, ok)
	}
	if !ok {
		return false
	}
	if _, err := m.game.Apply(seat, a); err != nil {
		t.Fatalf("a %s chose %v: %v", m.kinds[seat], a, err)
	}
	return true
}

// points is the mean points a round of one bot among others, each seat in turn
// with the same deals, so that luck in the deal weighs on both sides alike.
func points(t testing.TB, one, others string, o rules.Options, games int) float64 {
	t.Helper()
	sum := 0
	for game := range games {
		for seat := range o.Players {
			kinds := make([]string, o.Players)
			for i := range kinds {
				kinds[i] = others
			}
			kinds[seat] = one
			sum += newMatch(t, o, kinds, uint64(game)).play(t)[seat]
		}
	}
	return float64(sum) / float64(games*o.Players*o.Rounds)
}
