package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// tutorialScreen is a little game in nine steps on the real game screen, with a
// script instead of a table behind it.
type tutorialScreen struct {
	*session
	step int
	game *gameScreen
	note string // said when something else was done than the step asks for
}

// triedMsg is what the person did in a step.
type triedMsg struct {
	of      *tutorialScreen
	command table.Command
}

func newTutorial(s *session) *tutorialScreen {
	t := &tutorialScreen{session: s}
	t.turnTo(0)
	return t
}

// turnTo shows a step from its beginning.
func (t *tutorialScreen) turnTo(step int) {
	t.step, t.note = step, ""
	t.game = newGame(t.session, func(c table.Command) tea.Cmd { return send(triedMsg{t, c}) })
	t.game.apply(lessons[step].update())
}

func (t *tutorialScreen) lesson() *lesson { return &lessons[t.step] }

func (t *tutorialScreen) keys() keyMap {
	k := keyMap{
		enter: []shortcut{enters("go on")},
		lines: []shortcut{
			bind("left", "one step back").inOneWord("back").when(t.step > 0), helpKey,
			bind("esc", "leave the tutorial"),
		},
		now: "the tutorial, step " + strconv.Itoa(t.step+1) + " of " + strconv.Itoa(len(lessons)),
	}
	switch l := t.lesson(); {
	case t.step == len(lessons)-1:
		k.enter = []shortcut{enters("practice with bots").when(t.seat == nil), enters("back to the table").when(t.seat != nil)}
	case l.want.Kind == "":
	case t.game.choice.raised == (rules.Hand{}):
		k.enter = []shortcut{bind(l.key, l.does)}
	default:
		k.enter = t.game.keys().enter[:1]
	}
	return k
}

// taught are the keys of the game that mean something in the tutorial.
var taught = append([]string{"enter", "space", "+", "-", "=", "_", "up", "down", "w", "p", "K", "k", "y", "right"}, digits...)

func (t *tutorialScreen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case triedMsg:
		if msg.of == t {
			t.tried(msg.command)
		}
		return nil
	case tea.KeyPressMsg:
		return t.key(msg)
	case houseMsg, tableMsg, tickMsg:
		return nil
	}
	return t.game.update(msg)
}

func (t *tutorialScreen) key(msg tea.KeyPressMsg) tea.Cmd {
	name := msg.String()
	reads := t.lesson().want.Kind == ""
	switch {
	case name == "esc" || name == "q":
		return t.wish(closeDialog{})
	case name == "left":
		t.turnTo(max(0, t.step-1))
	case reads && (name == "enter" || name == "space" || name == "right"):
		return t.goOn()
	case !reads && slices.Contains(taught, name):
		t.note, t.game.note = "", ""
		cmd := t.game.update(msg)
		t.note = t.game.note
		return cmd
	default:
		t.note = "That key means nothing in this step."
	}
	return nil
}

// goOn is enter in a step that only wants to be read.
func (t *tutorialScreen) goOn() tea.Cmd {
	if t.step < len(lessons)-1 {
		t.turnTo(t.step + 1)
		return nil
	}
	t.options.Known = true // the lobby needn't offer it any more
	if t.seat != nil {
		return t.wish(closeDialog{})
	}
	t.wish(closeDialog{})
	return t.practice()
}

// tried goes on if the step's move was made; any other move is taken back.
func (t *tutorialScreen) tried(c table.Command) {
	act, ok := c.(table.Act)
	switch {
	case !ok:
	case act.Action.Same(t.lesson().want):
		t.turnTo(t.step + 1)
	default:
		t.turnTo(t.step)
		t.note = "You could do that in a game; this step is about something else."
	}
}

func (t *tutorialScreen) draw(b brush) {
	g := t.game
	w, h := b.Size()
	l := g.layout(w, h)
	g.drawn = momentOf(g.view)
	b.titleBar("esc leave", "tutorial", "step "+strconv.Itoa(t.step+1)+" of "+strconv.Itoa(len(lessons)))
	g.drawOwnHand(b, &l)
	if l.size == phone {
		g.drawPhoneTable(b, l.table)
		t.drawWordsShort(b, terminal.Rect{Y: 1, W: w, H: max(0, l.table.Y-1)})
		return
	}
	for k := 1; k < len(g.view.Counts); k++ {
		g.drawSeat(b, l.seats[k], g.seatAt(k))
	}
	g.drawTable(b, l.table)
	t.drawWords(b, terminal.Rect{Y: l.turn.Y - 2, W: w, H: 3})
}

// drawWords shows what the step says.
func (t *tutorialScreen) drawWords(b brush, r terminal.Rect) {
	b.clear(r, picked)
	x := margin(b.size())
	b.mark(x, r.Y, '►', b.on(picked, turn))
	words := t.lesson().words
	if t.note != "" {
		words[1] = t.note
	}
	for _, line := range words {
		if terminal.Width(line) > r.W-x-2 {
			t.drawWordsShort(b, r)
			return
		}
	}
	b.keyed(x+2, r.Y, words[0], bold(b.on(picked, strong)))
	b.keyed(x+2, r.Y+1, words[1], b.on(picked, text))
	b.keyed(x+2, r.Y+2, words[2], b.on(picked, text))
}

// drawWordsShort is for a narrow picture: the fact, and what to do.
func (t *tutorialScreen) drawWordsShort(b brush, r terminal.Rect) {
	b.clear(r, picked)
	x := margin(b.size())
	first, last := t.lesson().words[0], t.lesson().words[2]
	if t.note != "" {
		first = t.note
	}
	fold := func(words string) []string { return reflow(words, r.W-2*x+strings.Count(words, "{")) }
	for len(fold(first))+len(fold(last)) > r.H { // what to do is whole
		end := strings.LastIndex(first[:len(first)-1], ". ")
		if end < 0 {
			break
		}
		first = first[:end+1]
	}
	y := r.Y
	for i, words := range []string{first, last} {
		style := b.on(picked, [...]role{strong, text}[i])
		for _, line := range fold(words) {
			if y < r.Y+r.H {
				b.keyed(x, y, line, style)
			}
			y++
		}
	}
}

// keyed writes a line in which {x} is the key x.
func (b brush) keyed(x, y int, words string, style terminal.Style) {
	for words != "" {
		before, rest, found := strings.Cut(words, "{")
		x = b.text(x, y, before, style)
		if !found {
			return
		}
		name, after, _ := strings.Cut(rest, "}")
		x = b.text(x, y, name, b.on(picked, turn))
		words = after
	}
}
