package bots

import (
	"encoding/binary"
	"math/bits"

	"deathtrap/rules"
)

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

// remove takes out cards that the heap holds: eight kinds at a time, since no
// kind borrows from its neighbour.
func (h *heap) remove(part heap) {
	le := binary.LittleEndian
	le.PutUint64(h[:8], le.Uint64(h[:8])-le.Uint64(part[:8]))
	le.PutUint64(h[8:], le.Uint64(h[8:])-le.Uint64(part[8:]))
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

// kinds is how many different creatures the heap holds: the bytes that aren't
// zero, found by carrying into their high bits, which no count reaches.
func (h *heap) kinds() int {
	const (
		carry = 0x7f7f7f7f7f7f7f7f
		high  = 0x8080808080808080
		above = 1<<(8*(dragon-7)) - 1 // the creatures in the second word
	)
	le := binary.LittleEndian
	return bits.OnesCount64((le.Uint64(h[:8])+carry)&high) +
		bits.OnesCount64((le.Uint64(h[8:])&above+carry)&high)
}

// lowest is the weakest creature of the heap.
func (h *heap) lowest() int {
	for c := 1; c < dragon; c++ {
		if h[c] > 0 {
			return c
		}
	}
	return dragon
}
