package tui

import (
	"strconv"
	"strings"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

func (c *ceremonyScreen) draw(b brush) {
	if c.at.View == nil || c.at.View.Result == nil {
		return
	}
	if b.size() == phone {
		b.titleBar("", "the end", "table "+c.at.Board.Code)
		c.drawPhone(b)
		return
	}
	b.titleBar(c.gameWords(), "table "+c.at.Board.Code, "the end")
	w, h := b.Size()
	top := max(0, (h-24)/3)
	c.drawHall(b.part(terminal.Rect{X: max(0, (w-80)/2), Y: top, W: min(w, 80), H: h - 2 - top}))
}

// gameWords counts the games of a table from the second on; of the first there is
// nothing to say.
func (c *ceremonyScreen) gameWords() string {
	if n := c.at.Board.Game; n > 1 {
		return "game " + strconv.Itoa(n) + " at this table"
	}
	return ""
}

// drawHall draws the hero between the torches, and the grovelling below.
func (c *ceremonyScreen) drawHall(b brush) {
	w, h := b.Size()
	winner := c.at.View.Result.Winner
	if w >= 72 && h >= 22 {
		b.torches(terminal.Rect{X: 9, Y: 2, W: w - 18, H: torchH}, c.form)
	}
	plate, rise, hail, rows := terminal.Rect{X: w/2 - 18, Y: 5, W: 36, H: 3}, 3, 9, 12
	if h < 22 {
		plate.Y, plate.H, rise, hail, rows = 2, 1, 1, 3, 6
	}
	b.centre(0, rise, w, "all rise for", b.on(ground, quiet))
	b.clear(plate, picked)
	b.centre(plate.X, plate.Y+plate.H/2, plate.W, letterspace(strings.ToUpper(castOf(c.at).third(winner)), plate.W-2), bold(b.on(picked, strong)))
	b.centre(0, hail, w, "The Ultimate Hero of all time!", bold(b.on(ground, crown)))
	b.centre(0, hail+1, w, c.deeds(winner), b.on(ground, text))
	b.heading(terminal.Rect{X: 4, Y: rows, W: w - 8, H: 2}, "THE OTHERS GROVEL SUITABLY")
	if c.grovelling() && w >= 72 {
		b.right(w-4, rows, "type your own, or enter says it", b.on(ground, quiet))
	}
	others := c.at.View.Result.Ranking[1:]
	y, spare := rows+2, h-1-(rows+2)-len(others)
	for i, s := range others {
		lines := 1 + c.drawGrovel(b, terminal.Rect{X: 4, Y: y, W: w - 8, H: 1 + min(1, max(0, spare))}, i, s)
		spare -= lines - 1
		y += lines
	}
	if free := h - 2; y <= free { // below who grovels; else the hero's air has to do
		b.clip(5, min(y+1, free), w-9, c.tieWords(w-9), b.on(ground, quiet))
	} else {
		b.centre(0, hail+2, w, c.tieWords(w-8), b.on(ground, quiet))
	}
	c.drawTalk(b, terminal.Rect{X: 4, Y: h - 1, W: w - 8, H: 1})
}

// tieWords says why of equal points one stands before another.
func (c *ceremonyScreen) tieWords(w int) string {
	v := c.at.View
	return castOf(c.at).ties(v.Result.Ranking, v.Result.Totals, v.Winners, w)
}

// drawTalk shows a notice, or the newest line of talk.
func (c *ceremonyScreen) drawTalk(b brush, r terminal.Rect) {
	talk := c.at.Board.Talk
	switch {
	case c.notice.words != "":
		b.told(r.X, r.Y, r.W, above, c.notice.words)
	case len(talk) > 0 && talk[len(talk)-1].From != "":
		b.talkLine(r.X+1, r.Y, r.W-1, talk[len(talk)-1])
	}
}

// letterspace sets a name with as much space between its letters as fits, two cells
// at most.
func letterspace(name string, w int) string {
	letters := strings.Split(name, "")
	for _, space := range []string{"  ", " "} {
		if wide := strings.Join(letters, space); terminal.Width(wide) <= w {
			return wide
		}
	}
	return name
}

// deeds are the hero's points and rounds.
func (c *ceremonyScreen) deeds(s rules.Seat) string {
	words := pointsWord(c.at.View.Result.Totals[s])
	var rounds []string
	for i, winner := range c.at.View.Winners {
		if winner == s {
			rounds = append(rounds, strconv.Itoa(i+1))
		}
	}
	switch n := len(rounds); {
	case n == 1:
		words += "  ∙  Big Hero in round " + rounds[0]
	case n > 1:
		words += "  ∙  Big Hero in rounds " + strings.Join(rounds[:n-1], ", ") + " and " + rounds[n-1]
	}
	return words
}

// drawGrovel draws the row of one who lost: place, name, points, words. It
// returns how many lines more than one the words took, of those that r has.
func (c *ceremonyScreen) drawGrovel(b brush, r terminal.Rect, i int, s rules.Seat) int {
	result, who := c.at.View.Result, castOf(c.at)
	column := 7
	for _, other := range result.Ranking[1:] {
		column = max(column, min(16, terminal.Width(who.third(other))))
	}
	name := text
	if s == c.at.You {
		name = you
	}
	b.right(r.X+2, r.Y, strconv.Itoa(i+2), b.on(ground, quiet))
	b.clip(r.X+4, r.Y, column, who.third(s), bold(b.on(ground, name)))
	b.right(r.X+4+column+4, r.Y, strconv.Itoa(result.Totals[s]), b.on(ground, text))
	x := r.X + 4 + column + 7
	end := r.X + r.W
	if s == c.at.You && c.grovelling() { // also before its turn has come
		b.clear(terminal.Rect{X: x - 2, Y: r.Y, W: end - x + 2, H: 1}, enterBand)
		if end-x >= terminal.Width(c.own.String())+14 {
			b.right(end-1, r.Y, "your words", b.on(enterBand, quiet))
		}
		c.own.draw(b, x, r.Y, end-x, b.on(enterBand, strong))
		return 0
	}
	words, style := c.grovelOf(i, s)
	return b.lines(x, r.Y, end-x, r.H, words, b.on(ground, style)) - 1
}

// lines writes words in up to n lines of w cells, and returns how many it took.
func (b brush) lines(x, y, w, n int, words string, style terminal.Style) int {
	lines := wrap(b.plain(words), w, w, n+1)
	for i := range min(n, len(lines)) {
		if i == n-1 && len(lines) > n {
			lines[i] += " " + lines[n]
		}
		b.trailing(x, y+i, w, lines[i], style)
	}
	return min(n, len(lines))
}

// grovelOf is what a player has said by now.
func (c *ceremonyScreen) grovelOf(i int, s rules.Seat) (string, role) {
	words := c.chairs()[s].Grovel
	switch {
	case i >= c.shown:
		return "", quiet
	case words != "":
		return words, text
	case c.chairs()[s].Left:
		return "has left without a word", quiet
	case s == c.at.You && c.grovelling():
		return "has your words, below", quiet
	case s == c.at.You:
		return "keeps a proud silence", quiet
	}
	return "lies face down and is thinking of something", quiet
}

// drawPhone names the hero and who grovels.
func (c *ceremonyScreen) drawPhone(b brush) {
	w, h := b.Size()
	result, who := c.at.View.Result, castOf(c.at)
	b.clear(terminal.Rect{Y: 1, W: w, H: 1}, picked)
	b.centre(0, 1, w, strings.ToUpper(who.third(result.Winner)), bold(b.on(picked, strong)))
	b.centre(0, 2, w, "The Ultimate Hero of all time!", bold(b.on(ground, crown)))
	y := 3
	if c.grovelling() {
		c.own.draw(b, 0, h-3, w, b.on(ground, strong))
		h--
	} else if c.notice.words != "" {
		b.told(0, h-3, w, above, c.notice.words)
		h--
	}
	spare := h - 2 - y - len(result.Ranking[1:])
	for i, s := range result.Ranking[1:] {
		if y >= h-2 {
			return
		}
		name := text
		if s == c.at.You {
			name = you
		}
		words, style := c.grovelOf(i, s)
		x := b.clip(0, y, w/3, who.third(s), bold(b.on(ground, name)))
		x = b.text(x+1, y, strconv.Itoa(result.Totals[s])+" ", b.on(ground, text))
		n := b.lines(x, y, w-x, 1+min(1, max(0, spare)), words, b.on(ground, style))
		spare -= n - 1
		y += n
	}
	if y < h-2 {
		b.clip(0, y, w, c.tieWords(w), b.on(ground, quiet))
	}
}
