package bots

import (
	"strconv"

	"deathtrap/rules"
)

// answers are the creatures of which the seat could put down a set that beats the
// one that lies there, the weakest first: those with at least so many cards of
// their own, and with wild cards for the rest.
func (s *sight) answers(own int) []int {
	var list []int
	for c := s.top.creature + 1; c <= dragon; c++ {
		n := int(s.hand[c])
		if n > 0 && n >= own && n+int(s.hand[wild]) >= s.top.size() {
			list = append(list, c)
		}
	}
	return list
}

// whole is the first of those creatures whose set would go as a whole, or 0.
func (s *sight) whole(answers []int) int {
	for _, c := range answers {
		if int(s.hand[c]) == s.top.size() {
			return c
		}
	}
	return 0
}

// rivals are the creatures of which somebody might hold a set that beats one of that
// creature and size, by the cards that are unseen.
func (s *sight) rivals(creature, size int) []int {
	var list []int
	for c := creature + 1; c <= dragon; c++ {
		if s.unseen[c] > 0 && int(s.unseen[c]+s.unseen[wild]) >= size {
			list = append(list, c)
		}
	}
	return list
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

func name(creature int) string { return rules.Card(creature).Name() }

// set names all cards of a creature in hand: "2 Orcs".
func (s *sight) set(creature int) string { return several(int(s.hand[creature]), creature) }

func several(n, creature int) string {
	if n == 1 {
		return "1 " + name(creature)
	}
	return strconv.Itoa(n) + " " + rules.Card(creature).Plural()
}

// verb is a verb for so many: "stays", "stay".
func verb(n uint8, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// words names a set: "3 Warriors", and wild cards on their own.
func (s set) words() string {
	switch {
	case s.n > 0:
		return several(s.size(), s.creature)
	case s.wild == 1:
		return "a wild card alone"
	}
	return "both wild cards alone"
}

// specials says which special cards of a heap are kept that are worth it.
func (h *heap) specials() string {
	words := [...]string{"", "the wild card", "both wild cards"}[h[wild]]
	switch {
	case h[machine] > 0 && h[wild] > 0:
		return "; " + words + " and the Machine stay"
	case h[machine] > 0:
		return "; the Machine stays"
	case h[wild] > 0:
		return "; " + words + verb(h[wild], " stays", " stay")
	}
	return ""
}

func sets(n int) string {
	switch n {
	case 0:
		return "no set"
	case 1:
		return "one set"
	}
	return strconv.Itoa(n) + " sets"
}

func cards(n int) string {
	if n == 1 {
		return "one card"
	}
	return strconv.Itoa(n) + " cards"
}
