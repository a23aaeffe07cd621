package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"deathtrap/lobby"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// What begins with a stroke in the chat line is for one person, or about one.

// order is one of them.
type order struct {
	word, rest string // what is typed
	host       bool   // for a table's host alone
	run        func(p *program, name, text string) tea.Cmd
}

var orders = []order{
	{"/w", "NAME WORDS", false, func(p *program, name, text string) tea.Cmd { return p.whisper(name, text) }},
	{"/r", "WORDS", false, func(p *program, name, text string) tea.Cmd {
		return p.whisper(p.whisperer, strings.TrimSpace(name+" "+text))
	}},
	{"/ignore", "NAME", false, func(p *program, name, _ string) tea.Cmd { return p.ignore(name, true) }},
	{"/report", "NAME WHY", false, func(p *program, name, text string) tea.Cmd { return p.report(name, text) }},
	{"/unignore", "NAME", false, func(p *program, name, _ string) tea.Cmd { return p.ignore(name, false) }},
	{"/kick", "NAME", true, func(p *program, name, _ string) tea.Cmd { return p.sendOut(p.spelled(name), false) }},
	{"/ban", "NAME", true, func(p *program, name, _ string) tea.Cmd { return p.sendOut(p.spelled(name), true) }},
	{"/unban", "NAME", true, func(p *program, name, _ string) tea.Cmd { return p.do(table.Unban{Name: name}) }},
	{"/lock", "", true, func(p *program, _, _ string) tea.Cmd { return p.do(table.Lock{}) }},
	{"/unlock", "", true, func(p *program, _, _ string) tea.Cmd { return p.do(table.Lock{Off: true}) }},
}

// obey does what a line with a stroke says.
func (p *program) obey(line string) tea.Cmd {
	word, rest, _ := strings.Cut(line, " ")
	name, text, _ := strings.Cut(strings.TrimSpace(rest), " ")
	for _, o := range orders {
		switch {
		case o.word != strings.ToLower(word):
		case o.host && !p.host():
			return send(refusedMsg{errHostOnly})
		default:
			return o.run(p, name, text)
		}
	}
	return send(refusedMsg{fmt.Errorf("%w: there is no %s here; type / to see what there is", table.ErrNotAllowed, word)})
}

// errHostOnly is told to who is no host and orders like one.
var errHostOnly = fmt.Errorf("%w: only the host of a table can do that", table.ErrNotAllowed)

// spelled is a name at the table as its owner spells it.
func (s *session) spelled(name string) string {
	for _, o := range s.tablemates() {
		if strings.EqualFold(o.name, name) {
			return o.name
		}
	}
	return name
}

// orderKeys are the orders as the key line shows them, those that go on from the
// draft.
func orderKeys(draft string, host bool) []shortcut {
	word, _, _ := strings.Cut(draft, " ")
	var keys []shortcut
	for _, o := range orders {
		if strings.HasPrefix(o.word, word) && (host || !o.host) {
			keys = append(keys, bind(o.word, o.rest, "right").inOneWord(o.rest)) // a click only moves the cursor
		}
	}
	return keys
}

// What comes of it.
type (
	// heardMsg are whispers to the person.
	heardMsg struct {
		whispers []lobby.Whisper
		err      error
	}
	// whisperedMsg is a whisper of the person's own.
	whisperedMsg struct{ whisper lobby.Whisper }
	// ignoredMsg says whom the person ignores now; gone is who is new among them.
	ignoredMsg struct {
		ignored     []string
		words, gone string
	}
	// thanksMsg says that a report has arrived.
	thanksMsg struct{ name string }
)

// pullWhispers waits for the next whispers.
func (s *session) pullWhispers() tea.Cmd {
	return s.await(terminal.Await(s.visit.AwaitWhispers, func() tea.Msg {
		whispers, err := s.visit.Hear(s.ctx)
		return heardMsg{whispers, err}
	}))
}

func (s *session) whisper(to, text string) tea.Cmd {
	return func() tea.Msg {
		w, err := s.visit.Whisper(s.ctx, to, text)
		if err != nil {
			return refusedMsg{err}
		}
		return whisperedMsg{w}
	}
}

// ignore hears no more of somebody, or hears them again.
func (s *session) ignore(name string, on bool) tea.Cmd {
	return func() tea.Msg {
		change, words := s.visit.Unignore, "You hear %s again."
		if on {
			change, words = s.visit.Ignore, "You hear no more of %s."
		}
		name, err := change(name)
		if err != nil {
			return refusedMsg{err}
		}
		msg := ignoredMsg{ignored: s.visit.Ignored(), words: strings.Replace(words, "%s", name, 1)}
		if on {
			msg.gone = name
		}
		return msg
	}
}

func (s *session) report(name, why string) tea.Cmd {
	return func() tea.Msg {
		name, err := s.visit.Report(name, why)
		if err != nil {
			return refusedMsg{err}
		}
		return thanksMsg{name}
	}
}

// aboutPeople takes what came of it, and reports whether it was that.
func (p *program) aboutPeople(msg tea.Msg) (cmd tea.Cmd, done bool) {
	switch msg := msg.(type) {
	case heardMsg:
		if msg.err != nil {
			return nil, true // the lobby's news tell why
		}
		for _, w := range msg.whispers {
			p.whisperer = w.From
			p.overhear(table.Talk{From: w.From, Text: "(whispers) " + w.Text}, w.From+" whispers: "+w.Text)
		}
		return p.pullWhispers(), true
	case whisperedMsg:
		w := msg.whisper
		p.overhear(table.Talk{From: w.From, Text: "(to " + w.To + ") " + w.Text}, "You whisper to "+w.To+": "+w.Text)
	case ignoredMsg:
		p.ignored = msg.ignored
		p.tell(msg.words)
		p.unhear(msg.gone)
	case thanksMsg:
		p.tell("Thank you. The host of this server will read about " + msg.name + "; nobody else does.")
	default:
		return nil, false
	}
	return nil, true
}

// aside is a whisper among the talk.
type aside struct {
	line  table.Talk
	after table.Talk   // the newest line when it came
	at    *table.Visit // where the person was; nil in the lobby
}

// asidesKept is how many whispers are remembered.
const asidesKept = 20

// overhear puts a whisper among the talk, and into the news line where no talk is
// shown.
func (p *program) overhear(line table.Talk, news string) {
	said := aside{line: line, at: p.seat}
	if talk := p.talkHere(); len(talk) > 0 {
		said.after = talk[len(talk)-1]
	}
	p.asides = keepLast(append(p.asides, said), asidesKept)
	if p.game != nil {
		p.game.story.hear(line)
	}
	switch p.top().(type) {
	case *lobbyScreen, *waitingScreen:
	default:
		p.tell(news)
	}
}

// talkHere is what is said to all where the person is.
func (s *session) talkHere() []table.Talk {
	if s.seat != nil && s.at.Board != nil {
		return s.at.Board.Talk
	}
	return s.house.Talk
}

// talk is what is said where the person is, with whispers where they came. Those
// that came after a line that is no longer there are gone with it.
func (s *session) talk() []table.Talk {
	talk := s.talkHere()
	for i := len(s.asides) - 1; i >= 0; i-- {
		a := s.asides[i]
		at := 0
		if a.after != (table.Talk{}) {
			at = 1 + lastIndex(talk, a.after)
		}
		if a.at == s.seat && (at > 0 || a.after == (table.Talk{})) {
			talk = slices.Insert(slices.Clone(talk), at, a.line)
		}
	}
	return talk
}

func lastIndex(talk []table.Talk, line table.Talk) int {
	for i := len(talk) - 1; i >= 0; i-- {
		if talk[i] == line {
			return i
		}
	}
	return -1
}

// unhear takes away what is shown of somebody's talk; from now on none comes.
func (p *program) unhear(name string) {
	if name == "" {
		return
	}
	theirs := func(t table.Talk) bool { return t.From == name }
	if p.at.Board != nil {
		board := *p.at.Board
		board.Talk = slices.DeleteFunc(slices.Clone(board.Talk), theirs)
		p.at.Board = &board
	}
	p.house.Talk = slices.DeleteFunc(slices.Clone(p.house.Talk), theirs)
	p.asides = slices.DeleteFunc(p.asides, func(a aside) bool { return theirs(a.line) })
	if p.game != nil {
		p.game.story.forget(name)
	}
}
