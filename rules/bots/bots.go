package bots

import (
	"math/rand/v2"

	"deathtrap/rules"
)

// The kinds of bot. Random and flat are there to compare with: tables don't
// offer them.
const (
	Random  = "random"
	Novice  = "novice"
	Regular = "regular"
	Flat    = "flat"
	Master  = "master"
)

// Kinds lists the kinds of bot, from weak to strong.
func Kinds() []string { return []string{Random, Novice, Regular, Flat, Master} }

// Choose picks one of v.Legal, which must not be empty, as that kind of bot
// would; an unknown kind plays like a regular. It is a function of its
// arguments alone. If the seat owes an action, ok is true. If it owes none,
// so that all it might do is play the Killing Machine out of turn, a false ok
// means "let it be".
func Choose(kind string, v rules.View, seed uint64) (action rules.Action, ok bool) {
	random := chance(&v, seed)
	switch kind {
	case Random:
		return chooseRandom(&v, random)
	case Novice:
		return chooseNovice(&v, random)
	case Flat:
		return chooseFlat(&v, rand.NewPCG(random.Uint64(), random.Uint64()))
	case Master:
		return chooseMaster(&v, rand.NewPCG(random.Uint64(), random.Uint64()))
	}
	return chooseRegular(&v)
}

// chance is the random numbers of one decision. The place in the round is
// mixed in, so that a caller with one seed a game doesn't get the same dice
// at each decision.
func chance(v *rules.View, seed uint64) *rand.Rand {
	place := uint64(v.Round)
	for _, n := range [...]int{int(v.Seat), v.HandNumber, len(v.HandPlays), len(v.Gone)} {
		place = place*83 + uint64(n+1)
	}
	return rand.New(rand.NewPCG(seed, place))
}
