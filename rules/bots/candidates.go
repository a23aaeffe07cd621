package bots

import "deathtrap/rules"

// list finds what the seat may do, each with what a policy thinks of it.
func (m *search) list() {
	s := m.start.from(m.seat)
	switch {
	case m.start.step == giving:
		m.listGifts(&s)
	case m.start.step == feeding:
		m.listCompanions(&s)
	default:
		m.listMoves(&s)
	}
}

func (m *search) add(c candidate) { m.candidates = append(m.candidates, c) }

func (m *search) listGifts(s *sight) {
	count := s.gives(m.seat)
	for c := 1; c <= dragon; c++ {
		for d := c; d <= dragon; d++ {
			var gift heap
			gift[c]++
			prior := 0
			switch {
			case count == 1 && d > c || count == 2 && c == d && s.hand[c] < 2 || s.hand[c] == 0 || s.hand[d] == 0:
				continue
			case count == 1:
				prior = tuned.relief(s, c, 1)
			case c == d:
				gift[d]++
				prior = tuned.relief(s, c, 2)
			default:
				gift[d]++
				prior = tuned.relief(s, c, 1) + tuned.relief(s, d, 1)
			}
			m.add(candidate{kind: rules.ActGive, gift: gift, prior: prior})
		}
	}
}

func (m *search) listCompanions(s *sight) {
	for c := 1; c <= dragon; c++ {
		if s.hand[c] == 0 {
			continue
		}
		companion := candidate{kind: rules.ActPig, leader: s.next(m.seat), prior: tuned.relief(s, c, 1)}
		companion.gift[c] = 1
		m.add(companion)
		if s.chosen {
			companion.leader = m.seat
			companion.prior += one
			m.add(companion)
		}
	}
}

// always is the prior of what is tried in any case.
const always = 1 << 20

func (m *search) listMoves(s *sight) {
	mine := s.turn == m.seat
	switch {
	case !mine:
		m.add(candidate{prior: always})
	case s.step == following:
		m.add(candidate{kind: rules.ActPass, prior: always})
		fallthrough
	default:
		m.listSets(s)
	}
	if s.hand[machine] > 0 {
		m.add(candidate{kind: rules.ActMachine, prior: always})
	}
}

// listSets lists every set that may be put down, but of lone wild cards only
// all of them.
func (m *search) listSets(s *sight) {
	h, size := &s.hand, s.top.size()
	for c := s.top.creature + 1; c <= dragon; c++ {
		for n := 1; n <= int(h[c]); n++ {
			for w := 0; w <= int(h[wild]); w++ {
				if s.step == leading || n+w == size {
					m.addSet(s, set{c, n, w})
				}
			}
		}
	}
	if s.step == leading && h[wild] > 0 {
		m.addSet(s, set{0, 0, int(h[wild])})
	}
}

func (m *search) addSet(s *sight, t set) {
	m.add(candidate{kind: rules.ActPlay, set: t, prior: tuned.worth(s, t)})
}
