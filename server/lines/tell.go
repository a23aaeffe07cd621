package lines

import (
	"fmt"
	"slices"
	"strings"

	"deathtrap/rules"
	"deathtrap/table"
)

// teller puts what happens into sentences, for one listener.
type teller struct {
	you   rules.Seat
	names []string // by seat
	lying bool     // a set lies on the table, so the next one follows
}

// name is how the listener hears of a seat, at the start of a sentence.
func (t *teller) name(s rules.Seat) string {
	if s == t.you {
		return "You"
	}
	return t.names[s]
}

// whom is how the listener hears of a seat, inside a sentence.
func (t *teller) whom(s rules.Seat) string {
	if s == t.you {
		return "you"
	}
	return t.names[s]
}

// verb is the verb that fits name(s): "Wei leads", "You lead".
func (t *teller) verb(s rules.Seat, verb string) string {
	if s == t.you {
		return verb
	}
	if strings.HasSuffix(verb, "s") {
		return verb + "es"
	}
	return verb + "s"
}

// event is what happened, as one sentence or a few lines.
func (t *teller) event(e *rules.Event) []string {
	switch e.Kind {
	case rules.GameStarted:
		return []string{t.started(e)}
	case rules.Dealt:
		return t.dealt(e)
	case rules.Tribute, rules.Returned:
		return []string{t.traded(e)}
	case rules.PigPlayed:
		t.lying = false
		return []string{fmt.Sprintf("BOOM. %s %s up %s with the Exploding Pig. %s %s.", t.name(e.Seat), t.verb(e.Seat, "blow"), one(e.Card), t.name(e.Leader), t.verb(e.Leader, "lead"))}
	case rules.Played:
		verb := "lead"
		if t.lying {
			verb = "play"
		}
		t.lying = true
		return []string{fmt.Sprintf("%s %s %s, value %d.", t.name(e.Seat), t.verb(e.Seat, verb), set(e.Cards), e.Value)}
	case rules.Passed:
		return []string{fmt.Sprintf("%s %s.", t.name(e.Seat), t.verb(e.Seat, "pass"))}
	case rules.MachinePlayed:
		t.lying = false
		return []string{fmt.Sprintf("CLANK. %s %s the Killing Machine. The hand is stopped; nobody wins it.", t.name(e.Seat), t.verb(e.Seat, "play"))}
	case rules.WentOut:
		return []string{t.wentOut(e)}
	case rules.HandWon:
		t.lying = false
		return []string{t.handWon(e)}
	case rules.RoundScored:
		return t.scored(e)
	case rules.GameOver:
		return t.over(e)
	}
	return nil
}

func (t *teller) started(e *rules.Event) string {
	names := make([]string, len(e.Players))
	for i, p := range e.Players {
		names[i] = t.whom(p.Seat)
	}
	return fmt.Sprintf("The game begins. Clockwise: %s. %s.", strings.Join(names, ", "), describe(*e.Options))
}

func (t *teller) dealt(e *rules.Event) []string {
	t.lying = false
	lines := []string{fmt.Sprintf("Round %d is dealt, %s first.", e.Round, t.whom(e.First))}
	if e.Hand != nil {
		lines = append(lines, holding(e.Hand))
	}
	return lines
}

func (t *teller) traded(e *rules.Event) string {
	what := number(e.Count, "card")
	if e.Cards != nil {
		what = list(e.Cards)
	}
	back := ""
	if e.Kind == rules.Returned {
		back = " back"
	}
	return fmt.Sprintf("%s %s %s %s%s.", t.name(e.From), t.verb(e.From, "give"), t.whom(e.To), what, back)
}

func (t *teller) wentOut(e *rules.Event) string {
	n := len(t.names)
	is := "is"
	if e.Seat == t.you {
		is = "are"
	}
	state := "out"
	if e.Place == n {
		state = "last"
	}
	return fmt.Sprintf("%s %s %s: %s, %s.", t.name(e.Seat), is, state, rules.Title(e.Place, n), number(rules.Points(e.Place, n), "point"))
}

func (t *teller) handWon(e *rules.Event) string {
	if e.Seat == e.Leader {
		return fmt.Sprintf("%s %s the hand and %s the next.", t.name(e.Seat), t.verb(e.Seat, "win"), t.verb(e.Seat, "lead"))
	}
	return fmt.Sprintf("%s %s the hand. %s %s the next.", t.name(e.Seat), t.verb(e.Seat, "win"), t.name(e.Leader), t.verb(e.Leader, "lead"))
}

func (t *teller) scored(e *rules.Event) []string {
	lines := []string{fmt.Sprintf("Round %d is over.", e.Round)}
	for i, s := range e.Order {
		lines = append(lines, fmt.Sprintf("%d: %s, %s, %s, %d in all.", i+1, t.whom(s), rules.Title(i+1, len(e.Order)), number(e.Points[s], "point"), e.Totals[s]))
	}
	return lines
}

func (t *teller) over(e *rules.Event) []string {
	is := "is"
	if e.Winner == t.you {
		is = "are"
	}
	lines := []string{fmt.Sprintf("The game is over. %s %s the Ultimate Hero of all time, with %s.", t.name(e.Winner), is, number(e.Totals[e.Winner], "point"))}
	for i, s := range e.Ranking[1:] {
		lines = append(lines, fmt.Sprintf("%d: %s, %s.", i+2, t.whom(s), number(e.Totals[s], "point")))
	}
	return append(lines, "The others grovel suitably.")
}

// number is a count with its noun: "1 card", "2 cards".
func number(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %s", n, plural(noun))
}

func plural(noun string) string {
	if strings.HasSuffix(noun, "s") {
		return noun + "es"
	}
	return noun + "s"
}

// one is a single card with its article.
func one(c rules.Card) string {
	if !c.Creature() {
		return "the " + c.Name()
	}
	if strings.ContainsRune("AEIOU", rune(c.Name()[0])) {
		return "an " + c.Name()
	}
	return "a " + c.Name()
}

// set is a set on the table: "3 Warriors", "2 Orcs and the Chaindog".
func set(cards []rules.Card) string { return list(cards) }

// list is any cards, grouped: "3 Imps, 2 Orcs and the Red Lotus".
func list(cards []rules.Card) string {
	heap := rules.HandOf(cards...)
	var parts []string
	for _, c := range rules.Cards() {
		switch n := int(heap[c]); {
		case n == 0:
		case !c.Creature():
			parts = append(parts, one(c))
		default:
			parts = append(parts, number(n, c.Name()))
		}
	}
	return and(parts)
}

func and(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}

func holding(hand []rules.Card) string {
	if len(hand) == 0 {
		return "You hold no cards."
	}
	return fmt.Sprintf("You hold %s: %s.", number(len(hand), "card"), list(hand))
}

// describe is a table's options, those that differ from the printed game.
func describe(o rules.Options) string {
	parts := []string{number(o.Rounds, "round")}
	if o.Turn == 0 {
		parts = append(parts, "no clock")
	} else {
		parts = append(parts, o.Turn.String()+" a turn")
	}
	standard := rules.DefaultOptions()
	before := len(parts)
	if o.Laps != standard.Laps {
		parts = append(parts, map[rules.Laps]string{rules.LapsOpen: "a hand goes round until all others pass", rules.LapsLock: "a pass locks you out of the hand"}[o.Laps])
	}
	if o.Leader != standard.Leader {
		parts = append(parts, "the Pig's holder names the leader")
	}
	if o.Machine != standard.Machine {
		parts = append(parts, "the Machine only in your own turn")
	}
	if o.Exchange != standard.Exchange {
		parts = append(parts, "heroes give back unseen")
	}
	if len(parts) == before {
		parts = append(parts, "the printed rules")
	}
	return and(parts)
}

// namesOf are the names at a table, by seat.
func namesOf(b *table.Board) []string {
	names := make([]string, len(b.Seats))
	for i, c := range b.Seats {
		names[i] = c.Name
	}
	return slices.Clip(names)
}
