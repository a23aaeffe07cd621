package rules

import (
	"encoding/json"
	"fmt"
)

// EventKind is the word for what happened.
type EventKind string

// What can happen, in the order of a game.
const (
	GameStarted   EventKind = "game-started"
	Dealt         EventKind = "dealt"
	Tribute       EventKind = "tribute"
	Returned      EventKind = "returned"
	PigPlayed     EventKind = "pig-played"
	Played        EventKind = "played"
	Passed        EventKind = "passed"
	MachinePlayed EventKind = "machine-played"
	WentOut       EventKind = "went-out"
	HandWon       EventKind = "hand-won"
	RoundScored   EventKind = "round-scored"
	GameOver      EventKind = "game-over"
)

// Event is one thing that happened in a game. Which fields it has depends on
// its kind, as the comments say; an Event is not changed once it is made, so
// its slices may be shared.
type Event struct {
	N    int // counts from 1 within a game
	Kind EventKind

	Players []Player // game-started
	Options *Options // game-started

	Round  int      // dealt, tribute, returned, round-scored: from 1
	First  Seat     // dealt: who is dealt the first card
	Commit Digest   // dealt
	Hands  [][]Card // dealt, by seat; nil when redacted
	Hand   []Card   // dealt, redacted: the viewer's own; nil for a watcher
	Counts []int    // dealt, redacted: cards by seat

	From  Seat   // tribute, returned
	To    Seat   // tribute, returned
	Cards []Card // tribute, returned (nil for whom it is none of their business), played
	Count int    // tribute, returned, redacted: how many cards

	Seat   Seat // pig-played, played, passed, machine-played, went-out, hand-won
	Card   Card // pig-played
	Leader Seat // pig-played, hand-won: who leads next
	Value  int  // played
	Auto   bool // passed: by the clock or a stand-in
	Place  int  // went-out: from 1

	Order  []Seat // round-scored: best first
	Points []int  // round-scored: this round's, by seat
	Totals []int  // round-scored, game-over: by seat
	Seed   Seed   // round-scored

	Winner  Seat   // game-over
	Ranking []Seat // game-over: best first
}

// The data of each kind. A field without omitempty is always written.
type (
	eventHead struct {
		N    int       `json:"n"`
		Kind EventKind `json:"kind"`
	}
	gameStartedData struct {
		eventHead
		Players []Player `json:"players"`
		Options *Options `json:"options"`
	}
	dealtData struct {
		eventHead
		Round  int      `json:"round"`
		First  Seat     `json:"first"`
		Commit Digest   `json:"commit"`
		Hands  [][]Card `json:"hands,omitempty"`
		Hand   []Card   `json:"hand,omitempty"`
		Counts []int    `json:"counts,omitempty"`
	}
	tradeData struct {
		eventHead
		Round int    `json:"round"`
		From  Seat   `json:"from"`
		To    Seat   `json:"to"`
		Cards []Card `json:"cards,omitempty"`
		Count int    `json:"count,omitempty"`
	}
	pigData struct {
		eventHead
		Seat   Seat `json:"seat"`
		Card   Card `json:"card"`
		Leader Seat `json:"leader"`
	}
	playedData struct {
		eventHead
		Seat  Seat   `json:"seat"`
		Cards []Card `json:"cards"`
		Value int    `json:"value"`
	}
	passedData struct {
		eventHead
		Seat Seat `json:"seat"`
		Auto bool `json:"auto"`
	}
	seatData struct {
		eventHead
		Seat Seat `json:"seat"`
	}
	wentOutData struct {
		eventHead
		Seat  Seat `json:"seat"`
		Place int  `json:"place"`
	}
	handWonData struct {
		eventHead
		Seat   Seat `json:"seat"`
		Leader Seat `json:"leader"`
	}
	scoredData struct {
		eventHead
		Round  int    `json:"round"`
		Order  []Seat `json:"order"`
		Points []int  `json:"points"`
		Totals []int  `json:"totals"`
		Seed   Seed   `json:"seed"`
	}
	overData struct {
		eventHead
		Winner  Seat   `json:"winner"`
		Totals  []int  `json:"totals"`
		Ranking []Seat `json:"ranking"`
	}
)

// MarshalJSON writes the fields that the kind has, in the words of
// docs/protocol.md.
func (e Event) MarshalJSON() ([]byte, error) {
	head := eventHead{e.N, e.Kind}
	switch e.Kind {
	case GameStarted:
		return json.Marshal(gameStartedData{head, e.Players, e.Options})
	case Dealt:
		return json.Marshal(dealtData{head, e.Round, e.First, e.Commit, e.Hands, e.Hand, e.Counts})
	case Tribute, Returned:
		return json.Marshal(tradeData{head, e.Round, e.From, e.To, e.Cards, e.Count})
	case PigPlayed:
		return json.Marshal(pigData{head, e.Seat, e.Card, e.Leader})
	case Played:
		return json.Marshal(playedData{head, e.Seat, e.Cards, e.Value})
	case Passed:
		return json.Marshal(passedData{head, e.Seat, e.Auto})
	case MachinePlayed:
		return json.Marshal(seatData{head, e.Seat})
	case WentOut:
		return json.Marshal(wentOutData{head, e.Seat, e.Place})
	case HandWon:
		return json.Marshal(handWonData{head, e.Seat, e.Leader})
	case RoundScored:
		return json.Marshal(scoredData{head, e.Round, e.Order, e.Points, e.Totals, e.Seed})
	case GameOver:
		return json.Marshal(overData{head, e.Winner, e.Totals, e.Ranking})
	}
	return nil, fmt.Errorf("%w: %q", ErrNoSuchEvent, e.Kind)
}

// UnmarshalJSON reads an event, redacted or whole, and ignores fields that its
// kind does not have.
func (e *Event) UnmarshalJSON(text []byte) error {
	var head eventHead
	if err := json.Unmarshal(text, &head); err != nil {
		return err
	}
	read := Event{N: head.N, Kind: head.Kind}
	var err error
	switch head.Kind {
	case GameStarted:
		var d gameStartedData
		err = json.Unmarshal(text, &d)
		read.Players, read.Options = d.Players, d.Options
	case Dealt:
		var d dealtData
		err = json.Unmarshal(text, &d)
		read.Round, read.First, read.Commit, read.Hands, read.Hand, read.Counts = d.Round, d.First, d.Commit, d.Hands, d.Hand, d.Counts
	case Tribute, Returned:
		var d tradeData
		err = json.Unmarshal(text, &d)
		read.Round, read.From, read.To, read.Cards, read.Count = d.Round, d.From, d.To, d.Cards, d.Count
	case PigPlayed:
		var d pigData
		err = json.Unmarshal(text, &d)
		read.Seat, read.Card, read.Leader = d.Seat, d.Card, d.Leader
	case Played:
		var d playedData
		err = json.Unmarshal(text, &d)
		read.Seat, read.Cards, read.Value = d.Seat, d.Cards, d.Value
	case Passed:
		var d passedData
		err = json.Unmarshal(text, &d)
		read.Seat, read.Auto = d.Seat, d.Auto
	case MachinePlayed:
		var d seatData
		err = json.Unmarshal(text, &d)
		read.Seat = d.Seat
	case WentOut:
		var d wentOutData
		err = json.Unmarshal(text, &d)
		read.Seat, read.Place = d.Seat, d.Place
	case HandWon:
		var d handWonData
		err = json.Unmarshal(text, &d)
		read.Seat, read.Leader = d.Seat, d.Leader
	case RoundScored:
		var d scoredData
		err = json.Unmarshal(text, &d)
		read.Round, read.Order, read.Points, read.Totals, read.Seed = d.Round, d.Order, d.Points, d.Totals, d.Seed
	case GameOver:
		var d overData
		err = json.Unmarshal(text, &d)
		read.Winner, read.Totals, read.Ranking = d.Winner, d.Totals, d.Ranking
	default:
		err = fmt.Errorf("%w: %q", ErrNoSuchEvent, head.Kind)
	}
	if err != nil {
		return err
	}
	*e = read
	return nil
}

// Redact is the event as the viewer may know it: Nobody for a watcher. Kinds
// with a secret are built anew from what is public; the others are public as
// they are. Redacting twice changes nothing.
func Redact(e Event, viewer Seat) Event {
	switch e.Kind {
	case Dealt:
		public := Event{N: e.N, Kind: e.Kind, Round: e.Round, First: e.First, Commit: e.Commit, Hand: e.Hand, Counts: e.Counts}
		if e.Hands != nil {
			public.Counts = make([]int, len(e.Hands))
			for seat, hand := range e.Hands {
				public.Counts[seat] = len(hand)
			}
			if viewer != Nobody {
				public.Hand = e.Hands[viewer]
			}
		}
		return public
	case Tribute, Returned:
		public := Event{N: e.N, Kind: e.Kind, Round: e.Round, From: e.From, To: e.To, Count: max(e.Count, len(e.Cards))}
		if viewer != Nobody && (viewer == e.From || viewer == e.To) {
			public.Cards = e.Cards
		}
		return public
	case GameStarted, PigPlayed, Played, Passed, MachinePlayed, WentOut, HandWon, RoundScored, GameOver:
		return e
	}
	return Event{N: e.N, Kind: e.Kind}
}
