package bots

// gift is what the seat would best part with: the n creatures whose loss makes
// the rest of the hand cheapest.
func (p *policy) gift(s *sight, n int) heap {
	best, bestRelief := heap{}, -1<<30
	p.eachGift(s, n, func(part heap, relief int) {
		if relief > bestRelief {
			best, bestRelief = part, relief
		}
	})
	return best
}

// eachGift tries all ways to part with one or two creatures. No special card is
// ever given: wild cards and the Machine are worth more than any creature, and
// the Pig is worth one, for it takes one along.
func (p *policy) eachGift(s *sight, n int, try func(part heap, relief int)) {
	for c := 1; c <= dragon; c++ {
		if s.hand[c] == 0 {
			continue
		}
		var part heap
		part[c] = uint8(n)
		if int(s.hand[c]) >= n {
			try(part, p.relief(s, c, n))
		}
		for d := c + 1; n == 2 && d <= dragon; d++ {
			if s.hand[d] > 0 {
				pair := heap{}
				pair[c], pair[d] = 1, 1
				try(pair, p.relief(s, c, 1)+p.relief(s, d, 1))
			}
		}
	}
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
