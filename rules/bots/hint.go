package bots

import (
	"fmt"

	"deathtrap/rules"
)

// Hint is what a good player would do with one of v.Legal, and why, in one
// plain sentence. A seat that owes nothing and had better do nothing gets the
// zero Action.
func Hint(v rules.View, seed uint64) (rules.Action, string) {
	if len(v.Legal) == 0 {
		return rules.Action{}, "There is nothing for you to do now."
	}
	action, ok := Choose(Master, v, seed)
	if !ok {
		return rules.Action{}, "Keep the Killing Machine for a better moment."
	}
	r, seat := sit(&v)
	s := r.from(seat)
	return action, s.reason(action, len(v.Legal))
}

// reason says what speaks for an action.
func (s *sight) reason(a rules.Action, choices int) string {
	switch a.Kind {
	case rules.ActGive:
		return "Give what costs you most to be rid of, and keep your special cards."
	case rules.ActPig:
		return fmt.Sprintf("Without the %s your hand is easiest to shed.", a.Card.Name())
	case rules.ActMachine:
		return s.reasonStop()
	case rules.ActPass:
		if choices == 1 || choices == 2 && s.hand[machine] > 0 {
			return "Nothing you hold fits."
		}
		return "What fits is worth more later than now."
	}
	m := setOf(a.Cards)
	if m.size() == s.left[s.seat] {
		return "It is the last of your cards: you are out."
	}
	if s.step == leading {
		return s.reasonLead(m)
	}
	return s.reasonFollow(m)
}

func (s *sight) reasonStop() string {
	switch {
	case s.sets == 0:
		return "It is your last card: you are out."
	case s.sets == 1:
		return "It gives you the lead, and then you can put down all you have."
	case s.step == leading:
		return "It costs you nothing: you lead again."
	}
	return "It takes the hand from the others and gives you the lead."
}

func (s *sight) reasonLead(m set) string {
	size := m.size()
	switch {
	case m.n == 0:
		return "Any card beats a wild card alone, but so you are rid of it."
	case !s.canLose(m.creature, size, s.able(size)):
		return s.leadsNext()
	case m.wild > 0:
		return "The wild card makes the set harder to beat."
	case int(s.hand[m.creature]) > m.n:
		return "The rest of them is left to follow with."
	case s.weakest(m.creature, 0):
		return "Your weakest set goes only when you lead it."
	}
	return "A whole set is gone, and what is left is easier to follow with."
}

func (s *sight) reasonFollow(m set) string {
	size := m.size()
	able, _ := s.behind(size)
	switch {
	case !s.canLose(m.creature, size, able):
		return s.leadsNext()
	case m.wild > 0:
		return "With a wild card it fits, and the lead may be yours."
	case int(s.hand[m.creature]) > m.n:
		return "It breaks a set, but fewer cards are left."
	case s.weakest(m.creature, size):
		return "It is the cheapest whole set that fits."
	}
	return "A whole set is gone, and it is harder to beat than a weaker one."
}

// leadsNext is said of a set that no set beats.
func (s *sight) leadsNext() string {
	if s.unseen[machine] > 0 {
		return "No set beats it, so you lead next unless the Killing Machine comes."
	}
	return "No set beats it, so you lead next."
}

// weakest reports whether the seat holds no weaker creature, or none to follow
// with as a whole set of that size if a size is given.
func (s *sight) weakest(creature, size int) bool {
	for c := s.top.creature + 1; c < creature; c++ {
		if s.hand[c] > 0 && (size == 0 || int(s.hand[c]) == size) {
			return false
		}
	}
	return true
}
