package rules

import (
	"fmt"
	"strings"
	"testing"
)

// The pack as docs/rules.md part 3 prints it.
func TestPack(t *testing.T) {
	var table strings.Builder
	total := 0
	for _, c := range Cards() {
		fmt.Fprintf(&table, "%-15s  %-15s  value %2d  %2d copies\n", c.Name(), c, c.Value(), c.Copies())
		total += c.Copies()
		if c.Creature() && c.Copies() != 13-c.Value() {
			t.Errorf("%s of value %d is there %d times", c, c.Value(), c.Copies())
		}
		if c.Creature() && c.Wild() {
			t.Errorf("%s is a monster and wild", c)
		}
		back, err := ParseCard(c.String())
		if err != nil || back != c {
			t.Errorf("%s reads back as %s: %v", c, back, err)
		}
	}
	if total != DeckSize {
		t.Errorf("%d cards", total)
	}
	if n := Imp.Copies() + Chaindog.Copies() + RedLotus.Copies(); n != LargestSet {
		t.Errorf("the largest set has %d cards", n)
	}
	golden(t, "pack.txt", table.String())
}

func TestNoCard(t *testing.T) {
	for _, c := range []Card{NoCard, kinds, -1, 127, -128} {
		if c.Name() != "" || c.String() != "" || c.Value() != 0 || c.Copies() != 0 || c.Creature() || c.Wild() {
			t.Errorf("card %d is something", int(c))
		}
		if _, err := c.MarshalText(); err == nil {
			t.Errorf("card %d is written", int(c))
		}
		h := HandOf(Orc)
		if h.Has(HandOf(c)) {
			t.Errorf("a hand holds card %d", int(c))
		}
	}
	if _, err := ParseCard(""); err == nil {
		t.Error("no slug is a card")
	}
}

func TestHand(t *testing.T) {
	h := HandOf(RedLotus, Orc, KillingMachine, Imp, Orc)
	if got := fmt.Sprint(h.Cards()); got != "[imp orc orc red-lotus killing-machine]" {
		t.Error(got)
	}
	h.Remove(HandOf(Orc, RedLotus))
	h.Add(HandOf(Medusa))
	if got := fmt.Sprint(h.Cards()); got != "[imp orc medusa killing-machine]" || h.Len() != 4 {
		t.Error(got, h.Len())
	}
	if !h.Has(HandOf(Orc, Imp)) || h.Has(HandOf(Orc, Orc)) {
		t.Error("Has is wrong")
	}
	low, high := h.weakest(2), h.strongest(5)
	if got := fmt.Sprint(low.Cards(), high.Cards()); got != "[imp orc] [imp orc medusa]" {
		t.Error(got)
	}
	var empty Hand
	if empty.Cards() == nil {
		t.Error("an empty hand is nil")
	}
}

// Hand sizes, points and titles as docs/rules.md part 3 prints them.
func TestTables(t *testing.T) {
	var text strings.Builder
	for n := MinPlayers; n <= MaxPlayers; n++ {
		fmt.Fprintf(&text, "%d players, hands", n)
		for s := range n {
			fmt.Fprintf(&text, " %d", HandSize(Seat(s), 0, n))
		}
		text.WriteString("\n")
		for place := 1; place <= n; place++ {
			fmt.Fprintf(&text, "  %d. %s, %d points\n", place, Title(place, n), Points(place, n))
		}
	}
	golden(t, "tables.txt", text.String())
}
