package lines

import (
	"encoding/json"
	"time"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
)

// The messages of the door, in the words of docs/protocol.md.
type (
	welcome struct {
		Type     string   `json:"type"`
		Protocol int      `json:"protocol"`
		You      welcomed `json:"you"`
	}
	welcomed struct {
		Player string `json:"player"`
		Name   string `json:"name"`
		Guest  bool   `json:"guest"`
	}
	reply struct {
		Type   string          `json:"type"`
		ID     json.RawMessage `json:"id"`
		OK     bool            `json:"ok"`
		Error  *refusal        `json:"error,omitempty"`
		Code   *string         `json:"code,omitempty"`
		Seat   *rules.Seat     `json:"seat,omitempty"`
		Tables []tableLine     `json:"tables,omitzero"`

		Name    string   `json:"name,omitempty"` // whom it was about
		Ignored []string `json:"ignored,omitzero"`
	}
	refusal struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	eventLine struct {
		Type  string       `json:"type"`
		Seen  uint64       `json:"seen"`
		Event *rules.Event `json:"event"`
	}
	viewLine struct {
		Type  string      `json:"type"`
		Seen  uint64      `json:"seen"`
		Table tableLine   `json:"table"`
		View  *table.View `json:"view"`
	}
	chat struct {
		Type string  `json:"type"`
		From *string `json:"from"` // null for the table or the house itself
		Text string  `json:"text"`
	}
	whisper struct {
		Type string `json:"type"`
		From string `json:"from"`
		Text string `json:"text"`
	}
	bye struct {
		Type   string `json:"type"`
		Reason string `json:"reason"`
	}
)

// tableLine is a table as data.
type tableLine struct {
	Code     string        `json:"code"`
	Title    string        `json:"title"`
	Private  bool          `json:"private"`
	State    table.State   `json:"state"`
	Host     rules.Seat    `json:"host"`
	Options  rules.Options `json:"options"`
	Seats    []chairLine   `json:"seats"` // those that are taken
	Watchers []string      `json:"watchers"`
	Paused   bool          `json:"paused"`
	Locked   bool          `json:"locked"`
	Banned   []string      `json:"banned"` // for the host alone; else empty
}

type chairLine struct {
	Seat    rules.Seat `json:"seat"`
	Name    string     `json:"name"`
	Bot     bool       `json:"bot"`
	Away    bool       `json:"away"`
	Ready   bool       `json:"ready"`
	Face    table.Face `json:"face"` // how a person sees the game; "" for a computer player
	StandIn bool       `json:"stand_in"`
	Left    bool       `json:"left"`
	Grovel  string     `json:"grovel"`
	Pause   bool       `json:"pause"` // wants one
}

func showTable(u *table.Update) tableLine {
	line := lineOf(u.Board)
	line.Banned = append(line.Banned, u.Banned...)
	return line
}

func lineOf(b *table.Board) tableLine {
	line := tableLine{
		Code: b.Code, Title: b.Setup.Title, Private: b.Setup.Private, State: b.State, Host: b.Host,
		Options: b.Setup.Options, Seats: []chairLine{}, Watchers: append([]string{}, b.Watchers...), Paused: b.Paused,
		Locked: b.Locked, Banned: []string{},
	}
	for seat, c := range b.Seats {
		if c.Free() {
			continue
		}
		line.Seats = append(line.Seats, chairLine{
			Seat: rules.Seat(seat), Name: c.Name, Bot: c.Bot != "", Away: c.Away, Ready: c.Ready,
			Face: c.Face, StandIn: c.StandIn, Left: c.Left, Grovel: c.Grovel, Pause: c.Pause,
		})
	}
	return line
}

func listTables(b *lobby.Board) []tableLine {
	list := []tableLine{}
	if b != nil {
		for i := range b.Tables {
			list = append(list, lineOf(&b.Tables[i]))
		}
	}
	return list
}

// dated is a view for a program, which reads its deadline by the wall clock, in UTC.
// A table goes by a clock that can't be set; if the wall clock was, the deadline goes
// with it.
func dated(v *table.View) *table.View {
	if v == nil || v.Deadline == nil {
		return v
	}
	now := time.Now()
	deadline := wallTime(*v.Deadline, v.Deadline.Sub(now), now)
	read := *v
	read.Deadline = &deadline
	return &read
}

// wallTime is a moment by the wall clock, which is now at that and will be there when
// what is left has passed. Less than a second is no setting but two clocks read one
// after the other, and changes nothing: one deadline looks the same in each view.
func wallTime(at time.Time, left time.Duration, wall time.Time) time.Time {
	set := wall.Round(0).Add(left).Sub(at.Round(0))
	return at.Add(set.Round(time.Second)).UTC()
}
