package arena

import (
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

// Kind is how one kind of computer player did: one of its seats, on average.
type Kind struct {
	Seats       int       `json:"seats"`             // at the table
	Place       Mean      `json:"place"`             // in the game's ranking, from 1
	Points      Mean      `json:"points"`            // in a game
	PointsRound Mean      `json:"points_per_round"`  // the same by round; par is half of one more than the players
	Ahead       *Mean     `json:"ahead_per_round"`   // of the seats of all other kinds, in points; null if there are none
	WinsShare   Mean      `json:"wins_to_its_share"` // games won, divided by an equal share of them
	Decisions   Decisions `json:"decisions"`
}

// Summarize plays games and says how they went. With turns, each deal is
// played once for each way to seat the players in this order, everybody moved
// on by one, so that luck with the cards falls out; Settings.Games then counts
// deals. Up to Settings.Jobs deals are played at a time; all but the times is the
// same whatever their number. The error wraps ErrSettings or ErrBot.
func Summarize(s Settings, turns bool) (Summary, error) {
	if err := s.check(); err != nil {
		return Summary{}, err
	}
	games := 1 // of each deal
	if turns {
		games = s.turns()
	}
	begun := time.Now()
	deals, thought, err := s.playDeals(games)
	if err != nil {
		return Summary{}, err
	}
	sum := s.summary(deals, games, time.Since(begun))
	for kind, k := range sum.Bots {
		k.Decisions = thought.of(kind).decisions()
		sum.Bots[kind] = k
	}
	return sum, nil
}

func (s Settings) summary(deals []deal, games int, took time.Duration) Summary {
	sum := Summary{
		Games: s.Games * games, Deals: s.Games, Players: s.Options.Players, Rounds: s.Options.Rounds,
		Bots: map[string]Kind{},
	}
	seats := map[string]int{}
	for _, kind := range s.kinds(0) {
		seats[kind]++
	}
	for kind, n := range seats {
		sum.Bots[kind] = s.kind(kind, n, deals)
	}
	moves := 0
	for _, d := range deals {
		moves += d.moves
	}
	sum.TurnsPerRound = float64(moves) / float64(s.Games*games*s.Options.Rounds)
	sum.MicrosecondsMove = float64(took.Nanoseconds()) / 1e3 / float64(moves)
	return sum
}

// kind is how a kind did that has so many seats.
func (s Settings) kind(kind string, seats int, deals []deal) Kind {
	players, rounds := float64(s.Options.Players), float64(s.Options.Rounds)
	mean := func(value func(score) float64) Mean {
		values := make([]float64, len(deals))
		for i, d := range deals {
			values[i] = value(d.scores[kind])
		}
		return meanOf(values)
	}
	k := Kind{
		Seats:       seats,
		Place:       mean(func(s score) float64 { return s.places / s.games }),
		Points:      mean(func(s score) float64 { return s.points / s.games }),
		PointsRound: mean(func(s score) float64 { return s.points / s.games / rounds }),
		WinsShare:   mean(func(s score) float64 { return s.wins / s.games * players }),
	}
	if others := players - float64(seats); others > 0 {
		all := players * (players + 1) / 2 // points of a round
		ahead := mean(func(s score) float64 {
			mine := s.points / s.games / rounds
			return mine - (all-mine*float64(seats))/others
		})
		k.Ahead = &ahead
	}
	return k
}

// score is what the seats of one kind made in the games of one deal, each seat
// of each game counted.
type score struct{ games, places, points, wins float64 }

// add is how one of its seats finished a game.
func (s *score) add(place, points int) {
	s.games++
	s.places += float64(place)
	s.points += float64(points)
	if place == 1 {
		s.wins++
	}
}

// deal is what the games of one deal came to.
type deal struct {
	scores map[string]score // by kind of computer player
	moves  int
}

// playDeal plays the games of a deal.
func (s Settings) playDeal(number, games int, thought thoughts) (deal, error) {
	d := deal{scores: map[string]score{}}
	for moved := range games {
		kinds := s.kinds(moved)
		var end *rules.Event
		keepLast := func(events []rules.Event) error {
			end = &events[len(events)-1]
			return nil
		}
		m := match{kinds: kinds, luck: s.luckSeed(number), tell: keepLast, thought: thought}
		if err := m.play(s.Options, func(round int) rules.Seed { return s.dealSeed(number, round) }); err != nil {
			return deal{}, err
		}
		d.moves += m.moves
		for i, seat := range end.Ranking {
			k := d.scores[kinds[seat]]
			k.add(i+1, end.Totals[seat])
			d.scores[kinds[seat]] = k
		}
	}
	return d, nil
}
