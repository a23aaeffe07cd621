package bots_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deathtrap/rules"
	"deathtrap/rules/bots"
)

// kindsFor is the kinds to ask in the nth of many positions: a master only in some,
// for it takes its time, and a flat bot in fewer still.
func kindsFor(n int) []string {
	kinds := []string{bots.Random, bots.Novice, bots.Regular}
	if n%masterly == 0 {
		kinds = append(kinds, bots.Master)
	}
	if n%(3*masterly) == 0 {
		kinds = append(kinds, bots.Flat)
	}
	return kinds
}

const masterly = 40

// TestChoosesWhatIsLegal asks each kind in games under all options, in
// positions that good and bad play leads to.
func TestChoosesWhatIsLegal(t *testing.T) {
	positions := 0
	for i, o := range tables() {
		o.Players = rules.MinPlayers + i%(rules.MaxPlayers-rules.MinPlayers+1)
		o.Rounds = 3
		kinds := make([]string, o.Players)
		for s := range kinds {
			kinds[s] = kindsFor(1)[(s+i)%3]
		}
		m := newMatch(t, o, kinds, uint64(i))
		m.watch = func(v rules.View, _ string, _ rules.Action, _ bool) {
			positions++
			for _, kind := range kindsFor(positions) {
				a, ok := bots.Choose(kind, v, 1)
				if ok && !slices.ContainsFunc(v.Legal, a.Same) || !ok && v.Owes() {
					t.Errorf("a %s chose %v, %t", kind, a, ok)
				}
			}
			if positions%masterly == 0 {
				checkHint(t, v)
			}
		}
		m.play(t)
	}
	if positions < 5000 {
		t.Errorf("only %d positions were tried", positions)
	}
}

// checkHint: a hint is what a master would do, and says so in one sentence, with
// how sure it is if there was a choice.
func checkHint(t *testing.T, v rules.View) {
	t.Helper()
	a, why := bots.Hint(v, 1)
	if b, ok := bots.Choose(bots.Master, v, 1); !a.Same(b) || ok != (a.Kind != "") {
		t.Errorf("the hint is %v, a master would do %v", a, b)
	}
	if sure := regexp.MustCompile(`^(Sure|Fairly sure|A close call): [a-z]`).MatchString(why); sure != (len(v.Legal) > 1 || !v.Owes()) {
		t.Errorf("of %d actions: %q", len(v.Legal), why)
	}
	if a.Kind != "" && !slices.ContainsFunc(v.Legal, a.Same) || a.Kind == "" && v.Owes() {
		t.Errorf("the hint is %v", a)
	}
	if strings.Count(why, ".") != 1 || !strings.HasSuffix(why, ".") {
		t.Errorf("the reason is not one sentence: %q", why)
	}
}

// TestChoiceDependsOnTheViewAlone asks again with a view that has been through
// data, where nothing of the game can hang on, and after other questions.
func TestChoiceDependsOnTheViewAlone(t *testing.T) {
	o := rules.DefaultOptions()
	o.Rounds = 2
	seeds := rand.New(rand.NewPCG(7, 7))
	positions := 0
	m := newMatch(t, o, slices.Repeat([]string{bots.Regular}, o.Players), 3)
	m.watch = func(v rules.View, _ string, _ rules.Action, _ bool) {
		copied := throughData(t, v)
		positions++
		for _, kind := range kindsFor(positions) {
			seed := seeds.Uint64()
			a, ok := bots.Choose(kind, v, seed)
			bots.Choose(kind, v, seed+1)
			b, again := bots.Choose(kind, copied, seed)
			if !reflect.DeepEqual(a, b) || ok != again {
				t.Errorf("a %s chose %v, then %v", kind, a, b)
			}
		}
		if !reflect.DeepEqual(v, throughData(t, v)) {
			t.Error("a choice changed the view")
		}
	}
	m.play(t)
}

func throughData(t *testing.T, v rules.View) rules.View {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var read rules.View
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

// TestLadder: each kind does clearly better among the next weaker ones than
// they do among themselves (3.5 points a round for six).
func TestLadder(t *testing.T) {
	for _, step := range []struct {
		one, others string
		games       int
		least       float64
	}{
		{bots.Novice, bots.Random, 20, 4.5},
		{bots.Regular, bots.Novice, 20, 4.1},
		{bots.Master, bots.Regular, 3, 4.1},
	} {
		if got := points(t, step.one, step.others, rules.DefaultOptions(), step.games); got < step.least {
			t.Errorf("one %s among %ss makes %.2f points a round, not %.2f", step.one, step.others, got, step.least)
		} else {
			t.Logf("one %s among %ss makes %.2f points a round", step.one, step.others, got)
		}
	}
}

func TestKinds(t *testing.T) {
	offered := slices.DeleteFunc(bots.Kinds(), func(kind string) bool { return kind == bots.Random || kind == bots.Flat })
	if want := rules.Choices()["bots"]; !reflect.DeepEqual(offered, want[1:]) {
		t.Errorf("the kinds for people are %q, tables offer %q", offered, want)
	}
}
