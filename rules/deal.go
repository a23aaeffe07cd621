package rules

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// Seed is what one round's deal is a pure function of (docs/rules.md part 4).
// It is a secret until the round is scored.
type Seed [32]byte

// Commit is the seed's SHA-256, published before the deal is used.
func (s Seed) Commit() Digest { return sha256.Sum256(s[:]) }

// MarshalText writes the seed in hexadecimal.
func (s Seed) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

// UnmarshalText reads 64 hexadecimal digits.
func (s *Seed) UnmarshalText(text []byte) error { return readHex((*[32]byte)(s), text) }

// Digest is a SHA-256.
type Digest [32]byte

// MarshalText writes the digest in hexadecimal.
func (d Digest) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, d[:]), nil }

// UnmarshalText reads 64 hexadecimal digits.
func (d *Digest) UnmarshalText(text []byte) error { return readHex((*[32]byte)(d), text) }

func readHex(to *[32]byte, text []byte) error {
	if len(text) != hex.EncodedLen(len(to)) {
		return fmt.Errorf("%d hexadecimal digits are needed, not %d", hex.EncodedLen(len(to)), len(text))
	}
	_, err := hex.Decode(to[:], text)
	return err
}

// words is the endless row of random numbers that a seed stands for: block i
// is the SHA-256 of the seed and i, and gives four big-endian numbers.
type words struct {
	seed  Seed
	block uint64
	sum   [32]byte
	used  int // of sum, in bytes
}

func newWords(seed Seed) *words { return &words{seed: seed, used: 32} }

func (w *words) next() uint64 {
	if w.used == len(w.sum) {
		var input [40]byte
		copy(input[:], w.seed[:])
		binary.BigEndian.PutUint64(input[32:], w.block)
		w.sum, w.block, w.used = sha256.Sum256(input[:]), w.block+1, 0
	}
	word := binary.BigEndian.Uint64(w.sum[w.used:])
	w.used += 8
	return word
}

// uniform is a fair number from 0 to n-1: words that would favour the small
// numbers are thrown away. 2^64 mod n is written -n mod n in 64 bits.
func (w *words) uniform(n uint64) uint64 {
	excess := -n % n
	for {
		if word := w.next(); excess == 0 || word < -excess {
			return word % n
		}
	}
}

// pack is the cards that are dealt.
var pack = func() (all Hand) {
	for _, c := range Cards() {
		all[c] = uint8(c.Copies())
	}
	return all
}()

// HandSize is how many cards a seat is dealt when that seat is dealt first.
func HandSize(seat, first Seat, players int) int {
	place := (int(seat) - int(first) + players) % players
	return (DeckSize - place + players - 1) / players
}

// Deal is the hands by seat that the seed stands for, and the seat that was
// dealt first: so anybody can check a deal once its seed is revealed. previous is
// the seat that was dealt first in the round before, Nobody in the first round.
func (s Seed) Deal(players int, previous Seat) (hands []Hand, first Seat) {
	all, first := deal(s, players, previous)
	return all[:players], first
}

// deal is the hands that a seed stands for, and the seat that was dealt first.
// In the first round (previous is Nobody) that seat is drawn, later it is the
// one after the previous.
func deal(seed Seed, players int, previous Seat) (hands [MaxPlayers]Hand, first Seat) {
	random := newWords(seed)
	if previous == Nobody {
		first = Seat(random.uniform(uint64(players)))
	} else {
		first = (previous + 1) % Seat(players)
	}
	deck := pack.Cards()
	for i := len(deck) - 1; i >= 1; i-- {
		j := random.uniform(uint64(i + 1))
		deck[i], deck[j] = deck[j], deck[i]
	}
	for k, c := range deck {
		hands[(int(first)+k)%players][c]++
	}
	return hands, first
}
