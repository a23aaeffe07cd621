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
// its kind, as the comments say, and small ones stand together so that it is
// smaller; an Event is not changed once it is made, so its slices may be shared.
type Event struct {
	N    int       `json:"n"` // counts from 1 within a game
	Kind EventKind `json:"kind"`

	Players []Player `json:"players"` // game-started
	Options *Options `json:"options"` // game-started

	Round  int      `json:"round"`  // dealt, tribute, returned, round-scored: from 1
	First  Seat     `json:"first"`  // dealt: who is dealt the first card
	Commit Digest   `json:"commit"` // dealt
	Hands  [][]Card `json:"hands"`  // dealt, by seat; nil when redacted
	Hand   []Card   `json:"hand"`   // dealt, redacted: the viewer's own; nil for a watcher
	Counts []int    `json:"counts"` // dealt, redacted: cards by seat

	From  Seat   `json:"from"`  // tribute, returned
	To    Seat   `json:"to"`    // tribute, returned
	Cards []Card `json:"cards"` // tribute, returned (nil for whom it is none of their business), played
	Count int    `json:"count"` // tribute, returned, redacted: how many cards

	Seat   Seat `json:"seat"`   // pig-played, played, passed, machine-played, went-out, hand-won
	Card   Card `json:"card"`   // pig-played
	Auto   bool `json:"auto"`   // passed: by the clock or a stand-in
	Leader Seat `json:"leader"` // pig-played, hand-won: who leads next
	Winner Seat `json:"winner"` // game-over
	Value  int  `json:"value"`  // played
	Place  int  `json:"place"`  // went-out: from 1

	Order  []Seat `json:"order"`  // round-scored: best first
	Points []int  `json:"points"` // round-scored: this round's, by seat
	Totals []int  `json:"totals"` // round-scored, game-over: by seat
	Seed   Seed   `json:"seed"`   // round-scored

	Ranking []Seat `json:"ranking"` // game-over: best first
}

// What is written of each kind. A field without omitempty always is.
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

// UnmarshalJSON reads an event, redacted or whole, and ignores unknown fields.
func (e *Event) UnmarshalJSON(text []byte) error {
	type fields Event
	var read fields
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	switch read.Kind {
	case GameStarted, Dealt, Tribute, Returned, PigPlayed, Played, Passed, MachinePlayed, WentOut, HandWon, RoundScored, GameOver:
		*e = Event(read)
		return nil
	}
	return fmt.Errorf("%w: %q", ErrNoSuchEvent, read.Kind)
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
	}
	if e.Public() {
		return e
	}
	return Event{N: e.N, Kind: e.Kind}
}

// Public reports whether everybody may know all of the event, so that it needs no
// redacting.
func (e *Event) Public() bool {
	switch e.Kind {
	case GameStarted, PigPlayed, Played, Passed, MachinePlayed, WentOut, HandWon, RoundScored, GameOver:
		return true
	}
	return false
}
