package lines

import (
	"strings"

	"deathtrap/lobby"
	"deathtrap/table"
)

// Answer is what a verb answers with: sentences for people, and one JSON object
// for programs.
type Answer struct {
	Text string // lines of at most 80 columns
	Data any
}

// Tables answers which public tables there are.
func Tables(b *lobby.Board) Answer {
	var text strings.Builder
	for _, sentence := range aboutTables(b) {
		text.WriteString(wrap(sentence))
	}
	return Answer{text.String(), struct {
		Tables []tableLine `json:"tables"`
	}{listTables(b)}}
}

// Rules answers what the game is, in a minute.
func Rules() Answer {
	var text strings.Builder
	for _, sentence := range rulesInShort {
		text.WriteString(wrap(sentence))
	}
	return Answer{text.String(), struct {
		Rules []string `json:"rules"`
	}{rulesInShort}}
}

// Who answers who somebody is.
func Who(p table.Player) Answer {
	text := "You are " + p.Name + ". Your key is " + p.Key + "."
	if p.Guest {
		text = "You are " + p.Name + ", a guest: without a key you are somebody else next time."
	}
	return Answer{wrap(text), struct {
		welcomed
		Key string `json:"key"` // "" for a guest
	}{welcomed{p.ID, p.Name, p.Guest}, p.Key}}
}
