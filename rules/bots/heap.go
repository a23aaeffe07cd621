package bots

import "deathtrap/rules"

// heap is a heap of cards, counted by kind, in which the two wild cards are
// alike: slots 1 to 12 are the creatures by value, then follow the wild cards,
// the Pig and the Machine. It is half the size of a rules.Hand's fields in use
// and compares and copies as two words, which is what rollouts live on.
type heap [16]uint8

const (
	dragon  = int(rules.RedDragon) // the strongest creature
	wild    = dragon + 1
	pig     = dragon + 2
	machine = dragon + 3
)

// slot is where a card is counted.
func slot(c rules.Card) int {
	switch {
	case c.Wild():
		return wild
	case c == rules.ExplodingPig:
		return pig
	case c == rules.KillingMachine:
		return machine
	}
	return int(c)
}

func heapOf(cards []rules.Card) heap {
	var h heap
	for _, c := range cards {
		h[slot(c)]++
	}
	return h
}

// pack is every card of the game.
var pack = func() heap {
	var h heap
	for _, c := range rules.Cards() {
		h[slot(c)] += uint8(c.Copies())
	}
	return h
}()

func (h *heap) size() int {
	n := 0
	for _, k := range h {
		n += int(k)
	}
	return n
}

func (h *heap) add(part heap) {
	for i := range h {
		h[i] += part[i]
	}
}

func (h *heap) remove(part heap) {
	for i := range h {
		h[i] -= part[i]
	}
}

// strongest is the n strongest creatures of the heap.
func (h *heap) strongest(n int) heap {
	var part heap
	for c := dragon; c >= 1 && n > 0; c-- {
		k := min(int(h[c]), n)
		part[c] = uint8(k)
		n -= k
	}
	return part
}

// sets is how many sets the heap is shed in, at best: one for each creature,
// or one for wild cards alone.
func (h *heap) sets() int {
	n := 0
	for c := 1; c <= dragon; c++ {
		if h[c] > 0 {
			n++
		}
	}
	if n == 0 && h[wild] > 0 {
		n = 1
	}
	return n
}
