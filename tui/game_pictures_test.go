package tui

import (
	"testing"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
)

func youLead() table.Update {
	return position(six, 8*time.Second, rules.View{
		Seat: 0, Round: 1, Phase: rules.PhaseLead, Turn: 0, HandNumber: 2, Leader: 0,
		Hand:   cardsOf(imp, 3, zombie, 1, medusa, 2, dog, 1, lotus, 1),
		Counts: []int{8, 10, 10, 0, 2, 8}, Titles: make([]string, 6), Totals: make([]int, 6), Placed: []rules.Seat{3},
		Gone:     cardsOf(imp, 6, orc, 9, pig, 1),
		LastHand: []rules.Event{put(1, 5, rules.Orc, 2), passes(2, 0), put(3, 1, rules.Skeleton, 2)},
	})
}

// theirTurn is Kestrel's: Ilse passed, holds the Machine and may stop the hand.
func theirTurn() table.Update {
	u := position(six, 17*time.Second, rules.View{
		Seat: 0, Round: 3, Phase: rules.PhaseFollow, Turn: 5, HandNumber: 9, Leader: 4,
		Hand:   cardsOf(orc, 1, machine, 1),
		Counts: []int{2, 10, 1, 9, 13, 8}, Titles: sixTitles, Totals: []int{5, 4, 1, 3, 2, 6},
		Top:       &rules.Top{Seat: 4, Cards: cardsOf(zombie, 1, dog, 1, lotus, 1), Value: 4},
		HandPlays: []rules.Event{{N: 9, Kind: rules.Played, Seat: 4, Cards: cardsOf(zombie, 1, dog, 1, lotus, 1), Value: 4}},
	})
	seats := u.Board.Seats
	seats[1].Away, seats[2].StandIn, seats[2].Away, seats[3].Bot = true, true, true, "master"
	return u
}

// handOver is a finished hand that still lies there.
func handOver() table.Update {
	u := yourTurn()
	v := u.View.View
	v.Turn, v.HandPlays = rules.Nobody, append(v.HandPlays, passes(5, 0), passes(6, 1))
	return position(six, 0, v)
}

func watching() table.Update {
	u := yourTurn()
	v := u.View.View
	v.Seat, v.Hand, v.Turn = rules.Nobody, []rules.Card{}, 1
	return position(six, 12*time.Second, v)
}

// sealed is an exchange in which the hero doesn't see the tribute yet.
func sealed() table.Update {
	u := theExchange()
	v := u.View.View
	v.Trades[0].Tribute = nil
	u = position(six, 25*time.Second, v)
	u.View.Options.Exchange = rules.ExchangeSealed
	return u
}

// noPart is the exchange as somebody sees it who has no part in it.
func noPart() table.Update {
	v := theExchange().View.View
	v.Trades = []rules.TradeView{{From: 2, To: 3, Count: 2, Given: true}, {From: 4, To: 5, Count: 1}}
	return position(six, 25*time.Second, v)
}

// fullHand is the widest hand there is: four players, every kind of card.
func fullHand() table.Update {
	u := position(six[:4], 30*time.Second, rules.View{
		Seat: 0, Round: 1, Phase: rules.PhaseLead, Turn: 0, HandNumber: 1, Leader: 0,
		Hand: cardsOf(imp, 4, orc, 3, skeleton, 2, zombie, 1, warrior, 1, priestess, 1, snake, 1, 8, 1, beast, 1, medusa, 1,
			fiend, 1, 12, 1, dog, 1, lotus, 1, pig, 1, machine, 1),
		Counts: []int{22, 20, 20, 20}, Titles: make([]string, 4), Totals: make([]int, 4),
	})
	return u
}

func crowd() table.Update {
	u := eight()
	u.View.Turn = 1
	u.View.Legal = nil
	return u
}

func TestGamePictures(t *testing.T) {
	for _, c := range []struct {
		name  string
		u     table.Update
		w, h  int
		theme themeChoice
		keys  []string
	}{
		{"lead-80x24", youLead(), 80, 24, autoTheme, nil},
		{"lead-40x12", youLead(), 40, 12, autoTheme, []string{"1", "w"}},
		{"lead-60x20", youLead(), 60, 20, autoTheme, []string{"1", "1", "w"}},
		{"theirs-80x24", theirTurn(), 80, 24, autoTheme, []string{"k"}},
		{"theirs-40x12", theirTurn(), 40, 12, autoTheme, nil},
		{"over-80x24", handOver(), 80, 24, autoTheme, []string{"y"}},
		{"watch-80x24", watching(), 80, 24, autoTheme, []string{"right"}},
		{"watch-40x12", watching(), 40, 12, autoTheme, nil},
		{"sealed-80x24", sealed(), 80, 24, autoTheme, nil},
		{"nopart-80x24", noPart(), 80, 24, autoTheme, nil},
		{"exchange-40x12", theExchange(), 40, 12, autoTheme, []string{"1", "3"}},
		{"exchange-120x40", theExchange(), 120, 40, autoTheme, []string{"1", "3"}},
		{"pig-40x12", thePig(), 40, 12, autoTheme, nil},
		{"pig-120x40", thePig(), 120, 40, autoTheme, []string{"right"}},
		{"full-80x24", fullHand(), 80, 24, autoTheme, []string{"1"}},
		{"full-60x20", fullHand(), 60, 20, autoTheme, []string{"1"}},
		{"full-40x12", fullHand(), 40, 12, autoTheme, []string{"9"}},
		{"full-120x40", fullHand(), 120, 40, autoTheme, nil},
		{"crowd-80x24", crowd(), 80, 24, autoTheme, nil},
		{"crowd-60x20", crowd(), 60, 20, autoTheme, []string{"l"}},
		{"crowd-40x12", crowd(), 40, 12, autoTheme, nil},
		{"crowd-30x8", crowd(), 30, 8, autoTheme, nil},
		{"crowd-160x50", crowd(), 160, 50, autoTheme, nil},
		{"why-80x24", yourTurn(), 80, 24, autoTheme, []string{"9"}},
		{"why-40x12", yourTurn(), 40, 12, autoTheme, []string{"9"}},
		{"why-60x20", yourTurn(), 60, 20, autoTheme, []string{"4", "y"}},
		{"why-60x24", yourTurn(), 60, 24, autoTheme, []string{"4", "y"}},
		{"last-80x24", yourTurn(), 80, 24, autoTheme, []string{"l"}},
		{"out-80x24", yourTurn(), 80, 24, autoTheme, []string{"x"}},
		{"out-40x12", yourTurn(), 40, 12, autoTheme, []string{"x"}},
		{"ascii-80x24", yourTurn(), 80, 24, asciiTheme, []string{"6"}},
		{"ascii-40x12", yourTurn(), 40, 12, asciiTheme, []string{"6"}},
		{"ascii-120x40", eight(), 120, 40, asciiTheme, []string{"6"}},
		{"turn-60x20", yourTurn(), 60, 20, autoTheme, []string{"6"}},
		{"turn-200x60", eight(), 200, 60, autoTheme, []string{"6"}},
		{"pig-60x20", thePig(), 60, 20, autoTheme, []string{"0"}},
		{"pig-200x60", thePig(), 200, 60, autoTheme, []string{"0"}},
		{"exchange-60x20", theExchange(), 60, 20, autoTheme, []string{"1", "e"}},
		{"exchange-200x60", theExchange(), 200, 60, autoTheme, []string{"1"}},
		{"lead-120x40", youLead(), 120, 40, autoTheme, []string{"1"}},
		{"theirs-60x20", theirTurn(), 60, 20, autoTheme, nil},
		{"theirs-120x40", theirTurn(), 120, 40, autoTheme, nil},
		{"watch-60x20", watching(), 60, 20, autoTheme, nil},
		{"watch-120x40", watching(), 120, 40, autoTheme, []string{"right"}},
		{"watch-200x60", watching(), 200, 60, autoTheme, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := play(t, c.w, c.h, c.theme, c.u, start)
			p.press(c.keys...)
			golden(t, "game/"+c.name, p.looks())
		})
	}
}

func TestGameStyles(t *testing.T) {
	for _, theme := range []themeChoice{autoTheme, lightTheme, basicTheme, plainTheme, safeTheme} {
		t.Run(theme.String(), func(t *testing.T) {
			p := play(t, 80, 24, theme, yourTurn(), start)
			p.press("6")
			golden(t, "game/turn-"+theme.String()+"-styles", p.picture().Styled())
		})
	}
}
