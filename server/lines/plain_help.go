package lines

import (
	"fmt"
	"slices"
	"strings"

	"deathtrap/rules"
	"deathtrap/table"
)

// hint says what a good player would do.
func (r *reader) hint() {
	v := r.last.View
	switch {
	case r.line.Hint == nil:
		r.say("There are no hints here.")
	case v == nil || len(v.Legal) == 0:
		r.say("There is nothing for you to do now.")
	default:
		a, why := r.line.Hint(v.View, r.last.Seen)
		if a.Kind != "" {
			r.say("Hint: " + r.wordsFor(a) + ".")
		}
		r.say(why)
	}
}

// hearSetting changes what is set at this table.
func (r *reader) hearSetting(word, rest string) {
	var command table.Command
	switch word {
	case "auto":
		command = table.AutoPass{On: !strings.EqualFold(rest, "off")}
	case "time":
		command = table.MoreTime{}
	case "hurry":
		command = table.Hurry{}
	case "pause", "go":
		command = table.Pause{Off: word == "go" || strings.EqualFold(rest, "off")}
	case "bot":
		command = table.AddBots{Count: 1, Kind: strings.ToLower(rest)}
	case "change":
		setup, err := changeSetup(r.last.Board.Setup, strings.Fields(rest))
		if err != nil {
			r.complain(err)
			return
		}
		command = table.Change{Setup: setup}
	}
	if err := r.at.Do(r.ctx, command); err != nil {
		r.complain(err)
		return
	}
	switch c := command.(type) {
	case table.AutoPass:
		r.say("Automatic pass is " + map[bool]string{true: "on", false: "off"}[c.On] + ".")
	case table.Hurry:
		r.say("The rest of the round goes quickly, once everybody here is out of it and has said hurry.")
	case table.Change:
		r.say("The table now has " + describe(c.Setup.Options) + ".")
	}
}

// verify deals the last round again from its seed.
func (r *reader) verify() {
	v := r.last.View
	if v == nil || v.LastRound == nil {
		r.say("There is no finished round yet.")
		return
	}
	seed, err := v.LastRound.Seed.MarshalText()
	if err != nil {
		r.complain(err)
		return
	}
	commit, err := rules.Digest(v.LastRound.Seed.Commit()).MarshalText()
	if err != nil {
		r.complain(err)
		return
	}
	verdict := "That is not what was promised at the deal."
	switch promised, heard := r.commits[v.LastRound.Round]; {
	case !heard:
		verdict = "You came after the deal, so what was promised then can't be compared."
	case v.LastRound.Seed.Commit() == promised:
		verdict = "That is what was promised at the deal: it was fair."
	}
	r.say(fmt.Sprintf("The seed of round %d is %s.", v.LastRound.Round, seed), fmt.Sprintf("Its SHA-256 is %s.", commit), verdict)
}

// tellScores tells who has how many points, the best first.
func (r *reader) tellScores() {
	v := r.last.View
	if v == nil || v.LastRound == nil {
		r.say("Nobody has a point yet.")
		return
	}
	ranking := slices.Clone(v.LastRound.Order)
	slices.SortStableFunc(ranking, func(a, b rules.Seat) int { return v.Totals[b] - v.Totals[a] })
	if v.Result != nil {
		ranking = v.Result.Ranking
	}
	r.say(fmt.Sprintf("After round %d:", v.LastRound.Round))
	for i, s := range ranking {
		place := 1 + slices.Index(v.LastRound.Order, s)
		r.say(fmt.Sprintf("%d: %s, %s, %s in all.", i+1, r.teller.whom(s), rules.Title(place, len(ranking)), number(v.Totals[s], "point")))
	}
}
