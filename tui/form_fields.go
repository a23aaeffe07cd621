package tui

import (
	"strconv"

	"deathtrap/rules"
)

// field is one row of the form: left and right step its value by -1 and 1.
type field struct {
	label string
	value func(*formScreen) string
	about func(*formScreen) string
	step  func(*formScreen, int)
}

// formFields are the rows, the title first.
var formFields = []field{
	{
		label: "title",
		value: func(f *formScreen) string { return f.title.String() },
		about: func(*formScreen) string { return "what the lobby calls the table" },
	},
	{
		label: "listed",
		value: func(f *formScreen) string {
			return map[bool]string{false: "public", true: "private"}[f.setup.Private]
		},
		about: func(f *formScreen) string {
			if f.setup.Private {
				return "only who knows the code comes in"
			}
			return "everybody sees it in the lobby"
		},
		step: func(f *formScreen, _ int) { f.setup.Private = !f.setup.Private },
	},
	{
		label: "players",
		value: func(f *formScreen) string { return strconv.Itoa(f.setup.Options.Players) },
		about: func(*formScreen) string { return "seats at the table" },
		step: func(f *formScreen, by int) {
			least := max(rules.MinPlayers, f.taken)
			f.setup.Options.Players = max(least, min(f.setup.Options.Players+by, rules.MaxPlayers))
		},
	},
	{
		label: "rounds",
		value: func(f *formScreen) string { return strconv.Itoa(f.setup.Options.Rounds) },
		about: func(*formScreen) string { return "deals until the Ultimate Hero is hailed" },
		step: func(f *formScreen, by int) {
			f.setup.Options.Rounds = max(1, min(f.setup.Options.Rounds+by, rules.MaxRounds))
		},
	},
	worded("laps", func(o *rules.Options) *rules.Laps { return &o.Laps }),
	worded("leader", func(o *rules.Options) *rules.Leading { return &o.Leader }),
	worded("machine", func(o *rules.Options) *rules.Stopping { return &o.Machine }),
	worded("exchange", func(o *rules.Options) *rules.Trading { return &o.Exchange }),
	{
		label: "turn",
		value: func(f *formScreen) string { return f.setup.Options.Turn.String() },
		about: func(f *formScreen) string {
			if f.setup.Options.Turn == 0 {
				return "nobody is hurried"
			}
			return clockWords(f.setup.Options.Turn) + ", then the table passes for you"
		},
		step: func(f *formScreen, by int) { f.setup.Options.Turn = stepTurn(f.setup.Options.Turn, by) },
	},
	worded("bots", func(o *rules.Options) *string { return &o.Bots }),
}

// worded is the field of an option that has words.
func worded[W ~string](name string, of func(*rules.Options) *W) field {
	words := rules.Choices()[name]
	return field{
		label: name,
		value: func(f *formScreen) string { return string(*of(&f.setup.Options)) },
		about: func(f *formScreen) string { return choiceWords[name][string(*of(&f.setup.Options))] },
		step: func(f *formScreen, by int) {
			word := of(&f.setup.Options)
			for i, w := range words {
				if w == string(*word) {
					*word = W(words[(i+by+len(words))%len(words)])
					return
				}
			}
		},
	}
}

// turnTimes are the clocks a form offers, of those from 10 s to 5 min.
var turnTimes = [...]string{"10s", "15s", "20s", "30s", "45s", "1m", "1m30s", "2m", "3m", "5m", "off"}

// stepTurn is the next longer or shorter clock. One that isn't offered steps to
// the nearest that is.
func stepTurn(now rules.TurnTime, by int) rules.TurnTime {
	at := len(turnTimes) - 1
	if now != 0 {
		at = 0
		for at < len(turnTimes)-2 && turnTime(at) < now {
			at++
		}
	}
	return turnTime(max(0, min(at+by, len(turnTimes)-1)))
}

func turnTime(i int) rules.TurnTime {
	t, err := rules.ParseTurnTime(turnTimes[i])
	if err != nil {
		panic(err) // the list above is wrong
	}
	return t
}
