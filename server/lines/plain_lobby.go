package lines

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/table/words"
)

func cells(text string) int { return words.Width(text) }

// rulesInShort is the game in a minute, for the ear.
var rulesInShort = []string{
	"The game: everybody wants to be rid of all their cards.",
	"A player leads a set: any number of cards of one creature. Going round once, each other player plays as many cards of a stronger creature, or passes. The strongest set wins the hand and leads the next.",
	"Imps are worth 1 and there are 12; each next creature is worth 1 more and there is 1 fewer: " + bestiary() + ".",
	"The Chaindog and the Red Lotus are wild: they join any set. Alone they are worth nothing.",
	"The Exploding Pig opens each round: its holder blows up one monster with it, and the left neighbour leads.",
	"The Killing Machine stops a hand at any moment, also when it is not your turn. Nobody wins that hand; you lead the next.",
	"First out is the Big Hero, second the Hero; last but one the Wimp, last the Total Wimp. First of 6 scores 6 points, last 1.",
	"From round 2 on the Total Wimp gives the two strongest monsters to the Big Hero, the Wimp one to the Hero; as many cards of the heroes' choice come back.",
	"Most points after all rounds is the Ultimate Hero. The others grovel.",
}

func bestiary() string {
	var names []string
	for _, c := range rules.Cards() {
		if c.Creature() {
			names = append(names, c.Name()+" "+strconv.Itoa(c.Value()))
		}
	}
	return strings.Join(names, ", ")
}

func (r *reader) welcome() {
	you := r.visit.Player()
	r.say("Deathtrap Dungeon, the card game. You are "+you.Name+".",
		"Type a number or words, then enter. Words that always work: help, again, say, who, tables, rules, quit.")
	if r.line.Told != "" {
		r.say(r.line.Told)
	}
	if r.board.Notice != "" {
		r.say(r.board.Notice)
	}
	r.tables()
}

func (r *reader) help() {
	r.say("Type the number of a choice, or its words.",
		"Always: again repeats how things stand and what you may do; more reads out more choices; say and a text talks; whisper, a name and a text are for one person alone, reply answers them; ignore and a name hides what somebody says, unignore shows it again, ignore alone tells whom you ignore; report, a name and why tells the host of this server; who tells who is here; tables lists the tables; rules tells the game; keys lists your keys, link makes a code for another one of yours, unlink and its number takes one away; quit ends.")
	if r.at == nil {
		r.say("Here: join and a code; watch and a code; quick; practice; new and options, such as: new players 4 laps open private title Cellar; name and a name.")
		return
	}
	r.say("Here: hand tells your cards; table tells who sits where; scores tells who has how many points; last tells the hand before; out tells what is still out; hint tells what a good player would do; play and cards, such as: play 2 orc chaindog; pass; machine; auto on passes for you when nothing fits; time takes 20 seconds more; hurry, when you are out, has the rest of the round go quickly; pause asks for a pause, go ends it; verify checks the last deal; leave.",
		"Before a game the host may say change and options, such as: change players 5 turn off; and bot with a kind: bot novice, bot regular, bot master. At any time: kick and a name sends somebody out; ban and a name keeps them out until unban; lock lets nobody new in until unlock.")
}

func (r *reader) who() {
	for _, p := range r.board.People {
		where := "in the lobby"
		switch {
		case p.Private:
			where = "at a private table"
		case p.Table != "" && p.Watching:
			where = "watching table " + p.Table
		case p.Table != "":
			where = "at table " + p.Table
		}
		r.say(p.Name + " is " + where + ".")
	}
}

func (r *reader) tables() {
	for _, sentence := range aboutTables(r.board) {
		r.say(sentence)
	}
}

// aboutTables tells of the public tables, and how many there are besides.
func aboutTables(b *lobby.Board) []string {
	var told []string
	if len(b.Tables) == 0 {
		told = append(told, "There is no public table yet.")
	}
	for i := range b.Tables {
		told = append(told, aboutTable(&b.Tables[i]))
	}
	switch {
	case b.Private == 1:
		told = append(told, "1 private table is not listed.")
	case b.Private > 1:
		told = append(told, fmt.Sprintf("%d private tables are not listed.", b.Private))
	}
	return told
}

func aboutTable(b *table.Board) string {
	taken := 0
	for _, c := range b.Seats {
		if !c.Free() {
			taken++
		}
	}
	state := map[table.State]string{table.Waiting: "waiting", table.Playing: "playing", table.Over: "after a game"}[b.State]
	if b.Locked {
		state += ", locked"
	}
	return fmt.Sprintf("Table %s, %s: %d of %d seats taken, %s. %s.", b.Code, b.Setup.Title, taken, len(b.Seats), state, sentenceCase(describe(b.Setup.Options)))
}

func sentenceCase(text string) string { return strings.TrimSuffix(sentence(text), ".") }

func (r *reader) hearLobby(u *lobby.Update) {
	r.board = u.Board
	if r.at != nil {
		return
	}
	for _, t := range u.Talk {
		if t.From == "" { // the house itself
			r.say(t.Text)
			continue
		}
		r.say(t.From + " says: " + t.Text)
	}
	r.choices = r.lobbyChoices()
}

// offerLobby says what may be done in the lobby.
func (r *reader) offerLobby() {
	r.offer("lobby", "You are in the lobby. What will you do?", r.lobbyChoices())
}

func (r *reader) lobbyChoices() []choice {
	choices := []choice{
		{"quick", "quick: sit down at an open table, or at a new one", func() error { return r.enter(func() (*table.Visit, error) { return r.visit.Quick(r.ctx) }) }},
		{"practice", "practice: play against computer players at once", r.practice},
		{"new", "new: open a table", func() error { return r.openTable(nil) }},
	}
	if kept := r.visit.Kept(); kept != "" {
		choices = slices.Insert(choices, 0, choice{"resume", "resume: go back to your seat at table " + kept, func() error {
			return r.enter(func() (*table.Visit, error) { return r.visit.Resume(r.ctx) })
		}})
	}
	for _, b := range r.board.Tables {
		code := b.Code
		if b.Locked {
			continue
		}
		if b.State == table.Waiting {
			choices = append(choices, choice{"join " + code, "join " + code + ": sit down at " + b.Setup.Title, func() error { return r.join(code) }})
		} else {
			choices = append(choices, choice{"watch " + code, "watch " + code + ": look on at " + b.Setup.Title, func() error { return r.watch(code) }})
		}
	}
	return choices
}

// join sits down at a table, or looks on where every seat is taken.
func (r *reader) join(code string) error {
	err := r.enter(func() (*table.Visit, error) { return r.visit.Join(r.ctx, code) })
	if !errors.Is(err, table.ErrFull) {
		return err
	}
	r.say("Every seat there is taken, so you look on. You can say sit once one is free.")
	return r.watch(code)
}

func (r *reader) watch(code string) error {
	return r.enter(func() (*table.Visit, error) { return r.visit.Watch(r.ctx, code) })
}

// practice opens a private table, fills it with computer players and starts. Of
// the table before the start nothing is told.
func (r *reader) practice() error {
	setup := table.Setup{Title: "practice", Private: true, Options: rules.DefaultOptions()}
	setup.Options.Turn = 0 // who learns needs time, and nobody waits
	setup.Options.Bots = "regular"
	first, err := r.goTo(func() (*table.Visit, error) { return r.visit.Open(r.ctx, setup) })
	if err != nil {
		return err
	}
	r.hearNews(first)
	if err := r.at.Do(r.ctx, table.Start{}); err != nil {
		r.arrive(first)
		return err
	}
	return nil
}

// openTable opens a table with options given as pairs of words.
func (r *reader) openTable(fields []string) error {
	setup, err := readSetup(fields)
	if err != nil {
		return err
	}
	return r.enter(func() (*table.Visit, error) { return r.visit.Open(r.ctx, setup) })
}

// readSetup reads "private", pairs such as "players 4" or "laps open", and, as
// the last, "title" and what follows.
func readSetup(fields []string) (table.Setup, error) {
	return changeSetup(table.Setup{Options: rules.DefaultOptions()}, fields)
}

// changeSetup is readSetup for a table that stands.
func changeSetup(setup table.Setup, fields []string) (table.Setup, error) {
	o := &setup.Options
	for i := 0; i < len(fields); i++ {
		name := strings.ToLower(fields[i])
		switch {
		case name == "private" || name == "public":
			setup.Private = name == "private"
			continue
		case i+1 == len(fields):
			return setup, fmt.Errorf("%w: %s needs a value", rules.ErrOptions, name)
		case name == "title":
			setup.Title = strings.Join(fields[i+1:], " ")
			return setup, o.Check()
		}
		value := strings.ToLower(fields[i+1])
		var err error
		switch name {
		case "players":
			o.Players, err = strconv.Atoi(value)
		case "rounds":
			o.Rounds, err = strconv.Atoi(value)
		case "turn":
			o.Turn, err = rules.ParseTurnTime(value)
		case "laps":
			o.Laps = rules.Laps(value)
		case "leader":
			o.Leader = rules.Leading(value)
		case "machine":
			o.Machine = rules.Stopping(value)
		case "exchange":
			o.Exchange = rules.Trading(value)
		case "bots":
			o.Bots = value
		default:
			err = fmt.Errorf("%w: %s", rules.ErrOptions, name)
		}
		if err != nil {
			return setup, fmt.Errorf("%w: %s %s", rules.ErrOptions, name, value)
		}
		i++
	}
	return setup, o.Check()
}

func (r *reader) hearLobbyWords(word, rest string) {
	var err error
	switch word {
	case "join":
		err = r.join(rest)
	case "watch":
		err = r.watch(rest)
	case "new":
		err = r.openTable(strings.Fields(rest))
	case "name":
		if err = r.visit.Rename(rest); err == nil {
			r.say("You are " + r.visit.Player().Name + " now.")
		}
	case "leave":
		r.quit = true
	default:
		r.say("That is no choice here. Say again to hear the choices, or help.")
	}
	if err != nil {
		r.complain(err)
	}
}
