package arena

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"deathtrap/rules"
	"deathtrap/rules/bots"
)

// What can be wrong with a simulation.
var (
	ErrSettings = errors.New("the simulation can't be run like that")
	ErrBot      = errors.New("a computer player broke the rules")
)

// Settings say what is to be played.
type Settings struct {
	Games   int           // 1 or more
	Seed    string        // any text; the same text is the same games
	Options rules.Options // with the number of players
	Bots    []string      // kinds of computer player: one for all, or one a seat
	Jobs    int           // how many deals Summarize plays at a time; 0 is 1
}

// check says what is wrong, wrapping ErrSettings.
func (s Settings) check() error {
	if s.Games < 1 {
		return fmt.Errorf("%w: at least one game is needed", ErrSettings)
	}
	if s.Jobs < 0 {
		return fmt.Errorf("%w: at least one deal is played at a time", ErrSettings)
	}
	if err := s.Options.Check(); err != nil {
		return fmt.Errorf("%w: %w", ErrSettings, err)
	}
	if n := len(s.Bots); n != 1 && n != s.Options.Players {
		return fmt.Errorf("%w: name one kind of computer player for all, or one for each of %d seats", ErrSettings, s.Options.Players)
	}
	for _, kind := range s.Bots {
		if !slices.Contains(bots.Kinds(), kind) {
			return fmt.Errorf("%w: there is no computer player %q; there are %s", ErrSettings, kind, strings.Join(bots.Kinds(), ", "))
		}
	}
	return nil
}

// kinds is the kind of computer player in each seat, moved round the table by
// that many seats.
func (s Settings) kinds(moved int) []string {
	kinds := make([]string, s.Options.Players)
	for i := range kinds {
		kinds[(i+moved)%len(kinds)] = s.Bots[i%len(s.Bots)]
	}
	return kinds
}

// turns is how many ways there are to seat the players in this order: as often
// as the order can be moved on by one seat until it is the first again.
func (s Settings) turns() int {
	turns := 1
	for !slices.Equal(s.kinds(turns), s.kinds(0)) {
		turns++
	}
	return turns
}

// players names the computer players by kind and seat, so that a reader of the
// events can tell who is what.
func players(kinds []string) []rules.Player {
	list := make([]rules.Player, len(kinds))
	for i, kind := range kinds {
		list[i] = rules.Player{Seat: rules.Seat(i), Name: fmt.Sprintf("%s %d", kind, i+1), Bot: true}
	}
	return list
}

// dealSeed is the seed of a round; game counts from 0, round from 1.
func (s Settings) dealSeed(game, round int) rules.Seed {
	return sha256.Sum256(fmt.Appendf(nil, "deathtrap simulate/%s/%d/%d", s.Seed, game, round))
}

// luckSeed starts the numbers that the computer players toss in a game. They
// are no function of the deal, which would tell a player the others' cards.
func (s Settings) luckSeed(game int) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "deathtrap simulate luck/%s/%d", s.Seed, game))
	return binary.BigEndian.Uint64(sum[:])
}
