package arena

import (
	"fmt"
	"math"
	"time"

	"deathtrap/rules"
)

// Summary is what many games come to.
type Summary struct {
	Games            int             `json:"games"`
	Deals            int             `json:"deals"` // fewer than games if each was played by turns
	Players          int             `json:"players"`
	Rounds           int             `json:"rounds"` // of a game
	Bots             map[string]Kind `json:"bots"`   // by kind of computer player
	TurnsPerRound    float64         `json:"turns_per_round"`
	MicrosecondsMove float64         `json:"microseconds_per_move"`
}

// Kind is how one kind of computer player did.
type Kind struct {
	Seats  int  `json:"seats"`  // at the table
	Place  Mean `json:"place"`  // in the game's ranking, from 1
	Points Mean `json:"points"` // in a game
}

// Mean is a mean with its 95 % interval. Games of the same deal, and seats of
// the same game, depend on each other: the deals are what is counted. One deal
// alone has no interval.
type Mean struct {
	Mean     float64     `json:"mean"`
	Interval *[2]float64 `json:"interval_95"`
}

// Summarize plays games and says how they went. With turns, each deal is
// played once for each seat, everybody moved on by one, so that luck with the
// cards falls out; Settings.Games then counts deals. The error wraps ErrSettings
// or ErrBot.
func Summarize(s Settings, turns bool) (Summary, error) {
	if err := s.check(); err != nil {
		return Summary{}, err
	}
	games := 1 // of each deal
	if turns {
		games = s.Options.Players
	}
	places, points, moves := tally{}, tally{}, 0
	begun := time.Now()
	for deal := range s.Games {
		for moved := range games {
			kinds := s.kinds(moved)
			m, result, err := s.silent(deal, kinds)
			if err != nil {
				return Summary{}, fmt.Errorf("game %d: %w", deal, err)
			}
			moves += m
			for i, seat := range result.Ranking {
				places.add(kinds[seat], deal, float64(i+1))
				points.add(kinds[seat], deal, float64(result.Totals[seat]))
			}
		}
	}
	sum := s.summary(games, moves, time.Since(begun))
	for kind, k := range sum.Bots {
		sum.Bots[kind] = Kind{Seats: k.Seats, Place: places.mean(kind), Points: points.mean(kind)}
	}
	return sum, nil
}

// summary is what does not depend on who won.
func (s Settings) summary(games, moves int, took time.Duration) Summary {
	sum := Summary{
		Games: s.Games * games, Deals: s.Games, Players: s.Options.Players, Rounds: s.Options.Rounds,
		Bots:             map[string]Kind{},
		TurnsPerRound:    float64(moves) / float64(s.Games*games*s.Options.Rounds),
		MicrosecondsMove: float64(took.Nanoseconds()) / 1e3 / float64(moves),
	}
	for _, kind := range s.kinds(0) {
		sum.Bots[kind] = Kind{Seats: sum.Bots[kind].Seats + 1}
	}
	return sum
}

// silent plays one game and keeps its moves' number and its end.
func (s Settings) silent(deal int, kinds []string) (moves int, result rules.Event, err error) {
	seed := func(round int) rules.Seed { return s.dealSeed(deal, round) }
	keepLast := func(events []rules.Event) error {
		result = events[len(events)-1]
		return nil
	}
	m, err := play(s.Options, kinds, s.luckSeed(deal), seed, keepLast)
	if err != nil {
		return 0, rules.Event{}, err
	}
	return m.moves, result, nil
}

// tally adds up a figure by kind of computer player and deal.
type tally map[string][]figure

type figure struct {
	deal  int
	sum   float64
	count int
}

// add must be called deal by deal.
func (t tally) add(kind string, deal int, value float64) {
	deals := t[kind]
	if len(deals) == 0 || deals[len(deals)-1].deal != deal {
		deals = append(deals, figure{deal: deal})
	}
	last := &deals[len(deals)-1]
	last.sum += value
	last.count++
	t[kind] = deals
}

// mean is the mean of the deals' means. Every deal has as many games and seats
// as the others, so that they weigh the same.
func (t tally) mean(kind string) Mean {
	deals := t[kind]
	n := float64(len(deals))
	sum := 0.0
	for _, d := range deals {
		sum += d.sum / float64(d.count)
	}
	m := Mean{Mean: sum / n}
	if len(deals) < 2 {
		return m
	}
	squares := 0.0
	for _, d := range deals {
		off := d.sum/float64(d.count) - m.Mean
		squares += off * off
	}
	margin := student95(n-1) * math.Sqrt(squares/(n-1)/n)
	m.Interval = &[2]float64{m.Mean - margin, m.Mean + margin}
	return m
}

// student95 is the 97.5 % quantile of Student's t, by the expansion of
// Abramowitz and Stegun 26.7.5; below three degrees of freedom the exact one.
func student95(freedom float64) float64 {
	const x = 1.959963984540054
	switch freedom {
	case 1:
		return 12.706204736174694
	case 2:
		return 4.302652729749462
	}
	x3, x5, x7 := x*x*x, x*x*x*x*x, x*x*x*x*x*x*x
	return x + (x3+x)/4/freedom +
		(5*x5+16*x3+3*x)/96/(freedom*freedom) +
		(3*x7+19*x5+17*x3-15*x)/384/(freedom*freedom*freedom)
}
