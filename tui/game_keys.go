package tui

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
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
// for each key that is pressed.
func (g *gameScreen) none() gameKeys {
	return gameKeys{enter: g.can.enter[:0], lines: g.can.lines[:0], more: g.can.more[:0]}
}

// refresh finds out anew what can be done.
func (g *gameScreen) refresh() {
	switch v := g.view; {
	case g.panel != noPanel:
		g.can = g.panelKeys()
	case v.Seat == rules.Nobody:
		g.can = g.watchKeys()
	case v.Owes():
		g.can = g.turnKeys()
	default:
		g.can = g.waitKeys()
	}
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
	for _, list := range [...][]gameKey{g.can.enter, g.can.lines, g.can.more} {
		for i := range list {
			k := &list[i]
			if k.run == nil || !k.is(msg) {
				continue
			}
			if k.acts {
				if g.sent || g.drawn != momentOf(g.view) {
					g.missed(msg.String())
					return nil
				}
				g.note, g.panel = "", noPanel
			}
			return k.run(g, msg.String())
		}
	}
	if words := g.unoffered(msg.String()); isMachine(msg.String()) && words != "" {
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

// send makes a move.
func (g *gameScreen) send(a rules.Action) tea.Cmd {
	g.sent = true
	act := g.do(table.Act{Seen: g.at.Seen, Action: a})
	if a.Kind == rules.ActMachine && act != nil {
		act = inTime(act)
	}
	return tea.Sequence(act, send(actedMsg{}))
}

// errHandOver is the table's no to a Machine for a hand that is gone.
var errHandOver = errors.New("the hand is over")

// inTime says of the Machine that came too late what it came too late for.
func inTime(act tea.Cmd) tea.Cmd {
	return func() tea.Msg {
		msg := act()
		if no, refused := msg.(refusedMsg); refused && (errors.Is(no.err, table.ErrStale) || errors.Is(no.err, rules.ErrEmptyTable)) {
			return refusedMsg{errHandOver}
		}
		return msg
	}
}

// actedMsg comes when the table has answered a move.
type actedMsg struct{}

// sendIf sends an action if it is whole.
func (g *gameScreen) sendIf(a rules.Action, whole bool) tea.Cmd {
	if !whole {
		return nil
	}
	return g.send(a)
}

// digits are the keys that choose a creature.
var digits = []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "f", "d"}

// The keys whose words are always the same are made once; which of them work is found
// out anew for each key that is pressed.
var (
	passKey        = bind("p", "pass").explain("p", "pass; you may, even if you could play")
	setKey         = bind("left right", "choose a set", "left", "right")
	undoKey        = bind("esc", "leave it", "esc")
	previewKey     = bind("k", "what the Machine would do")
	giveWildKey    = bind("w", "give a wild card")
	giveMachineKey = bind("k", "give the Machine")
	givePigKey     = bind("e", "give the Exploding Pig")
	countKey       = bind("+-", "count", "+", "-", "=", "_", "up", "down").explain("+ -", "more or fewer of it")
	wildKey        = bind("w", "wild").explain("w", "add a wild card; again: both, none")
	leaderKey      = bind("tab", "who leads", "tab", "down", "up").explain("tab", "choose who leads")
	sortKey        = bind("o", "sort").explain("o", "sort your hand the other way")
	stillOutKey    = bind("x", "what is out").inOneWord("out").explain("x", "what the others still hold")
	autoPassKey    = bind("a", "automatic pass").explain("a", "pass by itself when nothing of yours fits, or stop that")
	sideKey        = bind("tab", "side column")
	pointsKey      = bind("tab", "points").explain("tab", "who has how many points")
	hintKey        = bind("h", "hint").explain("h", "what a good player would do")
	whyKey         = bind("y", "why?").explain("y", "why can't I play this?")
	whyPhoneKey    = bind("y", "why").explain("y", "why can't I play this?")
)

// turnKeys is what can be done when something is asked of the viewer.
func (g *gameScreen) turnKeys() gameKeys {
	v := g.view
	l := sizeOf(g.width, g.height)
	keys := g.none()
	keys.enter = append(keys.enter,
		gameKey{enters(g.enterWords(l)).explain("enter", "play what is raised"), true, pressEnter},
		gameKey{passKey.when(may(v, rules.ActPass)), true, pressPass},
		g.machineKey(l),
	)
	keys.more = append(keys.more,
		gameKey{setKey, true, pressStep},
		gameKey{previewKey.when(may(v, rules.ActMachine)), true, pressShowMachine},
		gameKey{undoKey.when(g.choice.asked != nothingAsked), true, pressUndo},
		gameKey{giveWildKey.when(g.couldGive(rules.Chaindog) || g.couldGive(rules.RedLotus)), true, pressWild},
		gameKey{giveMachineKey.when(g.couldGive(rules.KillingMachine)), true, pressGiveMachine},
		gameKey{givePigKey.when(g.couldGive(rules.ExplodingPig)), true, pressGivePig},
	)
	choose := g.digitKey(l)
	if l == phone && g.width < digitsW || !g.raises() {
		keys.more = append(keys.more, choose)
	} else {
		keys.lines = append(keys.lines, choose)
	}
	if l == phone { // it has no room for it
		keys.more = append(keys.more, g.hintKey())
	}
	keys.lines = g.turnLine(keys.lines, l)
	return g.common(keys, l)
}

// enterWords is the enter line's sentence, so long that pass and Machine have
// room beside it.
func (g *gameScreen) enterWords(l size) string {
	if tiny(g.width, g.height) { // there it is all there is
		return g.choice.sentence(g.view, g.names, inShort)
	}
	between := len("  .  ")
	room := g.width - margin(l) - len("enter ")
	if may(g.view, rules.ActPass) {
		room -= between + len("p pass")
	}
	if k := g.machineKey(l); k.Enabled() {
		room -= between + len("K ") + len(k.Help().Desc)
	}
	ways := []wording{inFull, inShort, inFew}
	if l == phone {
		ways = []wording{onPhones, inOne}
	}
	if g.at.AutoPass && l != phone && may(g.view, rules.ActPass) && !may(g.view, rules.ActPlay) && g.choice.asked == nothingAsked {
		return "pass at once; else the table does it for you"
	}
	words := ""
	for _, how := range ways {
		if words = g.choice.sentence(g.view, g.names, how); terminal.Width(words) <= room {
			break
		}
	}
	return words
}

// digitKey is the key of a creature.
func (g *gameScreen) digitKey(l size) gameKey {
	label, words := "1-9", "set"
	for c := rules.Medusa; c <= rules.RedDragon; c++ {
		if l == wide || g.width >= besideW && slices.Contains(g.view.Hand, c) {
			label += " " + cardKey(c)
		}
	}
	if g.view.Phase == rules.PhasePig {
		words = "monster"
	}
	key := bind(label, words, digits...).explain("1 - 9", "choose the set of that value; 0 f d: Medusa, Fiend, Dragon")
	return gameKey{key, true, pressDigit}
}

// digitsW is from how many cells on a phone's key line has room for the sets' keys.
const digitsW = 44

// raises reports whether there is anything to raise: a set that fits, or cards to
// give.
func (g *gameScreen) raises() bool {
	return may(g.view, rules.ActPlay) || g.view.Phase == rules.PhaseGive || g.view.Phase == rules.PhasePig
}

// turnLine is the key line's part that belongs to the turn.
func (g *gameScreen) turnLine(lines []gameKey, l size) []gameKey {
	v := g.view
	counts := v.Phase != rules.PhasePig && g.raises()
	played := v.Phase == rules.PhaseLead || v.Phase == rules.PhaseFollow
	return append(lines,
		gameKey{countKey.when(counts), true, pressCount},
		gameKey{wildKey.when(g.wildFits()), true, pressWild},
		gameKey{leaderKey.when(g.choice.leader != rules.Nobody), true, pressLeader},
		g.whyKey(l),
		g.hintKey().unless(l == phone),
		g.lastKey("last").unless(!played),
	)
}

// unless disables a key.
func (k gameKey) unless(impossible bool) gameKey {
	k.SetEnabled(k.Enabled() && !impossible)
	return k
}

// common adds the keys that are always there, as many to the key line as the
// layout shows.
func (g *gameScreen) common(keys gameKeys, l size) gameKeys {
	const most = 7 // that are added to either
	keys.lines, keys.more = slices.Grow(keys.lines, most), slices.Grow(keys.more, most)
	sort := gameKey{sortKey, false, pressSort}
	sort = sort.unless(g.view.Seat == rules.Nobody)
	still := gameKey{stillOutKey, false, pressStillOut}
	still = still.unless(g.settings.noCount)
	chat, help := gameKey{shortcut: chatKey}, gameKey{shortcut: helpKey}
	menu := gameKey{menuKey, false, pressMenu}.unless(g.choice.asked != nothingAsked)
	auto := gameKey{autoPassKey, false, pressAuto}
	auto = auto.unless(g.view.Seat == rules.Nobody)
	side := gameKey{pointsKey, false, pressPoints}
	if l == wide { // the column tells the points
		side = gameKey{sideKey, false, pressSide}
	}
	side = side.unless(g.choice.leader != rules.Nobody)
	waits := len(keys.lines) > 0 && keys.lines[len(keys.lines)-1].Help().Desc == "last hand"
	switch {
	case waits && l != phone:
		keys.lines = append(keys.lines, still, sort)
	case l == wide && g.view.Owes():
		keys.lines = append(keys.lines, sort)
		keys.more = append(keys.more, still)
	default:
		keys.more = append(keys.more, still, sort)
	}
	if waits && l != phone && l != wide && len(g.view.LastHand) == 0 { // in the place of the last hand
		keys.lines = append(keys.lines, side)
	} else {
		keys.more = append(keys.more, side)
	}
	keys.lines = append(keys.lines, chat, help)
	if l == wide {
		keys.lines = append(keys.lines, menu)
	} else {
		keys.more = append(keys.more, menu)
	}
	keys.more = g.timeKeys(append(keys.more, auto))
	return keys
}

func (g *gameScreen) machineKey(l size) gameKey {
	words := "Machine"
	if l == wide {
		words = "Killing Machine"
	}
	if g.view.Phase == rules.PhaseLead { // where it stops nothing
		words += ", lead again"
	}
	key := bind("K", words).explain("K", "the Killing Machine, at any moment")
	return gameKey{key.when(may(g.view, rules.ActMachine)), true, pressMachine}
}

func (g *gameScreen) whyKey(l size) gameKey {
	if l == phone {
		return gameKey{whyPhoneKey, false, pressWhy}
	}
	return gameKey{whyKey, false, pressWhy}
}

func (g *gameScreen) hintKey() gameKey {
	possible := g.options.Hint != nil && !g.settings.noHints && len(g.view.Legal) > 0
	return gameKey{hintKey.when(possible), true, pressHint}
}

func (g *gameScreen) lastKey(words string) gameKey {
	k := gameKey{bind("l", words).inOneWord(words).explain("l", "the hand before this one"), false, pressLast}
	nothing := len(g.view.LastHand) == 0 && g.exchange() == nil
	return k.unless(nothing || sizeOf(g.width, g.height) == phone && words == "last")
}

// wildFits reports whether a wild card can be part of what is done now.
func (g *gameScreen) wildFits() bool {
	played := g.view.Phase == rules.PhaseLead || g.view.Phase == rules.PhaseFollow
	return played && (g.solid[rules.Chaindog] || g.solid[rules.RedLotus])
}

// couldGive reports whether a card can be given back now.
func (g *gameScreen) couldGive(c rules.Card) bool {
	return g.view.Phase == rules.PhaseGive && g.solid[c]
}

// waitKeys is what can be done while nothing is asked of the viewer.
func (g *gameScreen) waitKeys() gameKeys {
	l := sizeOf(g.width, g.height)
	keys := g.none()
	keys.idle = "nothing to do: " + g.idleWords()
	if may(g.view, rules.ActMachine) {
		if g.choice.asked == askMachine {
			keys.enter = append(keys.enter, gameKey{enters(g.enterWords(l)), true, pressEnter})
			keys.more = append(keys.more, gameKey{undoKey, true, pressUndo})
		}
		words := "stop the hand with the Killing Machine"
		if l == phone {
			keys.idle = "nothing to do"
		}
		if g.choice.asked == askMachine || margin(l)+len(keys.idle)+len("  .  K ")+terminal.Width(words) > g.width {
			words = "Machine"
		}
		stop := bind("K", words).explain("K", "the Killing Machine, at any moment")
		keys.enter = append(keys.enter, gameKey{stop, true, pressMachine})
		keys.more = append(keys.more, gameKey{previewKey, true, pressShowMachine})
	}
	if g.mayHurry() {
		keys.enter = append(keys.enter, gameKey{enters("hurry the others along"), false, pressHurry})
	}
	why := g.whyKey(l)
	keys.more = append(keys.more, why)
	keys.lines = append(keys.lines, g.lastKey("last hand"))
	return g.common(keys, l)
}

// watchKeys is what a watcher can do.
func (g *gameScreen) watchKeys() gameKeys {
	to := g.names.third(next(g.follow, g.view))
	keys := g.none()
	keys.enter = append(keys.enter, gameKey{enters("watch from " + to + "'s side"), false, pressFollow})
	keys.more = append(keys.more,
		gameKey{bind("left right", "watch from another side", "left", "right"), false, pressFollow},
		gameKey{toLobbyKey, false, pressLobby},
	)
	keys.lines = append(keys.lines, g.lastKey("last hand"))
	return g.common(keys, sizeOf(g.width, g.height))
}
