package tui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
)

// waitingScreen is the table before the start: who sits there and who is ready.
// Nothing starts by itself; the host starts the game.
type waitingScreen struct{ *session }

func newWaiting(s *session) *waitingScreen { return &waitingScreen{s} }

// chair is the person's own seat, or nil.
func (w *waitingScreen) chair() *table.Chair {
	if !w.seated() || int(w.at.You) >= len(w.at.Board.Seats) {
		return nil
	}
	return &w.at.Board.Seats[w.at.You]
}

// startable reports whether the host may start: every seat is filled, by
// computer players if need be, and every other person is ready.
func startable(b *table.Board) bool {
	for i, chair := range b.Seats {
		person := !chair.Free() && chair.Bot == "" && rules.Seat(i) != b.Host
		if chair.Free() && b.Setup.Options.Bots == "none" || person && !chair.Ready {
			return false
		}
	}
	return true
}

// botsOf is how many computer players sit at a table.
func botsOf(b *table.Board) int {
	n := 0
	for _, chair := range b.Seats {
		if chair.Bot != "" {
			n++
		}
	}
	return n
}

// The waiting table's shortcuts that are not worded by its state.
var (
	addBotKey    = bind("b", "add a bot").inOneWord("bot").explain("b", "a computer player takes a free seat")
	removeBotKey = bind("-", "a bot less", "-", "_").inOneWord("fewer").explain("-", "a computer player leaves")
	optionsKey   = bind("s", "table options").inOneWord("options").explain("s", "title, seats, rules and clock")
	unreadyKey   = bind("u", "not ready").explain("u", "take your \"ready\" back")
	sitKey       = enters("sit down")
)

func (w *waitingScreen) keys() keyMap {
	board := w.at.Board
	free := len(board.Seats) - taken(board)
	chair := w.chair()
	k := keyMap{
		enter: []shortcut{
			w.enterKey(),
			addBotKey.when(w.host() && free > 0), optionsKey,
			removeBotKey.when(w.host() && botsOf(board) > 0),
		},
		lines: []shortcut{learnKey, chatKey, helpKey, bind("esc", "leave the table")},
		more:  []shortcut{peopleKey, unreadyKey.when(chair != nil && chair.Ready), copyKey.when(!board.Locked), wayBackKey.when(w.wayBack != nil)},
		now:   "the table waits; " + w.missing(),
		idle:  w.missing(),
	}
	return k
}

// enterKey says what enter does: sit down, be ready, start; or nothing.
func (w *waitingScreen) enterKey() shortcut {
	board, chair := w.at.Board, w.chair()
	switch {
	case chair == nil:
		return sitKey.when(taken(board) < len(board.Seats))
	case w.host() && startable(board):
		return enters("start the game")
	case !chair.Ready:
		return enters("I am ready")
	}
	return enters("").when(false)
}

// missing says what the table waits for.
func (w *waitingScreen) missing() string {
	board := w.at.Board
	free, unready := len(board.Seats)-taken(board), ""
	for i, chair := range board.Seats {
		if !chair.Free() && chair.Bot == "" && !chair.Ready && (rules.Seat(i) != board.Host || !startable(board)) {
			unready = castOf(w.at).name(rules.Seat(i))
		}
	}
	switch {
	case free > 0 && board.Setup.Options.Bots == "none":
		return "waiting for " + strconv.Itoa(free) + " more"
	case unready != "":
		return "waiting for " + unready
	case w.host():
		return "all are ready: you may start"
	case board.Host == rules.Nobody:
		return "waiting for a host"
	}
	return "waiting for " + castOf(w.at).name(board.Host) + " to start"
}

func (w *waitingScreen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return w.key(msg)
	case tea.MouseClickMsg:
		if w.onFree(msg.X, msg.Y) && w.host() {
			return w.do(table.AddBots{Count: 1})
		}
		if w.onInvitation(msg.X, msg.Y) {
			return w.copyInvitation(w.at.Board)
		}
		if w.wayBack != nil && w.onWayBack(msg.X, msg.Y) {
			return w.wish(openDialog{w.wayBack})
		}
		if name := w.personAt(msg.X, msg.Y); name != "" {
			return w.wish(openDialog{newPerson(w.session, name)})
		}
	}
	return nil
}

func (w *waitingScreen) key(msg tea.KeyPressMsg) tea.Cmd {
	board := w.at.Board
	switch {
	case w.enterKey().is(msg):
		return w.enter()
	case addBotKey.is(msg) && w.host():
		return w.do(table.AddBots{Count: 1})
	case removeBotKey.is(msg) && w.host():
		return w.do(table.RemoveBots{Count: 1})
	case unreadyKey.is(msg) && w.seated():
		return w.do(table.Ready{Off: true})
	case optionsKey.is(msg):
		return w.wish(openDialog{optionsForm(w.session)})
	case peopleKey.is(msg):
		return w.wish(openDialog{newPeople(w.session)})
	case copyKey.is(msg):
		return w.copyInvitation(board)
	case wayBackKey.is(msg) && w.wayBack != nil:
		return w.wish(openDialog{w.wayBack})
	case learnKey.is(msg):
		return w.wish(openTutorial{})
	case msg.String() == "esc" || msg.String() == "q":
		return w.leaveAsked()
	}
	return nil
}

// enter does what the enter line says.
func (w *waitingScreen) enter() tea.Cmd {
	chair := w.chair()
	switch {
	case chair == nil:
		return w.do(table.Sit{})
	case w.host() && startable(w.at.Board):
		return w.do(table.Start{})
	}
	return w.do(table.Ready{})
}

// leaveAsked goes back to the lobby; whoever has a seat is asked first.
func (s *session) leaveAsked() tea.Cmd {
	if !s.seated() {
		return s.wish(leaveTable{})
	}
	return s.wish(openDialog{&askScreen{
		session: s,
		words:   "Leave the table and give your seat back?",
		yes:     "leave the table", answer: leaveTable{},
	}})
}
