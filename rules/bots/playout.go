package bots

import (
	"math/rand/v2"

	"deathtrap/rules"
)

// whim is how often, in parts of one, somebody in a master's playout plays any
// set that fits instead of what the policy would.
const whim = 60

// playout is a round with known hands that is played on: by the tuned policy
// for the seat whose decision is tried out, by a regular's rules of thumb for
// the others, and now and then by a whim. It allocates nothing.
type playout struct {
	round
	luck    rand.PCG
	whim    int // how often, in parts of one
	me      int // who plays by the tuned policy, or none
	stopper int // who holds the Machine, or none
}

// begin begins in a world.
func (p *playout) begin(world *round) {
	p.round, p.stopper = *world, none
	for s := range p.players {
		if p.hands[s][machine] > 0 {
			p.stopper = s
		}
	}
}

// decide makes the seat's decision.
func (p *playout) decide(me int, c *candidate) {
	switch c.kind {
	case rules.ActGive:
		p.give(me, c.gift)
	case rules.ActPig:
		p.feed(c.gift.lowest(), c.leader)
	case rules.ActPlay:
		p.play(c.set)
	case rules.ActPass:
		p.pass()
	case rules.ActMachine:
		p.stop(me)
	}
}

// advance is the next thing that happens.
func (p *playout) advance() {
	switch {
	case p.step == giving:
		p.giveNext()
	case p.step == feeding:
		p.feedNext()
	case p.finished() && p.interrupts():
		p.stop(p.stopper)
	case p.finished():
		p.clear()
	case p.step == following && p.turn != p.stopper && !p.fits(p.turn):
		p.pass()
	default:
		p.act(p.think())
	}
}

func (p *playout) giveNext() {
	for _, t := range p.trades {
		if t.count > 0 && !t.given {
			s := p.from(t.to)
			p.give(t.to, s.spare(t.count))
			return
		}
	}
}

func (p *playout) feedNext() {
	s := p.from(p.turn)
	companion := s.spare(1)
	if p.turn == p.me {
		companion = tuned.gift(&s, 1)
	}
	leader := p.next(p.turn)
	if p.chosen {
		leader = p.turn
	}
	p.feed(companion.lowest(), leader)
}

// act makes a move of whose turn it is, and lets the Machine answer it.
func (p *playout) act(m move) {
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

// think is what whose turn it is does in it.
func (p *playout) think() move {
	s := p.glance(p.turn)
	switch {
	case p.whim > 0 && below(&p.luck, one) < p.whim:
		return p.anyMove(&s)
	case s.seat != p.me && s.seat != p.stopper && p.step == following:
		return move{set: s.answer()}
	}
	s.lookAround()
	if s.seat == p.me {
		return tuned.choose(&s)
	}
	return s.move()
}

// anyMove is some set that fits, or a pass if the seat may pass, or the Machine
// if there is nothing else.
func (p *playout) anyMove(s *sight) move {
	m, n := move{stop: true}, 0
	if s.step == following {
		m, n = move{}, 1
	}
	s.each(func(other set) {
		n++
		if below(&p.luck, n) == 0 {
			m = move{set: other}
		}
	})
	return m
}

// interrupts reports whether the Machine's holder stops the hand out of turn.
func (p *playout) interrupts() bool {
	if p.stopper == none || !p.anytime || p.hands[p.stopper][machine] == 0 {
		return false
	}
	s := p.glance(p.stopper)
	if s.sets == 2 {
		s.lookAround() // to see whether one of them is sure to win
	}
	if p.stopper == p.me {
		return tuned.wantsStop(&s)
	}
	return s.wantsStop()
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
