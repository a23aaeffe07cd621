package bots

import (
	"math/rand/v2"

	"deathtrap/rules"
)

// worlds deals the cards that a seat can't see, again and again: every deal
// that the seat can't rule out is as likely as any other.
type worlds struct {
	seat   int
	gifts  []gift
	paid   int // a wimp who paid the seat tribute, or none
	limit  int // ... holds nothing stronger than this creature
	random *rand.PCG
}

// gift is a card that a hand was seen to get in the exchange.
type gift struct {
	to     int
	card   int
	chance int // in parts of one: that it is still there
}

func newWorlds(v *rules.View, random *rand.PCG) worlds {
	w := worlds{seat: int(v.Seat), paid: none, random: random}
	gone, held := heapOf(v.Gone), heapOf(v.Hand)
	for _, t := range v.Trades {
		switch v.Seat {
		case t.From:
			w.see(t.Tribute, int(t.To), &gone, &held)
		case t.To:
			w.see(t.Returns, int(t.From), &gone, &held)
			w.seePaid(t)
		}
	}
	return w
}

// see notes who got those cards. If some of the kind are gone, it may have been
// any of those that were in other hands.
func (w *worlds) see(cards []rules.Card, to int, gone, held *heap) {
	for _, c := range cards {
		s := slot(c)
		all := int(pack[s] - held[s])
		if all > int(gone[s]) {
			w.gifts = append(w.gifts, gift{to, s, one * (all - int(gone[s])) / all})
		}
	}
}

// seePaid notes that a wimp kept no creature that beats the tribute, but for
// what it got back.
func (w *worlds) seePaid(t rules.TradeView) {
	if len(t.Tribute) == 0 {
		return
	}
	w.paid, w.limit = int(t.From), dragon
	for _, c := range t.Tribute {
		w.limit = min(w.limit, int(c))
	}
	for _, c := range t.Returns {
		if c.Creature() {
			w.limit = max(w.limit, int(c))
		}
	}
}

// deal deals the other hands of a round anew.
func (w *worlds) deal(r *round) {
	d := deck{random: w.random}
	unseen := r.live
	unseen.remove(r.hands[w.seat])
	for s := range r.players {
		if s != w.seat {
			r.hands[s] = heap{}
		}
	}
	for _, g := range w.gifts {
		h := &r.hands[g.to]
		if unseen[g.card] > 0 && h.size() < r.left[g.to] && below(w.random, one) < g.chance {
			unseen[g.card]--
			h[g.card]++
		}
	}
	d.fill(unseen)
	if w.paid != none {
		d.deal(&r.hands[w.paid], r.left[w.paid], w.limit)
	}
	for s := range r.players {
		d.deal(&r.hands[s], r.left[s], dragon)
	}
}

// deck is cards that are drawn at random.
type deck struct {
	cards  [rules.DeckSize]uint8
	n      int
	random *rand.PCG
}

func (d *deck) fill(h heap) {
	for c, k := range h {
		for range k {
			d.cards[d.n] = uint8(c)
			d.n++
		}
	}
}

// patience is how many cards a hand refuses in a row before it takes one that
// is too strong; so it ends even where the limit was misjudged.
const patience = 50

// deal fills up a hand, with creatures up to a limit.
func (d *deck) deal(h *heap, size, limit int) {
	refused := 0
	for n := h.size(); n < size; {
		i := below(d.random, d.n)
		c := int(d.cards[i])
		if c > limit && c <= dragon && refused < patience {
			refused++
			continue
		}
		d.n--
		d.cards[i] = d.cards[d.n]
		h[c]++
		n++
		refused = 0
	}
}

// below is a number from 0 to n-1, fair enough for small n.
func below(random *rand.PCG, n int) int { return int(random.Uint64() >> 32 * uint64(n) >> 32) }
