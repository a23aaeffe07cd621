package rules

import (
	"fmt"
	"strings"
	"testing"
)

var names = [MaxPlayers]string{"ana", "bo", "cleo", "dan", "eva", "finn", "gil", "hana"}

func people(n int) []Player {
	list := make([]Player, n)
	for i := range list {
		list[i] = Player{Seat: Seat(i), Name: names[i]}
	}
	return list
}

// begin is a new game by those options.
func begin(t testing.TB, o Options) *Game {
	t.Helper()
	g, _, err := New(o, people(o.Players))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// leading is a game of as many players as hands are given, in which seat 0 is
// to lead. Hands are slugs with spaces between.
func leading(t testing.TB, o Options, hands ...string) *Game {
	t.Helper()
	o.Players = len(hands)
	g := begin(t, o)
	g.round = 1
	for s, hand := range hands {
		g.hands[s] = HandOf(cardsOf(t, hand)...)
	}
	g.lead(0)
	return g
}

func cardsOf(t testing.TB, slugs string) []Card {
	t.Helper()
	var cards []Card
	for _, slug := range strings.Fields(slugs) {
		c, err := ParseCard(slug)
		if err != nil {
			t.Fatal(err)
		}
		cards = append(cards, c)
	}
	return cards
}

// allOptions is every combination of the options that change the game.
func allOptions(players int) []Options {
	var all []Options
	choices := Choices()
	for _, laps := range choices["laps"] {
		for _, leader := range choices["leader"] {
			for _, machine := range choices["machine"] {
				for _, exchange := range choices["exchange"] {
					o := DefaultOptions()
					o.Players, o.Laps, o.Leader, o.Machine, o.Exchange = players, Laps(laps), Leading(leader), Stopping(machine), Trading(exchange)
					all = append(all, o)
				}
			}
		}
	}
	return all
}

func optionsName(o Options) string {
	return fmt.Sprintf("%d %s %s %s %s", o.Players, o.Laps, o.Leader, o.Machine, o.Exchange)
}
