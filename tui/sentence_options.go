package tui

import (
	"strconv"
	"strings"

	"deathtrap/rules"
)

// ruleWords says whether a table plays the printed rules, or where it differs.
func ruleWords(o rules.Options) string {
	printed := rules.DefaultOptions()
	var other []string
	if o.Laps != printed.Laps {
		other = append(other, "laps "+string(o.Laps))
	}
	if o.Leader != printed.Leader {
		other = append(other, "leader "+string(o.Leader))
	}
	if o.Machine != printed.Machine {
		other = append(other, "machine "+string(o.Machine))
	}
	if o.Exchange != printed.Exchange {
		other = append(other, "exchange "+string(o.Exchange))
	}
	if other == nil {
		return "the printed rules"
	}
	return strings.Join(other, ", ")
}

// paceWords says how many rounds there are and how long a turn may take.
func paceWords(o rules.Options, between string) string {
	rounds := strconv.Itoa(o.Rounds) + " rounds"
	if o.Rounds == 1 {
		rounds = "1 round"
	}
	return rounds + between + clockWords(o.Turn)
}

// clockWords says how long a turn may take.
func clockWords(t rules.TurnTime) string {
	seconds := int(t / 1e9)
	switch {
	case t == 0:
		return "no clock"
	case seconds%60 == 0:
		return strconv.Itoa(seconds/60) + " min a turn"
	case seconds > 60:
		return strconv.Itoa(seconds/60) + " min " + strconv.Itoa(seconds%60) + " s a turn"
	}
	return strconv.Itoa(seconds) + " s a turn"
}

// choiceWords explains the word of an option.
var choiceWords = map[string]map[string]string{
	"laps": {
		"one":  "all play or pass once, then the hand is over",
		"open": "it goes round until all others have passed",
		"lock": "the same, but a pass locks you out of the hand",
	},
	"leader": {
		"left":   "after the Pig its left neighbour leads",
		"chosen": "the Pig's holder names who leads",
	},
	"machine": {
		"any":  "the Machine stops a hand at any moment",
		"turn": "the Machine only in your own turn",
	},
	"exchange": {
		"open":   "heroes see the tribute before they give back",
		"sealed": "heroes give back before they see the tribute",
	},
	"bots": {
		"none":    "every seat needs a person, or a bot you add",
		"novice":  "novices fill the empty seats; they shed their lowest",
		"regular": "regulars fill the empty seats; they plan and count",
		"master":  "masters fill the empty seats; they think it all through",
	},
}
