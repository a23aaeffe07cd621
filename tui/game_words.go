package tui

import (
	"strconv"
	"strings"

	"deathtrap/rules"
)

var numbers = [...]string{
	"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
	"eleven", "twelve", "thirteen", "fourteen",
}

// number is a small number in words.
func number(n int) string {
	if n < 0 || n >= len(numbers) {
		return strconv.Itoa(n)
	}
	return numbers[n]
}

// capital makes a sentence of a clause.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// some is a number of creatures in words: "one Bloodbeast", "three Skeletons".
func some(n int, c rules.Card) string {
	if n == 1 {
		return "one " + c.Name()
	}
	return number(n) + " " + c.Plural()
}

// wildWords names the wild cards of a set: "Chaindog", "both wild cards".
func wildWords(set rules.Hand) string {
	switch {
	case wildsIn(set) == 2:
		return "both wild cards"
	case set[rules.Chaindog] > 0:
		return rules.Chaindog.Name()
	}
	return rules.RedLotus.Name()
}

// raisedWords says what a set is made of, and as what it counts if wild cards
// are in it: "2 Priestess + Chaindog", "3 x Priestess".
func raisedWords(set rules.Hand) (made, counts string) {
	c := creatureOf(set)
	total := strconv.Itoa(set.Len())
	switch {
	case c.Wild():
		return wildWords(set), ""
	case wildsIn(set) == 0:
		return total + " x " + c.Name(), ""
	}
	return strconv.Itoa(int(set[c])) + " " + c.Name() + " + " + wildWords(set), total + " x " + c.Name()
}

// giftWords lists cards that are given away: "2 Imp", "Imp + Orc".
func giftWords(set rules.Hand) string {
	words := ""
	for _, c := range rules.Cards() {
		n := int(set[c])
		if n == 0 {
			continue
		}
		if words != "" {
			words += " + "
		}
		if n > 1 || n == set.Len() {
			words += strconv.Itoa(n) + " "
		}
		words += c.Name()
	}
	return words
}

// wording is how many words there is room for.
type wording uint8

const (
	inFull   wording = iota
	inShort          // without what can be left out
	inFew            // as few as still say it all
	onPhones         // without what the phone's own line says
	inOne            // the verb alone
)

// sentence is what enter does.
func (c *choice) sentence(v *rules.View, names cast, how wording) string {
	words := c.wholeSentence(v, names, how)
	if how == inOne {
		words, _, _ = strings.Cut(words, " ")
		words = strings.TrimRight(words, ":,;")
	}
	return words
}

func (c *choice) wholeSentence(v *rules.View, names cast, how wording) string {
	few := how >= inFew
	switch {
	case c.asked == askPass && few:
		return "pass; all could go"
	case c.asked == askPass:
		return "pass, though your whole hand could go"
	case c.asked == advisedPass && few:
		return "pass"
	case c.asked == advisedPass:
		return "pass, as the hint says"
	case c.asked == askMachine && few:
		return "stop the hand and lead"
	case c.asked == askMachine:
		return "stop the hand with the Killing Machine; you lead the next"
	}
	if a, whole := c.action(v); whole {
		return c.playSentence(v, a, names, how)
	}
	set := cheapest(v)
	switch {
	case v.Phase == rules.PhaseGive && c.raised != (rules.Hand{}):
		return "add the weakest to what you give"
	case set == (rules.Hand{}):
		return withoutSetWords(may(v, rules.ActPass), few)
	case v.Phase == rules.PhaseGive || v.Phase == rules.PhasePig:
		return "raise " + giftWords(set) + ", the weakest"
	}
	made, _ := raisedWords(set)
	switch {
	case few:
		return "raise " + fewWords(set)
	case how != inFull || v.Top == nil:
		return "raise " + made
	}
	return "raise " + made + ", the cheapest that fits"
}

// withoutSetWords says what enter does when no set can be put down.
func withoutSetWords(pass, few bool) string {
	switch {
	case pass && few:
		return "pass: nothing fits"
	case pass:
		return "pass: nothing of yours beats it"
	case few:
		return "play the Machine"
	}
	return "play the Killing Machine, all you have"
}

func (c *choice) playSentence(v *rules.View, a rules.Action, names cast, how wording) string {
	switch a.Kind {
	case rules.ActGive:
		return "give " + giftWords(c.raised) + " to " + names.name(tributary(v))
	case rules.ActPig:
		words := "blow up 1 " + a.Card.Name()
		if a.Leader != rules.Nobody {
			words += "; " + lowerYou(names.does(a.Leader, "lead", "leads"))
		}
		return words
	}
	verb := "play"
	if v.Top == nil {
		verb = "lead"
	}
	made, counts := raisedWords(c.raised)
	switch {
	case how == onPhones:
		return verb
	case how == inFew:
		made = fewWords(c.raised)
	case creatureOf(c.raised).Wild():
		made += ", worth 0"
	case counts != "" && how == inShort:
		made += " as " + strconv.Itoa(c.raised.Len())
	case counts != "":
		made += " as " + counts
	}
	return verb + " " + made
}

// fewWords names a set in few words: "2 Priestess + Dog".
func fewWords(set rules.Hand) string {
	made, _ := raisedWords(set)
	for _, long := range [...][2]string{{"+ both wild cards", "+ both"}, {rules.Chaindog.Name(), "Dog"}, {rules.RedLotus.Name(), "Lotus"}} {
		made = strings.Replace(made, long[0], long[1], 1)
	}
	return made
}

// tributary is who paid tribute to the viewer.
func tributary(v *rules.View) rules.Seat {
	for _, t := range v.Trades {
		if t.To == v.Seat {
			return t.From
		}
	}
	return rules.Nobody
}

// advice is the line below a large hand: what could be done, in words.
func (c *choice) advice(v *rules.View) string {
	if !v.Owes() || v.Phase == rules.PhaseGive {
		return ""
	}
	if v.Phase == rules.PhasePig || v.Top == nil || !may(v, rules.ActPlay) {
		return whyAny(v)
	}
	words := "Solid cards can be played."
	if wildsIn(c.raised) == 0 {
		return words
	}
	plain := cheapest(v)
	if wildsIn(plain) > 0 {
		return words
	}
	without := "the wild cards"
	switch {
	case c.raised[rules.RedLotus] == 0:
		without = "the Dog"
	case c.raised[rules.Chaindog] == 0:
		without = "the Lotus"
	}
	return words + " " + capital(some(plain.Len(), creatureOf(plain))) + " would do it without " + without + "."
}

// ledMachine tells of the Machine on an empty table.
func ledMachine(names cast, s rules.Seat) string {
	return "CLANK. The Machine finds nothing to stop. " + names.does(s, "lead", "leads") + " again."
}

// scrap is what the Machine made of a hand.
func scrap(plays []rules.Event) string {
	for i := len(plays) - 1; i >= 0; i-- {
		if e := plays[i]; e.Kind == rules.Played {
			set := rules.HandOf(e.Cards...)
			return capital(some(set.Len(), creatureOf(set))) + ", scrap metal. Nobody wins this hand."
		}
	}
	return "Nobody wins this hand."
}
