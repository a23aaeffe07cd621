package tui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// ceremonyScreen hails the Ultimate Hero. The others grovel, one after the
// other; the person's own line can be rewritten before it is said.
type ceremonyScreen struct {
	*session
	own      lineEdit
	proposal int  // of the grovels to choose from
	editing  bool // letters go into the line
	silent   bool // the person keeps a proud silence, or has said it
	form     int  // of the torches
	shown    int  // how many have grovelled by now
	moves    bool
}

// The ceremony's motion: a grovel every 700 ms; torches flicker twice a second
// for 6 s.
const (
	grovelEvery  = 700 * time.Millisecond
	flickerEvery = 500 * time.Millisecond
	flickers     = 12
	grovelCells  = 60
)

type (
	flickerMsg struct{ of *ceremonyScreen }
	grovelMsg  struct{ of *ceremonyScreen }
)

func newCeremony(s *session) *ceremonyScreen {
	c := &ceremonyScreen{session: s, own: lineEdit{most: grovelCells}, moves: !s.still()}
	c.proposal = max(0, int(s.at.You)) - 1 // the one before the first
	c.propose()
	if !c.moves {
		c.shown = rules.MaxPlayers
	}
	return c
}

// propose puts the next line to grovel with that nobody has said yet, if there is
// one, into the person's own.
func (c *ceremonyScreen) propose() {
	for range grovels {
		c.proposal = (c.proposal + 1) % len(grovels)
		if !c.said(grovels[c.proposal]) {
			break
		}
	}
	c.own.set(grovels[c.proposal])
}

// said reports whether anybody has grovelled with these words.
func (c *ceremonyScreen) said(words string) bool {
	return slices.ContainsFunc(c.chairs(), func(chair table.Chair) bool { return chair.Grovel == words })
}

// start begins the motion.
func (c *ceremonyScreen) start() tea.Cmd {
	if !c.moves {
		return nil
	}
	return tea.Batch(c.flicker(), c.nextGrovel())
}

func (c *ceremonyScreen) flicker() tea.Cmd {
	return c.await(terminal.After(flickerEvery, func(time.Time) tea.Msg { return flickerMsg{c} }))
}

func (c *ceremonyScreen) nextGrovel() tea.Cmd {
	return c.await(terminal.After(grovelEvery, func(time.Time) tea.Msg { return grovelMsg{c} }))
}

// settle ends the motion.
func (c *ceremonyScreen) settle() { c.moves, c.shown, c.form = false, rules.MaxPlayers, 0 }

func (c *ceremonyScreen) typing() bool { return c.editing }

// grovelling reports whether the person's own line is still to be said.
func (c *ceremonyScreen) grovelling() bool {
	return c.seated() && c.at.View.Result.Winner != c.at.You && !c.silent && c.chairs()[c.at.You].Grovel == ""
}

func (c *ceremonyScreen) chairs() []table.Chair { return c.at.Board.Seats }

// The ceremony's shortcuts.
var (
	grovelKey   = bind("enter", "grovel")
	otherKey    = bind("tab", "other words").explain("tab", "another line to grovel with; or write your own")
	silenceKey  = bind("esc", "keep a proud silence").inOneWord("quiet")
	rematchKey  = bind("R", "rematch").explain("R", "the same people at the same table, anew")
	storyKey    = bind("i", "copy the story")
	verifyAll   = bind("v", "verify the deals").explain("v", "deal each round again from its seed, and compare")
	toLobbyKey  = bind("q", "lobby").explain("q", "back to the lobby")
	rewriteKeys = bind("backspace", "rewrite it", "backspace", "delete", "left", "home").explain("backspace", "rewrite your line")
)

func (c *ceremonyScreen) keys() keyMap {
	k := keyMap{
		enter: []shortcut{grovelKey, otherKey, silenceKey},
		lines: []shortcut{rematchKey.when(c.host()), storyKey, verifyAll, toLobbyKey},
		more:  []shortcut{rewriteKeys, chatKey, helpKey}, now: "the game is over",
		idle: "the game is over; enjoy the torches",
	}
	switch {
	case c.editing:
		k.lines, k.more = nil, nil
	case !c.grovelling():
		k.enter, k.more = nil, nil
		k.lines = append(k.lines, chatKey, helpKey, menuKey)
	}
	return k
}

func (c *ceremonyScreen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case flickerMsg:
		if msg.of != c || !c.moves || c.form == flickers {
			return nil
		}
		c.form++
		return c.flicker()
	case grovelMsg:
		if msg.of != c || !c.moves || c.shown == rules.MaxPlayers {
			return nil
		}
		c.shown++
		return c.nextGrovel()
	case tableMsg:
		if c.grovelling() && !c.editing && c.said(c.own.String()) {
			c.propose()
		}
	case tea.PasteMsg:
		if c.grovelling() {
			c.editing = true
			c.own.insert(msg.Content)
		}
	case tea.KeyPressMsg:
		c.settle()
		if c.grovelling() {
			return c.grovelKey(msg)
		}
		return c.key(msg)
	}
	return nil
}

// grovelKey is a key while the person's own line is not yet said.
func (c *ceremonyScreen) grovelKey(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case grovelKey.is(msg):
		c.editing = false
		if words := strings.TrimSpace(c.own.String()); words != "" {
			return c.do(table.Grovel{Text: words})
		}
		c.silent = true
	case otherKey.is(msg):
		c.propose()
	case silenceKey.is(msg):
		c.silent, c.editing = true, false
	case c.editing:
		c.own.key(msg)
	case rewriteKeys.is(msg):
		c.editing = c.own.key(msg)
	default:
		return c.key(msg)
	}
	return nil
}

// key is a key of the ceremony. One that means nothing begins the person's own
// words.
func (c *ceremonyScreen) key(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case rematchKey.is(msg) && c.host():
		return c.do(table.Rematch{})
	case storyKey.is(msg):
		c.tell("The story is on your clipboard, if your terminal allows it.")
		return terminal.Copy(c.story())
	case verifyAll.is(msg):
		return c.wish(openDialog{newPopup(c.session, "THE DEALS, DEALT AGAIN", c.dealAllAgain())})
	case menuKey.is(msg):
		return c.wish(openDialog{newMenu(c.session)})
	case toLobbyKey.is(msg):
		return c.wish(leaveTable{})
	case c.grovelling() && msg.Text != "":
		c.editing = true
		c.own.set("")
		c.own.key(msg)
	}
	return nil
}

// story is the game as text to send to somebody.
func (c *ceremonyScreen) story() string {
	result, who := c.at.View.Result, castOf(c.at)
	lines := []string{"Deathtrap Dungeon, table " + c.at.Board.Code + ": the end"}
	for i, s := range result.Ranking {
		line := strconv.Itoa(i+1) + ". " + who.third(s) + ", " + pointsWord(result.Totals[s])
		if i == 0 {
			line += ", The Ultimate Hero of all time!"
		} else if grovel := c.chairs()[s].Grovel; grovel != "" {
			line += ": " + grovel
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + "\n"
}
