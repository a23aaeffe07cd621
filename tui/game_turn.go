package tui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// The clock's bar is so many cells long in each layout.
var clockCells = [...]int{phone: 12, normal: 24, wide: 28}

// urgent is from when on the clock's number changes each second, and
// hurry from when on it is shown as a danger.
const (
	urgent = 10 * time.Second
	hurry  = 5 * time.Second
)

// deadline is when the turn's clock runs out, or the zero time.
func (g *gameScreen) deadline() time.Time {
	if g.at.View == nil || g.at.View.Deadline == nil {
		return time.Time{}
	}
	return *g.at.View.Deadline
}

// clock is what is left of the turn and the whole turn.
func (g *gameScreen) clock() (left, whole time.Duration) {
	left = max(0, g.deadline().Sub(g.now))
	whole = time.Duration(g.view.Options.Turn)
	return left, max(whole, left, 1)
}

// cellsLeft is how many of a bar's cells are still full.
func cellsLeft(left, whole time.Duration, cells int) int {
	return int((left*time.Duration(cells) + whole - 1) / whole)
}

// secondsLeft is the number beside the bar.
func secondsLeft(left time.Duration) string {
	return strconv.Itoa(int((left + time.Second - 1) / time.Second))
}

// tickIn is how long the clock stays as it is drawn: until a cell of the longest
// bar goes, or, in the last ten seconds, until the second is over. It is 0 when
// nothing counts.
func (g *gameScreen) tickIn() time.Duration {
	if g.deadline().IsZero() {
		return 0
	}
	left, whole := g.clock()
	if left <= urgent {
		return (left-1)%time.Second + 1
	}
	cells := clockCells[sizeOf(g.width, g.height)]
	cell := whole / time.Duration(cells)
	return max(time.Second, min((left-1)%cell+1, left-urgent))
}

// drawClock draws bar and number into w cells.
func (g *gameScreen) drawClock(b brush, x, y, w int) {
	left, whole := g.clock()
	number := secondsLeft(left)
	if w < len(number) {
		return
	}
	role := turn
	if left <= hurry {
		role = danger
	}
	on := ground
	if b.size() == phone {
		on = band
	}
	cells := max(0, w-len(number)-1)
	b.bar(x, y, cells, cellsLeft(left, whole, cells), b.on(on, role), b.on(on, quiet))
	b.right(x+w, y, number, b.on(on, role))
}

// drawTurn draws the line that says whose turn it is, with one's own clock.
func (g *gameScreen) drawTurn(b brush, r terminal.Rect, l size) {
	// The brush of the whole picture knows the layout, that of a part doesn't.
	if l == phone {
		g.drawPhoneTurn(b, r)
		return
	}
	x, end := r.X, r.X+r.W
	words, mine := g.turnWords()
	if mine && !g.deadline().IsZero() {
		cells := clockCells[l]
		g.drawBar(b, end, r.Y, cells)
		end -= cells + 4
	}
	head, apart := b.on(ground, quiet), 4
	if mine {
		x = b.text(x, r.Y, "► ", b.on(ground, turn))
		head, apart = b.on(ground, turn), 3
	}
	x = b.clip(x, r.Y, end-x, words, head)
	if words != "" {
		x += apart
	}
	b.clip(x, r.Y, end-x-1, wholeParts(g.standing(), end-x-1), b.on(ground, quiet))
}

// wholeParts is as many parts of a list with commas as fit into w cells.
func wholeParts(list string, w int) string {
	for terminal.Width(list) > w {
		end := strings.LastIndex(list, ", ")
		if end < 0 {
			break
		}
		list = list[:end]
	}
	return list
}

// drawBar draws one's own clock so that it ends before x.
func (g *gameScreen) drawBar(b brush, x, y, cells int) {
	left, whole := g.clock()
	role := turn
	if left <= hurry {
		role = danger
	}
	start := x - cells - 4
	b.bar(start, y, cells, cellsLeft(left, whole, cells), b.on(ground, role), b.on(ground, quiet))
	b.right(x, y, secondsLeft(left), b.on(ground, role))
}

func (g *gameScreen) drawPhoneTurn(b brush, r terminal.Rect) {
	b.clear(r, band)
	words, mine := g.turnWords()
	end := r.W
	if !g.deadline().IsZero() && r.W >= 20 {
		cells := min(clockCells[phone], max(3, r.W-25))
		g.drawClock(b, end-cells-3, r.Y, cells+3)
		end -= cells + 3
	}
	x, style := 0, b.on(band, quiet)
	if mine {
		style = b.on(band, turn)
		x = b.text(x, r.Y, "► ", style)
	}
	x = b.clip(x, r.Y, end-x, words, style)
	round := "R" + strconv.Itoa(g.view.Round) + " of " + strconv.Itoa(g.view.Rounds)
	if x+2+len(round) <= end {
		b.text(x+2, r.Y, round, b.on(band, quiet))
	}
}

// turnWords says whose turn it is, and whether it is one's own.
func (g *gameScreen) turnWords() (words string, mine bool) {
	v := g.view
	if v.Owes() {
		switch v.Phase {
		case rules.PhaseGive:
			return "GIVE " + strconv.Itoa(owed(v)) + " BACK", true
		case rules.PhasePig:
			return "FEED THE PIG", true
		case rules.PhaseLead:
			return "YOU LEAD", true
		}
		return "YOUR TURN", true
	}
	switch {
	case g.paused():
		return resting, false
	case v.Phase == rules.PhaseGive:
		return "the exchange", false
	case v.Turn == rules.Nobody && v.Top != nil && mayYetFall(v):
		unless := ", if no Machine comes"
		if slices.Contains(v.Hand, rules.KillingMachine) {
			unless = ", unless you stop it"
		}
		return g.names.does(v.Top.Seat, "win", "wins") + unless, false
	case v.Turn == rules.Nobody && v.Top != nil:
		return g.names.does(v.Top.Seat, "win the hand", "wins the hand"), false
	case v.Turn == rules.Nobody:
		return "", false
	case v.Phase == rules.PhasePig:
		return g.names.third(v.Turn) + " feeds the Pig", false
	case v.Phase == rules.PhaseLead:
		return g.names.third(v.Turn) + " leads", false
	}
	return g.names.third(v.Turn) + " plays", false
}

// standing is who one is at this table.
func (g *gameScreen) standing() string {
	v := g.view
	s := g.bottom()
	switch {
	case v.Phase == rules.PhasePig && v.Owes():
		return "one monster goes with it"
	case s < 0 || int(s) >= len(v.Totals):
		return ""
	}
	words := pointsWord(v.Totals[s])
	switch place := g.placeOf(s); {
	case place > 0:
		points := strconv.Itoa(v.Totals[s]) + " + " + pointsWord(rules.Points(place, len(v.Counts)))
		words = rules.Title(place, len(v.Counts)) + " now, " + points
	case v.Titles[s] != "":
		words = v.Titles[s] + ", " + words
	}
	switch {
	case v.Seat == rules.Nobody:
		words = "watching " + g.names.third(s) + ": " + words
	case !v.Owes(): // beside another's name
		words = "you: " + words
	}
	if g.at.AutoPass {
		words += ", automatic pass"
	}
	return words
}

// mayHurry reports whether the viewer may ask for a quick end of the round: out of
// it, like everybody else who is here.
func (g *gameScreen) mayHurry() bool {
	v := g.view
	if v.Seat == rules.Nobody || g.at.Board == nil || g.at.Hurries || v.Phase == rules.PhaseScored || g.paused() {
		return false
	}
	for s := range g.at.Board.Seats {
		chair := g.chair(rules.Seat(s))
		plays := chair.Bot == "" && !chair.Away && !chair.Left
		if plays && g.placeOf(rules.Seat(s)) == 0 {
			return false
		}
	}
	return true
}

// idleWords says whom the game waits for.
func (g *gameScreen) idleWords() string {
	v := g.view
	switch {
	case g.paused() && v.Seat != rules.Nobody:
		return resting + ", z goes on"
	case g.paused():
		return resting
	case v.Phase == rules.PhaseGive:
		return "the heroes give back"
	case v.Turn == rules.Nobody:
		return "all have played"
	case v.Phase == rules.PhasePig:
		return g.names.third(v.Turn) + " feeds the Pig"
	case v.Phase == rules.PhaseLead:
		return g.names.third(v.Turn) + " leads"
	}
	return g.names.third(v.Turn) + " plays"
}

// nowWords is the help's sentence about this moment.
func (g *gameScreen) nowWords() string {
	v := g.view
	whose := "it is your turn"
	switch {
	case v.Seat == rules.Nobody:
		whose = "you are watching"
	case !v.Owes():
		whose = g.idleWords()
	}
	switch {
	case v.Top != nil:
		return whose + "; " + setName(v.Top.Cards) + " lies on the table"
	case v.Phase == rules.PhaseGive:
		return whose + "; the wimps have paid, the heroes give back"
	case v.Phase == rules.PhasePig:
		return whose + "; the Pig opens the round"
	}
	return whose + "; the table is empty"
}

// titleParts and titleEnd are the title bar's words.
func (g *gameScreen) titleParts() []string {
	v := g.view
	step := "hand " + strconv.Itoa(v.HandNumber)
	switch v.Phase {
	case rules.PhaseGive:
		step = "exchange"
	case rules.PhasePig:
		step = "the Pig"
	}
	parts := []string{"table " + g.at.Board.Code, "round " + strconv.Itoa(v.Round) + " of " + strconv.Itoa(v.Rounds), step}
	if g.width < 72 {
		return parts[1:]
	}
	return parts
}

func (g *gameScreen) titleEnd() string {
	if n := len(g.at.Board.Watchers); n > 0 && g.width >= 72 {
		return strconv.Itoa(n) + " watch  ∙  ? help"
	}
	return "? help"
}
