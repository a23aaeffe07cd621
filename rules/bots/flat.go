package bots

import (
	"math/rand/v2"

	"deathtrap/rules"
)

// flatWorlds is in how many worlds a flat bot tries each of its actions.
const flatWorlds = 400

// chooseFlat is plain flat Monte Carlo, a mark for others to be measured
// against. The unseen cards are dealt at random to the other hands at their
// sizes, whatever else the seat may know of them. In each of those worlds each
// legal action is tried, everybody plays the round out by a regular's rules of
// thumb, and the action with the most points of the round is chosen.
func chooseFlat(v *rules.View, random *rand.PCG) (rules.Action, bool) {
	actions := v.Legal
	if !v.Owes() {
		actions = append([]rules.Action{{}}, actions...) // let it be
	}
	best := 0
	if len(actions) > 1 {
		best = mostPoints(v, actions, random)
	}
	return actions[best], actions[best].Kind != ""
}

// mostPoints is the index of the action that the playouts make most of.
func mostPoints(v *rules.View, actions []rules.Action, random *rand.PCG) int {
	start, seat := sit(v)
	w := worlds{seat: seat, paid: none, random: random}
	p := playout{me: none}
	points := make([]int, len(actions))
	for range flatWorlds {
		world := start
		w.deal(&world)
		for i, a := range actions {
			p.begin(&world)
			p.do(seat, a)
			for p.place[seat] == 0 {
				p.advance()
			}
			points[i] += rules.Points(p.place[seat], p.players)
		}
	}
	best := 0
	for i, n := range points {
		if n > points[best] {
			best = i
		}
	}
	return best
}
