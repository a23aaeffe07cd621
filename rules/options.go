package rules

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The fewest and the most players, and the most rounds, of a game.
const (
	MinPlayers = 4
	MaxPlayers = 8
	MaxRounds  = 12
)

// Laps says how often a hand goes round (R1).
type Laps string

// How often a hand goes round: once; until all others have passed in a row;
// or the same, with a pass locking its player out of the hand.
const (
	LapsOne  Laps = "one"
	LapsOpen Laps = "open"
	LapsLock Laps = "lock"
)

// Leading says who leads the first hand of a round (R4).
type Leading string

// Who leads after the Pig: the left neighbour, or whom the Pig's holder names.
const (
	LeaderLeft   Leading = "left"
	LeaderChosen Leading = "chosen"
)

// Stopping says when the Killing Machine may be played (R5).
type Stopping string

// When the Machine may be played: at any time while a set lies there, or only
// in one's own turn.
const (
	MachineAny  Stopping = "any"
	MachineTurn Stopping = "turn"
)

// Trading says how the exchange goes (R9).
type Trading string

// Whether the heroes see the tribute before they choose what to give back.
const (
	ExchangeOpen   Trading = "open"
	ExchangeSealed Trading = "sealed"
)

// Options are what a table may agree on before a game (docs/rules.md part 5).
// The zero value is not playable; DefaultOptions is the printed game.
type Options struct {
	Players  int      `json:"players"`
	Rounds   int      `json:"rounds"`
	Laps     Laps     `json:"laps"`
	Leader   Leading  `json:"leader"`
	Machine  Stopping `json:"machine"`
	Exchange Trading  `json:"exchange"`
	Turn     TurnTime `json:"turn"`
	Bots     string   `json:"bots"` // the kind that fills empty seats
}

// DefaultOptions is the printed game for six.
func DefaultOptions() Options {
	return Options{
		Players: 6, Rounds: 4, Laps: LapsOne, Leader: LeaderLeft, Machine: MachineAny,
		Exchange: ExchangeOpen, Turn: 30 * second, Bots: "none",
	}
}

// Choices lists the words each option with words may take, the default first.
func Choices() map[string][]string {
	return map[string][]string{
		"laps":     {string(LapsOne), string(LapsOpen), string(LapsLock)},
		"leader":   {string(LeaderLeft), string(LeaderChosen)},
		"machine":  {string(MachineAny), string(MachineTurn)},
		"exchange": {string(ExchangeOpen), string(ExchangeSealed)},
		"bots":     {"none", "novice", "regular", "master"},
	}
}

// Check says what is wrong with the options, wrapping ErrOptions.
func (o Options) Check() error {
	if o.Players < MinPlayers || o.Players > MaxPlayers {
		return fmt.Errorf("%w: players is %d to %d", ErrOptions, MinPlayers, MaxPlayers)
	}
	if o.Rounds < 1 || o.Rounds > MaxRounds {
		return fmt.Errorf("%w: rounds is 1 to %d", ErrOptions, MaxRounds)
	}
	if o.Turn != 0 && (o.Turn < minTurn || o.Turn > maxTurn) {
		return fmt.Errorf("%w: turn is %v to %v, or off", ErrOptions, minTurn, maxTurn)
	}
	choices := Choices()
	for _, named := range [...]struct{ option, word string }{
		{"laps", string(o.Laps)},
		{"leader", string(o.Leader)},
		{"machine", string(o.Machine)},
		{"exchange", string(o.Exchange)},
		{"bots", o.Bots},
	} {
		if !slices.Contains(choices[named.option], named.word) {
			return fmt.Errorf("%w: %s is %s", ErrOptions, named.option, strings.Join(choices[named.option], ", "))
		}
	}
	return nil
}

// TurnTime is how long a turn may take, in nanoseconds, or 0 for no limit. It
// is a time.Duration in all but name, because rules knows no time.
type TurnTime int64

const (
	second  TurnTime = 1e9
	minTurn          = 10 * second
	maxTurn          = 300 * second
)

// String writes it as Go writes a duration ("1m30s"), or "off".
func (t TurnTime) String() string {
	if t == 0 {
		return "off"
	}
	text := ""
	if minutes := t / (60 * second); minutes > 0 {
		text = strconv.FormatInt(int64(minutes), 10) + "m"
	}
	seconds := float64(t%(60*second)) / float64(second)
	return text + strconv.FormatFloat(seconds, 'f', -1, 64) + "s"
}

// ParseTurnTime reads "off" or a Go duration such as "45s", "1.5m" or "2m30s".
func ParseTurnTime(text string) (TurnTime, error) {
	if text == "off" {
		return 0, nil
	}
	total, rest, ok := TurnTime(0), text, text != ""
	for rest != "" && ok {
		var part TurnTime
		part, rest, ok = cutTime(rest)
		total += part
		if total > maxTurn {
			break
		}
	}
	switch {
	case !ok:
		return 0, fmt.Errorf("%w: turn is a duration such as 45s or 2m30s, or off", ErrOptions)
	case total < minTurn || total > maxTurn:
		return 0, fmt.Errorf("%w: turn is %v to %v, or off", ErrOptions, minTurn, maxTurn)
	}
	return total, nil
}

// cutTime reads one number and its unit from the front of a duration.
func cutTime(text string) (part TurnTime, rest string, ok bool) {
	end := strings.IndexFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end < 0 {
		return 0, "", false
	}
	unit, rest := cutUnit(text[end:])
	whole, fraction, _ := strings.Cut(text[:end], ".")
	if unit == 0 || whole+fraction == "" || strings.Contains(fraction, ".") {
		return 0, "", false
	}
	// Go's own way to round, so that both read the same.
	units, _ := strconv.ParseFloat("0"+whole, 64)
	parts, _ := strconv.ParseFloat("0"+fraction, 64)
	nanoseconds := min(units*float64(unit), float64(2*maxTurn))
	return TurnTime(nanoseconds) + TurnTime(parts*(float64(unit)/math.Pow10(len(fraction)))), rest, true
}

func cutUnit(text string) (unit TurnTime, rest string) {
	for _, u := range [...]struct {
		word string
		unit TurnTime
	}{{"h", 3600 * second}, {"ms", second / 1e3}, {"m", 60 * second}, {"s", second}, {"us", second / 1e6}, {"µs", second / 1e6}, {"ns", 1}} {
		if rest, ok := strings.CutPrefix(text, u.word); ok {
			return u.unit, rest
		}
	}
	return 0, text
}

// MarshalText writes it as String does.
func (t TurnTime) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads it as ParseTurnTime does.
func (t *TurnTime) UnmarshalText(text []byte) error {
	parsed, err := ParseTurnTime(string(text))
	if err != nil {
		return err
	}
	*t = parsed
	return nil
}

// ReadOptions reads options from JSON; what is left out keeps its default,
// unknown fields are ignored. The error wraps ErrOptions.
func ReadOptions(data []byte) (Options, error) {
	o := DefaultOptions()
	if len(data) > 0 {
		if err := json.Unmarshal(data, &o); err != nil {
			return Options{}, fmt.Errorf("%w: %w", ErrOptions, err)
		}
	}
	return o, o.Check()
}
