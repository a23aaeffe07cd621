package arena

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"deathtrap/rules"
	"deathtrap/rules/bots"
)

var update = flag.Bool("update", false, "write the expected texts anew")

// Same settings, same bytes, on every machine. Random players never learn to
// play better, so this changes only with the rules or their data.
func TestSimulateSameBytes(t *testing.T) {
	var sums strings.Builder
	for _, options := range []string{
		`{"players":4}`, `{}`, `{"players":8,"rounds":2}`,
		`{"players":5,"laps":"open","leader":"chosen"}`, `{"players":7,"laps":"lock","machine":"turn","exchange":"sealed"}`,
	} {
		o, err := rules.ReadOptions([]byte(options))
		if err != nil {
			t.Fatal(err)
		}
		s := Settings{Games: 4, Seed: "7", Options: o, Bots: []string{"random"}}
		var once, twice bytes.Buffer
		if err := errors.Join(Simulate(&once, s), Simulate(&twice, s)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Errorf("%s: two runs differ", options)
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(once.Bytes()), options)
	}
	golden(t, "testdata/sums.txt", sums.String())
}

func TestSimulateFirstLines(t *testing.T) {
	var text bytes.Buffer
	s := Settings{Games: 1, Seed: "7", Options: rules.DefaultOptions(), Bots: []string{"random", "novice", "regular", "master", "random", "novice"}}
	s.Options.Rounds = 1
	if err := Simulate(&text, s); err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text.Bytes(), []byte("\n"))
	golden(t, "testdata/first.jsonl", string(bytes.Join(lines[:2], nil)))
}

func golden(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s differs; it is now:\n%s", file, text)
	}
}

// A round's seed is the SHA-256 of a text that anybody can write down.
func TestSimulateSeeds(t *testing.T) {
	var text bytes.Buffer
	if err := Simulate(&text, Settings{Games: 2, Seed: "x y", Options: rules.DefaultOptions(), Bots: []string{"novice"}}); err != nil {
		t.Fatal(err)
	}
	rounds := 0
	for line := range bytes.Lines(text.Bytes()) {
		var e struct {
			Kind        string
			Game, Round int
			Seed        string
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		if e.Kind != "round-scored" {
			continue
		}
		rounds++
		sum := sha256.Sum256(fmt.Appendf(nil, "deathtrap simulate/x y/%d/%d", e.Game, e.Round))
		if e.Seed != hex.EncodeToString(sum[:]) {
			t.Errorf("game %d round %d has the seed %s", e.Game, e.Round, e.Seed)
		}
	}
	if rounds != 8 {
		t.Errorf("%d rounds", rounds)
	}
}

// Every kind of computer player plays by the rules, with all options.
func TestEveryBotPlaysByTheRules(t *testing.T) {
	for _, kind := range bots.Kinds() {
		for _, options := range []string{`{"players":4}`, `{"players":8,"laps":"open","leader":"chosen"}`, sealed, `{"players":5,"laps":"lock","machine":"turn"}`} {
			o, err := rules.ReadOptions([]byte(options))
			if err != nil {
				t.Fatal(err)
			}
			o.Rounds = 2
			var text bytes.Buffer
			if err := Simulate(&text, Settings{Games: 1, Seed: "1", Options: o, Bots: []string{kind}}); err != nil {
				t.Fatal(err)
			}
			if checked, err := Verify(&text); err != nil || checked.Games != 1 {
				t.Errorf("%s with %s: %+v, %v", kind, options, checked, err)
			}
		}
	}
}

// The Machine is played out of turn too, and after everybody has answered.
func TestMachineIsPlayedOutOfTurn(t *testing.T) {
	var text bytes.Buffer
	if err := Simulate(&text, Settings{Games: 60, Seed: "1", Options: rules.DefaultOptions(), Bots: []string{"random"}}); err != nil {
		t.Fatal(err)
	}
	stopped, lying, n := 0, 0, 0
	for line := range bytes.Lines(text.Bytes()) {
		var e rules.Event
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		switch e.Kind {
		case rules.HandWon, rules.PigPlayed:
			n = 0
		case rules.Played, rules.Passed:
			n++
		case rules.MachinePlayed:
			stopped++
			if n >= 6 {
				lying++
			}
			n = 0
		}
	}
	if stopped < 100 || lying < 3 {
		t.Errorf("the Machine was played %d times, %d times on a finished hand", stopped, lying)
	}
}

func TestSettingsAreChecked(t *testing.T) {
	good := Settings{Games: 1, Options: rules.DefaultOptions(), Bots: []string{"novice"}}
	for name, change := range map[string]func(s *Settings){
		"no games":      func(s *Settings) { s.Games = 0 },
		"minus a game":  func(s *Settings) { s.Games = -1 },
		"no bots":       func(s *Settings) { s.Bots = nil },
		"two for six":   func(s *Settings) { s.Bots = []string{"novice", "random"} },
		"unknown bot":   func(s *Settings) { s.Bots = []string{"cheat"} },
		"three players": func(s *Settings) { s.Options.Players = 3 },
	} {
		s := good
		change(&s)
		var text bytes.Buffer
		if err := Simulate(&text, s); !errors.Is(err, ErrSettings) || text.Len() > 0 {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Summarize(s, false); !errors.Is(err, ErrSettings) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSimulateTellsWritersError(t *testing.T) {
	r, w := io.Pipe()
	full := errors.New("the disk is full")
	if err := r.CloseWithError(full); err != nil {
		t.Fatal(err)
	}
	if err := Simulate(w, Settings{Games: 9, Options: rules.DefaultOptions(), Bots: []string{"novice"}}); !errors.Is(err, full) {
		t.Error(err)
	}
}

func TestSummary(t *testing.T) {
	s := Settings{Games: 30, Seed: "3", Options: rules.DefaultOptions(), Bots: []string{"novice", "random", "novice", "random", "novice", "random"}}
	for _, turns := range []bool{false, true} {
		sum, err := Summarize(s, turns)
		if err != nil {
			t.Fatal(err)
		}
		if games := map[bool]int{false: 30, true: 180}[turns]; sum.Games != games || sum.Deals != 30 || sum.Players != 6 || sum.Rounds != 4 {
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
		if novice.Place.Interval[1] >= random.Place.Interval[0] {
			t.Errorf("a novice is no better than chance: %v, %v", novice.Place, random.Place)
		}
		if sum.TurnsPerRound < 50 || sum.MicrosecondsMove <= 0 {
			t.Errorf("%v turns, %v microseconds", sum.TurnsPerRound, sum.MicrosecondsMove)
		}
	}
}

// Clusters are what an interval is made of: equal figures of one deal say no
// more than one of them.
func TestIntervalIsByDeal(t *testing.T) {
	once, often := tally{}, tally{}
	for deal, value := range []float64{1, 4, 2, 5, 3} {
		once.add("a", deal, value)
		for range 6 {
			often.add("a", deal, value)
		}
	}
	a, b := once.mean("a"), often.mean("a")
	if a.Mean != 3 || *a.Interval != *b.Interval {
		t.Errorf("%v, %v", a, b)
	}
	// By hand: the deviation is sqrt(2.5), the quantile for 4 degrees 2.7764.
	if margin := a.Interval[1] - a.Mean; math.Abs(margin-2.7764*math.Sqrt(2.5/5)) > 0.01 {
		t.Errorf("the margin is %v", margin)
	}
	single := tally{}
	single.add("a", 0, 2)
	if m := single.mean("a"); m.Mean != 2 || m.Interval != nil {
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
