package rules

import (
	"bytes"
	"fmt"
	"strconv"
)

// Seat is a place at the table, from 0; the next one clockwise is one more,
// and after the last comes 0.
type Seat int32

// Nobody is no seat: a watcher, or no turn. In data it is null.
const Nobody Seat = -1

// MarshalJSON writes the number, or null for Nobody.
func (s Seat) MarshalJSON() ([]byte, error) {
	if s == Nobody {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(s), 10), nil
}

// UnmarshalJSON reads a number, or null for Nobody.
func (s *Seat) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		*s = Nobody
		return nil
	}
	n, err := strconv.ParseUint(string(data), 10, 31)
	if err != nil {
		return fmt.Errorf("%w: %s", ErrNoSuchSeat, data)
	}
	*s = Seat(n)
	return nil
}

// Player is who sits in a seat when a game begins.
type Player struct {
	Seat Seat   `json:"seat"`
	Name string `json:"name"`
	Bot  bool   `json:"bot"`
}

// The titles of a finished round, best first (docs/rules.md part 3). The
// printed word for the players in the middle is lost; Adventurer is ours.
const (
	BigHero    = "Big Hero"
	Hero       = "Hero"
	Adventurer = "Adventurer"
	Wimp       = "Wimp"
	TotalWimp  = "Total Wimp"
)

// Title is what a player is called who came in at that place, from 1.
func Title(place, players int) string {
	switch place {
	case 1:
		return BigHero
	case 2:
		return Hero
	case players - 1:
		return Wimp
	case players:
		return TotalWimp
	}
	return Adventurer
}

// Points is what that place, from 1, scores.
func Points(place, players int) int { return players - place + 1 }
