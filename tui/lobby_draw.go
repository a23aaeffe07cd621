package tui

import (
	"slices"
	"strconv"

	"deathtrap/lobby"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// lobbyPlan is where the parts of the lobby are. A part of no size is not
// drawn.
type lobbyPlan struct {
	size                         size
	torches, greeting            terminal.Rect
	tablesHead, tables           terminal.Rect
	hereHead, here               terminal.Rect
	look, chatHead, talk, invite terminal.Rect
	lines                        int // of a table's row
}

// lobbyPlanOf is the plan for a canvas.
func lobbyPlanOf(w, h int) lobbyPlan {
	rect := func(x, y, w, h int) terminal.Rect { return terminal.Rect{X: x, Y: y, W: max(0, w), H: max(0, h)} }
	switch sizeOf(w, h) {
	case phone:
		talk := min(2, max(0, h-8))
		return lobbyPlan{
			size: phone, lines: 1, greeting: rect(0, 1, w, 1), tables: rect(0, 2, w, h-5-talk),
			talk: rect(0, h-3-talk, w, talk), invite: rect(0, h-3, w, 1),
		}
	case wide:
		left, here := w-48, w-39
		return lobbyPlan{
			size: wide, lines: 3, torches: rect(6, 2, w-12, 9), greeting: rect(3, 8, w-6, 1),
			tablesHead: rect(3, 13, left, 1), tables: rect(3, 15, left, h-31),
			hereHead: rect(here, 13, 36, 1), here: rect(here, 15, 36, h-20),
			look: rect(3, h-15, left, 5), chatHead: rect(3, h-9, left, 1),
			talk: rect(3, h-7, left, 2), invite: rect(3, h-4, w-6, 1),
		}
	}
	left, here := w-4, 0
	if w >= 76 {
		left, here = w-26, 18
	}
	talk := 2 + max(0, h-24)/4
	room := h - 13 - talk
	return lobbyPlan{
		size: normal, lines: 3, greeting: rect(2, 2, w-4, 1),
		tablesHead: rect(2, 4, left, 1), tables: rect(2, 6, left, room),
		hereHead: rect(w-20, 4, here, 1), here: rect(w-20, 6, here, room),
		talk: rect(2, h-5-talk, w-4, talk), invite: rect(2, h-4, w-4, 1),
	}
}

// shownTables is how many tables fit, and the first of them that is shown.
func (l *lobbyScreen) shownTables(p lobbyPlan) (first, fit int) {
	fit = max(1, (p.tables.H+p.lines/2)/p.lines)
	return max(0, l.row-l.ahead()-fit+1), fit
}

// rowAt is the row at a place of the picture.
func (l *lobbyScreen) rowAt(x, y int) (row int, ok bool) {
	p := lobbyPlanOf(l.width, l.height)
	if y == p.greeting.Y && l.kept != "" {
		return 0, true
	}
	if x < p.tables.X || x >= p.tables.X+p.tables.W || y < p.tables.Y || y >= p.tables.Y+p.tables.H {
		return 0, false
	}
	first, _ := l.shownTables(p)
	row = first + (y-p.tables.Y)/p.lines + l.ahead()
	return row, row < l.rows()
}

func (l *lobbyScreen) draw(b brush) {
	p := lobbyPlanOf(b.Size())
	b.titleBar(l.houseCount(), "lobby")
	if p.torches.H > 0 {
		b.torches(p.torches, 0)
		w, _ := b.Size()
		b.centre(0, 3, w, "D E A T H T R A P   D U N G E O N", bold(b.on(ground, crown)))
		b.centre(0, 5, w, "82 cards, 78 monsters, one pig. Get rid of them all.", b.on(ground, text))
	}
	l.drawGreeting(b, p)
	b.heading(p.tablesHead, "TABLES")
	l.drawTables(b, p)
	b.heading(p.hereHead, "HERE")
	l.drawHere(b, p.here)
	if p.look.H > 0 {
		l.drawLook(b, p.look)
	}
	b.heading(p.chatHead, "CHAT")
	b.talkLines(p.talk, l.session.talk())
	l.drawInvite(b, p)
	if p.size != wide {
		b.told(p.greeting.X, p.greeting.Y, p.greeting.W, below, l.notice.words)
	}
}

// houseCount says how many people and tables there are; of private tables nothing
// but how many. It is "" before the house's list has come.
func (s *session) houseCount() string {
	h := &s.house
	if !s.listed() {
		return ""
	}
	tables := strconv.Itoa(len(h.Tables)) + " tables"
	if len(h.Tables) == 1 {
		tables = "1 table"
	}
	if h.Private > 0 {
		tables += ", " + strconv.Itoa(h.Private) + " private"
	}
	return strconv.Itoa(len(h.People)) + " here  ∙  " + tables
}

// heading is a word with a line below it.
func (b brush) heading(r terminal.Rect, word string) {
	b.clip(r.X, r.Y, r.W, word, bold(b.on(ground, quiet)))
	b.rule(r.X, r.Y+1, r.W, b.on(ground, line))
}

// drawGreeting shows what the house has to say: a notice, the seat that is
// kept, the message of the day, or a welcome.
func (l *lobbyScreen) drawGreeting(b brush, p lobbyPlan) {
	r := p.greeting
	x := r.X
	me := l.me
	before, after := "Welcome, ", ". New to the game?  g  teaches it in 3 minutes."
	if l.options.Known {
		before, after = "Welcome back, ", ". The torches are lit and the pig is fed."
	}
	switch {
	case l.notice.words != "":
		b.inMiddle(p.size == wide, r, l.notice.words, b.on(ground, turn))
		return
	case l.kept != "":
		l.drawKept(b, r)
		return
	case l.house.Notice != "":
		b.inMiddle(p.size == wide, r, l.house.Notice, b.on(ground, text))
		return
	case p.size == wide:
		x += (r.W - terminal.Width(before+me.Name+after)) / 2
	}
	if terminal.Width(before+me.Name+after) > r.W {
		after = "."
	}
	end := r.X + r.W
	x = b.clip(x, r.Y, end-x, before, b.on(ground, text))
	x = b.clip(x, r.Y, end-x, me.Name, bold(b.on(ground, you)))
	b.clip(x, r.Y, end-x, after, b.on(ground, text))
}

// inMiddle writes a line at the left of r, or in its middle.
func (b brush) inMiddle(middle bool, r terminal.Rect, words string, style terminal.Style) {
	if middle {
		b.centre(r.X, r.Y, r.W, words, style)
		return
	}
	b.clip(r.X, r.Y, r.W, words, style)
}

// drawKept is the row of the person's own seat.
func (l *lobbyScreen) drawKept(b brush, r terminal.Rect) {
	on := ground
	if l.row == 0 {
		on = picked
		b.clear(r, picked)
		b.mark(r.X, r.Y, '►', b.on(on, turn))
	}
	x := b.text(r.X+2, r.Y, "Your seat at ", b.on(on, text))
	x = b.text(x, r.Y, l.kept, b.on(on, strong))
	words := " is kept. Your cards are waiting for you."
	waiting := func(t table.Board) bool { return t.Code == l.kept && t.State == table.Waiting }
	if slices.ContainsFunc(l.house.Tables, waiting) {
		words = " is kept for a minute; its game has not begun."
	}
	if x+len(words) > r.X+r.W {
		words = " is kept."
	}
	b.clip(x, r.Y, r.X+r.W-x, words, b.on(on, text))
}

// drawHere lists who is in the house, the person first.
func (l *lobbyScreen) drawHere(b brush, r terminal.Rect) {
	if r.H == 0 || r.W == 0 {
		return
	}
	me := l.me.Name
	people, here := []lobby.Person{{Name: me}}, 1 // no more than fit, in a full house
	for i := range l.house.People {
		if p := &l.house.People[i]; p.Name != me {
			here++
			if len(people) < r.H {
				people = append(people, *p)
			}
		}
	}
	fit := min(here, r.H)
	if here > r.H {
		fit--
		b.clip(r.X, r.Y+fit, r.W, "and "+strconv.Itoa(here-fit)+" more", b.on(ground, quiet))
	}
	for i, p := range people[:fit] {
		words, style := whereabouts(p), b.on(ground, quiet)
		name := b.on(ground, text)
		switch {
		case p.Name == me:
			words, style, name = "you", b.on(ground, you), b.on(ground, you)
		case p.Table == "" && !p.Private:
			style = b.on(ground, ready)
		}
		end := b.right(r.X+r.W, r.Y+i, words, style) - 1
		b.clip(r.X, r.Y+i, end-r.X, p.Name, name)
	}
}

// whereabouts is where somebody is.
func whereabouts(p lobby.Person) string {
	switch {
	case p.Private:
		return "private"
	case p.Table != "":
		return p.Table
	case p.Guest:
		return "new here"
	}
	return "looking"
}

// drawInvite shows the line a friend types for the picked table, or the code
// that is being typed.
func (l *lobbyScreen) drawInvite(b brush, p lobbyPlan) {
	if l.coding {
		r := p.invite
		b.clear(r, picked)
		x := b.clip(r.X, r.Y, r.W, "  Go to the table with the code  ", b.on(picked, text))
		l.code.draw(b, x, r.Y, r.X+r.W-x, b.on(picked, strong))
		return
	}
	if t := l.pickedTable(); t != nil {
		b.invitation(p.invite, l.invitation(t))
	}
}
