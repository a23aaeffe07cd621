package table

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/rules"
)

// unique are the cards of which there is one, so that its name in what a seat
// sees can only mean that very card.
var unique = []rules.Card{rules.RedDragon, rules.Chaindog, rules.RedLotus, rules.ExplodingPig, rules.KillingMachine}

// secrets is, after each entry, which unique cards each viewer can't know of.
type secrets map[uint64]*[rules.MaxPlayers + 1][]rules.Card

// TestNoUpdateTellsAnUnseenCard looks for hidden cards in the bytes of
// everything that every visit was ever sent.
func TestNoUpdateTellsAnUnseenCard(t *testing.T) {
	looked := 0
	for n := range uint64(8) {
		p := randomParty(100 + n)
		synctest.Test(t, p.play)
		hidden := secrets{}
		known := map[rules.Card][]rules.Seat{} // through an exchange
		replay(t, p.log.entries, func(e Entry, g *rules.Game, events []rules.Event) {
			hidden[e.Seq] = hiddenAfter(g, events, known)
		})
		for i, d := range p.seen {
			viewer := i
			if i == p.people {
				viewer = rules.MaxPlayers // who watches
			}
			for _, u := range d.updates {
				looked += lookForCards(t, hidden[u.Seen][viewer], encode(t, u.View))
				for _, news := range u.News {
					looked += lookForCards(t, hidden[news.Seen][viewer], encode(t, news))
				}
				if i < p.people {
					continue // the board is the same for all
				}
				if text := encode(t, u.Board); strings.Contains(text, "secret-id") {
					t.Fatalf("a player's ID is shown: %s", text)
				}
			}
		}
	}
	if looked < 5_000 {
		t.Errorf("only %d secrets were looked for", looked)
	}
}

// hiddenAfter lists for each seat, and for who watches, the unique cards that
// somebody else holds and the viewer has had no part in exchanging this round.
func hiddenAfter(g *rules.Game, events []rules.Event, known map[rules.Card][]rules.Seat) *[rules.MaxPlayers + 1][]rules.Card {
	for _, e := range events {
		switch e.Kind {
		case rules.Dealt:
			clear(known)
		case rules.Tribute, rules.Returned:
			for _, c := range e.Cards {
				known[c] = append(known[c], e.From, e.To)
			}
		}
	}
	hidden := new([rules.MaxPlayers + 1][]rules.Card)
	if g == nil || g.Phase() == rules.PhaseScored || g.Phase() == rules.PhaseOver {
		return hidden
	}
	for holder := range g.Options().Players {
		for _, c := range g.View(rules.Seat(holder)).Hand {
			if !slices.Contains(unique, c) {
				continue
			}
			for viewer := range hidden {
				if viewer != holder && !slices.Contains(known[c], rules.Seat(viewer)) {
					hidden[viewer] = append(hidden[viewer], c)
				}
			}
		}
	}
	return hidden
}

func lookForCards(t *testing.T, hidden []rules.Card, text string) int {
	for _, c := range hidden {
		if strings.Contains(text, `"`+c.String()+`"`) {
			t.Fatalf("the hidden %s is shown: %s", c, text)
		}
	}
	return len(hidden)
}

// followsNever leads the first legal set and else passes: what happens when
// does not depend on the cards, as long as nobody is out of them.
type followsNever struct{}

func (followsNever) Choose(_ string, v rules.View, _ uint64) (rules.Action, bool) {
	if v.Phase == rules.PhaseFollow {
		return rules.Pass(), v.Owes()
	}
	return v.Legal[0], true
}

// TestMomentsTellNothing plays the same moves with many deals: every moment must
// be the same, whoever holds the Machine and whoever could have played (R14).
func TestMomentsTellNothing(t *testing.T) {
	moments := func(deal uint64) (when []time.Duration, kinds []rules.EventKind) {
		synctest.Test(t, func(t *testing.T) {
			log := &faultyLog{}
			o := rules.DefaultOptions()
			o.Players, o.Bots, o.Turn = 4, "regular", 0
			start := time.Now()
			tab := Open(t.Context(), Config{Code: "KRAK", Setup: Setup{Options: o}, Policy: followsNever{}, Pace: time.Second, Seed: dealTo(1, deal), Random: 6, Log: log})
			v, err := tab.Visit(t.Context(), player(0))
			must(t, err)
			must(t, v.Do(t.Context(), Sit{}))
			must(t, v.Do(t.Context(), Start{}))
			must(t, v.Do(t.Context(), GiveUp{})) // so that all is done by the policy
			time.Sleep(30 * time.Second)
			synctest.Wait()
			for _, e := range log.entries {
				when, kinds = append(when, e.Time.Sub(start)), append(kinds, rules.EventKind(e.Kind))
			}
		})
		return when, kinds
	}
	first, kinds := moments(0)
	if len(first) < 15 {
		t.Fatalf("only %d entries", len(first))
	}
	for deal := range uint64(12) {
		other, same := moments(deal)
		if !slices.Equal(first, other) || !slices.Equal(kinds, same) {
			t.Fatalf("deal %d\n%v\n%v\n%v\n%v", deal, first, other, kinds, same)
		}
	}
}

// TestAnAutomaticPassComesLikeABotsMove has the same game played by people with
// the automatic pass on and by computer players: who can't play passes at the
// very same moments (R14).
func TestAnAutomaticPassComesLikeABotsMove(t *testing.T) {
	o := rules.DefaultOptions()
	o.Players, o.Rounds, o.Turn = 4, 1, 0
	people, bots := newDesk(3, o), newDesk(3, o)
	for i := range o.Players {
		v := people.enter(player(i))
		must(t, people.do(v, Sit{}))
		must(t, people.setAutoPass(people.now, v, true))
		must(t, people.do(v, Ready{}))
	}
	host := bots.enter(player(0))
	must(t, bots.do(host, Sit{}))
	must(t, bots.do(host, AddBots{Count: 3}))
	for range 4 { // so that both have the same number of entries
		must(t, bots.do(host, Ready{Off: bots.seats[0].Ready}))
	}
	passes := 0
	for _, d := range []*desk{people, bots} {
		players := make([]rules.Player, o.Players)
		for i := range players {
			players[i] = rules.Player{Seat: rules.Seat(i)}
		}
		d.happen(Entry{Kind: Started, Setup: &d.setup, Players: players})
	}
	for people.state == Playing {
		e := Entry{Kind: Cleared, Seat: rules.Nobody}
		if turn := people.game.Turn(); turn != rules.Nobody {
			action := people.game.Legal(turn)[0]
			e = Entry{Kind: Moved, Seat: turn, Action: &action}
			if action.Kind == rules.ActPass && turn != 0 {
				passes++
				if by, bot := people.seats[turn].intent, bots.seats[turn].intent; by == nil || !by.at.Equal(bot.at) {
					t.Fatalf("seat %d: %v, a computer player's %v", turn, by, bot)
				}
			}
		}
		people.happen(e)
		bots.happen(e)
	}
	if passes < 10 {
		t.Errorf("only %d passes", passes)
	}
}

// dealTo is seeds by which that seat holds the Pig; n chooses among them.
func dealTo(pig rules.Seat, n uint64) func() rules.Seed {
	r := rand.New(rand.NewPCG(n, 3))
	return func() (s rules.Seed) {
		for {
			for i := range s {
				s[i] = byte(r.Uint32())
			}
			o := rules.DefaultOptions()
			o.Players = 4
			g, _, err := rules.New(o, []rules.Player{{Seat: 0}, {Seat: 1}, {Seat: 2}, {Seat: 3}})
			if err == nil {
				_, err = g.Deal(s)
			}
			if err != nil || g.Turn() == pig {
				return s
			}
		}
	}
}
