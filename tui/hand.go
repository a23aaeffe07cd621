package tui

import (
	"strconv"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// handSet is all cards of one kind in a hand, and where they lie.
type handSet struct {
	card  rules.Card
	count int
	x     int // of its column
	w     int // of its column, with the gap behind
}

// mostSets is how many kinds of cards there are.
const mostSets = 16

// handPlan is how a hand is laid out in its rectangle.
type handPlan struct {
	form  cardForm
	gap   int // between columns
	names int // letters of a name; 0 for all
	sets  [mostSets]handSet
	n     int // of sets
}

// setsOf lists the kinds of a hand in the order in which they lie: without the
// Pig while it lies on the table.
func setsOf(hand rules.Hand, order sortOrder) (sets [mostSets]handSet, n int) {
	for i := range mostSets {
		c := rules.Card(i + 1)
		if order == strongFirst && c <= rules.RedDragon {
			c = rules.RedDragon + 1 - c
		}
		if hand[c] > 0 {
			sets[n] = handSet{card: c, count: int(hand[c])}
			n++
		}
	}
	return sets, n
}

// The ways to lay out a hand, the roomiest first: fans close up, then names are
// cut, then cards get narrow.
var (
	smallHands = []handPlan{
		{form: cardForm{5, 4, 3}, gap: 1},
		{form: cardForm{5, 4, 2}, gap: 1},
		{form: cardForm{5, 4, 1}, gap: 1},
		{form: cardForm{5, 4, 3}, gap: 1, names: 6},
		{form: cardForm{5, 4, 2}, gap: 1, names: 6},
		{form: cardForm{5, 4, 3}, gap: 1, names: 5},
		{form: cardForm{5, 4, 2}, gap: 1, names: 5},
		{form: cardForm{5, 4, 1}, gap: 1, names: 5},
		{form: cardForm{4, 4, 1}, gap: 1, names: 4},
		{form: cardForm{3, 4, 1}, gap: 1, names: 3},
		{form: cardForm{2, 4, 1}, gap: 1, names: 2},
	}
	largeHands = []handPlan{
		{form: cardForm{7, 7, 3}, gap: 2},
		{form: cardForm{7, 7, 2}, gap: 2},
		{form: cardForm{7, 7, 2}, gap: 1},
		{form: cardForm{7, 7, 1}, gap: 1},
		{form: cardForm{5, 7, 1}, gap: 1},
		{form: cardForm{5, 7, 3}, gap: 1, names: 6},
		{form: cardForm{5, 7, 3}, gap: 1, names: 5},
		{form: cardForm{5, 7, 1}, gap: 1, names: 5},
		{form: cardForm{4, 7, 1}, gap: 1, names: 4},
		{form: cardForm{3, 7, 1}, gap: 1, names: 3},
	}
)

// planHand lays a hand out in w cells, in the roomiest way that fits.
func planHand(hand rules.Hand, order sortOrder, w int, ways []handPlan) handPlan {
	sets, n := setsOf(hand, order)
	var p handPlan
	for _, p = range ways {
		p.sets, p.n = sets, n
		x := 0
		for i := range n {
			s := &p.sets[i]
			s.x = x
			s.w = max(p.form.fanWidth(s.count), len(p.name(s.card))) + p.gap
			x += s.w
		}
		if x-p.gap <= w {
			break
		}
	}
	return p
}

// name is a card's name as it stands below the card: what people would call it
// where there is no room for all of it.
func (p *handPlan) name(c rules.Card) string {
	name := shortName(c)
	if p.names == 0 || len(name) <= p.names {
		return name
	}
	name = briefNames[c]
	return name[:min(len(name), p.names)]
}

// label is the name below a set: whole where its cards are wide enough.
func (p *handPlan) label(s *handSet) string {
	room := s.w - p.gap
	label := p.counted(s, shortName(s.card))
	if len(label) > room {
		label = p.counted(s, p.name(s.card))
	}
	if len(label) > room {
		label = p.counted(s, briefNames[s.card])
	}
	return label[:min(len(label), room)]
}

// counted puts the number of a set's cards before its name where they lie so close
// that they can't be counted at a glance.
func (p *handPlan) counted(s *handSet, name string) string {
	if p.form.stub == 1 && s.count > 2 {
		return strconv.Itoa(s.count) + " " + name
	}
	return name
}

// briefNames are the names of cards in a word that can be cut.
var briefNames = [...]string{
	rules.Imp: "Imp", rules.Orc: "Orc", rules.Skeleton: "Skel", rules.Zombie: "Zomb", rules.Warrior: "Warr",
	rules.Priestess: "Priest", rules.SnakeGirl: "Snake", rules.Minotaur: "Mino", rules.Bloodbeast: "Beast",
	rules.Medusa: "Medusa", rules.PitFiend: "Fiend", rules.RedDragon: "Dragon", rules.Chaindog: "Dog",
	rules.RedLotus: "Lotus", rules.ExplodingPig: "Pig", rules.KillingMachine: "Mach",
}

// at is the set at a cell of the hand's rectangle, and how many of its cards a
// click there means: on a stub that many, on the topmost card all.
func (p *handPlan) at(x int) (card rules.Card, n int) {
	for i := range p.n {
		s := &p.sets[i]
		if x >= s.x && x < s.x+s.w-p.gap {
			return s.card, min((x-s.x)/p.form.stub+1, s.count)
		}
	}
	return rules.NoCard, 0
}

// handLook is what a hand is drawn from besides its cards.
type handLook struct {
	raised rules.Hand
	solid  [mostSets + 1]bool // by card: can be played
	look   rules.Card         // looked at, though not raised
	slow   bool               // what is raised shows in its name alone
}

// drawHand draws a hand in r: a line for what is raised, the cards, the names.
// On a slow line nothing rises; what is chosen has a mark before its name, for
// which r needs a free cell on its left.
func (b brush) drawHand(r terminal.Rect, p *handPlan, l handLook) {
	whole := b
	b = b.part(r)
	f := p.form
	for i := range p.n {
		s := &p.sets[i]
		up := min(int(l.raised[s.card]), s.count)
		down := s.count - up
		switch {
		case (up == 0 || l.slow) && l.solid[s.card]:
			b.fan(s.x, 1, s.card, s.count, f, paper, ground)
		case up == 0:
			b.outline(s.x, 1, s.card, s.count, f)
		default:
			if down > 0 {
				b.sheet(terminal.Rect{X: s.x, Y: 1, W: down * f.stub, H: f.h}, paper, ground)
				b.stubs(s.x, 1, s.card, down, f, paper)
			}
			b.fan(s.x+down*f.stub, 0, s.card, up, f, chosen, ground)
		}
		b.handName(s, p, f.h+1, up > 0, l)
	}
	if p.names > 0 {
		b.wholeName(p, f.h+1, l)
	}
	if l.slow {
		whole.markRaised(r, p, l.raised)
	}
}

// markRaised puts a mark before the names of what is raised.
func (b brush) markRaised(r terminal.Rect, p *handPlan, raised rules.Hand) {
	for _, s := range p.sets[:p.n] {
		if raised[s.card] > 0 {
			b.mark(r.X+s.x-1, r.Y+p.form.h+1, '►', b.on(ground, turn))
		}
	}
}

func (b brush) handName(s *handSet, p *handPlan, y int, up bool, l handLook) {
	style := b.on(ground, quiet)
	switch {
	case up || l.look == s.card:
		style = b.on(ground, turn)
	case l.solid[s.card]:
		style = bold(b.on(ground, text))
	}
	b.text(s.x, y, p.label(s), style)
}

// wholeName writes the whole name of the set that is raised, or looked at, if there
// is room for it between the names beside it.
func (b brush) wholeName(p *handPlan, y int, l handLook) {
	w, _ := b.Size()
	left := 0 // where the room begins
	for i := range p.n {
		s := &p.sets[i]
		name, right := p.counted(s, shortName(s.card)), w
		if i+1 < p.n {
			right = p.sets[i+1].x - p.gap
		}
		chosen := l.raised[s.card] > 0 || l.look == s.card
		if x := min(s.x, right-len(name)); chosen && x >= left && !s.card.Wild() {
			b.text(x, y, name, b.on(ground, turn))
			return
		}
		left = s.x + len(p.label(s)) + p.gap
	}
}
