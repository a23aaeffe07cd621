package arena

import (
	"fmt"
	"slices"
	"strings"

	"deathtrap/rules"
)

const sealed = `{"exchange":"sealed","laps":"open","leader":"chosen"}`

var tamperings = []tampering{
	{"a play is cut out", "", cut("played", 5)},
	{"a pass is cut out", "", cut("passed", 5)},
	{"a hand-won is cut out", "", cut("hand-won", 1)},
	{"a round-scored is cut out", "", cut("round-scored", 1)},
	{"a deal is cut out", "", cut("dealt", 1)},
	{"a game-started is cut out", "", func(f *file) {
		i := f.find("game-started", 1)
		f.lines = slices.Delete(f.lines, i, i+1)
		f.expect(i, "n is 2, but 1 is due")
	}},
	{"a pass is cut out and all renumbered", "", cutSmoothly("passed", 5, "")},
	{"a hand-won is cut out and all renumbered", "", cutSmoothly("hand-won", 1, "not your turn")},
	{"a went-out is cut out and all renumbered", "", cutSmoothly("went-out", 0, "went-out is due")},
	{"the last went-out is cut out and all renumbered", "", cutSmoothly("went-out", 5, "went-out is due")},
	{"a round-scored is cut out and all renumbered", "", cutSmoothly("round-scored", 0, "round-scored is due")},
	{"the end is cut off", "", func(f *file) {
		f.lines = f.lines[:len(f.lines)-1]
		f.expect(len(f.lines)-1, "in the middle of a game")
	}},
	{"half a round is cut off", "", func(f *file) {
		f.lines = f.lines[:f.find("played", 7)]
		f.expect(len(f.lines)-1, "in the middle of a game")
	}},
	{"nothing is left", "", func(f *file) {
		f.lines = nil
		f.expect(-1, "no event at all")
	}},
	{"a play is doubled", "", func(f *file) {
		i := f.find("played", 3)
		f.lines = slices.Insert(f.lines, i+1, f.lines[i])
		f.expect(i+1, "is missing, doubled or out of place")
	}},
	{"two events change places", "", func(f *file) {
		i := f.find("passed", 3)
		f.lines[i], f.lines[i+1] = f.lines[i+1], f.lines[i]
		f.expect(i, "is missing, doubled or out of place")
	}},
	{"a game is cut out", "", func(f *file) {
		i, j := f.find("game-started", 1), f.find("game-started", 2)
		f.lines = slices.Delete(f.lines, i, j)
		f.expect(i, "it says game 2, but 1 is due")
	}},
	{"a game's number changes in the middle", "", set("played", 9, "game", 7)},
	{"a game's number is left out", "", drop("played", 9, "game")},
	{"n is wrong", "", set("played", 4, "n", 4000)},
	{"n is missing", "", drop("played", 4, "n")},
	{"a line is no JSON", "", func(f *file) {
		i := f.find("passed", 8)
		f.lines[i] = f.lines[i][:20]
		f.expect(i, "not an event")
	}},
	{"a line is another thing", "", func(f *file) {
		i := f.find("passed", 8)
		f.lines[i] = `["passed"]`
		f.expect(i, "not an event")
	}},
	{"a kind is unknown", "", func(f *file) {
		f.edit(f.find("passed", 8), "no such event", func(e map[string]any) { e["kind"] = "cheated" })
	}},
	{"a card is unknown", "", func(f *file) {
		f.edit(f.find("played", 8), "no such card", func(e map[string]any) { e["cards"] = cards("goblin") })
	}},
	{"a card is not held", "", func(f *file) {
		i := f.find("played", 0)
		f.edit(i, "do not hold", func(e map[string]any) {
			e["cards"] = slices.Repeat(cards("red-dragon"), 2)
		})
	}},
	{"cards are missing from a play", "", drop("played", 0, "cards")},
	{"the Pig is played in a set", "", set("played", 2, "cards", cards("exploding-pig"))},
	{"somebody else plays", "", func(f *file) {
		i := f.find("played", 0)
		f.edit(i, "not your turn", func(e map[string]any) { e["seat"] = float64(int(e["seat"].(float64)+2) % 6) })
	}},
	{"the leader passes", "", func(f *file) {
		i := f.find("played", 0)
		f.edit(i, "leader may not pass", func(e map[string]any) { e["kind"], e["auto"] = "passed", false })
	}},
	{"a play has another value", "", set("played", 6, "value", 12)},
	{"a play's value is missing", "", drop("played", 6, "value")},
	{"a play's value is words", "", set("played", 6, "value", "three")},
	{"a pass does not say auto", "", drop("passed", 2, "auto")},
	{"a pass has null for auto", "", set("passed", 2, "auto", nil)},
	{"another hand is won", "", func(f *file) {
		f.edit(f.find("hand-won", 2), `"seat"`, func(e map[string]any) { e["seat"] = float64(int(e["seat"].(float64)+1) % 6) })
	}},
	{"another player leads", "", func(f *file) {
		f.edit(f.find("hand-won", 2), `"leader"`, func(e map[string]any) { e["leader"] = float64(int(e["leader"].(float64)+1) % 6) })
	}},
	{"the Pig goes to another leader", "", func(f *file) {
		f.edit(f.find("pig-played", 0), `"leader"`, func(e map[string]any) { e["leader"] = e["seat"] })
	}},
	{"the Pig takes a special card", "", set("pig-played", 0, "card", "chaindog")},
	{"the Pig has another owner", "", func(f *file) {
		f.edit(f.find("pig-played", 0), "not your turn", func(e map[string]any) { e["seat"] = float64(int(e["seat"].(float64)+1) % 6) })
	}},
	{"somebody without it plays the Machine", "", func(f *file) {
		i := f.find("machine-played", 0)
		f.edit(i, "machine-played", func(e map[string]any) { e["seat"] = float64(int(e["seat"].(float64)+1) % 6) })
	}},
	{"a place is better than it was", "", set("went-out", 1, "place", 1)},
	{"the points are others", "", set("round-scored", 0, "points", []int{6, 5, 4, 3, 2, 2})},
	{"the totals are others", "", set("round-scored", 1, "totals", []int{24, 1, 1, 1, 1, 1})},
	{"the order is another", "", set("round-scored", 0, "order", []int{0, 1, 2, 3, 4, 6})},
	{"a list is null", "", set("round-scored", 0, "points", nil)},
	{"the winner is another", "", set("game-over", 0, "winner", 7)},
	{"the ranking is missing", "", drop("game-over", 0, "ranking")},
	{"the seed is another", "", set("round-scored", 1, "seed", strings.Repeat("ab", 32))},
	{"the seed is cut", "", func(f *file) {
		f.edit(f.find("round-scored", 1), "hexadecimal", func(e map[string]any) { e["seed"] = "abab" })
	}},
	{"the seed is missing", "", drop("round-scored", 1, "seed")},
	{"the commit is another", "", set("dealt", 1, "commit", strings.Repeat("ab", 32))},
	{"the commit is missing", "", drop("dealt", 1, "commit")},
	{"the commit is in capitals", "", func(f *file) {
		f.edit(f.find("dealt", 0), `"commit"`, func(e map[string]any) { e["commit"] = strings.ToUpper(e["commit"].(string)) })
	}},
	{"the round is another", "", set("dealt", 1, "round", 3)},
	{"another seat is dealt first", "", func(f *file) {
		f.edit(f.find("dealt", 1), "not dealt first", func(e map[string]any) { e["first"] = float64(int(e["first"].(float64)+1) % 6) })
	}},
	{"a hand is empty", "", func(f *file) {
		f.edit(f.find("dealt", 0), "not the pack", func(e map[string]any) { e["hands"].([]any)[3] = []any{} })
	}},
	{"a hand has a card more", "", func(f *file) {
		f.edit(f.find("dealt", 0), "not the pack", func(e map[string]any) {
			hands := e["hands"].([]any)
			hands[3] = append(hands[3].([]any), "red-dragon")
		})
	}},
	{"a card has been exchanged for a better one", "", func(f *file) {
		f.edit(f.find("dealt", 0), "not the pack", func(e map[string]any) {
			e["hands"].([]any)[3].([]any)[0] = "red-dragon"
		})
	}},
	{"a hand is not in order", "", func(f *file) {
		f.edit(f.find("dealt", 0), `"hands"`, func(e map[string]any) { slices.Reverse(e["hands"].([]any)[2].([]any)) })
	}},
	{"the hands are not those of seed and commit", "", func(f *file) {
		scored, dealt := f.find("round-scored", 0), f.find("dealt", 0)
		seed := rules.Seed{1, 2, 3}
		f.edit(scored, "", func(e map[string]any) { e["seed"] = seed })
		f.edit(dealt, fmt.Sprintf("not what the seed in line %d deals", scored+1), func(e map[string]any) { e["commit"] = seed.Commit() })
	}},
	{"the tribute is too low", "", func(f *file) {
		f.edit(f.find("tribute", 0), `"cards"`, func(e map[string]any) { e["cards"] = cards("imp", "imp") })
	}},
	{"the tribute goes to another", "", func(f *file) {
		f.edit(f.find("tribute", 1), `"to"`, func(e map[string]any) { e["to"] = e["from"] })
	}},
	{"too much is given back", "", func(f *file) {
		f.edit(f.find("returned", 0), "what seat", func(e map[string]any) { e["cards"] = append(e["cards"].([]any), "imp") })
	}},
	{"a sealed tribute is too low", sealed, func(f *file) {
		f.edit(f.find("tribute", 0), `"cards"`, func(e map[string]any) { e["cards"] = cards("imp", "imp") })
	}},
	{"nothing is given back for a sealed tribute", sealed, cutSmoothly("returned", 0, "gives back")},
	{"what is given back comes before a sealed tribute", sealed, func(f *file) {
		i := f.find("tribute", 0)
		f.lines[i], f.lines[i+1] = f.lines[i+1], f.lines[i]
		f.expect(i, "tribute is due")
		f.renumber()
	}},
	{"the players are too few", "", func(f *file) {
		f.edit(f.find("game-started", 0), "can't begin", func(e map[string]any) { e["players"] = e["players"].([]any)[1:] })
	}},
	{"the options are none", "", drop("game-started", 0, "options")},
	{"an option is none", "", func(f *file) {
		f.edit(f.find("game-started", 0), "can't begin", func(e map[string]any) { e["options"].(map[string]any)["laps"] = "two" })
	}},
	{"an option is missing", "", func(f *file) {
		f.edit(f.find("game-started", 0), "can't begin", func(e map[string]any) { delete(e["options"].(map[string]any), "leader") })
	}},
	{"the game was played by another option", "", func(f *file) {
		f.edit(f.find("game-started", 0), "", func(e map[string]any) { e["options"].(map[string]any)["exchange"] = "sealed" })
		f.expect(f.find("tribute", 1), "gives back")
	}},
}
