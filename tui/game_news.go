package tui

import (
	"slices"
	"strings"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// entry is a line of the game's story: something that happened, or talk.
type entry struct {
	from  string // of talk
	words string
	seats []rules.Seat // who passed, one after the other
	top   bool         // the set that lies there
}

// storyKept is how many lines are remembered for the column at the side.
const storyKept = 40

// story is what has happened of late, the newest last.
type story struct {
	lines    []entry
	talk     table.Talk // the newest line of talk
	age      int        // events since
	sentence string     // the newest event in a sentence
	lying    bool       // a set lies on the table, so that the next is no lead
}

// talkAge is after how many events a line of talk leaves the news line.
const talkAge = 8

// hear adds talk.
func (s *story) hear(t table.Talk) {
	s.talk, s.age = t, 0
	s.add(entry{from: t.From, words: t.Text})
}

// forget takes away what somebody has said.
func (s *story) forget(name string) {
	s.lines = slices.DeleteFunc(s.lines, func(e entry) bool { return e.from == name })
	if s.talk.From == name {
		s.talk = table.Talk{}
	}
}

// happen adds an event.
func (s *story) happen(e *rules.Event, names cast) {
	s.age++
	if words := names.tell(*e); words != "" {
		s.sentence = words
	}
	if e.Kind == rules.Passed {
		s.pass(e.Seat, names)
		return
	}
	words := brief(e, names)
	if e.Kind == rules.Played {
		for i := range s.lines {
			s.lines[i].top = false
		}
		if !s.lying {
			words = names.does(e.Seat, "lead ", "leads ") + setName(e.Cards)
		}
	}
	if words != "" {
		s.add(entry{words: words, top: e.Kind == rules.Played})
	}
	switch e.Kind {
	case rules.Played:
		s.lying = true
	case rules.Dealt, rules.PigPlayed, rules.HandWon, rules.MachinePlayed:
		s.lying = false
	}
}

// pass adds a pass; those that follow each other become one line.
func (s *story) pass(seat rules.Seat, names cast) {
	if n := len(s.lines); n > 0 && s.lines[n-1].seats != nil {
		last := &s.lines[n-1]
		last.seats = append(last.seats, seat)
		last.words = passWords(last.seats, names)
		return
	}
	seats := []rules.Seat{seat}
	s.add(entry{words: passWords(seats, names), seats: seats})
}

func (s *story) add(e entry) {
	s.lines = append(s.lines, e)
	s.lines = s.lines[max(0, len(s.lines)-storyKept):]
}

// passWords: "marta passes", "Kestrel and Suze pass".
func passWords(seats []rules.Seat, names cast) string {
	if len(seats) == 1 {
		return names.does(seats[0], "pass", "passes")
	}
	var words strings.Builder
	for i, s := range seats {
		switch {
		case i == len(seats)-1:
			words.WriteString(" and ")
		case i > 0:
			words.WriteString(", ")
		}
		words.WriteString(names.name(s))
	}
	return capitalYou(words.String()) + " pass"
}

func capitalYou(s string) string {
	if strings.HasPrefix(s, "you") {
		return "You" + s[3:]
	}
	return s
}

// brief is an event in a few words for the column at the side.
func brief(e *rules.Event, names cast) string {
	who := capitalYou(names.name(e.Seat))
	switch e.Kind {
	case rules.Played:
		return who + ": " + setName(e.Cards)
	case rules.PigPlayed:
		return "The Pig takes " + some(1, e.Card)
	case rules.MachinePlayed:
		return who + ": KILLING MACHINE"
	case rules.WentOut:
		return names.does(e.Seat, "are", "is") + " out: " + rules.Title(e.Place, len(names.names))
	case rules.HandWon:
		return names.does(e.Seat, "win the hand", "wins the hand")
	case rules.RoundScored, rules.GameOver, rules.GameStarted:
		return ""
	}
	return names.tell(*e)
}

// drawNews draws the news line: the newest talk, then the newest fact, or what
// was asked for; and above it what is to be read beside that.
func (g *gameScreen) drawNews(b brush, l *gameLayout) {
	r := l.news
	if g.drawLong(b, l, r) {
		return
	}
	words, role := g.note, text
	beside, how := g.tradedWords(r.W), quiet
	if g.notice.words != "" {
		beside, how = g.notice.words, strong
	}
	g.drawAbove(b, l, beside, how)
	if words == "" {
		words, role = g.fact(), quiet
	}
	width := terminal.Width(b.plain(words))
	x := r.X
	talk := g.story.talk
	from := terminal.Width(b.plain(talk.From))
	room := r.W - width - 5
	if talk.Text != "" && g.story.age < talkAge && room >= from+8 && role == quiet {
		style := b.on(ground, chat)
		x = b.text(x, r.Y, talk.From, bold(style)) + 1
		x = b.trailing(x, r.Y, room-from-1, talk.Text, style)
		x = b.text(x, r.Y, "  ∙  ", b.on(ground, line))
	}
	b.trailing(x, r.Y, r.X+r.W-x, words, b.on(ground, role)) // an answer of two lines, while a notice stands there
}

// drawAbove draws words in the line above the news: where there is no air it is the
// table's lower edge.
func (g *gameScreen) drawAbove(b brush, l *gameLayout, words string, how role) {
	if words == "" {
		return
	}
	r, on := l.news, ground
	if r.Y--; r.Y < l.table.Y+l.table.H {
		on = enterBand
	}
	b.clear(r, on)
	b.clip(r.X, r.Y, r.W, words, b.on(on, how))
}

// drawLong draws an answer or a notice that is too long for its line r, and reports
// whether it was: in two lines with the one above, else over the seats.
func (g *gameScreen) drawLong(b brush, l *gameLayout, r terminal.Rect) bool {
	words, role := g.newsWords()
	if role == quiet || terminal.Width(b.plain(words)) <= r.W {
		return false
	}
	lines, on := wrap(words, r.W, r.W, 3), ground
	over := terminal.Rect{X: r.X, Y: r.Y - 1, W: r.W, H: len(lines)}
	switch {
	case len(lines) > 2 || l.size == phone:
		over.Y, on = l.panel.Y, enterBand
	case over.Y < l.table.Y+l.table.H:
		on = enterBand
	}
	b.clear(over, on)
	for i, words := range lines {
		b.clip(over.X, over.Y+i, over.W, words, b.on(on, role))
	}
	return true
}

// newsWords is what is to be read first: a notice, an answer, or the fact of the news
// line.
func (g *gameScreen) newsWords() (string, role) {
	if g.notice.words != "" {
		return g.notice.words, strong
	}
	if g.note != "" {
		return g.note, text
	}
	return g.fact(), quiet
}

// fact is the news line's fact.
func (g *gameScreen) fact() string {
	v := g.view
	switch {
	case v.Phase == rules.PhaseGive && g.trade() != nil && g.trade().From == v.Seat:
		return "Tribute! The rules take your strongest; any card may come back."
	case v.Phase == rules.PhaseGive && g.trade() != nil:
		return "Tribute! Nobody else sees these cards."
	case v.Phase == rules.PhaseGive:
		return "The wimps pay tribute. Nobody else sees the cards."
	case v.Phase == rules.PhasePig && v.Turn == v.Seat:
		return "The Exploding Pig was dealt to you. It is hissing."
	case v.Phase == rules.PhasePig && v.Turn != rules.Nobody:
		return g.names.third(v.Turn) + " holds the Exploding Pig. Stand back."
	case g.clank != nil && !g.clank.led:
		return scrap(v.LastHand)
	}
	return g.story.sentence
}
