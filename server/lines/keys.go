package lines

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"deathtrap/lobby"
	"deathtrap/table"
)

// keyLine is a key as data.
type keyLine struct {
	Number int        `json:"number"`
	Key    string     `json:"key"`
	Since  *time.Time `json:"since"` // when it was linked; null for the first
	Here   bool       `json:"here"`  // it is the one of this line
}

// Keys answers which keys somebody has, who came in by one of them.
func Keys(keys []lobby.Key, here string) Answer {
	var text strings.Builder
	list := []keyLine{}
	for i, k := range keys {
		line := keyLine{Number: i + 1, Key: k.ID, Here: k.ID == here}
		if !k.Since.IsZero() {
			line.Since = &keys[i].Since
		}
		list = append(list, line)
		fmt.Fprintf(&text, "%d: %s\n   %s.\n", line.Number, k.ID, aboutKey(k, here))
	}
	return Answer{text.String(), struct {
		Keys []keyLine `json:"keys"`
	}{list}}
}

// aboutKey is what one wants to know of a key.
func aboutKey(k lobby.Key, here string) string {
	about := "your first"
	if !k.Since.IsZero() {
		about = "yours since " + k.Since.Format(time.DateOnly)
	}
	if k.ID == here {
		about += "; you are here by it"
	}
	return about
}

// WhichKey is the key that is meant by its number in the list or by its
// fingerprint, which may be none of them.
func WhichKey(keys []lobby.Key, typed string) string {
	if n, err := strconv.Atoi(typed); err == nil && n >= 1 && n <= len(keys) {
		return keys[n-1].ID
	}
	return typed
}

// Sentence is an error as it is told to people: what is only a class of errors
// to programs is left out.
func Sentence(err error) string {
	text := err.Error()
	if errors.Is(err, table.ErrNotAllowed) {
		text = strings.TrimPrefix(text, table.ErrNotAllowed.Error()+": ")
	}
	return sentence(text)
}

// hearKeys obeys the words about the listener's keys.
func (r *reader) hearKeys(word, rest string) error {
	if r.visit.Key() == "" {
		return lobby.ErrNoKey
	}
	switch {
	case word == "keys":
		for i, k := range r.visit.Keys() {
			r.say(fmt.Sprintf("Key %d, %s: %s.", i+1, k.ID, aboutKey(k, r.visit.Key())))
		}
	case word == "link" && rest == "":
		code, _, err := r.visit.Offer()
		if err != nil {
			return err
		}
		r.say("At your other machine, say link and this code, here or after ssh and this server's name: "+code+".",
			"It holds once, for ten minutes. Whoever has it can be you: tell it to nobody.")
	case word == "link":
		return r.visit.Link(rest) // whoever is linked hears so by the end of the visit
	case word == "unlink":
		key := WhichKey(r.visit.Keys(), rest)
		if err := r.visit.Unlink(key); err != nil {
			return err
		}
		r.say(key + " is no longer yours.")
	}
	return nil
}
