package bots

import (
	"math/rand/v2"

	"deathtrap/rules"
)

// worlds deals the cards that a seat can't see, again and again, as they may
// well lie: a walk that swaps cards between hands, and is the slower to do so
// the more a swap goes against what the seat believes. Without beliefs every
// deal is as likely as any other.
type worlds struct {
	hands   [rules.MaxPlayers]heap
	cards   [rules.DeckSize]uint8 // the unseen ones
	owners  [rules.DeckSize]uint8 // whose each of them is
	n       int
	beliefs []belief
	chances [4*certain + 1]int // of a swap that adds so many doubts
	random  *rand.PCG
}

func newWorlds(r *round, seat int, beliefs []belief, random *rand.PCG) *worlds {
	w := &worlds{beliefs: beliefs, random: random}
	unseen := r.live
	unseen.remove(r.hands[seat])
	w.hands[seat] = r.hands[seat]
	for c, k := range unseen {
		for range k {
			w.cards[w.n] = uint8(c)
			w.n++
		}
	}
	for i := w.n - 1; i > 0; i-- {
		j := below(random, i+1)
		w.cards[i], w.cards[j] = w.cards[j], w.cards[i]
	}
	i := 0
	for s := range r.players {
		if s == seat {
			continue
		}
		for range r.left[s] {
			w.owners[i] = uint8(s)
			w.hands[s][w.cards[i]]++
			i++
		}
	}
	w.chances[0] = one
	for i := 1; i < len(w.chances); i++ {
		w.chances[i] = w.chances[i-1] * doubt / one
	}
	for range 4 {
		w.walk()
	}
	return w
}

// walk goes on to another deal.
func (w *worlds) walk() {
	if w.n == 0 {
		return
	}
	for range 2 * w.n {
		i, j := below(w.random, w.n), below(w.random, w.n)
		a, b := w.owners[i], w.owners[j]
		c, d := w.cards[i], w.cards[j]
		if a == b || c == d {
			continue
		}
		before := w.doubts(a) + w.doubts(b)
		w.swap(i, j)
		if more := w.doubts(a) + w.doubts(b) - before; more > 0 && below(w.random, one) >= w.chances[min(more, len(w.chances)-1)] {
			w.swap(i, j)
		}
	}
}

// swap swaps two cards between their owners.
func (w *worlds) swap(i, j int) {
	a, b := &w.hands[w.owners[i]], &w.hands[w.owners[j]]
	c, d := w.cards[i], w.cards[j]
	a[c]--
	b[c]++
	b[d]--
	a[d]++
	w.cards[i], w.cards[j] = d, c
}

// doubts is how much speaks against what a seat holds now.
func (w *worlds) doubts(seat uint8) int {
	n := 0
	for i := range w.beliefs {
		if b := &w.beliefs[i]; b.seat == int(seat) {
			n += b.doubts(&w.hands[seat])
		}
	}
	return n
}

// below is a number from 0 to n-1, fair enough for small n.
func below(random *rand.PCG, n int) int { return int(random.Uint64() >> 32 * uint64(n) >> 32) }
