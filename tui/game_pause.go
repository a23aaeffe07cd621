package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
)

// paused reports whether the table rests.
func (g *gameScreen) paused() bool { return g.at.Board != nil && g.at.Board.Paused }

// resting is what stands where else a person's name would, in a pause.
const resting = "a pause"

var (
	moreTimeKey = bind("t", "20 seconds more")
	pauseKey    = bind("z", "a pause, if everybody wants one").inOneWord("pause")
	goOnKey     = bind("z", "go on")
)

// timeKeys adds the keys of extra time, and a pause by agreement. They can be done too rarely
// to stand on the key lines; the help has them when they can.
func (g *gameScreen) timeKeys(keys []gameKey) []gameKey {
	seat := g.view.Seat
	if seat == rules.Nobody || g.at.Board == nil || int(seat) >= len(g.at.Board.Seats) {
		return keys
	}
	me := &g.at.Board.Seats[seat]
	more := moreTimeKey.when(g.view.Owes() && g.at.View.Deadline != nil && me.Bank > 0)
	pause := pauseKey
	if me.Pause || g.paused() {
		pause = goOnKey
	}
	return append(keys, gameKey{more, false, pressMoreTime}, gameKey{pause.when(g.view.Phase != rules.PhaseScored), false, pressPause})
}

func pressMoreTime(g *gameScreen, _ string) tea.Cmd { return g.do(table.MoreTime{}) }

func pressPause(g *gameScreen, _ string) tea.Cmd {
	off := g.paused() || g.at.Board.Seats[g.view.Seat].Pause
	return g.do(table.Pause{Off: off})
}
