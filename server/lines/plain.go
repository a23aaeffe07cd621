package lines

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/table/words"
)

// columns is where sentences are broken, for braille lines and narrow windows.
const columns = 78

// listed is how many choices are read out before "more" is asked for.
const listed = 20

// choice is something the listener may do, by its number or its words.
type choice struct {
	words string // what to type instead of the number
	text  string // what it does
	do    func() error
}

// reader is one person's plain session: sentences out, numbers and words in.
type reader struct {
	*stream
	visit *lobby.Visit
	board *lobby.Board

	at      *table.Visit
	leave   context.CancelFunc
	updates <-chan arrival[table.Update]
	last    *table.Update
	teller  teller
	commits map[int]rules.Digest // what was promised of each deal that the listener was there for, by round

	choices []choice
	told    int    // of choices, that were read out
	asked   string // what the listener was last asked for, so that it is asked once
	leaving bool   // the listener said leave, and was asked once
	quit    bool

	whisperer string // who whispered last
	ordered   string // what the host of a table ordered, and was asked about once
}

// Plain is the whole product as sentences that are only ever added to. A code
// in join or watch goes to that table at once. It returns when the person quits
// or hangs up, or the visit ends; the error says why, nil for the first two, a
// [Refusal] if the table can't be had and there is nobody to choose another one.
func Plain(ctx context.Context, l Line, join, watch string) error {
	r := &reader{stream: open(ctx, l), visit: l.Visit, commits: map[int]rules.Digest{}}
	defer r.close()
	err := r.serve(join, watch)
	var refused *Refusal
	switch {
	case errors.As(err, &refused): // the caller says it, where errors are said
	case err == nil:
		r.say("Goodbye.")
	case errors.Is(err, context.Canceled):
		r.say("The server is ending. Goodbye.")
	case !errors.Is(err, errSlow):
		r.say(sentence(err.Error()) + " Goodbye.")
	}
	return err
}

func (r *reader) serve(join, watch string) error {
	first, err := r.visit.Next(r.ctx)
	if err != nil {
		return err
	}
	r.board = first.Board
	here, err := r.goToAsked(join, watch)
	if err != nil && r.line.Once {
		return &Refusal{err}
	}
	r.welcome()
	r.arriveAsked(join, here, err)
	lobbyNews := follow(r.ctx, r.stream, r.visit.Next)
	whispers := follow(r.ctx, r.stream, r.visit.Hear)
	for !r.quit {
		select {
		case in, open := <-r.inputs:
			if !open {
				return nil
			}
			r.hear(in)
		case a := <-lobbyNews:
			if a.err != nil {
				return a.err
			}
			r.hearLobby(&a.update)
		case a := <-whispers: // how it ends, the lobby's news tell
			r.hearWhispers(a.update)
		case a := <-r.updates:
			if err := r.hearTable(a); err != nil {
				return err
			}
		case <-r.ctx.Done():
			return context.Cause(r.ctx)
		}
	}
	return nil
}

// goToAsked goes where the person asked for on the command line; no update is the
// lobby.
func (r *reader) goToAsked(join, watch string) (*table.Update, error) {
	switch {
	case join != "":
		return r.goTo(func() (*table.Visit, error) { return r.visit.Join(r.ctx, join) })
	case watch != "":
		return r.goTo(func() (*table.Visit, error) { return r.visit.Watch(r.ctx, watch) })
	}
	return nil, nil
}

// arriveAsked tells where goToAsked has led.
func (r *reader) arriveAsked(join string, here *table.Update, err error) {
	if errors.Is(err, table.ErrFull) {
		err = r.join(join)
	}
	switch {
	case err != nil:
		r.complain(err)
	case here != nil:
		r.arrive(here)
	}
	if r.at == nil {
		r.offerLobby()
	}
}

// say writes sentences, broken between words.
func (r *reader) say(texts ...string) {
	for _, text := range texts {
		if err := r.out.put([]byte(wrap(text))); err != nil {
			r.end(err)
		}
	}
}

// wrap breaks a text into lines of at most columns cells.
func wrap(text string) string {
	var b strings.Builder
	room := columns
	for i, word := range strings.Fields(text) {
		width := cells(word)
		switch {
		case i == 0:
		case width+1 > room:
			b.WriteByte('\n')
			room = columns
		default:
			b.WriteByte(' ')
			room--
		}
		b.WriteString(word)
		room -= width
	}
	b.WriteByte('\n')
	return b.String()
}

// complain says why something was refused.
func (r *reader) complain(err error) { r.say(explain(err, r.last)) }

// offer reads out what may be done now, unless that was the last thing asked.
func (r *reader) offer(asked, question string, choices []choice) {
	again := asked == r.asked
	r.choices, r.asked = choices, asked
	if again {
		return
	}
	r.told = 0
	r.say(question)
	r.more()
}

// more reads out the next choices.
func (r *reader) more() {
	from := r.told
	for i := from; i < len(r.choices) && i < from+listed; i++ {
		c := r.choices[i]
		r.say(strconv.Itoa(i+1) + ": " + c.text + ".")
		r.told = i + 1
	}
	if left := len(r.choices) - r.told; left > 0 {
		r.say(number(left, "more choice") + ": say more, or use words.")
	}
}

// hear takes one typed line: a number, the words of a choice, or a command.
func (r *reader) hear(in input) {
	if in.err != nil {
		r.complain(in.err)
		return
	}
	text, err := words.Line(string(in.text), maxLine) // some of it may be read back
	if err != nil && !errors.Is(err, words.ErrEmpty) {
		r.complain(err)
		return
	}
	word, rest, _ := strings.Cut(text, " ")
	word = strings.TrimPrefix(word, "/")
	if !strings.EqualFold(word, "leave") {
		r.leaving = false
	}
	if !strings.EqualFold(strings.TrimPrefix(text, "/"), r.ordered) {
		r.ordered = ""
	}
	if n, err := strconv.Atoi(text); err == nil {
		r.take(n)
		return
	}
	if r.common(strings.ToLower(word), strings.TrimSpace(rest)) {
		return
	}
	for _, c := range r.choices {
		if strings.EqualFold(c.words, text) {
			r.carryOut(c)
			return
		}
	}
	if r.at != nil {
		r.hearTableWords(strings.ToLower(word), strings.TrimSpace(rest))
		return
	}
	r.hearLobbyWords(strings.ToLower(word), strings.TrimSpace(rest))
}

func (r *reader) take(n int) {
	if len(r.choices) == 0 {
		r.say("There is nothing to choose now.")
		return
	}
	if n < 1 || n > len(r.choices) {
		r.say("There is no choice " + strconv.Itoa(n) + ". Say again to hear the choices.")
		return
	}
	r.carryOut(r.choices[n-1])
}

func (r *reader) carryOut(c choice) {
	if err := c.do(); err != nil {
		r.complain(err)
	}
}

// common obeys the words that mean the same everywhere.
func (r *reader) common(word, rest string) bool {
	switch word {
	case "":
	case "quit", "exit", "bye":
		if r.at != nil {
			r.at.Quit()
		}
		r.quit = true
	case "help", "?":
		r.help()
	case "rules":
		r.say(rulesInShort...)
	case "more":
		r.more()
	case "again":
		r.again()
	case "who", "here":
		r.who()
	case "tables":
		r.tables()
	case "say", "chat":
		r.chat(rest)
	case "keys", "link", "unlink":
		if err := r.hearKeys(word, rest); err != nil {
			r.say(Sentence(err))
		}
	default:
		return r.hearPeople(word, rest)
	}
	return true
}

// again asks anew for what is asked, and says how things stand.
func (r *reader) again() {
	r.asked = ""
	if r.at == nil {
		r.offerLobby()
		return
	}
	r.stand()
	r.offerTable()
}

func (r *reader) chat(text string) {
	var err error
	if r.at != nil {
		err = r.at.Do(r.ctx, table.Say{Text: text})
	} else {
		err = r.visit.Say(r.ctx, text)
	}
	if err != nil {
		r.complain(err)
	}
}

// enter goes to a table and tells of it.
func (r *reader) enter(open func() (*table.Visit, error)) error {
	first, err := r.goTo(open)
	if err != nil {
		return err
	}
	r.arrive(first)
	return nil
}

// goTo goes to a table and follows it from its first update on.
func (r *reader) goTo(open func() (*table.Visit, error)) (*table.Update, error) {
	at, err := open()
	if err != nil {
		return nil, err
	}
	r.forget()
	first, err := at.Next(r.ctx)
	if err != nil {
		return nil, err
	}
	ctx, leave := context.WithCancel(r.ctx)
	r.at, r.leave, r.asked = at, leave, ""
	r.updates = follow(ctx, r.stream, at.Next)
	return &first, nil
}

// forget stops following the table.
func (r *reader) forget() {
	if r.leave != nil {
		r.leave()
	}
	r.at, r.leave, r.updates, r.last, r.asked, r.leaving = nil, nil, nil, nil, "", false
	r.ordered, r.commits = "", map[int]rules.Digest{}
}

// backToLobby leaves the table: for good, or keeping a seat in a running game.
func (r *reader) backToLobby(giveUp bool) error {
	if giveUp {
		if err := r.at.Do(r.ctx, table.GiveUp{}); err != nil && !errors.Is(err, table.ErrNotSeated) {
			return err
		}
	}
	at := r.at
	r.forget()
	at.Quit()
	r.offerLobby()
	return nil
}
