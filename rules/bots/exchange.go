package bots

// gift is what the seat would best part with: the n creatures whose loss makes
// the rest of the hand cheapest. It never gives a special card: wild cards and
// the Machine are worth more than any creature, and the Pig more than none,
// for it takes a creature along.
func (p *policy) gift(s *sight, n int) heap {
	best, bestGain := heap{}, -1<<30
	for c := 1; c <= dragon; c++ {
		if s.hand[c] == 0 {
			continue
		}
		gain := p.relief(s, c, 1)
		if n == 1 {
			if gain > bestGain {
				best, bestGain = heap{}, gain
				best[c] = 1
			}
			continue
		}
		if s.hand[c] >= 2 {
			if both := p.relief(s, c, 2); both > bestGain {
				best, bestGain = heap{}, both
				best[c] = 2
			}
		}
		for d := c + 1; d <= dragon; d++ {
			if s.hand[d] == 0 {
				continue
			}
			if both := gain + p.relief(s, d, 1); both > bestGain {
				best, bestGain = heap{}, both
				best[c], best[d] = 1, 1
			}
		}
	}
	return best
}

// relief is how much cheaper the hand gets without n cards of a creature.
func (p *policy) relief(s *sight, creature, n int) int {
	held := int(s.hand[creature])
	relief := p.cost(s, creature, held, s.wins(creature, held))
	if rest := held - n; rest > 0 {
		relief -= p.cost(s, creature, rest, s.wins(creature, rest))
	}
	return relief
}
