package rules

import (
	"encoding/json"
	"fmt"
	"slices"
)

// ActionKind is the word for what a player does.
type ActionKind string

// What a player can do.
const (
	ActGive    ActionKind = "give"    // exchange: a hero gives back
	ActPig     ActionKind = "pig"     // the Pig takes a monster along
	ActPlay    ActionKind = "play"    // put down a set
	ActPass    ActionKind = "pass"    // leave it
	ActMachine ActionKind = "machine" // stop the hand
)

// Action is one thing a seat wants to do. Make one with Play, Pass, and so on:
// they leave unused fields as Apply wants them.
type Action struct {
	Kind   ActionKind
	Cards  []Card // give, play; in any order
	Leader Seat   // pig: who is to lead under leader=chosen, else Nobody
	Card   Card   // pig
	Auto   bool   // the clock or a stand-in did it, not the player; no part of the data
}

// Play puts down a set.
func Play(cards ...Card) Action { return Action{Kind: ActPlay, Cards: cards, Leader: Nobody} }

// Pass lets the set on the table lie.
func Pass() Action { return Action{Kind: ActPass, Leader: Nobody} }

// Stop plays the Killing Machine.
func Stop() Action { return Action{Kind: ActMachine, Leader: Nobody} }

// Give hands cards back to whoever paid tribute.
func Give(cards ...Card) Action { return Action{Kind: ActGive, Cards: cards, Leader: Nobody} }

// FeedPig blows up a monster; the left neighbour leads.
func FeedPig(card Card) Action { return FeedPigFor(card, Nobody) }

// FeedPigFor blows up a monster and names who leads (leader=chosen).
func FeedPigFor(card Card, leader Seat) Action {
	return Action{Kind: ActPig, Card: card, Leader: leader}
}

// Same reports whether two actions are the same choice: equal in the fields
// that their kind has, up to the order of cards.
func (a Action) Same(b Action) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case ActGive, ActPlay:
		return len(a.Cards) == len(b.Cards) && HandOf(a.Cards...) == HandOf(b.Cards...)
	case ActPig:
		return a.Card == b.Card && a.Leader == b.Leader
	}
	return true
}

type actionData struct {
	Kind   ActionKind `json:"kind"`
	Cards  *[]Card    `json:"cards,omitempty"`
	Card   *Card      `json:"card,omitempty"`
	Leader *Seat      `json:"leader,omitempty"`
}

// MarshalJSON writes the fields that the kind has.
func (a Action) MarshalJSON() ([]byte, error) {
	data := actionData{Kind: a.Kind}
	switch a.Kind {
	case ActGive, ActPlay:
		cards := slices.Clone(a.Cards)
		if cards == nil {
			cards = []Card{}
		}
		data.Cards = &cards
	case ActPig:
		data.Card = &a.Card
		if a.Leader != Nobody {
			data.Leader = &a.Leader
		}
	}
	return json.Marshal(data)
}

// UnmarshalJSON reads the fields that the kind has and ignores all others.
func (a *Action) UnmarshalJSON(text []byte) error {
	var data actionData
	if err := json.Unmarshal(text, &data); err != nil {
		return err
	}
	read := Action{Kind: data.Kind, Leader: Nobody}
	switch data.Kind {
	case ActGive, ActPlay:
		if data.Cards != nil {
			read.Cards = *data.Cards
		}
	case ActPig:
		if data.Card != nil {
			read.Card = *data.Card
		}
		if data.Leader != nil {
			read.Leader = *data.Leader
		}
	case ActPass, ActMachine:
	default:
		return fmt.Errorf("%w: %q", ErrNoSuchAction, data.Kind)
	}
	*a = read
	return nil
}
