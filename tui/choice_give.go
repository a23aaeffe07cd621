package tui

import "deathtrap/rules"

// pressGive chooses a card to give back, any card: first as many as are owed,
// then one more beside what is chosen already, and after the last none. Where
// there are too many, one of another kind goes back into the hand.
func (c *choice) pressGive(v *rules.View, card rules.Card) bool {
	hand := rules.HandOf(v.Hand...)
	most := min(int(hand[card]), owed(v))
	c.asked = nothingAsked
	if most == 0 {
		return false
	}
	switch n := int(c.raised[card]); {
	case c.raised == (rules.Hand{}):
		c.raised[card] = uint8(most)
	case n < most:
		c.raised[card]++
	default:
		c.raised[card] = 0
	}
	c.look = card
	c.dropExcess(v)
	return true
}

// moreGive gives one card more of the kind looked at, or one fewer.
func (c *choice) moreGive(v *rules.View, by int) {
	hand := rules.HandOf(v.Hand...)
	n := int(c.raised[c.look]) + by
	if c.look == rules.NoCard || n < 0 || n > min(int(hand[c.look]), owed(v)) {
		return
	}
	c.raised[c.look] = uint8(n)
	c.dropExcess(v)
}

func (c *choice) dropExcess(v *rules.View) {
	for i := range c.raised {
		for c.raised.Len() > owed(v) && rules.Card(i) != c.look && c.raised[i] > 0 {
			c.raised[i]--
		}
	}
}

// filled is what is chosen, made complete with the weakest other cards.
func (c *choice) filled(v *rules.View) rules.Hand {
	set, hand := c.raised, rules.HandOf(v.Hand...)
	for card := rules.Imp; int(card) < len(hand); card++ {
		for set.Len() < owed(v) && set[card] < hand[card] {
			set[card]++
		}
	}
	return set
}
