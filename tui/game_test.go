package tui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// sitting is a game on the stage: a position at a size and in a theme. What is
// sent to the table is collected.
type sitting struct {
	*program
	t    *testing.T
	size terminal.Size
	sent []table.Command
}

func play(t *testing.T, w, h int, theme themeChoice, u table.Update, now time.Time) *sitting {
	t.Helper()
	p := &sitting{t: t, size: terminal.Size{Width: w, Height: h}}
	p.program = staged(t, p.size, func(s *session) screen {
		s.settings.theme = theme
		s.repaint()
		s.settings.still = true
		s.options.Hint = func(v rules.View, _ uint64) (rules.Action, string) { return v.Legal[0], "It is the first." }
		s.now, s.at = now, u
		return newGame(s, p.take)
	})
	p.screen().apply(u)
	p.picture()
	return p
}

func (p *sitting) screen() *gameScreen { return p.place.(*gameScreen) }

func (p *sitting) take(c table.Command) tea.Cmd {
	p.sent = append(p.sent, c)
	return nil
}

// press types keys, and looks at the screen after each.
func (p *sitting) press(keys ...string) {
	for _, key := range keys {
		p.Update(pressed(key))
		p.picture()
	}
}

func (p *sitting) picture() *terminal.Picture { return terminal.Snapshot(p.program, p.size) }

// looks is the picture's text with upper halves as they look.
func (p *sitting) looks() string { return looks(p.picture(), p.theme) }

// cardsOf reads a hand from cards and numbers: Imp, 2, Orc, 1.
func cardsOf(pairs ...int) []rules.Card {
	var h rules.Hand
	for i := 0; i < len(pairs); i += 2 {
		h[pairs[i]] += uint8(pairs[i+1])
	}
	return h.Cards()
}

const (
	imp       = int(rules.Imp)
	orc       = int(rules.Orc)
	skeleton  = int(rules.Skeleton)
	zombie    = int(rules.Zombie)
	warrior   = int(rules.Warrior)
	priestess = int(rules.Priestess)
	snake     = int(rules.SnakeGirl)
	beast     = int(rules.Bloodbeast)
	medusa    = int(rules.Medusa)
	fiend     = int(rules.PitFiend)
	dog       = int(rules.Chaindog)
	lotus     = int(rules.RedLotus)
	pig       = int(rules.ExplodingPig)
	machine   = int(rules.KillingMachine)
)

var start = time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)

// position is an update for seat 0 of a table where those people sit.
func position(names []string, left time.Duration, v rules.View) table.Update {
	v.Options = optionsFor(len(names))
	if v.Rounds == 0 {
		v.Rounds = 4
	}
	legal(&v)
	view := &table.View{View: v}
	if left > 0 {
		deadline := start.Add(left)
		view.Deadline = &deadline
	}
	return table.Update{
		Seen: 41, You: v.Seat, View: view,
		Board: &table.Board{Code: "K7QD", State: table.Playing, Seats: chairs(names...), Setup: table.Setup{Options: v.Options}},
	}
}

// legal lists what the view's own judge accepts.
func legal(v *rules.View) {
	v.Legal = []rules.Action{}
	accept := func(a rules.Action) {
		if v.Check(a) == nil {
			v.Legal = append(v.Legal, a)
		}
	}
	hand := rules.HandOf(v.Hand...)
	wilds := [][]rules.Card{nil, {rules.Chaindog}, {rules.RedLotus}, {rules.Chaindog, rules.RedLotus}}
	for _, w := range wilds[1:] {
		accept(rules.Play(w...))
	}
	for _, c := range rules.Cards() {
		accept(rules.FeedPig(c))
		accept(rules.Give(c))
		for d := c; d <= rules.KillingMachine; d++ {
			accept(rules.Give(c, d))
		}
		for s := range v.Counts {
			accept(rules.FeedPigFor(c, rules.Seat(s)))
		}
		for n := 1; n <= int(hand[c]) && c.Creature(); n++ {
			for _, w := range wilds {
				accept(rules.Play(append(repeat(c, n), w...)...))
			}
		}
	}
	accept(rules.Pass())
	accept(rules.Stop())
}

func put(n int, seat rules.Seat, c rules.Card, count int) rules.Event {
	return rules.Event{N: n, Kind: rules.Played, Seat: seat, Cards: repeat(c, count), Value: c.Value()}
}

func passes(n int, seat rules.Seat) rules.Event {
	return rules.Event{N: n, Kind: rules.Passed, Seat: seat}
}

func news(events ...rules.Event) []table.News {
	list := make([]table.News, len(events))
	for i := range events {
		list[i].Event = &events[i]
	}
	return list
}

func says(from, text string) table.News { return table.News{Talk: &table.Talk{From: from, Text: text}} }

var six = []string{"Ilse", "Wei", "Ragnar", "marta", "Old Tom", "Kestrel"}

var sixTitles = []string{"Hero", "Adventurer", "Total Wimp", "Adventurer", "Wimp", "Big Hero"}

// yourTurn is the first mockup: three Warriors lie there, and Ilse is to play.
func yourTurn() table.Update {
	events := []rules.Event{
		put(1, 2, rules.Orc, 3), put(2, 3, rules.Skeleton, 3), passes(3, 4), put(4, 5, rules.Warrior, 3),
	}
	u := position(six, 21*time.Second, rules.View{
		Seat: 0, Round: 2, Phase: rules.PhaseFollow, Turn: 0, HandNumber: 5, Leader: 2,
		Hand:   cardsOf(imp, 2, zombie, 1, priestess, 2, snake, 3, beast, 1, medusa, 1, dog, 1, machine, 1),
		Counts: []int{12, 10, 10, 9, 13, 8}, Titles: sixTitles, Totals: []int{5, 4, 1, 3, 2, 6},
		Top:       &rules.Top{Seat: 5, Cards: repeat(rules.Warrior, 3), Value: 5},
		HandPlays: events, LastHand: []rules.Event{put(0, 1, rules.Imp, 2)},
	})
	u.News = append(news(events[:3]...), says("marta", "my poor skeletons"), news(events[3])[0])
	return u
}

// theMachine is the mockup of the Killing Machine's moment.
func theMachine() table.Update {
	stops := rules.Event{N: 5, Kind: rules.MachinePlayed, Seat: 4}
	plays := []rules.Event{put(1, 1, rules.Orc, 3), passes(2, 2), put(3, 3, rules.Skeleton, 3), passes(4, 4), stops}
	u := position(six, 30*time.Second, rules.View{
		Seat: 0, Round: 2, Phase: rules.PhaseLead, Turn: 4, HandNumber: 5, Leader: 4,
		Hand:   cardsOf(imp, 2, zombie, 1, priestess, 2, snake, 3, beast, 1, medusa, 1, dog, 1),
		Counts: []int{11, 7, 10, 9, 12, 8}, Titles: sixTitles, Totals: []int{5, 4, 1, 3, 2, 6}, LastHand: plays,
	})
	u.News = news(stops)
	return u
}

// beforeTheMachine is what the screen had been shown.
func beforeTheMachine() table.Update {
	u := theMachine()
	v := u.View.View
	v.Phase, v.Turn, v.HandNumber, v.Leader = rules.PhaseFollow, 5, 4, 1
	v.HandPlays, v.LastHand, v.Top = v.LastHand[:4], nil, &rules.Top{Seat: 3, Cards: repeat(rules.Skeleton, 3), Value: 3}
	return position(six, 30*time.Second, v)
}

func thePig() table.Update {
	return position(six, 26*time.Second, rules.View{
		Seat: 0, Round: 2, Phase: rules.PhasePig, Turn: 0, Leader: rules.Nobody,
		Hand:   cardsOf(imp, 3, zombie, 1, priestess, 2, snake, 3, beast, 1, medusa, 1, dog, 1, pig, 1, machine, 1),
		Counts: []int{14, 14, 14, 13, 13, 14}, Titles: sixTitles, Totals: []int{5, 4, 1, 3, 2, 6},
	})
}

func theExchange() table.Update {
	return position(six, 25*time.Second, rules.View{
		Seat: 0, Round: 2, Phase: rules.PhaseGive, Turn: rules.Nobody, Leader: rules.Nobody,
		Hand:   cardsOf(imp, 2, skeleton, 2, warrior, 3, priestess, 2, snake, 3, medusa, 2, fiend, 1, machine, 1),
		Counts: []int{16, 14, 12, 13, 12, 15},
		Titles: []string{"Big Hero", "Adventurer", "Total Wimp", "Adventurer", "Wimp", "Hero"},
		Totals: []int{6, 4, 1, 3, 2, 5},
		Trades: []rules.TradeView{
			{From: 2, To: 0, Count: 2, Tribute: cardsOf(medusa, 1, fiend, 1)},
			{From: 4, To: 5, Count: 1},
		},
	})
}

// eight is the wide mockup.
func eight() table.Update {
	names := []string{"Ilse", "Wei", "Ragnar", "marta", "Old Tom", "Kestrel", "Suze", "bot"}
	events := []rules.Event{
		put(10, 2, rules.Orc, 3), passes(11, 3), put(12, 4, rules.Skeleton, 3), passes(13, 5), passes(14, 6), put(15, 7, rules.Warrior, 3),
	}
	u := position(names, 21*time.Second, rules.View{
		Seat: 0, Round: 3, Phase: rules.PhaseFollow, Turn: 0, HandNumber: 6, Leader: 2,
		Hand:   cardsOf(imp, 1, zombie, 1, priestess, 2, snake, 3, medusa, 1, dog, 1, machine, 1),
		Counts: []int{10, 6, 7, 7, 8, 5, 10, 7},
		Titles: []string{"Adventurer", "Adventurer", "Total Wimp", "Hero", "Adventurer", "Big Hero", "Wimp", "Adventurer"},
		Totals: []int{12, 11, 3, 15, 8, 14, 5, 4}, Winners: []rules.Seat{3, 5},
		Top:       &rules.Top{Seat: 7, Cards: repeat(rules.Warrior, 3), Value: 5},
		HandPlays: events, LastHand: []rules.Event{put(8, 1, rules.Imp, 1), put(9, 2, rules.PitFiend, 1)},
		Gone: cardsOf(imp, 1, orc, 5, skeleton, 4, zombie, 2, warrior, 3, 8, 2, beast, 1, medusa, 2, fiend, 1, pig, 1),
	})
	u.Board.Code, u.Board.Watchers = "P2XM", []string{"Pim", "Bran"}
	u.News = append(news(events[:3]...), says("Kestrel", "bones again, Tom?"))
	u.News = append(u.News, news(events[3:]...)...)
	u.News = append(u.News, says("Old Tom", "ox, you brute"))
	return u
}

func TestYourTurn(t *testing.T) {
	p := play(t, 80, 24, autoTheme, yourTurn(), start)
	p.press("6")
	golden(t, "game/turn-80x24", p.looks())
}

func TestYourTurnOnAPhone(t *testing.T) {
	u := yourTurn()
	u.View.Counts[2] = 11
	p := play(t, 40, 12, autoTheme, u, start)
	p.press("6")
	golden(t, "game/turn-40x12", p.looks())
}

func TestYourTurnAmongEight(t *testing.T) {
	p := play(t, 120, 40, autoTheme, eight(), start)
	p.press("6")
	golden(t, "game/turn-120x40", p.looks())
}

func TestThePig(t *testing.T) {
	p := play(t, 80, 24, autoTheme, thePig(), start)
	p.press("0")
	golden(t, "game/pig-80x24", p.looks())
}

func TestTheExchange(t *testing.T) {
	p := play(t, 80, 24, autoTheme, theExchange(), start)
	p.press("1")
	golden(t, "game/exchange-80x24", p.looks())
}

func TestTheMachine(t *testing.T) {
	p := play(t, 80, 24, autoTheme, beforeTheMachine(), start)
	p.screen().apply(theMachine())
	golden(t, "game/machine-80x24", p.looks())
}
