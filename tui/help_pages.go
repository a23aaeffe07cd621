package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// helpLine is one line of a page.
type helpLine struct {
	label string // a key, at the right end of its column
	words string
	kind  role // of the words
	card  rules.Card
	more  bool            // the line goes on with the one above
	press tea.KeyPressMsg // what a click on it means, if it has a label
}

// fourLines are the game in four lines.
const fourLines = "One player puts down cards of one creature. Going round, each puts down " +
	"the same number of a stronger creature, or passes. The strongest set wins " +
	"the hand and leads the next. Get rid of all your cards first.\n" +
	"Wild cards join any set. The Pig starts a round. The Machine ends a hand."

// here is the help for the screen below.
func (h *helpScreen) here(w int) []helpLine {
	k := h.below.keys()
	var lines []helpLine
	for i, words := range reflow(k.now, w-10) {
		lines = append(lines, helpLine{words: [...]string{"NOW   ", "      "}[min(i, 1)] + words, kind: quiet})
	}
	lines = append(lines, helpLine{})
	for _, s := range k.all() {
		label := s.page
		if label.Key == "" {
			label = s.Help()
		}
		if label.Key == "?" {
			continue
		}
		for i, words := range reflow(label.Desc, max(12, w-helpRoom(w))) {
			lines = append(lines, helpLine{label: label.Key, words: words, kind: text, more: i > 0, press: s.press()})
		}
	}
	lines = append(lines, helpLine{}, helpLine{words: "THE GAME IN FOUR LINES", kind: crown}, helpLine{})
	for _, paragraph := range strings.Split(fourLines, "\n") {
		for _, line := range reflow(paragraph, min(w, 80)-6) {
			lines = append(lines, helpLine{words: "  " + line, kind: text})
		}
	}
	return append(lines, helpLine{}, helpLine{words: "The stronger, the rarer: one Red Dragon, worth 12; twelve Imps, worth 1.", kind: quiet})
}

// helpRoom is how many cells of a line of w are not for what a key does.
func helpRoom(w int) int {
	if w < phoneW {
		return 13
	}
	return 20
}

// bestiary lists the creatures.
func bestiary() []helpLine {
	lines := []helpLine{{words: "THE BESTIARY", kind: crown}, {}}
	for _, c := range rules.Cards() {
		words := fmt.Sprintf("%-15s value %2d %2d of them", c.Name(), c.Value(), c.Copies())
		switch {
		case c.Wild():
			words = fmt.Sprintf("%-15s wild     joins any set, alone 0", c.Name())
		case c == rules.ExplodingPig:
			words = fmt.Sprintf("%-15s special  opens a round, with a monster", c.Name())
		case c == rules.KillingMachine:
			words = fmt.Sprintf("%-15s special  stops a hand", c.Name())
		}
		lines = append(lines, helpLine{words: words, kind: text, card: c})
	}
	return append(lines, helpLine{},
		helpLine{words: "The printed table is lost. Skeleton 3 and Warrior 5 are attested, and", kind: quiet},
		helpLine{words: "the names of the Orc, the Priestess, the Zombie and the Snake Girl; the", kind: quiet},
		helpLine{words: "rest is a reconstruction from the bestiary of the 1998 computer game.", kind: quiet})
}

// readRules breaks the rules into lines.
func readRules(w int) []helpLine {
	var lines []helpLine
	for _, paragraph := range strings.Split(strings.TrimSpace(rulesText), "\n") {
		heading, isHeading := strings.CutPrefix(paragraph, "# ")
		switch {
		case paragraph == "":
			lines = append(lines, helpLine{})
		case isHeading:
			lines = append(lines, helpLine{words: strings.ToUpper(heading), kind: crown})
		default:
			for _, line := range reflow(paragraph, min(w, 84)) {
				lines = append(lines, helpLine{words: "  " + line, kind: text})
			}
		}
	}
	return lines
}

// reflow breaks a paragraph into lines of at most w cells.
func reflow(paragraph string, w int) []string {
	var lines []string
	var line strings.Builder
	wide := 0
	for word := range strings.FieldsSeq(paragraph) {
		n := terminal.Width(word)
		if line.Len() > 0 && wide+1+n > w {
			lines = append(lines, line.String())
			line.Reset()
			wide = 0
		}
		if line.Len() > 0 {
			line.WriteByte(' ')
			wide++
		}
		line.WriteString(word)
		wide += n
	}
	return append(lines, line.String())
}
