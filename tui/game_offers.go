package tui

import (
	"slices"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// turnKeys is what can be done when something is asked of the viewer.
func (g *gameScreen) turnKeys() gameKeys {
	v := g.view
	l := sizeOf(g.width, g.height)
	keys := g.none()
	pass := gameKey{passKey.when(may(v, rules.ActPass)), true, pressPass}
	keys.enter = append(keys.enter, gameKey{enters(g.enterWords(l)).explain("enter", "play what is raised"), true, pressEnter})
	if l != phone && g.passesSoon() {
		keys.enter = append(keys.enter, gameKey{keepTurnKey, false, pressAuto})
		keys.more = append(keys.more, pass)
	} else {
		keys.enter = append(keys.enter, pass)
	}
	keys.enter = append(keys.enter, g.machineKey(l))
	keys.more = append(keys.more,
		gameKey{setKey, true, pressStep},
		gameKey{previewKey.when(may(v, rules.ActMachine)), true, pressShowMachine},
		gameKey{undoKey.when(g.choice.asked != nothingAsked), true, pressUndo},
		gameKey{giveWildKey.when(g.couldGive(rules.Chaindog) || g.couldGive(rules.RedLotus)), true, pressWild},
		gameKey{giveMachineKey.when(g.couldGive(rules.KillingMachine)), true, pressGiveMachine},
		gameKey{givePigKey.when(l == phone && g.couldGive(rules.ExplodingPig)), true, pressGivePig},
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

// mustPass reports whether it is the viewer's turn and no set of theirs fits.
func (g *gameScreen) mustPass() bool {
	return may(g.view, rules.ActPass) && !may(g.view, rules.ActPlay)
}

// passesSoon reports whether the table is about to pass for the viewer.
func (g *gameScreen) passesSoon() bool {
	return g.at.AutoPass && g.mustPass() && g.choice.asked == nothingAsked
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
	if l != phone && g.passesSoon() {
		return "pass now; else the table does it for you"
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
	givePig := gameKey{givePigKey.when(g.couldGive(rules.ExplodingPig)), true, pressGivePig} // whose card doesn't show its key
	return append(lines,
		gameKey{countKey.when(counts), true, pressCount},
		gameKey{wildKey.when(g.wildFits()), true, pressWild},
		gameKey{leaderKey.when(g.choice.leader != rules.Nobody), true, pressLeader},
		givePig.unless(l == phone),
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
	const most = 8 // that are added to either
	keys.lines, keys.more = slices.Grow(keys.lines, most), slices.Grow(keys.more, most)
	sort := gameKey{sortKey, false, pressSort}
	sort = sort.unless(g.view.Seat == rules.Nobody)
	still := gameKey{stillOutKey, false, pressStillOut}
	still = still.unless(g.settings.noCount)
	chat, help := gameKey{shortcut: chatKey}, gameKey{shortcut: helpKey}
	menu := gameKey{menuKey, false, pressMenu}.unless(g.choice.asked != nothingAsked)
	auto := gameKey{autoPassKey, false, pressAuto}
	auto = auto.unless(g.view.Seat == rules.Nobody || l != phone && g.passesSoon())
	side := gameKey{pointsKey, false, pressPoints}
	if l == wide { // the column tells the points
		side = gameKey{sideKey, false, pressSide}
	}
	side = side.unless(g.choice.leader != rules.Nobody)
	waits := len(keys.lines) > 0 && keys.lines[len(keys.lines)-1].Help().Desc == "last hand"
	told := waits && keys.lines[len(keys.lines)-1].Enabled()
	switch {
	case waits && l != phone:
		keys.lines = append(keys.lines, still, sort)
	case l == wide && g.view.Owes():
		keys.lines = append(keys.lines, sort)
		keys.more = append(keys.more, still)
	default:
		keys.more = append(keys.more, still, sort)
	}
	if waits && !told && l != phone && l != wide { // in the place of the last hand
		keys.lines = append(keys.lines, side)
	} else {
		keys.more = append(keys.more, side)
	}
	if l != phone && g.mustPass() && !g.at.AutoPass {
		keys.lines = append(keys.lines, auto) // who has to pass wishes for it
	} else {
		keys.more = append(keys.more, auto)
	}
	keys.lines = append(keys.lines, chat, help)
	if l == wide {
		keys.lines = append(keys.lines, menu)
	} else {
		keys.more = append(keys.more, menu)
	}
	keys.more = g.timeKeys(keys.more)
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
		if g.view.Turn == rules.Nobody {
			keys.idle = "now or never"
		}
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
