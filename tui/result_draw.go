package tui

import (
	"strconv"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// resultW is how wide the result is; on wider screens it stands in the middle.
const resultW = 80

func (r *resultScreen) draw(b brush) {
	if r.at.View == nil || r.at.View.LastRound == nil {
		return
	}
	v := r.at.View
	if b.size() == phone {
		b.titleBar("", roundWords(&v.View), "result")
		r.drawPhone(b)
		return
	}
	b.titleBar("? help", "table "+r.at.Board.Code, roundWords(&v.View), "result")
	w, h := b.Size()
	top := max(0, (h-24)/4)
	part := b.part(terminal.Rect{X: max(0, (w-resultW)/2), Y: top, W: min(w, resultW), H: h - 2 - top})
	part.resultPage(r)
}

// resultPage draws the result on a canvas that ends above the enter line.
func (b brush) resultPage(r *resultScreen) {
	v := r.at.View
	w, h := b.Size()
	scored := v.LastRound
	b.centre(0, 2, w, "Round "+strconv.Itoa(scored.Round)+" is over", b.on(ground, strong))
	b.centre(0, 3, w, castOf(r.at).roundJoke(*scored), b.on(ground, quiet))
	left := min(7, max(0, w-72))
	title := titleColumn + max(0, min(widestName(r.at.Board)-11, 5))
	b.resultHead(left, 5, w, title)
	now, up := r.climbs()
	for i, s := range scored.Order {
		at := terminal.Rect{X: left, Y: 7 + i, W: min(70, w-left), H: 1}
		b.resultRow(at, r, title, i+1, now[s], up[s])
	}
	last := h - 2 // of the clock; above it two lines of talk
	y := 7 + len(scored.Order)
	if last-2-y >= 4 {
		y++
	}
	x := left + 1
	r.drawTrade(b, x, y, w-x)
	if last-2-y >= 4 {
		y++
	}
	r.drawSeed(b, x, y+1, w-x)
	for i, t := range keepLast(r.at.Board.Talk, 2) {
		b.talkLine(x, last-2+i, w-x, t)
	}
	r.drawClock(b, x, last, w-x)
}

// titleColumn is where the titles stand in a row, unless a name is long.
const titleColumn = 20

// widestName is how wide the widest name at a table is.
func widestName(t *table.Board) int {
	widest := 0
	for _, chair := range t.Seats {
		widest = max(widest, terminal.Width(chair.Name))
	}
	return widest
}

// resultHead draws the names of the columns.
func (b brush) resultHead(x, y, w, title int) {
	style := bold(b.on(ground, quiet))
	for _, c := range []struct {
		x    int
		name string
	}{{1, "PLACE"}, {8, "NAME"}, {title, "TITLE"}, {36, "THIS ROUND"}, {49, "TOTAL"}, {57, "STANDING"}} {
		b.text(x+c.x, y, c.name, style)
	}
	b.rule(x, y+1, min(70, w-x), b.on(ground, line))
}

// resultRow draws one player's row.
func (b brush) resultRow(at terminal.Rect, r *resultScreen, titleX, place, now, up int) {
	scored := r.at.View.LastRound
	s := scored.Order[place-1]
	on, name, title, bar := ground, strong, text, backs
	if place == 1 {
		title, bar = crown, turn
	}
	if s == r.at.You {
		on, name = enterBand, you
		b.clear(at, on)
	}
	x, y := at.X, at.Y
	b.right(x+5, y, strconv.Itoa(place), b.on(on, quiet))
	b.clip(x+8, y, titleX-9, castOf(r.at).third(s), bold(b.on(on, name)))
	b.text(x+titleX, y, rules.Title(place, len(scored.Points)), b.on(on, title))
	b.right(x+41, y, "+"+strconv.Itoa(scored.Points[s]), b.on(on, text))
	b.marks(x+42, y, scored.Points[s], '■', b.on(on, bar))
	b.right(x+54, y, strconv.Itoa(scored.Totals[s]), b.on(on, strong))
	b.text(x+57, y, ordinal(now), b.on(on, text))
	switch {
	case up > 0:
		b.text(x+62, y, "up "+strconv.Itoa(up), b.on(on, ready))
	case up < 0:
		b.text(x+62, y, "down "+strconv.Itoa(-up), b.on(on, quiet))
	}
}

// ordinal is "1st", "2nd", and so on, up to the eighth.
func ordinal(n int) string {
	switch n {
	case 1:
		return "1st"
	case 2:
		return "2nd"
	case 3:
		return "3rd"
	}
	return strconv.Itoa(n) + "th"
}

// drawTrade says who will pay tribute to whom.
func (r *resultScreen) drawTrade(b brush, x, y, w int) {
	v, c := r.at.View, castOf(r.at)
	if v.Round == v.Rounds {
		return
	}
	order := v.LastRound.Order
	n := len(order)
	end, before := x+w, "Before round "+strconv.Itoa(v.Round+1)+"  "
	names := c.name(order[0]) + c.name(order[1]) + c.name(order[n-2]) + c.name(order[n-1])
	if len(before)+terminal.Width(names)+len(" gives  2 cards,  gives  one.") <= w {
		x = b.clip(x, y, end-x, before, b.on(ground, quiet))
	}
	for i := range 2 {
		from, to := order[n-1-i], order[i]
		cards, after := " 2 cards", ", "
		if i == 1 {
			cards, after = " one", "."
		}
		giver, verb := c.name(from), " gives "
		if from == c.you {
			verb = " give "
		}
		x = b.clip(x, y, end-x, giver, b.on(ground, c.ink(from, text)))
		x = b.clip(x, y, end-x, verb, b.on(ground, quiet))
		x = b.clip(x, y, end-x, c.name(to), b.on(ground, c.ink(to, quiet)))
		x = b.clip(x, y, end-x, cards+after, b.on(ground, quiet))
	}
}

// ink is the role in which a seat's name is written in a sentence.
func (c cast) ink(s rules.Seat, other role) role {
	if s == c.you {
		return you
	}
	return other
}

// drawSeed shows the beginning of the seed that tells the deal, or a notice.
func (r *resultScreen) drawSeed(b brush, x, y, w int) {
	if r.notice.words != "" {
		b.clip(x, y, w, r.notice.words, b.on(ground, turn))
		return
	}
	hex, _ := r.at.View.LastRound.Seed.MarshalText() // never fails
	words := "seed " + string(hex[:4]) + " " + string(hex[4:8]) + " " + string(hex[8:12]) + " ... "
	end := x + w
	x = b.clip(x, y, end-x, "The deal was fair  ", b.on(ground, quiet))
	x = b.clip(x, y, end-x, words, b.on(ground, text))
	x = b.clip(x, y, end-x, "check it with  ", b.on(ground, quiet))
	b.clip(x, y, end-x, "v", b.on(ground, turn))
}

// clockW is how wide the clock of the next deal is.
const clockW = 24

// drawClock shows how long it is to the next deal.
func (r *resultScreen) drawClock(b brush, x, y, w int) {
	if r.at.Board.NextDeal.IsZero() || w < clockW+16 {
		return
	}
	left := max(0, r.at.Board.NextDeal.Sub(r.now))
	full := 0
	if r.wait > 0 {
		full = int(left * clockW / r.wait)
	}
	b.bar(x, y, clockW, full, b.on(ground, turn), b.on(ground, quiet))
	b.text(x+clockW+2, y, "next deal in "+seconds(left), b.on(ground, quiet))
}

// seconds is a time left in whole seconds, rounded up.
func seconds(left time.Duration) string {
	return strconv.Itoa(int((left + time.Second - 1) / time.Second))
}

// talkLine is one line of talk without columns.
func (b brush) talkLine(x, y, w int, t table.Talk) {
	end := x + w
	if t.From == "" {
		b.clip(x, y, w, t.Text, b.on(ground, quiet))
		return
	}
	x = b.clip(x, y, end-x, t.From+" ", bold(b.on(ground, chat)))
	b.clip(x, y, end-x, t.Text, b.on(ground, chat))
}

// drawPhone lists places, titles and totals.
func (r *resultScreen) drawPhone(b brush) {
	w, h := b.Size()
	scored := r.at.View.LastRound
	for i, s := range scored.Order {
		if i+1 > h-4 {
			break
		}
		name := strong
		if s == r.at.You {
			name = you
		}
		title := rules.Title(i+1, len(scored.Order))
		end := b.right(w, i+1, " +"+strconv.Itoa(scored.Points[s])+" = "+strconv.Itoa(scored.Totals[s]), b.on(ground, text))
		x := b.clip(0, i+1, end-len(title)-1, strconv.Itoa(i+1)+" "+castOf(r.at).third(s), b.on(ground, name))
		b.clip(x+1, i+1, end-x-1, title, b.on(ground, quiet))
	}
	words := r.notice.words
	if words == "" && !r.at.Board.NextDeal.IsZero() {
		words = "next deal in " + seconds(max(0, r.at.Board.NextDeal.Sub(r.now)))
	}
	b.clip(0, h-3, w, words, b.on(ground, turn))
}
