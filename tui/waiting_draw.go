package tui

import (
	"strconv"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// places are the seats around the table, clockwise from the viewer's left: how
// many on the left, over the top, on the right, by the number of the others.
var places = map[int][3]int{3: {1, 1, 1}, 4: {1, 2, 1}, 5: {1, 3, 1}, 6: {2, 2, 2}, 7: {2, 3, 2}, 8: {2, 4, 2}}

// waitingPlan is where the seats and the table are; seats by their distance
// from the viewer, clockwise, the viewer's own first.
type waitingPlan struct {
	seats  []terminal.Rect
	table  terminal.Rect
	invite terminal.Rect
	talk   terminal.Rect
	news   terminal.Rect
}

// plan places everything but on a phone. Lines to spare become air; where they
// are short, air goes first.
func (w *waitingScreen) plan(width, height int) waitingPlan {
	left := margin(sizeOf(width, height))
	spare, short := max(0, height-24), max(0, 24-height)
	gone := func(nth int) int { return min(1, max(0, short-nth)) } // of the nth gap to go
	top := 3 + spare/6 - gone(1)
	boxW := min(38+(width-80)/2, 60)
	box := terminal.Rect{X: (width - boxW) / 2, Y: top + 3 + spare/8, W: boxW, H: 7 + spare/4}
	inner := terminal.Rect{X: left, W: width - 2*left}
	line := func(y, h int) terminal.Rect { return terminal.Rect{X: inner.X, Y: y, W: inner.W, H: h} }
	talk := height - 5 + gone(0)
	p := waitingPlan{
		table: box, news: line(1, 1), talk: line(talk, 2), invite: line(talk-2+gone(2), 1),
	}
	own := 0
	if w.seated() {
		own = 1
		p.seats = append(p.seats, line(box.Y+box.H+1-gone(3), 2))
	}
	p.seats = append(p.seats, seatsRound(inner, box, top, len(w.at.Board.Seats)-own)...)
	return p
}

// seatsRound places the others clockwise round the table: on its left, over it,
// on its right.
func seatsRound(inner, box terminal.Rect, top, n int) []terminal.Rect {
	var seats []terminal.Rect
	split, seatW := places[n], max(8, box.X-inner.X-1)
	for i := range split[0] { // upwards
		seats = append(seats, terminal.Rect{X: inner.X, Y: sideY(box, split[0], split[0]-1-i), W: seatW, H: 2})
	}
	for i := range split[1] {
		seats = append(seats, terminal.Rect{X: topX(inner.X, inner.W+2*inner.X, split[1], i), Y: top, W: seatW + 4, H: 2})
	}
	x := box.X + box.W + 1
	for i := range split[2] { // downwards
		seats = append(seats, terminal.Rect{X: x, Y: sideY(box, split[2], i), W: inner.X + inner.W - x, H: 2})
	}
	return seats
}

// sideY is the line of the ith of n seats beside the table, from above.
func sideY(box terminal.Rect, n, i int) int {
	if n == 1 {
		return box.Y + (box.H-2)/2
	}
	return box.Y + i*(box.H-2)
}

// topX is where the ith of n seats over the table begins.
func topX(left, width, n, i int) int {
	switch n {
	case 1:
		return width * 33 / 80
	case 3:
		return [...]int{left, width * 33 / 80, width * 60 / 80}[i]
	}
	return left + i*(width-2*left)/n
}

// seatAt is the seat at a place of the plan.
func (w *waitingScreen) seatAt(i int) rules.Seat {
	n := len(w.at.Board.Seats)
	return rules.Seat((max(0, int(w.at.You)) + i) % n)
}

// onFree reports whether a free seat is at that place of the picture.
func (w *waitingScreen) onFree(x, y int) bool {
	if sizeOf(w.width, w.height) == phone {
		return false
	}
	for i, r := range w.plan(w.width, w.height).seats {
		inside := x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
		if inside && w.at.Board.Seats[w.seatAt(i)].Free() {
			return true
		}
	}
	return false
}

// onInvitation reports whether a friend's line is at that place of the picture.
func (w *waitingScreen) onInvitation(x, y int) bool {
	if sizeOf(w.width, w.height) == phone {
		return y == w.height-3
	}
	return inside(w.plan(w.width, w.height).invite, x, y)
}

// wayBack is the line that tells a guest how to come back; 0 where there is no room.
func (p waitingPlan) wayBack() int {
	if back := p.invite.Y + 1; p.invite.H > 0 && back < p.talk.Y {
		return back
	}
	return 0
}

// wayBackWords are that line in so many cells: what is to be typed is whole in it, or
// else how to see it.
func (w *waitingScreen) wayBackWords(cells int) string {
	for _, before := range []string{"You alone come back by    ", "You come back by   ", ""} {
		if words := before + w.wayBack.copied; terminal.Width(words) <= cells {
			return words
		}
	}
	return wayBackKey.Help().Key + " tells how you come back"
}

// onWayBack reports whether that line is at that place of the picture.
func (w *waitingScreen) onWayBack(x, y int) bool {
	p := w.plan(w.width, w.height)
	return sizeOf(w.width, w.height) != phone && y == p.wayBack() && x >= p.invite.X
}

// personAt is who sits at that place of the picture, other than the person.
func (w *waitingScreen) personAt(x, y int) string {
	if sizeOf(w.width, w.height) == phone {
		return ""
	}
	for i, r := range w.plan(w.width, w.height).seats {
		if c := w.at.Board.Seats[w.seatAt(i)]; inside(r, x, y) && hasPerson(c) && w.seatAt(i) != w.at.You {
			return c.Name
		}
	}
	return ""
}

// state is how far the table is, for the title bar.
func (w *waitingScreen) state() string {
	if w.at.Board.Locked {
		return "waiting, locked"
	}
	return "waiting"
}

func (w *waitingScreen) draw(b brush) {
	board := w.at.Board
	title := []string{board.Setup.Title, "table " + board.Code, w.state()}
	if b.size() == phone {
		b.titleBar(w.state(), board.Setup.Title, board.Code)
		w.drawPhone(b)
		return
	}
	b.titleBar("? help", title...)
	width, height := b.Size()
	p := w.plan(width, height)
	for i, r := range p.seats {
		w.drawSeat(b, r, w.seatAt(i))
	}
	w.drawTable(b, p.table)
	b.invitation(p.invite, w.invitation(board))
	if back := p.wayBack(); w.wayBack != nil && back > 0 {
		b.clip(p.invite.X+2, back, p.invite.W-2, w.wayBackWords(p.invite.W-2), b.on(ground, quiet))
	}
	b.talkLines(p.talk, w.session.talk())
	b.told(p.news.X, p.news.Y, p.news.W, above, w.notice.words)
}

// drawSeat is a seat in two lines: who sits there, and how far they are.
func (w *waitingScreen) drawSeat(b brush, r terminal.Rect, s rules.Seat) {
	chair := w.at.Board.Seats[s]
	words, style := w.seatWords(s)
	name, nameStyle := chair.Name, b.name(ground)
	if chair.Free() {
		name, nameStyle = "free", b.on(ground, quiet)
	}
	if s == w.at.You {
		b.centre(r.X, r.Y, r.W, name, bold(b.on(ground, you)))
		b.centre(r.X, r.Y+1, r.W, words, b.on(ground, style))
		return
	}
	x := b.clip(r.X, r.Y, r.W, name, nameStyle)
	if s == w.at.Board.Host {
		b.clip(x+1, r.Y, r.X+r.W-x-1, "host", b.on(ground, crown))
	}
	b.clip(r.X, r.Y+1, r.W, words, b.on(ground, style))
}

// seatWords is what a seat's second line says.
func (w *waitingScreen) seatWords(s rules.Seat) (string, role) {
	chair := w.at.Board.Seats[s]
	switch {
	case chair.Free() && w.host():
		return "b adds a bot", quiet
	case chair.Free():
		return "", quiet
	case chair.Bot != "":
		return chair.Bot + " bot", quiet
	case chair.Away:
		return "away, the seat is kept", quiet
	case chair.Ready && chair.Face == table.JSON:
		return "ready, a program", ready
	case chair.Ready:
		return "ready", ready
	case s == w.at.Board.Host && startable(w.at.Board):
		return map[bool]string{true: "you may start the game", false: "may start the game"}[s == w.at.You], ready
	}
	if s == w.at.You {
		return "not ready", danger
	}
	return "not ready", quiet
}

// drawTable is the table itself: what it waits for and what it plays.
func (w *waitingScreen) drawTable(b brush, r terminal.Rect) {
	b.clear(r, band)
	b.box(r, b.on(band, line))
	lines := w.tableWords()
	y := r.Y + 1 + (r.H-2-len(lines))/2
	for i, words := range lines {
		style := b.on(band, text)
		switch i {
		case 0:
			style = b.on(band, strong)
		case 1:
			style = b.on(band, quiet)
		}
		b.centre(r.X+1, y+i, r.W-2, words, style)
	}
}

// tableWords are the lines on the table.
func (w *waitingScreen) tableWords() []string {
	board := w.at.Board
	starts := "starts when all are ready"
	switch free := len(board.Seats) - taken(board); {
	case free > 0 && board.Setup.Options.Bots == "none" && w.host():
		starts = "you start it when it is full"
	case free > 0 && board.Setup.Options.Bots == "none":
		starts = "host starts it when full"
	case startable(board) && w.host():
		starts = "all ready: you may start"
	case startable(board):
		starts = "all ready: the host starts"
	}
	return []string{
		strconv.Itoa(taken(board)) + " of " + strconv.Itoa(len(board.Seats)) + " seats taken", starts, "",
		paceWords(board.Setup.Options, "  ∙  "), ruleWords(board.Setup.Options),
	}
}

// drawPhone lists the seats, two in a line.
func (w *waitingScreen) drawPhone(b brush) {
	width, height := b.Size()
	board := w.at.Board
	words := w.tableWords()[0] + ", " + w.missing()
	if terminal.Width(words) > width {
		words = capital(w.missing())
	}
	b.clip(0, 1, width, words, b.on(ground, text))
	half := width / 2
	for i, chair := range board.Seats {
		row, x := 2+i/2, i%2*half
		if row >= height-4 {
			break
		}
		w.drawPhoneSeat(b, x, row, half-1, rules.Seat(i), chair)
	}
	b.clip(0, height-4, width, paceWords(board.Setup.Options, ", ")+", "+ruleWords(board.Setup.Options), b.on(ground, quiet))
	if talk := w.session.talk(); len(talk) > 0 && height > 10 {
		b.talkLines(terminal.Rect{Y: height - 5, W: width, H: 1}, talk)
	}
	b.invitation(terminal.Rect{Y: height - 3, W: width, H: 1}, w.invitation(board))
	b.told(0, 1, width, below, w.notice.words)
}

func (w *waitingScreen) drawPhoneSeat(b brush, x, y, room int, s rules.Seat, chair table.Chair) {
	words, style := w.seatWords(s)
	name, nameStyle := chair.Name, b.name(ground)
	switch {
	case chair.Free():
		name, nameStyle = "free", b.on(ground, quiet)
	case s == w.at.You:
		nameStyle = bold(b.on(ground, you))
	}
	x2 := b.clip(x, y, room-min(10, room/2), name, nameStyle)
	b.clip(x2+1, y, x+room-x2-1, words, b.on(ground, style))
}
