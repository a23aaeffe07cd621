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
	"os"
	"slices"
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

// Every kind of computer player plays by the rules, with all options; a slow kind
// alone among novices, whom it beats, so that it is in the exchange as well.
func TestEveryBotPlaysByTheRules(t *testing.T) {
	for _, kind := range bots.Kinds() {
		for _, options := range []string{`{"players":4}`, `{"players":8,"laps":"open","leader":"chosen"}`, sealed, `{"players":5,"laps":"lock","machine":"turn"}`} {
			o, err := rules.ReadOptions([]byte(options))
			if err != nil {
				t.Fatal(err)
			}
			o.Rounds = 2
			seats := slices.Repeat([]string{kind}, o.Players)
			if kind == bots.Flat || kind == bots.Master {
				seats = append([]string{kind}, slices.Repeat([]string{bots.Novice}, o.Players-1)...)
			}
			var text bytes.Buffer
			if err := Simulate(&text, Settings{Games: 1, Seed: "1", Options: o, Bots: seats}); err != nil {
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
		"minus a job":   func(s *Settings) { s.Jobs = -1 },
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
