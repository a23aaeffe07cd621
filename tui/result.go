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

// resultScreen is the end of a round: places, titles, points, and what comes
// next. The table deals again when all are ready, or after a while. After the
// last round the Ultimate Hero is hailed, by the person's key or after a while.
type resultScreen struct {
	*session
	last  bool          // the game is over
	next  time.Time     // when the hero is hailed; zero before the last round is over
	wait  time.Duration // until what comes next, when the screen came up
	frame int           // of the motion: bars grow, and rows change place once
}

// lastResult is how long the last round's result is shown: time to find oneself in
// a table of eight.
const lastResult = 15 * time.Second

// The result's motion: 600 ms in 6 frames.
const (
	resultFrames     = 6
	resultFrameEvery = 100 * time.Millisecond
)

type resultFrameMsg struct{ of *resultScreen }

func newResult(s *session) *resultScreen {
	r := &resultScreen{session: s}
	if r.last = s.at.Board.State == table.Over; r.last {
		r.next = s.now.Add(lastResult)
	}
	r.wait = r.due().Sub(s.now)
	if s.still() {
		r.settle()
	}
	return r
}

// due is when what comes next comes by itself; zero if it doesn't.
func (r *resultScreen) due() time.Time {
	if r.last {
		return r.next
	}
	return r.at.Board.NextDeal
}

// settle ends the motion.
func (r *resultScreen) settle() { r.frame = resultFrames }

// start begins the motion.
func (r *resultScreen) start() tea.Cmd {
	if r.frame == resultFrames {
		return nil
	}
	return r.await(terminal.After(resultFrameEvery, func(time.Time) tea.Msg { return resultFrameMsg{r} }))
}

// rows are the seats from above: as they stood before the round while the bars
// begin to grow, then by their places in it, or in the game when that is over.
func (r *resultScreen) rows() []rules.Seat {
	switch {
	case r.frame < resultFrames/2:
		return r.stoodBefore()
	case r.last: // it is the game that was won
		return r.at.View.Result.Ranking
	}
	return r.at.View.LastRound.Order
}

// The result's shortcuts.
var (
	verifyKey   = bind("v", "verify the deal").explain("v", "deal again from the seed, and compare")
	lastHandKey = bind("l", "last hand").inOneWord("last hand").explain("l", "who played what in the last hand")
	copyResult  = bind("i", "copy the result")
	menuKey     = bind("esc", "menu").explain("esc", "settings, help, leave")
)

func (r *resultScreen) keys() keyMap {
	ready := r.seated() && r.at.Board.Seats[r.at.You].Ready
	enter := enters("ready").when(r.seated() && !ready)
	if r.last {
		enter = enters("hail the Ultimate Hero")
	}
	return keyMap{
		enter: []shortcut{enter, verifyKey, chatKey},
		lines: []shortcut{lastHandKey, copyResult, helpKey, menuKey},
		now:   "the round is scored",
		idle:  r.awaited(),
	}
}

// awaited says whom the next deal waits for.
func (r *resultScreen) awaited() string {
	for i, chair := range r.at.Board.Seats {
		if !chair.Free() && chair.Bot == "" && !chair.Ready && !chair.Away && !chair.Left && rules.Seat(i) != r.at.You {
			return "waiting for " + chair.Name
		}
	}
	return "waiting for the next deal"
}

func (r *resultScreen) update(msg tea.Msg) tea.Cmd {
	if frame, ok := msg.(resultFrameMsg); ok && frame.of == r && r.frame < resultFrames {
		r.frame++
		return r.start()
	}
	if _, tick := msg.(tickMsg); tick && r.last && !r.now.Before(r.next) {
		return r.wish(hailHero{})
	}
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil
	}
	r.settle()
	switch {
	case r.last && r.keys().enter[0].is(press):
		return r.wish(hailHero{})
	case r.keys().enter[0].is(press):
		return r.do(table.Ready{})
	case verifyKey.is(press):
		return r.wish(openDialog{newPopup(r.session, "THE DEAL, DEALT AGAIN", r.dealAgain(r.at.View.LastRound))})
	case lastHandKey.is(press):
		return r.wish(openDialog{newPopup(r.session, "THE LAST HAND", r.handLines(r.at.View.LastHand))})
	case copyResult.is(press):
		r.tell("The result is on your clipboard, if your terminal allows it.")
		return terminal.Copy(r.story())
	case menuKey.is(press):
		return r.wish(openDialog{newMenu(r.session)})
	}
	return nil
}

// handLines are the plays of a hand as sentences.
func (s *session) handLines(plays []rules.Event) []string {
	var lines []string
	for _, e := range plays {
		lines = append(lines, castOf(s.at).tell(e))
	}
	if lines == nil {
		return []string{"Nothing was played in it."}
	}
	return lines
}

// story is the result as text to send to somebody.
func (r *resultScreen) story() string {
	v, c := r.at.View, castOf(r.at)
	lines := []string{"Deathtrap Dungeon, table " + r.at.Board.Code + ", " + roundWords(&v.View)}
	for i, s := range v.LastRound.Order {
		lines = append(lines, strconv.Itoa(i+1)+". "+c.third(s)+", "+rules.Title(i+1, len(v.Counts))+
			", +"+strconv.Itoa(v.LastRound.Points[s])+", total "+strconv.Itoa(v.LastRound.Totals[s]))
	}
	seed, _ := v.LastRound.Seed.MarshalText() // never fails
	return strings.Join(append(lines, "seed "+string(seed)), "\n") + "\n"
}

// roundWords is "round 2 of 4".
func roundWords(v *rules.View) string {
	return "round " + strconv.Itoa(v.Round) + " of " + strconv.Itoa(v.Rounds)
}

// standing is who is how far: seats by total, then by rounds won, then by the
// place in the order given.
func standing(totals []int, winners, order []rules.Seat) []rules.Seat {
	won := make([]int, len(totals))
	for _, s := range winners {
		won[s]++
	}
	ranking := slices.Clone(order)
	slices.SortStableFunc(ranking, func(a, b rules.Seat) int {
		if totals[a] != totals[b] {
			return totals[b] - totals[a]
		}
		return won[b] - won[a]
	})
	return ranking
}

// stoodBefore is how the seats stood before the round.
func (r *resultScreen) stoodBefore() []rules.Seat {
	v := r.at.View
	scored, n := v.LastRound, len(v.Counts)
	before, order := make([]int, n), make([]rules.Seat, n)
	for s := range n {
		before[s], order[s] = scored.Totals[s]-scored.Points[s], rules.Seat(s)
	}
	if i := slices.IndexFunc(r.scored, func(e rules.Event) bool { return e.Round == scored.Round-1 }); i >= 0 {
		order = r.scored[i].Order
	}
	return standing(before, v.Winners[:max(0, len(v.Winners)-1)], order)
}

// climbs are, by seat, the standing after the round from 1 and by how much it is
// better than before; after the first round nobody has climbed.
func (r *resultScreen) climbs() (now, up []int) {
	v := r.at.View
	scored, n := v.LastRound, len(v.Counts)
	now, up = make([]int, n), make([]int, n)
	ranking := standing(scored.Totals, v.Winners, scored.Order)
	if r.last {
		ranking = v.Result.Ranking
	}
	for i, s := range ranking {
		now[s] = i + 1
	}
	if scored.Round == 1 {
		return now, up
	}
	for i, s := range r.stoodBefore() {
		up[s] = i + 1 - now[s]
	}
	return now, up
}
