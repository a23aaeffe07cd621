package bots

import "deathtrap/rules"

// chooseRegular plays by policy, from what the seat knows.
func (p *policy) chooseRegular(v *rules.View) (rules.Action, bool) {
	r, seat := sit(v)
	s := r.from(seat)
	if !v.Owes() {
		return rules.Stop(), s.hand[machine] > 0 && p.wantsStop(&s)
	}
	switch r.step {
	case giving:
		return rules.Give(creatures(p.gift(&s, r.gives(seat)))...), true
	case feeding:
		companion := creatures(p.gift(&s, 1))[0]
		if r.chosen {
			return rules.FeedPigFor(companion, v.Seat), true
		}
		return rules.FeedPig(companion), true
	}
	m := p.choose(&s)
	switch {
	case m.stop:
		return rules.Stop(), true
	case m.set.size() == 0:
		return rules.Pass(), true
	}
	return put(v, m.set), true
}
