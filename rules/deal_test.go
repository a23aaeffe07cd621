package rules

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"
)

// scriptDeal is the deal by docs/rules.md part 4, as a reader would write it
// down who has never seen this package: a seed is 32 bytes, cards are slugs.
func scriptDeal(seed []byte, players, previous int) (hands [][]string, first int) {
	var words []uint64
	for i := uint64(0); i < 100; i++ {
		block := sha256.Sum256(binary.BigEndian.AppendUint64(slices.Clone(seed), i))
		for k := 0; k < 32; k += 8 {
			words = append(words, binary.BigEndian.Uint64(block[k:]))
		}
	}
	uniform := func(n int64) int {
		space := new(big.Int).Lsh(big.NewInt(1), 64)
		limit := new(big.Int).Sub(space, new(big.Int).Mod(space, big.NewInt(n)))
		for {
			word := new(big.Int).SetUint64(words[0])
			words = words[1:]
			if word.Cmp(limit) < 0 {
				return int(word.Mod(word, big.NewInt(n)).Int64())
			}
		}
	}
	if first = previous + 1; previous < 0 {
		first = uniform(int64(players))
	}
	first %= players
	var deck []string
	for i, slug := range []string{"imp", "orc", "skeleton", "zombie", "warrior", "priestess", "snake-girl", "minotaur", "bloodbeast", "medusa", "pit-fiend", "red-dragon"} {
		for range 12 - i {
			deck = append(deck, slug)
		}
	}
	deck = append(deck, "chaindog", "red-lotus", "exploding-pig", "killing-machine")
	for i := 81; i >= 1; i-- {
		j := uniform(int64(i + 1))
		deck[i], deck[j] = deck[j], deck[i]
	}
	hands = make([][]string, players)
	for k, slug := range deck {
		seat := (first + k) % players
		hands[seat] = append(hands[seat], slug)
	}
	return hands, first
}

func TestDealIsTheOneAnybodyComputes(t *testing.T) {
	for n := MinPlayers; n <= MaxPlayers; n++ {
		for i := range 60 {
			seed := Seed(sha256.Sum256([]byte{byte(n), byte(i)}))
			for _, previous := range []Seat{Nobody, 0, Seat(n - 1)} {
				hands, first := deal(seed, n, previous)
				want, wantFirst := scriptDeal(seed[:], n, int(previous))
				if int(first) != wantFirst {
					t.Fatalf("%d players, seed %d: seat %d is dealt first, not %d", n, i, first, wantFirst)
				}
				for s, slugs := range want {
					var wanted Hand
					for _, slug := range slugs {
						c, err := ParseCard(slug)
						if err != nil {
							t.Fatal(err)
						}
						wanted[c]++
					}
					if hands[s] != wanted {
						t.Fatalf("%d players, seed %d: seat %d holds %v, not %v", n, i, s, hands[s].Cards(), slugs)
					}
				}
			}
		}
	}
}

// One deal letter by letter, so that it never changes.
func TestDealOfOneSeed(t *testing.T) {
	var text []byte
	for n := MinPlayers; n <= MaxPlayers; n++ {
		o := DefaultOptions()
		o.Players = n
		events, err := begin(t, o).Deal(sha256.Sum256([]byte("deathtrap")))
		if err != nil {
			t.Fatal(err)
		}
		line, err := json.Marshal(events[0])
		if err != nil {
			t.Fatal(err)
		}
		text = append(append(text, line...), '\n')
	}
	golden(t, "deals.jsonl", string(text))
}

// A word that would favour the small numbers is thrown away. No seed that has
// one is known, so the words are made up: they are the end of a block.
func TestUniformThrowsAway(t *testing.T) {
	w := newWords(Seed{})
	fake := func(words ...uint64) {
		w.used = len(w.sum) - 8*len(words)
		for i, word := range words {
			binary.BigEndian.PutUint64(w.sum[w.used+8*i:], word)
		}
	}
	for _, c := range []struct {
		n, refused, accepted uint64
	}{
		{82, math.MaxUint64, math.MaxUint64 - 15 - 1}, // 2^64 mod 82 is 16
		{6, math.MaxUint64 - 3, math.MaxUint64 - 4},   // 2^64 mod 6 is 4
		{7, math.MaxUint64 - 1, math.MaxUint64 - 2},   // 2^64 mod 7 is 2
	} {
		fake(c.refused, 5)
		if got := w.uniform(c.n); got != 5 {
			t.Errorf("n %d: word %d is taken: %d", c.n, c.refused, got)
		}
		fake(c.accepted, 5)
		if got := w.uniform(c.n); got != c.n-1 {
			t.Errorf("n %d: word %d gives %d, not %d", c.n, c.accepted, got, c.n-1)
		}
	}
	for _, n := range []uint64{1, 2, 4, 8, 16, 32, 64} { // a divisor refuses nothing
		fake(math.MaxUint64)
		if got := w.uniform(n); got != n-1 {
			t.Errorf("n %d: the last word gives %d", n, got)
		}
	}
}

// The seat dealt first is drawn once and then moves on (R11).
func TestFirstMovesOn(t *testing.T) {
	o := DefaultOptions()
	o.Rounds = MaxRounds
	g := begin(t, o)
	var first Seat
	playRandomly(t, g, 3, func(events []Event) {
		for _, e := range events {
			if e.Kind != Dealt {
				continue
			}
			if e.Round > 1 && e.First != (first+1)%6 {
				t.Errorf("round %d: seat %d is dealt first after seat %d", e.Round, e.First, first)
			}
			first = e.First
			for s, hand := range e.Hands {
				if len(hand) != HandSize(Seat(s), first, 6) {
					t.Errorf("round %d: seat %d is dealt %d cards", e.Round, s, len(hand))
				}
			}
		}
	})
}

func TestDealHands(t *testing.T) {
	seed := Seed{7}
	fresh := func() *Game { return begin(t, DefaultOptions()) }
	events, err := fresh().Deal(seed)
	if err != nil {
		t.Fatal(err)
	}
	right := events[0]
	if _, err := fresh().DealHands(right.First, right.Commit, right.Hands); err != nil {
		t.Error(err)
	}
	change := func(how func(hands [][]Card) [][]Card) [][]Card {
		hands := make([][]Card, len(right.Hands))
		for s, hand := range right.Hands {
			hands[s] = slices.Clone(hand)
		}
		return how(hands)
	}
	for name, hands := range map[string][][]Card{
		"no hands":     nil,
		"five hands":   right.Hands[:5],
		"a short hand": change(func(h [][]Card) [][]Card { h[2] = h[2][1:]; return h }),
		"two dragons":  change(func(h [][]Card) [][]Card { h[0][0], h[1][0] = RedDragon, RedDragon; return h }),
		"a moved card": change(func(h [][]Card) [][]Card { h[0], h[1] = h[0][1:], append(h[1], h[0][0]); return h }),
		"no card":      change(func(h [][]Card) [][]Card { h[0][0] = NoCard; return h }),
	} {
		if _, err := fresh().DealHands(right.First, right.Commit, hands); !errors.Is(err, ErrPack) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, first := range []Seat{Nobody, 6, (right.First + 3) % 6} {
		if _, err := fresh().DealHands(first, right.Commit, right.Hands); !errors.Is(err, ErrPack) {
			t.Errorf("seat %d dealt first: %v", first, err)
		}
	}
}
