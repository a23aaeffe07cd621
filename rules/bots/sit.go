package bots

import "deathtrap/rules"

// sit is the round as the view's seat knows it: its own hand and whatever is
// public. The other hands are empty, so nobody can peek into them.
func sit(v *rules.View) (r round, seat int) {
	seat = int(v.Seat)
	o := v.Options
	r = round{
		players: len(v.Counts), live: pack,
		open: o.Laps != rules.LapsOne, lock: o.Laps == rules.LapsLock,
		chosen: o.Leader == rules.LeaderChosen, anytime: o.Machine == rules.MachineAny,
		sealed: o.Exchange == rules.ExchangeSealed,
		leader: int(v.Leader), turn: int(v.Turn), owner: none,
	}
	r.live.remove(heapOf(v.Gone))
	copy(r.left[:], v.Counts)
	r.hands[seat] = heapOf(v.Hand)
	for i, s := range v.Placed {
		r.place[s] = i + 1
	}
	r.placed = len(v.Placed)
	for i, t := range v.Trades {
		r.trades[i] = trade{from: int(t.From), to: int(t.To), count: t.Count, given: t.Given}
	}
	switch v.Phase {
	case rules.PhaseGive:
		r.step = giving
	case rules.PhasePig:
		r.step = feeding
	case rules.PhaseLead:
		r.step = leading
	case rules.PhaseFollow:
		r.sitFollow(v)
	case rules.PhaseScored, rules.PhaseOver:
		r.step = scored
	}
	return r, seat
}

func (r *round) sitFollow(v *rules.View) {
	r.step = following
	r.owner, r.top = int(v.Top.Seat), setOf(v.Top.Cards)
	for _, e := range v.HandPlays {
		if e.Kind == rules.Passed && r.lock {
			r.locked[e.Seat] = true
		}
	}
}

// setOf is the set that those cards are.
func setOf(cards []rules.Card) set {
	var s set
	for _, c := range cards {
		if c.Wild() {
			s.wild++
		} else {
			s.creature = int(c)
			s.n++
		}
	}
	return s
}
