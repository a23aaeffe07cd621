package bots

import (
	"math/rand/v2"

	"deathtrap/rules"
)

// whim is how often, in parts of one, somebody in a playout plays any set that
// fits instead of what the policy would.
const whim = 60

// playout is a round with known hands that is played on by a policy.
type playout struct {
	round
	luck    *rand.PCG
	stopper int // who holds the Machine, or none
	me      int // whose decision it is about
}

// do makes the candidate's move.
func (p *playout) do(seat int, c *candidate) {
	p.stopper, p.me = none, seat
	for s := range p.players {
		if p.hands[s][machine] > 0 {
			p.stopper = s
		}
	}
	switch c.kind {
	case rules.ActGive:
		p.give(seat, c.gift)
	case rules.ActPig:
		p.feed(c.gift.lowest(), c.leader)
	case rules.ActPlay:
		p.play(c.set)
	case rules.ActPass:
		p.pass()
	case rules.ActMachine:
		p.stop(seat)
	}
}

// run plays on until the seat is placed, and returns its place.
func (p *playout) run(seat int) int {
	for p.place[seat] == 0 {
		p.advance()
	}
	return p.place[seat]
}

// advance is the next thing that happens.
func (p *playout) advance() {
	switch {
	case p.step == giving:
		p.giveNext()
		return
	case p.step == feeding:
		s := p.from(p.turn)
		g := tuned.gift(&s, 1)
		leader := p.next(p.turn)
		if p.chosen {
			leader = p.turn
		}
		p.feed(g.lowest(), leader)
		return
	case p.finished():
		if p.interrupts() {
			p.stop(p.stopper)
		} else {
			p.clear()
		}
		return
	}
	if p.step == following && !p.fits(p.turn) && p.turn != p.stopper {
		p.pass()
		return
	}
	s := p.from(p.turn)
	m := p.style(&s)
	if !m.stop && below(p.luck, one) < whim {
		m = p.anyMove(&s, m)
	}
	switch {
	case m.stop:
		p.stop(p.turn)
	case m.set.size() == 0:
		p.pass()
	default:
		p.play(m.set)
		if p.step == following && p.interrupts() {
			p.stop(p.stopper)
		}
	}
}

// style is what a seat does in its turn: the one who decides plays by the tuned
// policy, the others like regulars.
func (p *playout) style(s *sight) move {
	if s.seat == p.me {
		return tuned.choose(s)
	}
	return s.move()
}

// interrupts reports whether the Machine's holder stops the hand out of turn.
func (p *playout) interrupts() bool {
	if p.stopper == none || !p.anytime || p.hands[p.stopper][machine] == 0 {
		return false
	}
	s := p.from(p.stopper)
	return tuned.wantsStop(&s)
}

// anyMove is some set that fits, or a pass, or the move.
func (p *playout) anyMove(s *sight, m move) move {
	n := 1
	if s.step == following {
		n++
		if below(p.luck, n) == 0 {
			m = move{}
		}
	}
	s.each(func(other set) {
		n++
		if below(p.luck, n) == 0 {
			m = move{set: other}
		}
	})
	return m
}

func (p *playout) giveNext() {
	for _, t := range p.trades {
		if t.count > 0 && !t.given {
			s := p.from(t.to)
			p.give(t.to, tuned.gift(&s, t.count))
			return
		}
	}
}

// fits reports whether the seat holds a set that beats the one that lies there.
func (p *playout) fits(seat int) bool {
	h := &p.hands[seat]
	least := max(1, p.top.size()-int(h[wild]))
	for c := p.top.creature + 1; c <= dragon; c++ {
		if int(h[c]) >= least {
			return true
		}
	}
	return false
}
