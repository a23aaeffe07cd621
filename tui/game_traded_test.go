package tui

import (
	"strings"
	"testing"

	"deathtrap/rules"
	"deathtrap/table"
)

// afterTheExchange is the Pig step, or the first lead, of a round whose exchange Ilse
// had a part in, as the hero or as the wimp.
func afterTheExchange(phase rules.Phase, hero bool) table.Update {
	v := thePig().View.View
	if v.Phase, v.Turn = phase, 5; phase == rules.PhaseLead {
		v.HandNumber, v.Leader = 1, 5
	}
	v.Trades = []rules.TradeView{{From: 2, To: 0, Count: 2, Given: true, Tribute: cardsOf(medusa, 1, fiend, 1), Returns: cardsOf(imp, 2)}, {From: 4, To: 5, Count: 1, Given: true}}
	if !hero {
		v.Trades[0].From, v.Trades[0].To = 0, 2
	}
	return position(six, 0, v)
}

// What came and what went is told until the first set lies, at every size, beside
// what else there is to read.
func TestTheExchangeIsToldUntilTheHandBegins(t *testing.T) {
	boom := rules.Event{N: 9, Kind: rules.PigPlayed, Seat: 4, Card: rules.Medusa, Leader: 5}
	for _, size := range [][2]int{{40, 12}, {50, 20}, {60, 20}, {80, 24}, {120, 40}} {
		p := play(t, size[0], size[1], autoTheme, afterTheExchange(rules.PhasePig, true), start)
		pig := p.looks()
		u := afterTheExchange(rules.PhaseLead, true)
		u.News = news(boom)
		p.screen().apply(u)
		lead := p.looks()
		for _, picture := range []string{pig, lead} {
			told := strings.Contains(picture, "Medusa + Pit Fiend") && strings.Contains(picture, "gave 2 Imp")
			if size[0] < 120 && !told { // there it is in the column of news
				t.Errorf("%v: nothing of the exchange in\n%s", size, picture)
			}
		}
		if !strings.Contains(lead, "BOOM. The Pig takes a Medusa along.") && size[0] < 120 {
			t.Errorf("%v: no Pig in\n%s", size, lead)
		}
		u = yourTurn()
		u.View.Trades = afterTheExchange(rules.PhaseLead, true).View.Trades
		p.screen().apply(u)
		if got := p.looks(); strings.Contains(got, "gave 2 Imp") {
			t.Errorf("%v: still there in\n%s", size, got)
		}
	}
}

// A wimp reads the other side of it, whoever has no part nothing, and the panel has
// it while there is no last hand.
func TestTheExchangeAsEachMayKnowIt(t *testing.T) {
	p := play(t, 80, 24, autoTheme, afterTheExchange(rules.PhasePig, false), start)
	if got := p.looks(); !strings.Contains(got, "Ragnar gave you 2 Imp, you gave Medusa + Pit Fiend.") {
		t.Errorf("a wimp reads\n%s", got)
	}
	p.press("l")
	for _, words := range []string{"THE EXCHANGE", "You give Ragnar Medusa and Pit Fiend.", "Ragnar gives back 2 x Imp to you."} {
		if got := p.looks(); !strings.Contains(got, words) {
			t.Errorf("no %q in the panel:\n%s", words, got)
		}
	}
	u := afterTheExchange(rules.PhaseLead, true)
	u.View.Trades = u.View.Trades[1:]
	p = play(t, 80, 24, autoTheme, u, start)
	if p.press("l"); strings.Contains(p.looks(), "EXCHANGE") || strings.Contains(p.looks(), "gave you") {
		t.Errorf("who had no part in it reads\n%s", p.looks())
	}
}

// A notice stands beside the news and hides none.
func TestANoticeHidesNoNews(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}, {120, 40}} {
		u := afterTheExchange(rules.PhaseLead, true)
		u.View.Trades = nil
		u.News = news(rules.Event{N: 9, Kind: rules.PigPlayed, Seat: 4, Card: rules.Medusa, Leader: 5})
		p := play(t, size[0], size[1], autoTheme, u, start)
		p.tell("You are a guest; esc tells how to come back to this seat.")
		got := strings.Join(strings.Fields(p.looks()), " ")
		if !strings.Contains(got, "You are a guest; esc tells how to come back to this seat.") ||
			!strings.Contains(got, "BOOM. The Pig takes a Medusa") && !strings.Contains(got, "The Pig takes one Medusa") {
			t.Errorf("%v:\n%s", size, p.looks())
		}
	}
}
