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
	switch {
	case m.n == 0:
		return "A wild card alone can be beaten by anything, but it is gone."
	case s.wins(m.creature, m.size()) == one:
		return "No set of the others beats it, so you lead again."
	case m.wild > 0:
		return "The wild card makes the set harder to beat."
	case int(s.hand[m.creature]) > m.n:
		return "A smaller set of it is enough for now."
	case s.weakest(m.creature):
		return "Your weakest set goes only when you lead it."
	}
	return "A whole set is gone, and it is hard to beat."
}

func (s *sight) reasonFollow(m set) string {
	wins := s.holdsOut(m.creature, m.size())
	switch {
	case wins == one:
		return "Nobody after you beats it, so you lead next."
	case m.wild > 0:
		return "With a wild card it fits, and that much is gone."
	case int(s.hand[m.creature]) > m.n:
		return "It breaks a set, but the cards gone are worth more here."
	case 2*wins > one:
		return "A whole set is gone, and you may well win the lead with it."
	}
	return "It is the cheapest whole set that fits."
}

// weakest reports whether the seat holds no weaker creature.
func (s *sight) weakest(creature int) bool {
	for c := 1; c < creature; c++ {
		if s.hand[c] > 0 {
			return false
		}
	}
	return true
}
