package tui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
)

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

func pressEnter(g *gameScreen, _ string) tea.Cmd   { return g.sendIf(g.choice.enter(g.view)) }
func pressPass(g *gameScreen, _ string) tea.Cmd    { return g.sendIf(g.choice.pass(g.view)) }
func pressMachine(g *gameScreen, _ string) tea.Cmd { return g.send(rules.Stop()) }

func pressDigit(g *gameScreen, key string) tea.Cmd {
	if card := cardOf(key); !g.choice.press(g.view, card) {
		g.note = g.missing(card)
	}
	return nil
}

// missing says why a creature can't be raised.
func (g *gameScreen) missing(card rules.Card) string {
	if hand := rules.HandOf(g.view.Hand...); hand[card] == 0 {
		g.choice.look = rules.NoCard
		return "You have no " + card.Name() + "."
	}
	return g.why(card)
}

func pressCount(g *gameScreen, key string) tea.Cmd {
	by := 1
	if key == "-" || key == "_" || key == "down" {
		by = -1
	}
	g.choice.more(g.view, by)
	return nil
}

func pressWild(g *gameScreen, _ string) tea.Cmd {
	before := g.choice.raised
	if g.choice.wilds(g.view); g.choice.raised == before && before != (rules.Hand{}) {
		g.note = g.whyNoWild(before)
	}
	return nil
}

// whyNoWild says why a raised set can have neither more nor fewer wild cards: it has
// to be as large as the one that lies there.
func (g *gameScreen) whyNoWild(raised rules.Hand) string {
	asked := "One card is asked for"
	if g.view.Top != nil && len(g.view.Top.Cards) > 1 {
		asked = capital(number(len(g.view.Top.Cards))) + " cards are asked for"
	}
	if wildsIn(raised) > 0 {
		return asked + ": not without the wild card."
	}
	return asked + ": there is no room for a wild one."
}

func pressLeader(g *gameScreen, key string) tea.Cmd {
	by := 1
	if key == "up" {
		by = -1
	}
	g.choice.lead(g.view, by)
	return nil
}

func pressStep(g *gameScreen, key string) tea.Cmd {
	by := 1
	if key == "left" {
		by = -1
	}
	sets, n := setsOf(g.cards(), g.settings.sort)
	g.choice.step(g.view, sets[:n], by)
	return nil
}

func pressShowMachine(g *gameScreen, _ string) tea.Cmd {
	g.choice.raise(rules.Hand{}, rules.NoCard)
	g.choice.asked = askMachine
	return nil
}

func pressGiveMachine(g *gameScreen, _ string) tea.Cmd {
	g.choice.press(g.view, rules.KillingMachine)
	return nil
}

func pressGivePig(g *gameScreen, _ string) tea.Cmd {
	g.choice.press(g.view, rules.ExplodingPig)
	return nil
}

func pressUndo(g *gameScreen, _ string) tea.Cmd {
	g.choice.raise(rules.Hand{}, rules.NoCard)
	return nil
}

func pressWhy(g *gameScreen, _ string) tea.Cmd {
	if _, whole := g.choice.action(g.view); whole {
		g.note = "You can: enter does it."
	} else {
		g.note = g.why(g.choice.look)
	}
	return nil
}

func pressSort(g *gameScreen, _ string) tea.Cmd {
	g.settings.sort = g.settings.sort.next()
	return nil
}

func pressAuto(g *gameScreen, _ string) tea.Cmd {
	g.settings.autoPass = !g.at.AutoPass
	return g.do(table.AutoPass{On: g.settings.autoPass})
}

func pressLobby(g *gameScreen, _ string) tea.Cmd { return g.wish(leaveTable{}) }

func pressMenu(g *gameScreen, _ string) tea.Cmd { return g.wish(openDialog{newMenu(g.session)}) }

func pressHurry(g *gameScreen, _ string) tea.Cmd { return g.do(table.Hurry{}) }

func pressSide(g *gameScreen, _ string) tea.Cmd {
	g.settings.noSide = !g.settings.noSide
	return nil
}

func pressFollow(g *gameScreen, key string) tea.Cmd {
	n := len(g.view.Counts)
	by := 1
	if key == "left" {
		by = n - 1
	}
	g.follow = rules.Seat((int(g.follow) + by) % n)
	return nil
}

// hintMsg is a hint for a moment.
type hintMsg struct {
	at     moment
	action rules.Action
	why    string
}

// pressHint asks for a hint; it takes a moment, so it is a command.
func pressHint(g *gameScreen, _ string) tea.Cmd {
	hint, v, seed := g.options.Hint, *g.view, g.at.Seen
	return func() tea.Msg {
		action, why := hint(v, seed)
		return hintMsg{momentOf(&v), action, why}
	}
}

// hinted raises what a hint says and tells why.
func (g *gameScreen) hinted(h hintMsg) {
	if h.at != momentOf(g.view) {
		return
	}
	words := "Hint: "
	g.choice.raise(rules.Hand{}, rules.NoCard)
	switch h.action.Kind {
	case rules.ActPlay, rules.ActGive:
		set := rules.HandOf(h.action.Cards...)
		g.choice.raise(set, creatureOf(set))
		words += giftWords(set) + ". "
	case rules.ActPig:
		g.choice.raise(rules.HandOf(h.action.Card), h.action.Card)
		g.choice.leader = h.action.Leader
		words += h.action.Card.Name() + ". "
	case rules.ActPass:
		g.choice.asked = advisedPass
		words += "pass. "
	case rules.ActMachine:
		g.choice.asked = askMachine
		words += "the Machine. "
	}
	g.note = words + h.why
}
