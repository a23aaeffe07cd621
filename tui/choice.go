package tui

import "deathtrap/rules"

// choice is what a player has raised and not yet played, and the question that
// is put before something is done that is easily regretted. Its methods take
// the view it is made in; what they raise is always a part of some legal action,
// so that nothing else can be sent.
type choice struct {
	raised rules.Hand
	look   rules.Card // the set last asked for, raised or not
	leader rules.Seat // whom the Pig's holder names
	asked  question
}

// question is what is asked before it is done.
type question uint8

const (
	nothingAsked question = iota
	askPass               // the whole hand would go, and the player passes
	askMachine            // k shows what K does
	advisedPass           // the hint says pass, so enter does
)

// freshChoice is the choice at the start of a turn: nothing is raised.
func freshChoice(v *rules.View) choice {
	c := choice{leader: rules.Nobody}
	if v.Phase == rules.PhasePig && v.Options.Leader == rules.LeaderChosen {
		c.leader = next(v.Seat, v)
	}
	return c
}

// next is the seat after another one.
func next(s rules.Seat, v *rules.View) rules.Seat { return (s + 1) % rules.Seat(len(v.Counts)) }

// press chooses a creature; again the next number that fits. It reports whether
// any of it can be chosen.
func (c *choice) press(v *rules.View, card rules.Card) bool {
	c.asked = nothingAsked
	switch v.Phase {
	case rules.PhaseGive:
		return c.pressGive(v, card)
	case rules.PhasePig:
		c.raise(rules.Hand{}, card)
		if !can(v)[card] {
			return false
		}
		c.raise(rules.HandOf(card), card)
		return true
	}
	var room, more setList
	sets := setsFor(&room, v, card)
	if len(sets) == 0 {
		c.raise(rules.Hand{}, card)
		return false
	}
	if again := sameWilds(&more, sets, c.raised); len(again) > 1 {
		sets = again
	}
	c.raise(after(sets, c.raised), card)
	return true
}

func (c *choice) raise(set rules.Hand, look rules.Card) {
	c.raised, c.look, c.asked = set, look, nothingAsked
}

// more raises one card more of the creature, or one fewer (by = -1), with as
// little change to the wild cards as is legal.
func (c *choice) more(v *rules.View, by int) {
	c.asked = nothingAsked
	if v.Phase == rules.PhaseGive {
		c.moreGive(v, by)
		return
	}
	card := creatureOf(c.raised)
	if !card.Creature() {
		return
	}
	want := int(c.raised[card]) + by
	best, distance := c.raised, 3
	var room setList
	for _, s := range setsFor(&room, v, card) {
		d := wildsIn(s) - wildsIn(c.raised)
		if d = max(d, -d); int(s[card]) == want && d < distance {
			best, distance = s, d
		}
	}
	c.raise(best, card)
}

// wilds adds a wild card to what is raised: one, both, none. With nothing
// raised it takes the cheapest set that has one; on lead, a wild card alone.
func (c *choice) wilds(v *rules.View) {
	c.asked = nothingAsked
	if v.Phase == rules.PhaseGive {
		c.pressGive(v, c.nextWild(v))
		return
	}
	card := creatureOf(c.raised)
	if card == rules.NoCard || card.Wild() {
		c.wildsAlone(v)
		return
	}
	var room setList
	sets := setsFor(&room, v, card)
	for i := 1; i <= 2; i++ {
		want := (wildsIn(c.raised) + i) % 3
		for _, s := range sets {
			fits := v.Top != nil || s[card] == c.raised[card]
			if wildsIn(s) == want && fits {
				c.raise(s, card)
				return
			}
		}
	}
}

func (c *choice) wildsAlone(v *rules.View) {
	var room setList
	if alone := setsFor(&room, v, rules.Chaindog); len(alone) > 0 {
		set := rules.Hand{}
		if c.raised == (rules.Hand{}) {
			set = alone[0]
		} else if c.raised != alone[len(alone)-1] {
			set = alone[len(alone)-1]
		}
		c.raise(set, creatureOf(set))
		return
	}
	for card := rules.Imp; card <= rules.RedDragon; card++ {
		for _, s := range setsFor(&room, v, card) {
			if wildsIn(s) > 0 {
				c.raise(s, card)
				return
			}
		}
	}
}

// nextWild is the wild card that w means in the exchange.
func (c *choice) nextWild(v *rules.View) rules.Card {
	hand := rules.HandOf(v.Hand...)
	for _, w := range [...]rules.Card{rules.Chaindog, rules.RedLotus} {
		if hand[w] > c.raised[w] {
			return w
		}
	}
	return c.look
}

// step goes to the next set that can be chosen, in the order in which the sets
// lie; where none can, it only looks.
func (c *choice) step(v *rules.View, sets []handSet, by int) {
	var cards [mostSets]rules.Card
	open := cards[:0]
	solid := can(v)
	var room setList
	for _, s := range sets {
		whole := s.card.Creature() || v.Phase == rules.PhaseGive || len(setsFor(&room, v, s.card)) > 0
		if solid[s.card] && whole && s.card != rules.KillingMachine || v.Phase == rules.PhaseGive {
			open = append(open, s.card)
		}
	}
	looking := len(open) == 0
	if looking {
		for _, s := range sets {
			open = append(open, s.card)
		}
	}
	if len(open) == 0 {
		return
	}
	card := neighbour(open, c.look, by)
	c.raise(rules.Hand{}, card)
	if !looking {
		c.press(v, card)
	}
}

// enter is what enter does: it raises the cheapest that fits, and returns false,
// or it returns the action to send.
func (c *choice) enter(v *rules.View) (rules.Action, bool) {
	switch {
	case c.asked == askMachine && may(v, rules.ActMachine):
		return rules.Stop(), true
	case (c.asked == askPass || c.asked == advisedPass) && may(v, rules.ActPass):
		return rules.Pass(), true
	}
	if a, whole := c.action(v); whole {
		return a, true
	}
	set := cheapest(v)
	if v.Phase == rules.PhaseGive {
		set = c.filled(v)
	}
	if set == (rules.Hand{}) {
		return withoutSet(v)
	}
	c.raise(set, creatureOf(set))
	return rules.Action{}, false
}

// withoutSet is what is left to do without a set to put down: pass, or, on lead,
// the Machine.
func withoutSet(v *rules.View) (rules.Action, bool) {
	if may(v, rules.ActPass) {
		return rules.Pass(), true
	}
	return rules.Stop(), may(v, rules.ActMachine)
}

// action is what is raised as an action, if it is a whole one.
func (c *choice) action(v *rules.View) (rules.Action, bool) {
	if c.raised == (rules.Hand{}) {
		return rules.Action{}, false
	}
	a := rules.Play(c.raised.Cards()...)
	switch v.Phase {
	case rules.PhaseGive:
		a = rules.Give(c.raised.Cards()...)
	case rules.PhasePig:
		a = rules.FeedPigFor(creatureOf(c.raised), c.leader)
	}
	return a, v.Check(a) == nil
}

// pass is what p does: the action, or first the question whether it is meant,
// when the whole hand would go.
func (c *choice) pass(v *rules.View) (rules.Action, bool) {
	if c.asked != askPass && c.asked != advisedPass && couldGoOut(v) {
		c.raise(rules.Hand{}, rules.NoCard)
		c.asked = askPass
		return rules.Action{}, false
	}
	return rules.Pass(), may(v, rules.ActPass)
}

// lead names another player to lead after the Pig.
func (c *choice) lead(v *rules.View, by int) {
	if c.leader != rules.Nobody {
		n := len(v.Counts)
		c.leader = rules.Seat((int(c.leader) + by + n) % n)
	}
}
