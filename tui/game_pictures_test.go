package tui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

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

// atTheTable puts a position of the game on the stage.
func atTheTable(u table.Update) func(*session) screen {
	return func(s *session) screen {
		s.options.Hint = func(v rules.View, _ uint64) (rules.Action, string) { return v.Legal[0], "It is the first." }
		s.now, s.at, s.seat = start, u, &table.Visit{}
		g := newGame(s, func(table.Command) tea.Cmd { return nil })
		g.apply(u)
		return g
	}
}

func TestGamePictures(t *testing.T) {
	for name, c := range map[string]struct {
		place func(*session) screen
		keys  []string
	}{
		"turn":     {atTheTable(yourTurn()), []string{"6"}},
		"lead":     {atTheTable(youLead()), []string{"1", "w"}},
		"theirs":   {atTheTable(theirTurn()), []string{"k"}},
		"over":     {atTheTable(handOver()), []string{"y"}},
		"resting":  {atTheTable(aPause()), []string{"y"}},
		"gone":     {atTheTable(youAreOut()), nil},
		"watch":    {atTheTable(watching()), []string{"right"}},
		"sealed":   {atTheTable(sealed()), nil},
		"nopart":   {atTheTable(noPart()), nil},
		"exchange": {atTheTable(theExchange()), []string{"1", "3"}},
		"pig":      {atTheTable(thePig()), []string{"0"}},
		"machine":  {atTheTable(theMachine()), nil},
		"full":     {atTheTable(fullHand()), []string{"1"}},
		"eight":    {atTheTable(eight()), []string{"6"}},
		"crowd":    {atTheTable(crowd()), nil},
		"why":      {atTheTable(yourTurn()), []string{"4", "y"}},
		"hint":     {atTheTable(yourTurn()), []string{"9"}},
		"last":     {atTheTable(yourTurn()), []string{"l"}},
		"whose":    {atTheTable(yourTurn()), []string{"l", "right", "right"}},
		"out":      {atTheTable(yourTurn()), []string{"x"}},
		"talk":     {atTheTable(aTalk()), []string{"c", "h", "o"}},
		"menu":     {atTheTable(yourTurn()), []string{"esc", "down"}},
		"help":     {atTheTable(yourTurn()), []string{"?"}},
	} {
		goldens(t, "game/"+name, c.place, c.keys...)
	}
}

// aPause is a turn of the person's that waits for a pause to end.
func aPause() table.Update {
	u := yourTurn()
	v := u.View.View
	v.Turn = rules.Nobody
	u = position(six, 0, v)
	u.View.Legal = nil
	u.Board.Paused = true
	return u
}

// youAreOut is another's turn after the person has gone out as the Hero.
func youAreOut() table.Update {
	u := theirTurn()
	v := u.View.View
	v.Hand, v.Placed, v.Counts = []rules.Card{}, []rules.Seat{3, 0}, []int{0, 10, 1, 0, 13, 8}
	u.View.View = v
	u.View.Legal = nil
	return u
}

// aTalk is a table where much has been said.
func aTalk() table.Update {
	u := yourTurn()
	u.Board.Talk = []table.Talk{
		{From: "Wei", Text: "is the pig really real"},
		{Text: "Old Tom is back."},
		{From: "Kestrel", Text: "whoever kept both dogs over the whole round had better have a very good story for it, because I was counting, and so was everybody else"},
		{From: "marta", Text: "it was me, and it was worth it"},
	}
	return u
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
