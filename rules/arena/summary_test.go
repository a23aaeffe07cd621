package arena

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"deathtrap/rules"
)

func TestSummary(t *testing.T) {
	s := Settings{Games: 30, Seed: "3", Options: rules.DefaultOptions(), Bots: []string{"novice", "random", "novice", "random", "novice", "random"}}
	for _, turns := range []bool{false, true} { // two ways to seat them
		sum, err := Summarize(s, turns)
		if err != nil {
			t.Fatal(err)
		}
		if games := map[bool]int{false: 30, true: 60}[turns]; sum.Games != games || sum.Deals != 30 || sum.Players != 6 || sum.Rounds != 4 {
			t.Errorf("%+v", sum)
		}
		novice, random := sum.Bots["novice"], sum.Bots["random"]
		if novice.Seats != 3 || random.Seats != 3 || len(sum.Bots) != 2 {
			t.Errorf("%+v", sum.Bots)
		}
		if mean := (novice.Place.Mean + random.Place.Mean) / 2; math.Abs(mean-3.5) > 1e-9 {
			t.Errorf("the mean place is %v", mean)
		}
		if mean := (novice.Points.Mean + random.Points.Mean) / 2; math.Abs(mean-14) > 1e-9 {
			t.Errorf("the mean points are %v", mean)
		}
		if mean := (novice.PointsRound.Mean + random.PointsRound.Mean) / 2; math.Abs(mean-3.5) > 1e-9 {
			t.Errorf("the mean points of a round are %v", mean)
		}
		if wins := (novice.WinsShare.Mean + random.WinsShare.Mean) / 2; math.Abs(wins-1) > 1e-9 || novice.WinsShare.Mean < 1.5 {
			t.Errorf("a novice wins %v times its share, random players %v", novice.WinsShare, random.WinsShare)
		}
		if ahead := novice.PointsRound.Mean - random.PointsRound.Mean; math.Abs(novice.Ahead.Mean-ahead) > 1e-9 || math.Abs(random.Ahead.Mean+ahead) > 1e-9 {
			t.Errorf("a novice is %v ahead, random players %v", novice.Ahead, random.Ahead)
		}
		if novice.Place.Interval[1] >= random.Place.Interval[0] {
			t.Errorf("a novice is no better than chance: %v, %v", novice.Place, random.Place)
		}
		if sum.TurnsPerRound < 50 || sum.MicrosecondsMove <= 0 {
			t.Errorf("%v turns, %v microseconds", sum.TurnsPerRound, sum.MicrosecondsMove)
		}
	}
}

func TestInterval(t *testing.T) {
	m := meanOf([]float64{1, 4, 2, 5, 3})
	// By hand: the deviation is sqrt(2.5), the quantile for 4 degrees 2.7764.
	if margin := m.Interval[1] - m.Mean; m.Mean != 3 || math.Abs(margin-2.7764*math.Sqrt(2.5/5)) > 0.01 {
		t.Errorf("%v, the margin is %v", m.Mean, margin)
	}
	if m := meanOf([]float64{2}); m.Mean != 2 || m.Interval != nil {
		t.Errorf("one deal has the interval %v", m.Interval)
	}
}

func TestStudent(t *testing.T) {
	for freedom, want := range map[float64]float64{1: 12.7062, 2: 4.3027, 3: 3.1824, 5: 2.5706, 10: 2.2281, 30: 2.0423, 1000: 1.9623} {
		if got := student95(freedom); math.Abs(got-want) > 0.03 {
			t.Errorf("%v degrees: %v, not %v", freedom, got, want)
		}
	}
}

// Every way to seat the players is played once: moving them on by one more
// would be the same game again.
func TestTurns(t *testing.T) {
	for order, want := range map[string]int{"a": 1, "aaaaaa": 1, "ababab": 2, "aabaab": 3, "aaabbb": 6, "abbbbb": 6} {
		s := Settings{Options: rules.DefaultOptions(), Bots: strings.Split(order, "")}
		if got := s.turns(); got != want {
			t.Errorf("%s can be seated in %d ways, not %d", order, got, want)
		}
	}
}

// Only the times depend on how many deals are played at a time.
func TestJobsChangeNothing(t *testing.T) {
	s := Settings{Games: 7, Seed: "4", Options: rules.DefaultOptions(), Bots: []string{"novice", "random", "novice", "random", "novice", "regular"}}
	first := untimed(t, s)
	for _, s.Jobs = range []int{1, 3, 20} {
		if sum := untimed(t, s); !reflect.DeepEqual(sum, first) {
			t.Errorf("%d jobs:\n%+v, not\n%+v", s.Jobs, sum, first)
		}
	}
}

func untimed(t *testing.T, s Settings) Summary {
	t.Helper()
	sum, err := Summarize(s, true)
	if err != nil {
		t.Fatal(err)
	}
	sum.MicrosecondsMove = 0
	for kind, k := range sum.Bots {
		k.Decisions = Decisions{Count: k.Decisions.Count}
		sum.Bots[kind] = k
	}
	return sum
}

// Who must act and has one action decides nothing; all else is a decision, also to
// let the Machine be.
func TestDecisionsAreCounted(t *testing.T) {
	s := Settings{Games: 3, Seed: "4", Options: rules.DefaultOptions(), Bots: []string{"novice"}}
	sum, err := Summarize(s, false)
	if err != nil {
		t.Fatal(err)
	}
	moves := int(sum.TurnsPerRound * 3 * 4)
	if d := sum.Bots["novice"].Decisions; d.Count < moves/4 || d.Count > 2*moves || d.Mean <= 0 || d.Worst < d.P99 || d.P99 < d.P50 {
		t.Errorf("%d moves, %+v", moves, d)
	}
}

// The classes are held against the durations themselves.
func TestDurations(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	all := make([]time.Duration, 5000)
	var d, first, second durations
	for i := range all {
		all[i] = time.Duration(math.Exp(random.Float64() * 20))
		d.note(all[i])
		if i%3 == 0 {
			first.note(all[i])
		} else {
			second.note(all[i])
		}
	}
	if first.add(&second); first != d {
		t.Error("two parts are not the whole")
	}
	slices.Sort(all)
	for _, p := range []int{1, 50, 90, 99, 100} {
		exact, got := all[len(all)*p/100-1], d.percentile(p)
		if got < exact || float64(got) > float64(exact)*(1+1.0/fineness)+1 {
			t.Errorf("percentile %d is %v, not %v", p, got, exact)
		}
	}
	if d.worst != all[len(all)-1] {
		t.Errorf("the worst is %v, not %v", d.worst, all[len(all)-1])
	}
}

// A computer player that fails ends the summary with its error, whoever else is
// still playing.
func TestSummaryTellsBotsError(t *testing.T) {
	s := Settings{Games: 5, Seed: "4", Options: rules.DefaultOptions(), Bots: []string{"novice"}, Jobs: 2}
	s.Options.Rounds = 0 // unchecked: no game is like that
	if _, _, err := s.playDeals(1); err == nil {
		t.Error("a game without rounds was played")
	}
}
