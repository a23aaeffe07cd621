package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/tui/terminal"
)

// firstScreen is what somebody sees who is here for the first time: where they
// are, how the game goes in three lines, and what to press. It lies on the
// lobby, and a key of the lobby's is the lobby's at once.
type firstScreen struct {
	*session
	lobby *lobbyScreen
}

// theGame is the game as it is told at the door.
const theGame = "Get rid of all your cards first. One player puts down cards of one creature; " +
	"going round once, each puts down as many of a stronger one, or passes. The strongest set wins the hand and leads the next."

// theGameInBrief is the same for a phone.
const theGameInBrief = "Get rid of your cards before the others do: each in turn puts down as many as lie there " +
	"of a stronger creature, or passes."

var (
	// lookKey leads on to the lobby; the others are the lobby's own.
	lookKey = enters("see who is here: the lobby")

	// firstWays are what a newcomer may do, the first one first.
	firstWays = []shortcut{
		bind("b", "play now against computer players"),
		bind("g", "learn it in 3 minutes, by playing"),
		lookKey,
	}

	firstKeys = keyMap{
		enter: []shortcut{lookKey, bind("b", "play now"), bind("g", "learn in 3 minutes")},
		lines: []shortcut{settingsKey, bind("T", "colours"), helpKey, leaveKey},
		now:   "you have just come in",
	}
)

func (f *firstScreen) keys() keyMap { return firstKeys }

func (f *firstScreen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return f.key(msg)
	case tea.MouseClickMsg:
		if i := msg.Y - f.plan(f.width, f.height).ways.Y; i >= 0 && i < len(firstWays) {
			return f.key(firstWays[i].press())
		}
	}
	return nil
}

// key goes on to the lobby, and tells it the key unless that is all it means.
func (f *firstScreen) key(msg tea.KeyPressMsg) tea.Cmd {
	f.wish(closeDialog{})
	if lookKey.is(msg) || msg.String() == "esc" {
		return nil
	}
	return f.lobby.update(msg)
}

// firstPlan is where the parts are.
type firstPlan struct {
	torches     terminal.Rect // of no size where there is no room
	name, hello int           // lines; 0 is none
	story, ways terminal.Rect
}

func (f *firstScreen) plan(w, h int) firstPlan {
	wide := min(w-4, 72)
	x := (w - wide) / 2
	if sizeOf(w, h) == phone {
		ways := terminal.Rect{X: 0, Y: h - 2 - len(firstWays), W: w, H: len(firstWays)}
		if h > 10 {
			ways.Y--
		}
		return firstPlan{hello: 1, story: terminal.Rect{Y: 2, W: w, H: max(0, ways.Y-2)}, ways: ways}
	}
	top := 2 + (h-24)/3
	p := firstPlan{name: top + 1, hello: top + 5, story: terminal.Rect{X: x, Y: top + 10, W: wide, H: 4}}
	if h < 24 {
		p.name, p.hello, p.story.Y = 2, 6, 8
	} else {
		p.torches = terminal.Rect{X: x, Y: top, W: wide, H: torchH}
	}
	p.ways = terminal.Rect{X: x, Y: p.story.Y + 5, W: wide, H: len(firstWays)}
	return p
}

func (f *firstScreen) draw(b brush) {
	w, h := b.Size()
	p := f.plan(w, h)
	f.drawTitle(b)
	if p.torches.H > 0 {
		b.torches(p.torches, 0)
	}
	if p.name > 0 {
		b.centre(0, p.name, w, "D E A T H T R A P   D U N G E O N", bold(b.on(ground, crown)))
		b.centre(0, p.name+2, w, "a card game for four to eight, over ssh", b.on(ground, text))
	}
	story, told := b.part(p.story), theGame
	if b.size() == phone {
		told = theGameInBrief
	}
	for i, words := range reflow(told, p.story.W) {
		story.clip(0, i, p.story.W, words, b.on(ground, text))
	}
	f.drawHello(b, p.hello)
	f.drawWays(b.part(p.ways))
}

func (f *firstScreen) drawTitle(b brush) { b.titleBar(f.houseCount(), "welcome") }

// drawHello greets, or says what the house has to say.
func (f *firstScreen) drawHello(b brush, y int) {
	w, _ := b.Size()
	switch {
	case f.notice.words == "":
	case b.size() == phone:
		b.told(0, y, w, below, f.notice.words)
		return
	default:
		b.centre(0, y, w, f.notice.words, b.on(ground, turn))
		return
	}
	before, after := "Welcome, ", "."
	name := cut(b.plain(f.me.Name), w-len(before+after))
	x := (w - len(before+after) - terminal.Width(name)) / 2
	x = b.text(x, y, before, b.on(ground, text))
	x = b.text(x, y, name, bold(b.on(ground, you)))
	b.text(x, y, after, b.on(ground, text))
}

func (f *firstScreen) drawWays(b brush) {
	w, _ := b.Size()
	for i, way := range firstWays {
		b.right(5, i, way.Help().Key, b.on(ground, turn))
		b.clip(6, i, w-6, way.Help().Desc, b.on(ground, strong))
	}
}
