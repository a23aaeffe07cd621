package rules

import (
	"math/rand/v2"
	"testing"
)

// positions is games of six at many moments, and for each a move that is due.
func positions(b *testing.B) (games []*Game, seats []Seat, moves []Action) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 7))
	for g := begin(b, DefaultOptions()); g.Phase() != PhaseOver; {
		for s := range Seat(6) {
			if g.Owes(s) {
				legal := g.Legal(s)
				games, seats, moves = append(games, g.Clone()), append(seats, s), append(moves, legal[random.IntN(len(legal))])
			}
		}
		if _, err := randomStep(g, random); err != nil {
			b.Fatal(err)
		}
	}
	return games, seats, moves
}

func BenchmarkLegal(b *testing.B) {
	games, seats, _ := positions(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		games[i%len(games)].Legal(seats[i%len(games)])
	}
}

func BenchmarkView(b *testing.B) {
	games, seats, _ := positions(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		games[i%len(games)].View(seats[i%len(games)])
	}
}

// One operation is a clone and a move.
func BenchmarkApply(b *testing.B) {
	games, seats, moves := positions(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		k := i % len(games)
		if _, err := games[k].Clone().Apply(seats[k], moves[k]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDeal(b *testing.B) {
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		deal(Seed{byte(i), byte(i >> 8)}, 6, Nobody)
	}
}

func BenchmarkEventJSON(b *testing.B) {
	events := everyEvent()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := events[i%len(events)].MarshalJSON(); err != nil {
			b.Fatal(err)
		}
	}
}
