package bots

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"deathtrap/rules"
)

// Hint is what a good player would do with one of v.Legal, and why, in one
// plain sentence. Where there is a choice the sentence begins with how sure that
// is: "Sure", "Fairly sure" or "A close call". A seat that owes nothing and had
// better do nothing gets the zero Action.
func Hint(v rules.View, seed uint64) (rules.Action, string) {
	if len(v.Legal) == 0 {
		return rules.Action{}, "There is nothing for you to do now."
	}
	random := chance(&v, seed)
	m := newSearch(&v, rand.NewPCG(random.Uint64(), random.Uint64()))
	best := m.best()
	action, ok := m.action(&v, &best)
	reason := "keep the Killing Machine for a better moment"
	if ok {
		s := m.start.from(m.seat)
		reason = s.reason(action, len(v.Legal))
	}
	if m.duel.worlds == 0 { // there was no choice
		return action, strings.ToUpper(reason[:1]) + reason[1:] + "."
	}
	return action, surenesses[m.duel.sureness()] + ": " + reason + "."
}

var surenesses = [...]string{closeCall: "A close call", fairly: "Fairly sure", sure: "Sure"}

// reason says what speaks for an action, without the capital and the full stop.
func (s *sight) reason(a rules.Action, choices int) string {
	switch a.Kind {
	case rules.ActGive:
		if s.hand[machine]+s.hand[wild] == 0 {
			return "give what costs you most to be rid of"
		}
		return "give what costs you most to be rid of, and keep your special cards"
	case rules.ActPig:
		if s.chosen && int(a.Leader) == s.seat {
			return fmt.Sprintf("without the %s your hand is easiest to shed, and you get the lead", a.Card.Name())
		}
		return fmt.Sprintf("without the %s your hand is easiest to shed", a.Card.Name())
	case rules.ActMachine:
		return s.reasonStop()
	case rules.ActPass:
		if choices == 1 || choices == 2 && s.hand[machine] > 0 {
			return "nothing you hold fits"
		}
		return "what fits is worth more later than now"
	}
	m := setOf(a.Cards)
	if m.size() == s.left[s.seat] {
		return "it is the last of your cards, and you are out"
	}
	if s.step == leading {
		return s.reasonLead(m)
	}
	return s.reasonFollow(m)
}

func (s *sight) reasonStop() string {
	switch {
	case s.sets == 0:
		return "it is your last card, and you are out"
	case s.sets == 1:
		return "it gives you the lead, and then you can put down all you have"
	case s.step == leading:
		return "it costs you nothing: you lead again"
	}
	return "it takes the hand from the others and gives you the lead"
}

func (s *sight) reasonLead(m set) string {
	size := m.size()
	switch {
	case m.n == 0:
		return "any card beats a wild card alone, but so you are rid of it"
	case !s.canLose(m.creature, size, s.able(size)):
		return s.leadsNext()
	case m.wild > 0:
		return "the wild card makes the set harder to beat"
	case int(s.hand[m.creature]) > m.n:
		return "the rest of them is left to follow with"
	case s.weakest(m.creature, 0):
		return "your weakest set goes only when you lead it"
	}
	return "a whole set is gone, and what is left is easier to follow with"
}

func (s *sight) reasonFollow(m set) string {
	size := m.size()
	able, _ := s.behind(size)
	switch {
	case !s.canLose(m.creature, size, able):
		return s.leadsNext()
	case m.wild > 0:
		return "with a wild card it fits, and the lead may be yours"
	case int(s.hand[m.creature]) > m.n:
		return "it breaks a set, but fewer cards are left"
	case s.weakest(m.creature, size):
		return "it is the cheapest whole set that fits"
	}
	return "a whole set is gone, and it is harder to beat than a weaker one"
}

// leadsNext is said of a set that no set beats.
func (s *sight) leadsNext() string {
	if s.unseen[machine] > 0 {
		return "no set beats it, so you lead next unless the Killing Machine comes"
	}
	return "no set beats it, so you lead next"
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
