package bots

import (
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
	s := m.start.from(m.seat)
	reason := s.reasonKeep()
	if ok {
		reason = s.reason(action)
	}
	if m.duel.worlds == 0 { // there was no choice
		return action, strings.ToUpper(reason[:1]) + reason[1:] + "."
	}
	return action, surenesses[m.duel.sureness()] + ": " + reason + "."
}

var surenesses = [...]string{closeCall: "A close call", fairly: "Fairly sure", sure: "Sure"}
