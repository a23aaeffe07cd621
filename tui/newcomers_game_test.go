package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// Who has how many points can be seen at any moment, also where no column at the
// side says so: every seat, by its points, at every size.
func TestThePointsCanBeSeen(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}} {
		p := play(t, size[0], size[1], autoTheme, eight(), start)
		p.press("tab")
		shown := p.looks()
		for i, points := range []string{"12", "11", "3", "15", "8", "14", "5", "4"} {
			name := eight().Board.Seats[i].Name
			name = name[:min(len(name), 7)] // so much fits where it is narrowest
			if !strings.Contains(shown, fmt.Sprintf("%2s  %s", points, name)) {
				t.Errorf("%v: no %s points of %s in\n%s", size, points, name, shown)
			}
		}
	}
}

// The play that ends a round is seen for a moment only: the result tells it.
func TestTheEndOfARoundIsTold(t *testing.T) {
	u := finished()
	v := &u.View.View
	v.LastHand = []rules.Event{put(40, 4, rules.Imp, 1), put(41, 2, rules.Minotaur, 1)}
	v.Counts[4] = 3
	for _, c := range []struct {
		you  rules.Seat
		want string
	}{
		{0, "Ragnar goes out with 1 x Minotaur; Old Tom keeps 3 cards."},
		{2, "You go out with 1 x Minotaur; Old Tom keeps 3 cards."},
		{4, "Ragnar goes out with 1 x Minotaur; you keep 3 cards."},
	} {
		u.You = c.you
		if got := castOf(u).roundEnd(v); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
	v.LastHand = v.LastHand[:1]
	if got := castOf(u).roundEnd(v); got != "" {
		t.Errorf("of an end that isn't known: %q", got)
	}
}

// Where a wild card can be neither added nor taken away, its key says why.
func TestTheWildKeyIsNotDumb(t *testing.T) {
	u := yourTurn()
	u.View.Hand = cardsOf(snake, 1, medusa, 1, dog, 1)
	u.View.Top = &rules.Top{Seat: 4, Cards: repeat(rules.Warrior, 2), Value: 5}
	u.View.Legal = legalIn(&u.View.View)
	p := play(t, 80, 24, autoTheme, u, start)
	p.press("7", "w")
	if shown := p.looks(); !strings.Contains(shown, "Two cards are asked for: not without the wild card.") {
		t.Errorf("w says\n%s", shown)
	}
}

// Before the table passes for somebody, the key that keeps the turn is offered.
func TestAnAutomaticPassCanBeStopped(t *testing.T) {
	u := yourTurn()
	u.AutoPass = true
	u.View.Hand = cardsOf(imp, 2, machine, 1)
	u.View.Legal = legalIn(&u.View.View)
	p := play(t, 80, 24, autoTheme, u, start)
	want := "enter pass now; else the table does it for you  ∙  a stop that  ∙  K Machine"
	if shown := p.looks(); !strings.Contains(shown, want) {
		t.Errorf("no %q in\n%s", want, shown)
	}
	p.press("a")
	if want := []table.Command{table.AutoPass{}}; !slices.Equal(p.sent, want) {
		t.Errorf("a does %v", p.sent)
	}
}

// The Pig's card shows no key: where it can be given, the key line does.
func TestThePigCanBeGiven(t *testing.T) {
	v := theExchange().View.View
	v.Hand = append(v.Hand, rules.ExplodingPig)
	u := position(six, 25*time.Second, v)
	p := play(t, 80, 24, autoTheme, u, start)
	if shown := p.looks(); !strings.Contains(shown, "e Pig") {
		t.Errorf("no key for the Pig in\n%s", shown)
	}
	p.press("e")
	if raised := p.screen().choice.raised; raised != rules.HandOf(rules.ExplodingPig) {
		t.Errorf("e raises %v", raised)
	}
}

// As long as the Machine may yet fall, nobody is told that they have won; once it can't,
// they are.
func TestAHandIsWonWhenNothingCanStopIt(t *testing.T) {
	u := yourTurn()
	v := &u.View.View
	v.Turn, v.Legal, v.Hand = rules.Nobody, nil, cardsOf(imp, 2)
	p := play(t, 80, 24, autoTheme, u, start)
	for _, want := range []string{"nobody has beaten it", "wins, if no Machine comes", "nothing to do: all have played"} {
		if shown := p.looks(); !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	v.Legal, v.Hand = []rules.Action{rules.Stop()}, cardsOf(imp, 2, machine, 1)
	p = play(t, 80, 24, autoTheme, u, start)
	for _, want := range []string{"wins, unless you stop it", "now or never  ∙  K stop the hand with the Killing Machine"} {
		if shown := p.looks(); !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	v.Legal, v.Hand, v.Gone = nil, cardsOf(imp, 2), append(v.Gone, rules.KillingMachine)
	p = play(t, 80, 24, autoTheme, u, start)
	for _, want := range []string{"takes the hand", "wins the hand"} {
		if shown := p.looks(); !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
}

// What all can know to be unbeatable is said to be so.
func TestNothingIsLeftThatBeatsIt(t *testing.T) {
	for _, c := range []struct {
		top  []rules.Card
		gone []rules.Card
		want bool
	}{
		{cardsOf(medusa, 1), nil, true},
		{cardsOf(medusa, 1), cardsOf(fiend, 2, int(rules.RedDragon), 1), false},
		{cardsOf(medusa, 1), cardsOf(fiend, 1, int(rules.RedDragon), 1), true},
		{cardsOf(medusa, 2), cardsOf(int(rules.RedDragon), 1), true},
		{cardsOf(medusa, 2), cardsOf(fiend, 1, int(rules.RedDragon), 1), true}, // with a wild card
		{cardsOf(medusa, 2), cardsOf(fiend, 1, int(rules.RedDragon), 1, dog, 1, lotus, 1), false},
	} {
		v := rules.View{Top: &rules.Top{Cards: c.top, Value: 10}, Gone: c.gone}
		if got := beatable(&v); got != c.want {
			t.Errorf("%v after %v: %v", c.top, c.gone, got)
		}
	}
}

// Who pays tribute is told beforehand that there is no choice.
func TestTributeIsNoChoice(t *testing.T) {
	for you, want := range map[rules.Seat]string{
		4: "you give marta your 2 strongest, Ragnar gives Ilse one.",
		2: "Old Tom gives marta 2 cards, you give Ilse your strongest.",
	} {
		p := staged(t, normalSize, func(s *session) screen {
			s.at, s.seat = finished(), &table.Visit{}
			s.at.You = you
			return newResult(s)
		})
		if shown := terminal.Snapshot(p, normalSize).Text(); !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
}

// Of the last fiends it is said what alone beats them.
func TestWhatBeatsTheFiends(t *testing.T) {
	for cards, want := range map[int]string{
		1: "only the Red Dragon beats it",
		2: "only Dragon + wild beats it",
	} {
		u := yourTurn()
		u.View.Top = &rules.Top{Seat: 4, Cards: repeat(rules.PitFiend, cards), Value: 11}
		u.View.Gone = repeat(rules.PitFiend, cards)
		p := play(t, 80, 24, autoTheme, u, start)
		if shown := p.looks(); !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
}
