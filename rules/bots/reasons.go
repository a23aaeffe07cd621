package bots

import (
	"strconv"

	"deathtrap/rules"
)

// reason says what speaks for an action, in words that are true of the seat's own
// hand and of what is public, without the capital and the full stop.
func (s *sight) reason(a rules.Action) string {
	switch a.Kind {
	case rules.ActGive:
		return s.reasonGive(heapOf(a.Cards))
	case rules.ActPig:
		return s.reasonPig(int(a.Card), int(a.Leader))
	case rules.ActMachine:
		return s.reasonStop()
	case rules.ActPass:
		return s.reasonPass()
	}
	m := setOf(a.Cards)
	switch {
	case m.size() == s.left[s.seat]:
		return "these are your last cards, and you are out" + s.outAs()
	case m.n == 0 && m.wild == 1:
		return "any creature beats a wild card alone, but so you are rid of it"
	case m.n == 0:
		return "any pair beats the wild cards alone, but so you are rid of them"
	case s.step == leading:
		return s.reasonLead(m)
	}
	return s.reasonFollow(m)
}

// outAs is the title of the next who goes out, where it is one to be proud of.
func (s *sight) outAs() string {
	if title := rules.Title(s.placed+1, s.players); title == rules.BigHero || title == rules.Hero {
		return " as the " + title
	}
	return ""
}

func (s *sight) reasonGive(gift heap) string {
	rest, dearest := s.hand, gift.strongest(1)
	rest.remove(gift)
	gain := ""
	switch fewer := s.hand.kinds() - rest.kinds(); {
	case fewer > 0:
		gain = "that makes " + sets(fewer) + " fewer"
	case gift.kinds() == 0:
		return "you keep all your creatures"
	case gift[wild]+gift[pig]+gift[machine] == 0 && dearest.lowest() <= rest.lowest():
		gain = "nothing you keep is weaker"
	default:
		gain = "you keep all your sets"
	}
	return gain + rest.specials()
}

func (s *sight) reasonPig(c, leader int) string {
	words := "you keep " + several(int(s.hand[c])-1, c) + ", and as many sets as before"
	switch {
	case s.hand[c] == 1:
		words = "it is your only " + name(c) + ", so you have one set fewer"
	case s.weakest(c, 0):
		words = "nothing you hold is weaker"
	}
	if s.chosen && leader == s.seat {
		words += ", and you lead"
	}
	return words
}

func (s *sight) reasonStop() string {
	switch {
	case s.sets == 0:
		return "it is your last card, and you are out" + s.outAs()
	case s.sets == 1:
		return "then you lead, and your last set goes at once"
	case s.step == leading:
		return "nothing lies there to stop, so it is one card fewer, and you lead again"
	case s.owner == s.seat:
		return "nobody can beat your set any more, and you lead next"
	case len(s.answers(0)) == 0:
		return "nothing of yours beats " + s.top.words() + ", but so you lead next"
	}
	return "you lead next, and keep what would beat " + s.top.words()
}

// reasonKeep says why the Machine is not for this hand.
func (s *sight) reasonKeep() string {
	switch {
	case s.owner == s.seat:
		return "keep the Killing Machine, for the hand may be yours without it"
	case s.sets > 1:
		return "keep the Killing Machine, for with " + sets(s.sets) + " in hand one lead is not the end"
	}
	return "keep the Killing Machine, for it stops only one hand"
}

func (s *sight) reasonPass() string {
	answers := s.answers(0)
	plain := s.answers(s.top.size())
	words := ""
	switch whole := s.whole(plain); {
	case len(answers) == 0 && s.hand[machine] > 0:
		return "nothing you hold beats " + s.top.words() + "; the Machine can wait"
	case len(answers) == 0:
		return "nothing you hold beats " + s.top.words()
	case len(plain) == 0:
		return "only with a wild card could you beat " + s.top.words()
	case whole > 0:
		words = "your " + s.set(whole) + verb(s.hand[whole], " is", " are") + " worth more later"
	case len(answers) == 1:
		words = "it would break up your " + s.set(plain[0])
	case s.hand[wild] > 0:
		return "to beat it you would break up a set or spend a wild card"
	default:
		words = "to beat it you would break up a set"
	}
	if s.shortest >= 5 {
		words += "; all others have " + cards(s.shortest) + " or more"
	}
	return words
}

func (s *sight) reasonLead(m set) string {
	size := m.size()
	able := s.able(size)
	switch {
	case able == 0:
		return "nobody else has " + cards(size) + ", " + s.leadsNext(m)
	case !s.canLose(m.creature, size, able):
		return "nothing still out beats it, " + s.leadsNext(m)
	case able == 1 && s.foes > 1:
		return "only one of the others still has " + cards(size) + " or more"
	}
	return s.reasonPut(m)
}

func (s *sight) reasonFollow(m set) string {
	size := m.size()
	able, _ := s.behind(size)
	anybody, _ := s.behind(1)
	switch {
	case anybody == 0:
		return "nobody plays after you, " + s.leadsNext(m)
	case able == 0:
		return "nobody after you has " + cards(size) + ", " + s.leadsNext(m)
	case !s.canLose(m.creature, size, able):
		return "nothing still out beats it, " + s.leadsNext(m)
	case m.wild > 0 && len(s.answers(size)) == 0:
		return "only with a wild card can you beat " + s.top.words()
	}
	return s.reasonPut(m)
}

// reasonPut is what speaks for a set that may yet be beaten.
func (s *sight) reasonPut(m set) string {
	size := m.size()
	rivals := s.rivals(m.creature, size)
	have := int(s.hand[m.creature])
	switch {
	case len(rivals) == 1:
		return "only " + several(size, rivals[0]) + " could still beat it"
	case len(rivals) == 2:
		return "only " + several(size, rivals[0]) + " or " + several(size, rivals[1]) + " could still beat it"
	case m.wild > 0 && have-m.n > 1:
		return several(have-m.n, m.creature) + " stay for later"
	case m.wild > 0:
		return "with the wild card " + cards(size) + " go at once"
	case m.n < have && s.step == leading && m.creature == 1:
		return "you keep " + several(have-m.n, m.creature) + " to lead again"
	case m.n < have && s.step == leading:
		return "you keep " + several(have-m.n, m.creature) + " to follow with"
	case m.n < have:
		return "it breaks up your " + several(have, m.creature) + ", but leaves you " + cards(s.left[s.seat]-size)
	case s.step == leading && m.creature == 1:
		return "nothing is weaker than Imps, so lead them" + s.stays(m)
	case s.step == leading && s.weakest(m.creature, 0):
		return "it is your weakest set" + s.stays(m)
	case s.step == following && s.weakest(m.creature, size):
		return "it is the cheapest whole set that fits" + s.stays(m)
	}
	beaters := strconv.Itoa(len(rivals)) + " creatures could still beat it"
	if s.step == leading {
		return "your " + s.set(s.hand.lowest()) + " can wait; " + beaters
	}
	return "a whole set goes; " + beaters
}

// leadsNext is said of a set that no set beats.
func (s *sight) leadsNext(m set) string {
	last, feared := s.after(m) == 1 && s.hand[machine] == 0, s.unseen[machine] > 0
	switch {
	case last && feared:
		return "and only the Machine can stop your last set"
	case last:
		return "so you lead your last set next"
	case feared:
		return "and only the Machine keeps you from the lead"
	}
	return "so you lead next"
}

// stays names the best that is kept for later.
func (s *sight) stays(m set) string {
	strongest := s.hand.strongest(1)
	switch c := strongest.lowest(); {
	case int(s.hand[wild]) == m.wild+2:
		return "; both wild cards stay for later"
	case int(s.hand[wild]) == m.wild+1:
		return "; the wild card stays for later"
	case c != m.creature:
		return "; " + s.set(c) + verb(s.hand[c], " stays", " stay") + " for later"
	}
	return ""
}
