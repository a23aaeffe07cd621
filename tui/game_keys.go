package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
)

// gameKey is a key of the game and what it does. acts is set where it may
// change or send what is chosen: such a key counts only if it was pressed on the
// turn that is still going on.
type gameKey struct {
	shortcut
	acts bool
	run  func(g *gameScreen, key string) tea.Cmd
}

// gameKeys is what can be done now, as it stands on the key lines.
type gameKeys struct {
	enter, lines, more []gameKey
	idle, now          string
}

// none is an empty table of keys in the memory of the one there is: it is made anew
// whenever there are others.
func (g *gameScreen) none() gameKeys {
	return gameKeys{enter: g.can.enter[:0], lines: g.can.lines[:0], more: g.can.more[:0]}
}

// offer is all that decides which keys there are and what they are called, but the
// words of enter; and the state of the table, of which apply tells.
type offer struct {
	view          *rules.View
	width, height int
	settings      settings
	panel         panel
	follow        rules.Seat
	asked         question
	leads         bool // the Pig's holder names who does
}

func (g *gameScreen) offer() offer {
	return offer{
		view: g.view, width: g.width, height: g.height, settings: g.settings,
		panel: g.panel, follow: g.follow, asked: g.choice.asked, leads: g.choice.leader != rules.Nobody,
	}
}

// refresh finds out what can be done: where only another set is raised, what enter does
// with it; else everything anew.
func (g *gameScreen) refresh() {
	if now := g.offer(); now != g.offered {
		g.offered = now
		g.findKeys()
	} else if g.asksTurn() {
		words := g.enterWords(sizeOf(g.width, g.height))
		g.can.enter[0].SetHelp("enter", words)
		g.shown.enter[0].SetHelp("enter", words)
	}
}

// asksTurn reports whether enter does something with the cards.
func (g *gameScreen) asksTurn() bool {
	return g.panel == noPanel && g.view.Seat != rules.Nobody && g.view.Owes()
}

// possible is what can be done now.
func (g *gameScreen) possible() gameKeys {
	switch v := g.view; {
	case g.panel != noPanel:
		return g.panelKeys()
	case v.Seat == rules.Nobody:
		return g.watchKeys()
	case v.Owes():
		return g.turnKeys()
	}
	return g.waitKeys()
}

func (g *gameScreen) findKeys() {
	g.can = g.possible()
	g.can.now = g.nowWords()
	g.shown = keyMap{
		enter: shortcuts(g.shown.enter, g.can.enter),
		lines: shortcuts(g.shown.lines, g.can.lines),
		more:  shortcuts(g.shown.more, g.can.more),
		idle:  g.can.idle, now: g.can.now,
	}
}

// keys is the same as shortcuts, as refresh has found it.
func (g *gameScreen) keys() keyMap {
	if g.view != nil && tiny(g.width, g.height) { // there the keys are all that is drawn
		g.drawn = momentOf(g.view)
	}
	return g.shown
}

// shortcuts are keys as shortcuts, in the memory of a list that is over.
func shortcuts(list []shortcut, keys []gameKey) []shortcut {
	list = list[:0]
	for i := range keys {
		list = append(list, keys[i].shortcut)
	}
	return list
}

// key does what a key stands for now.
func (g *gameScreen) key(msg tea.KeyPressMsg) tea.Cmd {
	g.endMotion()
	name := nameOf(msg)
	for _, list := range [...][]gameKey{g.can.enter, g.can.lines, g.can.more} {
		for i := range list {
			k := &list[i]
			if k.run == nil || !k.answers(name) {
				continue
			}
			if k.acts {
				if g.sent || g.drawn != momentOf(g.view) {
					g.missed(name)
					return nil
				}
				g.note, g.panel = "", noPanel
			}
			return k.run(g, name)
		}
	}
	if words := g.unoffered(name); isMachine(name) && words != "" {
		g.tell(words) // as the table goes on the answer is not to go with it
	} else if words != "" {
		g.note = words
	}
	return nil
}

// missed says what became of the Machine's key if the table has moved on since the
// person saw it; the other keys are for a turn that is over.
func (g *gameScreen) missed(key string) {
	if isMachine(key) && !g.sent {
		g.tell("The hand went on just then: press K again to stop it.")
	}
}

// isMachine reports whether a key is the Killing Machine's.
func isMachine(key string) bool { return key == "K" || key == "k" }

// digits are the keys that choose a creature.
var digits = []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "f", "d"}

// The keys whose words are always the same are made once.
var (
	passKey        = bind("p", "pass").explain("p", "pass; you may, even if you could play")
	setKey         = bind("left right", "choose a set", "left", "right")
	undoKey        = bind("esc", "leave it", "esc")
	previewKey     = bind("k", "what the Machine would do")
	giveWildKey    = bind("w", "give a wild card")
	giveMachineKey = bind("k", "give the Machine")
	givePigKey     = bind("e", "Pig").explain("e", "give the Exploding Pig")
	countKey       = bind("+-", "count", "+", "-", "=", "_", "up", "down").explain("+ -", "more or fewer of it")
	wildKey        = bind("w", "wild").explain("w", "add a wild card; again: both, none")
	leaderKey      = bind("tab", "who leads", "tab", "down", "up").explain("tab", "choose who leads")
	sortKey        = bind("o", "sort").explain("o", "sort your hand the other way")
	stillOutKey    = bind("x", "what is out").inOneWord("out").explain("x", "what the others still hold")
	autoPassKey    = bind("a", "automatic pass").explain("a", "pass by itself when nothing of yours fits, or stop that")
	keepTurnKey    = bind("a", "stop that").explain("a", "no automatic pass any more")
	sideKey        = bind("tab", "side column")
	pointsKey      = bind("tab", "points").explain("tab", "who has how many points")
	hintKey        = bind("h", "hint").explain("h", "what a good player would do")
	whyKey         = bind("y", "why?").explain("y", "why can't I play this?")
	whyPhoneKey    = bind("y", "why").explain("y", "why can't I play this?")
)
