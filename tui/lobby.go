package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
)

// lobbyScreen is the house's hall: its tables, who is here, what is said. The
// picked row is a table, or, before the first, the seat that is kept for the
// person.
type lobbyScreen struct {
	*session
	row    int
	picked string   // the code of the table on that row; ""
	kept   string   // the code of the table with the person's own seat; ""
	code   lineEdit // of a table to go to
	coding bool     // the code is being typed
}

// codeLength is how long a table's code may be, in cells.
const codeLength = 12

func newLobby(s *session) *lobbyScreen {
	return &lobbyScreen{session: s, code: lineEdit{most: codeLength}}
}

func (l *lobbyScreen) typing() bool { return l.coding }

func (l *lobbyScreen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case houseMsg, leftMsg:
		l.renew()
	case tea.KeyPressMsg:
		if l.coding {
			return l.codeKey(msg)
		}
		return l.key(msg)
	case tea.PasteMsg:
		if l.coding {
			l.code.insert(strings.ToUpper(strings.TrimSpace(msg.Content)))
		}
	case tea.MouseClickMsg:
		return l.click(msg)
	case tea.MouseWheelMsg:
		if msg.Button == tea.MouseWheelUp {
			l.pick(l.row - 1)
		} else {
			l.pick(l.row + 1)
		}
	}
	return nil
}

// renew asks which seat is kept, and stays on the picked table when the rows
// move.
func (l *lobbyScreen) renew() {
	own := l.kept != "" && l.row == 0
	l.kept = l.visit.Kept()
	for i := range l.house.Tables {
		if l.house.Tables[i].Code == l.picked && !own {
			l.row = i + l.ahead()
		}
	}
	l.pick(l.row)
}

// pick picks a row, or the one nearest to it that there is.
func (l *lobbyScreen) pick(row int) {
	l.row = max(0, min(row, l.rows()-1))
	l.picked = ""
	if t := l.pickedTable(); t != nil {
		l.picked = t.Code
	}
}

// rows is how many rows can be picked.
func (l *lobbyScreen) rows() int { return l.ahead() + len(l.house.Tables) }

// ahead is how many rows there are before the tables.
func (l *lobbyScreen) ahead() int {
	if l.kept != "" {
		return 1
	}
	return 0
}

// pickedTable is the table on the picked row; nil where there is none.
func (l *lobbyScreen) pickedTable() *table.Board {
	i := l.row - l.ahead()
	if i < 0 || i >= len(l.house.Tables) {
		return nil
	}
	return &l.house.Tables[i]
}

// The lobby's shortcuts that are not worded by what is picked.
var (
	quickKey    = bind("m", "quick match").explain("m", "sit down where people wait, or open a table that fills itself")
	practiceKey = bind("b", "practice with bots").inOneWord("bots").explain("b", "a private game against computer players, at once")
	newTableKey = bind("n", "new table").explain("n", "set up a table: its title, its rules, its clock")
	watchKey    = bind("v", "watch").explain("v", "look on at the picked table")
	learnKey    = bind("g", "learn in 3 minutes").explain("g", "a little game that teaches the rules")
	settingsKey = bind("s", "settings").inOneWord("set").explain("s", "colours, motion, mouse, bell")
	chatKey     = bind("c", "chat").explain("c", "say something to everybody here")
	helpKey     = bind("?", "help").explain("?", "this page")
	leaveKey    = bind("q", "leave").inOneWord("bye").explain("q", "leave the house")
	deskKey     = bind("a", "admin").explain("a", "the admins' desk")
	joinKey     = bind("j", "join by code").inOneWord("code").explain("j", "sit down at a table by its code, also a private one")
	copyKey     = bind("i", "copies it").explain("i", "copy the line with which a friend sits down")
	upKey       = bind("up", "pick the row above", "up").explain("up", "pick the row above")
	downKey     = bind("down", "pick the row below", "down").explain("down", "pick the row below")
)

func (l *lobbyScreen) keys() keyMap {
	if l.coding {
		return l.codeKeys()
	}
	b := l.pickedTable()
	watch := watchKey.when(b != nil && !b.Locked)
	quick := quickKey.when(l.rows() > 0 || !l.listed())
	k := keyMap{
		enter: []shortcut{l.enterKey(), quick, practiceKey, newTableKey},
		lines: []shortcut{learnKey, joinKey, watch, settingsKey, chatKey, helpKey, leaveKey},
		more:  []shortcut{peopleKey, copyKey.when(b != nil && !b.Locked), upKey.when(l.row > 0), downKey.when(l.row < l.rows()-1)},
		now:   "you are in the lobby",
		idle:  "locked: nobody new is let in",
	}
	if b == nil {
		k.idle = "looking for the tables"
	}
	switch sizeOf(l.width, l.height) {
	case wide:
		k.enter = append(k.enter, watch)
		k.lines = []shortcut{learnKey, joinKey, settingsKey, chatKey, helpKey, leaveKey}
	case normal:
		k.lines[0] = shorter(learnKey, "learn it")
	case phone:
		k.enter = []shortcut{l.enterKey(), practiceKey, quick, newTableKey}
		k.lines, k.more = []shortcut{learnKey, joinKey, settingsKey, chatKey, helpKey, leaveKey}, append(k.more, watch)
	}
	if l.options.Desk != nil {
		k.lines = append([]shortcut{deskKey}, k.lines...)
	}
	return k
}

// enterKey says what enter does with the picked row.
func (l *lobbyScreen) enterKey() shortcut {
	b := l.pickedTable()
	switch {
	case l.row < l.ahead(), b != nil && b.Code == l.kept:
		return enters("go back to your seat at " + l.kept)
	case b == nil: // before the list has come nobody can know that it is empty
		return enters("play a quick match").when(l.listed())
	case b.Locked:
		return enters("").when(false)
	case canSit(b):
		return enters("sit down")
	}
	return enters("watch")
}

// canSit reports whether a table has a seat for a newcomer.
func canSit(b *table.Board) bool {
	return b.State == table.Waiting && !b.Locked && taken(b) < len(b.Seats)
}

// taken is how many seats of a table are taken.
func taken(b *table.Board) int {
	n := 0
	for _, chair := range b.Seats {
		if !chair.Free() {
			n++
		}
	}
	return n
}

func (l *lobbyScreen) key(msg tea.KeyPressMsg) tea.Cmd {
	b := l.pickedTable()
	switch {
	case l.enterKey().is(msg):
		return l.enter()
	case quickKey.is(msg):
		return l.quick()
	case practiceKey.is(msg):
		return l.practice()
	case newTableKey.is(msg):
		return l.wish(openDialog{newTableForm(l.session)})
	case watchKey.is(msg) && b != nil:
		return l.watch(b.Code)
	case learnKey.is(msg):
		return l.wish(openTutorial{})
	case peopleKey.is(msg):
		return l.wish(openDialog{newPeople(l.session)})
	case settingsKey.is(msg):
		return l.wish(openSettings{})
	case leaveKey.is(msg):
		return l.leaveHouse()
	case deskKey.is(msg) && l.options.Desk != nil:
		return l.wish(openDialog{newDesk(l.session, l.options.Desk)})
	case copyKey.is(msg) && b != nil:
		return l.copyInvitation(b)
	case upKey.is(msg):
		l.pick(l.row - 1)
	case downKey.is(msg):
		l.pick(l.row + 1)
	case joinKey.is(msg):
		l.coding = true
		l.code.set("")
	case startsCode(msg.Text):
		l.coding = true
		l.code.set(msg.Text)
	}
	return nil
}

// enter does what the enter line says.
func (l *lobbyScreen) enter() tea.Cmd {
	b := l.pickedTable()
	switch {
	case l.row < l.ahead():
		return l.sit(l.visit.Resume)
	case b == nil:
		return l.quick()
	case canSit(b):
		return l.join(b.Code)
	}
	return l.watch(b.Code)
}

// leaveHouse ends the visit; whoever has a seat somewhere is asked first.
func (l *lobbyScreen) leaveHouse() tea.Cmd {
	if l.kept == "" {
		return l.wish(leaveHouse{})
	}
	return l.wish(openDialog{&askScreen{
		session: l.session,
		words:   "Leave the house? A bot minds your cards until you are back.",
		yes:     "leave", answer: leaveHouse{},
	}})
}

// quick goes where people wait, or opens a table that fills itself.
func (s *session) quick() tea.Cmd {
	s.hurried = true
	return s.sit(s.visit.Quick)
}

// practice opens a private table, where computer players fill the seats, and
// starts the game.
func (s *session) practice() tea.Cmd {
	setup := table.Setup{Title: "practice", Private: true, Options: rules.DefaultOptions()}
	setup.Options.Turn = 0 // who learns needs time, and nobody waits
	setup.Options.Bots = "regular"
	return s.sit(func(ctx context.Context) (*table.Visit, error) {
		visit, err := s.visit.Open(ctx, setup)
		if err != nil {
			return nil, err
		}
		for _, c := range []table.Command{table.Ready{}, table.Start{}} {
			if err := visit.Do(ctx, c); err != nil {
				visit.Leave()
				return nil, err
			}
		}
		return visit, nil
	})
}

// click picks the row under the mouse; on the picked row it is enter.
func (l *lobbyScreen) click(msg tea.MouseClickMsg) tea.Cmd {
	if !l.coding && l.somebodyAt(msg.X, msg.Y) {
		return nil
	}
	if b := l.pickedTable(); b != nil && !l.coding && inside(lobbyPlanOf(l.width, l.height).invite, msg.X, msg.Y) {
		return l.copyInvitation(b)
	}
	row, ok := l.rowAt(msg.X, msg.Y)
	if !ok || l.coding {
		return nil
	}
	if row == l.row {
		return l.enter()
	}
	l.pick(row)
	return nil
}
