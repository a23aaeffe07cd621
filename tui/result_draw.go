package tui

import (
	"fmt"
	"slices"
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

// columns are where the parts of a row stand; those of numbers are right ends.
// Bars are only drawn where there is room for them.
type columns struct {
	place, name, title, points, bar, total, standing int
}

// columnsFor are the columns for so much width and the widest name.
func columnsFor(w, name int) columns {
	if w < 77 {
		return columns{place: 2, name: 4, title: 21, points: 38, total: 46, standing: 49}
	}
	shift := max(0, min(name-11, 5))
	return columns{place: 12, name: 15, title: 27 + shift, points: 48, bar: 49, total: 61, standing: 64}
}

// widestName is how wide the widest name at a table is.
func widestName(t *table.Board) int {
	widest := 0
	for _, chair := range t.Seats {
		widest = max(widest, terminal.Width(chair.Name))
	}
	return widest
}

// resultPage draws the result on a canvas that ends above the enter line.
func (b brush) resultPage(r *resultScreen) {
	w, h := b.Size()
	scored := r.at.View.LastRound
	y := 2
	if h < 22 {
		y = 1
	}
	b.centre(0, y, w, "Round "+strconv.Itoa(scored.Round)+" is over", b.on(ground, strong))
	if r.last {
		e := r.at.View.Result
		b.centre(0, y+1, w, castOf(r.at).does(e.Winner, "win", "wins")+" the game with "+pointsWord(e.Totals[e.Winner])+".", b.on(ground, crown))
	} else {
		b.centre(0, y+1, w, castOf(r.at).roundJoke(*scored), b.on(ground, quiet))
	}
	if y == 2 {
		b.centre(0, y+2, w, castOf(r.at).roundEnd(&r.at.View.View), b.on(ground, quiet))
	}
	c := columnsFor(w, widestName(r.at.Board))
	y += 3 - max(0, 2-y)
	b.resultHead(c, y, w, r.headings())
	now, up := r.climbs()
	for i, s := range r.rows() {
		b.resultRow(c, y+2+i, r, s, now[s], up[s])
	}
	y += 2 + len(scored.Order)
	x := max(1, c.name-7)
	r.drawBelow(b, terminal.Rect{X: x, Y: y, W: w - x, H: h - 2 - y})
	r.drawClock(b, x, h-2, w-x)
}

// tieWords says why of equal points one stands before another.
func (r *resultScreen) tieWords(w int) string {
	v := r.at.View
	scored := v.LastRound
	return castOf(r.at).ties(standing(scored.Totals, v.Winners, scored.Order), scored.Totals, v.Winners, w)
}

// drawBelow draws what stands between the players and the clock: how ties were
// broken, who will pay tribute, the seed, the newest talk. What there is no line for is left out;
// lines to spare become air.
func (r *resultScreen) drawBelow(b brush, at terminal.Rect) {
	talk := max(0, min(at.H-2, 2))
	air := at.H - 2 - talk
	y := at.Y + min(1, max(0, air))
	if words := r.tieWords(at.W); words != "" && at.H > 2 {
		b.clip(at.X, at.Y, at.W, words, b.on(ground, quiet))
		y = at.Y + 1
		talk = min(talk, at.H-3)
	}
	if at.H >= 2 {
		r.drawTrade(b, at.X, y, at.W)
		y += 1 + min(1, max(0, air-1))
	}
	for i, t := range keepLast(r.talk(), talk) {
		b.talkLine(at.X, at.Y+at.H-talk+i, at.W, t)
	}
	r.drawSeed(b, at.X, y, at.W)
}

// talk is what people said. What the table tells, of lines that dropped or of the
// grovelling, may be of rounds ago, or the ceremony has it.
func (r *resultScreen) talk() []table.Talk {
	return slices.DeleteFunc(slices.Clone(r.at.Board.Talk), func(t table.Talk) bool { return t.From == "" })
}

// headings name the columns of places, titles and standings.
type headings struct{ place, title, standing string }

// headings of the last result are the game's, but for the titles.
func (r *resultScreen) headings() headings {
	if r.last {
		return headings{"FINAL", "IN ROUND " + strconv.Itoa(r.at.View.Round), ""}
	}
	return headings{"PLACE", "TITLE", "STANDING"}
}

// resultHead draws the names of the columns.
func (b brush) resultHead(c columns, y, w int, names headings) {
	style := bold(b.on(ground, quiet))
	b.text(c.name, y, "NAME", style)
	b.text(c.title, y, names.title, style)
	b.text(c.standing, y, names.standing, style)
	b.right(c.total, y, "TOTAL", style)
	x := 0
	if c.bar > 0 {
		x = c.name - 8
		b.text(x+1, y, names.place, style)
		b.text(c.points-5, y, "THIS ROUND", style)
	}
	b.rule(x, y+1, min(70, w), b.on(ground, line))
}

// resultRow draws one player's row.
func (b brush) resultRow(c columns, y int, r *resultScreen, s rules.Seat, now, up int) {
	scored := r.at.View.LastRound
	place := slices.Index(scored.Order, s) + 1
	on, name, title, bar := ground, text, text, backs
	if place == 1 {
		title, bar = crown, turn
	}
	if s == r.at.You {
		on, name = enterBand, you
		w, _ := b.Size()
		x := max(0, c.name-8)
		b.clear(terminal.Rect{X: x, Y: y, W: min(70, w-x), H: 1}, on)
	}
	from1 := place
	if r.last { // rows are by the whole game
		from1 = now
	}
	b.right(c.place, y, strconv.Itoa(from1), b.on(on, quiet))
	b.clip(c.name, y, c.title-c.name-1, castOf(r.at).third(s), bold(b.on(on, name)))
	b.text(c.title, y, rules.Title(place, len(scored.Points)), b.on(on, title))
	b.right(c.points, y, "+"+strconv.Itoa(scored.Points[s]), b.on(on, text))
	if c.bar > 0 {
		b.marks(c.bar, y, scored.Points[s]*r.frame/resultFrames, '■', b.on(on, bar))
	}
	b.right(c.total, y, strconv.Itoa(scored.Totals[s]), b.on(on, strong))
	x := c.standing
	if !r.last { // the row begins with it
		x = b.text(x, y, ordinal(now)+" ", b.on(on, text))
		if c.bar > 0 {
			x++
		}
	}
	switch {
	case up > 0:
		b.text(x, y, "up "+strconv.Itoa(up), b.on(on, ready))
	case up < 0:
		b.text(x, y, "down "+strconv.Itoa(-up), b.on(on, quiet))
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
	cards := [2]string{" 2 cards", " one"}
	switch c.you { // who pays has no choice
	case order[n-1]:
		cards[0] = " your 2 strongest"
	case order[n-2]:
		cards[1] = " your strongest"
	}
	if len(before)+terminal.Width(names)+len(" gives ,  gives .")+len(cards[0])+len(cards[1]) <= w {
		x = b.clip(x, y, end-x, before, b.on(ground, quiet))
	}
	for i := range 2 {
		from, to := order[n-1-i], order[i]
		after := [2]string{", ", "."}[i]
		giver, verb := c.name(from), " gives "
		if from == c.you {
			verb = " give "
		}
		x = b.clip(x, y, end-x, giver, b.on(ground, c.ink(from, text)))
		x = b.clip(x, y, end-x, verb, b.on(ground, quiet))
		x = b.clip(x, y, end-x, c.name(to), b.on(ground, c.ink(to, quiet)))
		x = b.clip(x, y, end-x, cards[i]+after, b.on(ground, quiet))
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
		b.told(x, y, w, below, r.notice.words)
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

// drawClock shows how long it is to what comes next.
func (r *resultScreen) drawClock(b brush, x, y, w int) {
	if r.due().IsZero() || w < clockW+16 {
		return
	}
	left := max(0, r.due().Sub(r.now))
	full := 0
	if r.wait > 0 {
		full = int(left * clockW / r.wait)
	}
	b.bar(x, y, clockW, full, b.on(ground, turn), b.on(ground, quiet))
	b.text(x+clockW+2, y, r.comes()+" in "+seconds(left), b.on(ground, quiet))
}

// comes is what comes next.
func (r *resultScreen) comes() string {
	if r.last {
		return "the ceremony"
	}
	return "next deal"
}

// seconds is a time left in whole seconds, rounded up; from a minute on with minutes.
func seconds(left time.Duration) string {
	n := int((left + time.Second - 1) / time.Second)
	if n < 60 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d:%02d", n/60, n%60)
}

// talkLine is one line of talk without columns.
func (b brush) talkLine(x, y, w int, t table.Talk) {
	end := x + w
	if t.From == "" {
		b.clip(x, y, w, t.Text, b.on(ground, quiet))
		return
	}
	x = b.clip(x, y, end-x, t.From+" ", bold(b.on(ground, chat)))
	b.trailing(x, y, end-x, t.Text, b.on(ground, chat))
}

// drawPhone lists places, titles and totals.
func (r *resultScreen) drawPhone(b brush) {
	w, h := b.Size()
	scored := r.at.View.LastRound
	for i, s := range scored.Order {
		if i+1 > h-4 {
			break
		}
		name := text
		if s == r.at.You {
			name = you
		}
		title := rules.Title(i+1, len(scored.Order))
		end := b.right(w, i+1, " +"+strconv.Itoa(scored.Points[s])+" = "+strconv.Itoa(scored.Totals[s]), b.on(ground, text))
		x := b.clip(0, i+1, end-len(title)-1, strconv.Itoa(i+1)+" "+castOf(r.at).third(s), bold(b.on(ground, name)))
		b.clip(x+1, i+1, end-x-1, title, b.on(ground, quiet))
	}
	if tie := h - 4; tie > len(scored.Order) {
		b.clip(0, tie, w, r.tieWords(w), b.on(ground, quiet))
	}
	words := r.notice.words
	if words == "" && !r.due().IsZero() {
		words = r.comes() + " in " + seconds(max(0, r.due().Sub(r.now)))
	}
	b.told(0, h-3, w, above, words)
}
