package bots

import (
	"math/rand/v2"
	"slices"

	"deathtrap/rules"
)

// The bounds of a master's work on one decision.
const (
	mostCandidates = 8   // candidates that are tried at all
	playouts       = 400 // rounds that are played out
)

// search is one decision of a master: it deals the cards that the seat can't
// see again and again, as they may well lie, plays the round out after each
// candidate, and drops the worse half of the candidates until one is left.
type search struct {
	start      round // as the seat knows it
	seat       int
	worlds     *worlds
	random     *rand.PCG
	candidates []candidate
	prize      [rules.MaxPlayers + 1]int // worth of a place, from 1
}

// candidate is an action under trial. Its zero kind is letting it be.
type candidate struct {
	kind   rules.ActionKind
	set    set  // play
	gift   heap // give, pig
	leader int  // pig
	prior  int  // what a policy thinks it is worth
	sum    int  // of prizes so far
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
	worlds := uint64(0)
	for ; len(alive) > 1; alive = alive[:(len(alive)+1)/2] {
		for range max(1, playouts/stages/len(alive)) {
			m.try(alive, worlds)
			worlds++
		}
		slices.SortStableFunc(alive, func(a, b candidate) int { return b.sum - a.sum })
	}
	return alive[0]
}

// try plays the round out in one world after each candidate.
func (m *search) try(alive []candidate, world uint64) {
	m.worlds.walk()
	start := m.start
	start.hands = m.worlds.hands
	luck := m.random.Uint64()
	for i := range alive {
		p := playout{round: start, luck: rand.NewPCG(luck, world)}
		p.do(m.seat, &alive[i])
		alive[i].sum += m.prize[p.run(m.seat)]
	}
}

// chooseMaster tries what may be done in many worlds.
func chooseMaster(v *rules.View, random *rand.PCG) (rules.Action, bool) {
	m := newSearch(v, random)
	best := m.candidates[0]
	if len(m.candidates) > 1 {
		best = m.choose()
	}
	switch best.kind {
	case rules.ActGive:
		return rules.Give(creatures(best.gift)...), true
	case rules.ActPig:
		a := rules.FeedPig(creatures(best.gift)[0])
		if m.start.chosen {
			a.Leader = rules.Seat(best.leader)
		}
		return a, true
	case rules.ActPlay:
		return put(v, best.set), true
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
	m.worlds = newWorlds(&m.start, m.seat, beliefs(v), random)
	m.prize = prizes(v)
	m.list()
	return m
}

// prizes is what each place is worth, in hundredths of a point: its points, and
// before the last round what the exchange will do for it in the next.
func prizes(v *rules.View) (prize [rules.MaxPlayers + 1]int) {
	n := len(v.Counts)
	for place := 1; place <= n; place++ {
		prize[place] = 100 * rules.Points(place, n)
		if v.Round == v.Rounds {
			continue
		}
		switch place {
		case 1:
			prize[place] += 40 * (n - 2)
		case 2:
			prize[place] += 20 * (n - 2)
		case n - 1, n:
			prize[place] -= 75
		default:
			prize[place] -= 45
		}
	}
	return prize
}
