package bots

import (
	"math/rand/v2"
	"slices"

	"deathtrap/rules"
)

// The bounds of a master's work on one decision.
const (
	mostCandidates = 8   // candidates that are tried at all
	playouts       = 800 // rounds that are played out
)

// gameWon is what winning the game is worth in its last round, in hundredths of
// a point: more than any place.
const gameWon = 800

// search is one decision of a master: it deals the cards that the seat can't
// see again and again, as they may well lie, plays the round out after each
// candidate, and drops the worse half of the candidates until one is left.
type search struct {
	start      round // as the seat knows it
	seat       int
	worlds     worlds
	random     *rand.PCG
	candidates []candidate
	playout    playout
	duel       duel // between the two candidates that are left last

	prizes [rules.MaxPlayers + 1]int // what a place, from 1, is worth
	last   bool                      // in the last round the game is at stake
	totals [rules.MaxPlayers]int     // points before this round
	won    [rules.MaxPlayers]int     // rounds won before this one
}

// candidate is an action under trial. Its zero kind is letting it be.
type candidate struct {
	kind   rules.ActionKind
	set    set  // play
	gift   heap // give, pig
	leader int  // pig
	prior  int  // what a policy thinks it is worth
	prize  int  // of its newest playout
	sum    int  // of all so far
}

// choose tries the candidates and returns the best.
func (m *search) choose() candidate {
	alive := m.candidates
	slices.SortStableFunc(alive, func(a, b candidate) int { return b.prior - a.prior })
	alive = alive[:min(len(alive), mostCandidates)]
	stages := 0
	for n := len(alive); n > 1; n = (n + 1) / 2 {
		stages++
	}
	for ; len(alive) > 1; alive = alive[:(len(alive)+1)/2] {
		for range max(1, playouts/stages/len(alive)) {
			m.try(alive)
		}
		first := alive[0].sum
		slices.SortStableFunc(alive, func(a, b candidate) int { return b.sum - a.sum })
		if alive[0].sum != first {
			m.duel.sum = -m.duel.sum // seen from the winner
		}
	}
	return alive[0]
}

// try plays the round out in one world after each candidate, each time with the
// same luck.
func (m *search) try(alive []candidate) {
	world := m.start
	m.worlds.deal(&world)
	luck := m.random.Uint64()
	p := &m.playout
	for i := range alive {
		p.begin(&world)
		p.luck.Seed(luck, luck)
		p.decide(m.seat, &alive[i])
		alive[i].prize = m.prize()
		alive[i].sum += alive[i].prize
	}
	if len(alive) == 2 {
		m.duel.note(alive[0].prize - alive[1].prize)
	}
}

// best is the best candidate, tried against the others if there are any.
func (m *search) best() candidate {
	if len(m.candidates) == 1 {
		return m.candidates[0]
	}
	return m.choose()
}

// prize plays on and is what comes of it for the seat, in hundredths of a point.
// Before the last round that is the points of the place and what the exchange
// will make of it. In the last round it is the game that counts, and points
// only as far as nothing else does.
func (m *search) prize() int {
	p := &m.playout
	for p.place[m.seat] == 0 || m.last && p.step != scored {
		p.advance()
	}
	prize := m.prizes[p.place[m.seat]]
	if m.last && m.winsGame() {
		prize += gameWon
	}
	return prize
}

// winsGame reports whether the seat wins the game by the round played out: by
// points, then by rounds won, then by the better place (ruling R10).
func (m *search) winsGame() bool {
	mine := m.standing(m.seat)
	for s := range m.start.players {
		if s != m.seat && m.standing(s) > mine {
			return false
		}
	}
	return true
}

// standing is how a seat stands after the round played out; the more the better.
func (m *search) standing(seat int) int {
	place, n := m.playout.place[seat], m.start.players
	won := m.won[seat]
	if place == 1 {
		won++
	}
	points := m.totals[seat] + rules.Points(place, n)
	return (points*(rules.MaxRounds+1)+won)*n + n - place
}

// chooseMaster tries what may be done in many worlds.
func chooseMaster(v *rules.View, random *rand.PCG) (rules.Action, bool) {
	m := newSearch(v, random)
	best := m.best()
	return m.action(v, &best)
}

// action is what a candidate comes to; not ok is letting it be.
func (m *search) action(v *rules.View, c *candidate) (a rules.Action, ok bool) {
	switch c.kind {
	case rules.ActGive:
		return rules.Give(creatures(c.gift)...), true
	case rules.ActPig:
		a := rules.FeedPig(creatures(c.gift)[0])
		if m.start.chosen {
			a.Leader = rules.Seat(c.leader)
		}
		return a, true
	case rules.ActPlay:
		return put(v, c.set), true
	case rules.ActPass:
		return rules.Pass(), true
	case rules.ActMachine:
		return rules.Stop(), true
	}
	return rules.Action{}, false
}

func newSearch(v *rules.View, random *rand.PCG) *search {
	m := &search{random: random}
	m.start, m.seat = sit(v)
	m.playout.whim, m.playout.me = whim, m.seat
	m.worlds = newWorlds(v, random)
	m.prizes = prizes(v)
	m.last = v.Round == v.Rounds
	copy(m.totals[:], v.Totals)
	for _, s := range v.Winners {
		m.won[s]++
	}
	m.list()
	return m
}

// prizes is what each place of a round is worth, in hundredths of a point: its
// points, and in all but the last round what the exchange does for it in those
// to come. That was measured between equals (docs/bots.md): it grows with the
// number of players for the two heroes, and the others pay for it.
func prizes(v *rules.View) (prizes [rules.MaxPlayers + 1]int) {
	n := len(v.Counts)
	for place := 1; place <= n; place++ {
		prizes[place] = 100 * rules.Points(place, n)
		switch {
		case v.Round == v.Rounds:
		case place == 1:
			prizes[place] += 40 * (n - 2)
		case place == 2:
			prizes[place] += 20 * (n - 2)
		case place >= n-1:
			prizes[place] -= 75
		default:
			prizes[place] -= 45
		}
	}
	return prizes
}
