package tui

import (
	"strings"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// ties says in w cells why of equal points one stands before another (R10): more
// rounds won, then the better place in the last round. It is "" where all differ, or
// if nothing of it fits.
func (c cast) ties(ranking []rules.Seat, totals []int, winners []rules.Seat, w int) string {
	won := make([]int, len(totals))
	for _, s := range winners {
		won[s]++
	}
	var chain strings.Builder
	ties, only := 0, ""
	for i := 1; i < len(ranking); i++ {
		a, b := ranking[i-1], ranking[i]
		if totals[a] != totals[b] {
			continue
		}
		brief, whole := "last round", "but the better last round."
		if won[a] > won[b] {
			brief, whole = "rounds won", "but more rounds won."
		}
		if ties++; ties > 1 && totals[a] == totals[ranking[i-2]] {
			chain.WriteString(" before " + c.name(b) + " (" + brief + ")")
		} else {
			chain.WriteString(", " + c.name(a) + " before " + c.name(b) + " (" + brief + ")")
		}
		only = c.does(a, "stand", "stands") + " before " + c.name(b) + ": equal points, " + whole
	}
	if ties == 0 {
		return ""
	}
	ways := []string{
		only,
		"Equal points: " + chain.String()[2:] + ".",
		"Equal points: more rounds won stand first, then the better last round.",
		"Equal points: rounds won count, then the last round.",
		"Equal: rounds won, then the last round.",
	}
	if ties > 1 {
		ways = ways[1:]
	}
	for _, words := range ways {
		if terminal.Width(words) <= w {
			return words
		}
	}
	return ""
}
