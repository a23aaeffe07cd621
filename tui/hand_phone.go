package tui

import (
	"strconv"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// phoneHand is how a hand is laid out on a phone: a cell for each set, its value
// over its count and sign.
type phoneHand struct {
	pitch int // cells from one set to the next: 5, 4 or 3
	first int // the set at the left end, when not all fit
	shown int
	left  int // cells kept free for the number of sets further left
	sets  [mostSets]handSet
	n     int
}

// scrollMark is the room for `◄ 3` and a blank.
const scrollMark = 4

// planPhone lays a hand out in w cells so that the set looked at is shown.
func planPhone(hand rules.Hand, order sortOrder, w int, look rules.Card) phoneHand {
	var p phoneHand
	p.sets, p.n = setsOf(hand, order)
	p.shown = p.n
	for p.pitch = 5; p.pitch > 3 && p.n*p.pitch > w+1; p.pitch-- {
	}
	if p.n*p.pitch <= w+1 {
		p.place()
		return p
	}
	p.left = scrollMark
	p.shown = max(1, (w-2*scrollMark)/p.pitch)
	for i := range p.n {
		if p.sets[i].card == look {
			p.first = min(max(0, i-p.shown/2), p.n-p.shown)
		}
	}
	p.place()
	return p
}

func (p *phoneHand) place() {
	for i := p.first; i < p.first+p.shown; i++ {
		p.sets[i].x, p.sets[i].w = p.left+(i-p.first)*p.pitch, p.pitch
	}
}

// at is the set at a cell.
func (p *phoneHand) at(x int) rules.Card {
	for i := p.first; i < p.first+p.shown; i++ {
		if s := &p.sets[i]; x >= s.x && x < s.x+s.w {
			return s.card
		}
	}
	return rules.NoCard
}

// drawPhoneHand draws a hand in r: of three lines, the uppermost only for what
// is raised; of two, nothing rises.
func (b brush) drawPhoneHand(r terminal.Rect, p *phoneHand, l handLook) {
	b = b.part(r)
	low := r.H - 2
	style := b.on(ground, quiet)
	if p.first > 0 {
		b.text(0, low, "◄ "+strconv.Itoa(p.first), style)
	}
	if rest := p.n - p.first - p.shown; rest > 0 {
		b.right(r.W, low, strconv.Itoa(rest)+" ►", style)
	}
	for i := p.first; i < p.first+p.shown; i++ {
		s := &p.sets[i]
		up := int(l.raised[s.card])
		y, on, count := low, paper, s.count
		if up > 0 {
			y, on, count = max(0, low-1), chosen, up
			if l.slow {
				y = low
			}
		} else if !l.solid[s.card] {
			on = ground
		}
		b.phoneCard(s.x, y, p.pitch-1, count, s.card, on, l.look == s.card)
	}
}

func (b brush) phoneCard(x, y, w, count int, c rules.Card, on surface, looked bool) {
	style := b.on(ground, quiet)
	if on != ground {
		style = b.creature(c, on)
		b.clear(terminal.Rect{X: x, Y: y, W: w, H: 2}, on)
	} else if looked {
		style = b.on(ground, turn)
	}
	inset := 0
	if w >= 4 {
		inset = 1
	}
	label := cardLabel(c)
	b.clip(x+inset, y, w, label, style)
	b.text(x+inset, y+1, strconv.Itoa(count)+cardSign(c), style)
}
