package tui

import (
	"strconv"
	"strings"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// drawPhoneSeats draws the others in lines: name, number, and what must be
// known.
func (g *gameScreen) drawPhoneSeats(b brush, l *gameLayout) {
	n := len(g.view.Counts)
	for k := 1; k < n; {
		y, end := l.seats[k].Y, k
		longest := 0
		for ; end < n && l.seats[end].Y == y; end++ {
			who, mark := g.phoneSeat(b, g.seatAt(end))
			longest = max(longest, terminal.Width(who)+len(mark))
		}
		if l.seats[k].H > 0 {
			g.drawPhoneLine(b, k, end, y, max(11, longest+1))
		}
		k = end
	}
}

// drawPhoneLine draws the seats from up to end, in columns if they fit whole.
func (g *gameScreen) drawPhoneLine(b brush, from, end, y, pitch int) {
	w, _ := b.Size()
	columns := pitch*(end-from) <= w+1
	x := 0
	for k := from; k < end; k++ {
		s := g.seatAt(k)
		start := x
		x = g.drawPhoneSeat(b, s, x, y, w)
		if columns {
			x = start + pitch
		} else {
			x++
		}
		if top := g.view.Top; top == nil || top.Seat != s || g.clank != nil {
			continue
		}
		if k == end-1 && columns && x+len("> top") <= w {
			b.text(x, y, "◄ top", b.on(ground, turn))
		} else if !columns {
			x = b.clip(x, y, w-x, "◄ ", b.on(ground, turn))
		} else {
			b.clip(x-2, y, 2, "◄", b.on(ground, turn))
		}
	}
}

// drawPhoneSeat draws a seat that ends before w, and returns the x behind it.
func (g *gameScreen) drawPhoneSeat(b brush, s rules.Seat, x, y, w int) int {
	who, mark := g.phoneSeat(b, s)
	style := b.on(ground, text)
	switch does := g.seatDoes(s); {
	case does.turn:
		style = b.on(ground, turn)
	case does.passed:
		style = b.on(ground, quiet)
	}
	x = b.clip(x, y, w-x, who, style)
	if x+len(mark) <= w {
		x = b.text(x, y, mark, style)
	}
	return x
}

// phoneSeat is a seat in a word, with its number of cards, and what it did.
func (g *gameScreen) phoneSeat(b brush, s rules.Seat) (who, mark string) {
	who = b.plain(g.names.brief(s)) + " " + strconv.Itoa(g.view.Counts[s])
	if g.seatDoes(s).passed {
		mark = " pass"
	}
	return who, mark
}

// brief is a name in one word, for a phone: the last one, if no other seat's is
// the same.
func (c cast) brief(s rules.Seat) string {
	word := lastWord(c.third(s))
	for i, name := range c.names {
		if rules.Seat(i) != s && lastWord(name) == word {
			word = c.third(s)
		}
	}
	return cut(word, 8)
}

func lastWord(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }
