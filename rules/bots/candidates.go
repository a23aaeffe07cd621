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
	tuned.eachGift(s, s.gives(m.seat), func(part heap, relief int) {
		m.add(candidate{kind: rules.ActGive, gift: part, prior: relief})
	})
}

// listCompanions lists whom the Pig may take along, and under leader=chosen for
// each the two who might lead: the seat itself, or the next.
func (m *search) listCompanions(s *sight) {
	tuned.eachGift(s, 1, func(part heap, relief int) {
		companion := candidate{kind: rules.ActPig, gift: part, leader: s.next(m.seat), prior: relief}
		m.add(companion)
		if s.chosen {
			companion.leader = m.seat
			companion.prior += one
			m.add(companion)
		}
	})
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
