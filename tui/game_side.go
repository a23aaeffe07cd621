package tui

import (
	"strconv"
	"strings"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// drawSide draws the column at the side: standings, what is still out, news.
func (g *gameScreen) drawSide(b brush, l *gameLayout) {
	b.post(l.side.X, l.side.Y, l.side.H, b.on(ground, line))
	in := terminal.Rect{X: l.side.X + 3, Y: l.side.Y, W: l.side.W - 3, H: l.side.H}
	b = b.part(in)
	g.drawStandings(b, ground)
	if !g.settings.noCount {
		g.drawStillOut(b, 11)
	}
	g.drawStory(b, terminal.Rect{Y: l.talked, W: in.W, H: in.H - l.talked - 2})
	x := b.text(0, in.H-2, "c", b.on(ground, turn))
	b.text(x, in.H-2, " say something", b.on(ground, quiet))
	x = b.text(20, in.H-2, "tab", b.on(ground, turn))
	b.text(x, in.H-2, " hide", b.on(ground, quiet))
}

// drawStandings lists the seats by their points, in as many columns as there have
// to be.
func (g *gameScreen) drawStandings(b brush, on surface) {
	w, h := b.Size()
	v := g.view
	b.text(0, 0, "STANDINGS", bold(b.on(on, quiet)))
	after := "the first round"
	if n := len(v.Winners); n > 0 {
		after = "after " + strconv.Itoa(n) + " round"
		if n > 1 {
			after += "s"
		}
	}
	b.right(w, 0, after, b.on(on, quiet))
	seats := make([]rules.Seat, len(v.Totals))
	for i := range seats {
		seats[i] = rules.Seat(i)
	}
	if v.LastRound != nil { // of equal points the better last round
		seats = v.LastRound.Order
	}
	seats = standing(v.Totals, v.Winners, seats)
	rows := max(1, h-1)
	columns := (len(seats) + rows - 1) / rows
	const gap = 2
	width := (w - gap*(columns-1)) / columns
	for i, s := range seats {
		line := terminal.Rect{X: i / rows * (width + gap), Y: 1 + i%rows, W: width, H: 1}
		g.drawStanding(b.part(line), on, s)
	}
}

// drawStanding is one seat's line of the standings.
func (g *gameScreen) drawStanding(b brush, on surface, s rules.Seat) {
	w, _ := b.Size()
	name, number := b.on(on, text), bold(b.on(on, text))
	mark, role := g.seatMark(s)
	if s == g.view.Seat {
		name, number = b.on(on, you), bold(b.on(on, you))
		mark, role = "you", quiet
	}
	b.right(2, 0, strconv.Itoa(g.view.Totals[s]), number)
	end := b.clip(4, 0, w-4, g.names.third(s), name)
	if end+1+terminal.Width(mark) <= w {
		b.right(w, 0, mark, b.on(on, role))
	}
}

// stillOut counts what is in the others' hands: neither gone nor one's own.
func stillOut(v *rules.View) rules.Hand {
	var out rules.Hand
	mine, gone := rules.HandOf(v.Hand...), rules.HandOf(v.Gone...)
	for _, c := range rules.Cards() {
		out[c] = uint8(max(0, c.Copies()-int(mine[c])-int(gone[c])))
	}
	return out
}

// drawStillOut draws what is still out, from line y on, 30 cells wide.
func (g *gameScreen) drawStillOut(b brush, y int) {
	out := stillOut(g.view)
	b.text(0, y, "STILL OUT", bold(b.on(ground, quiet)))
	b.right(30, y, "unseen, not yours", b.on(ground, quiet))
	for c := rules.Imp; c <= rules.RedDragon; c++ {
		column, row := int(c-1)/6, int(c-1)%6+1
		x := [...]int{2, 20}[column]
		style := b.creature(c, ground)
		b.right(x, y+row, strconv.Itoa(c.Value()), style)
		b.text(x+1, y+row, cardSign(c), style)
		end := b.marks(x+3, y+row, int(out[c]), '■', style)
		b.marks(end, y+row, c.Copies()-int(out[c]), '∙', b.on(ground, line))
	}
	g.drawSpecials(b, y+7, out)
}

// drawSpecials names the special cards that are still out.
func (g *gameScreen) drawSpecials(b brush, y int, out rules.Hand) {
	w, _ := b.Size()
	brief := map[rules.Card]string{rules.Chaindog: "Dog", rules.RedLotus: "Lotus", rules.KillingMachine: "Machine", rules.ExplodingPig: "Pig"}
	n := 0
	for c := rules.Chaindog; c <= rules.KillingMachine; c++ {
		n += int(out[c])
	}
	x := 0
	lead := "and  "
	for c := rules.Chaindog; c <= rules.KillingMachine; c++ {
		if out[c] == 0 {
			continue
		}
		name := brief[c]
		if n == 1 {
			name = c.Name()
		}
		x = b.text(x, y, lead, b.on(ground, quiet))
		x = b.text(x, y, cardSign(c), b.creature(c, ground))
		x = b.text(x+1, y, name, b.on(ground, text))
		lead = "  "
	}
	if n == 0 {
		x = b.text(0, y, "no wild card, no Machine", b.on(ground, quiet))
	}
	if tail := "  ∙  no Pig"; out[rules.ExplodingPig] == 0 && x+terminal.Width(tail) <= w {
		b.text(x, y, tail, b.on(ground, quiet))
	}
}

// drawStory draws the newest lines of the story in r.
func (g *gameScreen) drawStory(b brush, r terminal.Rect) {
	b = b.part(r)
	b.text(0, 0, "NEWS AND CHAT", bold(b.on(ground, quiet)))
	lines := make([]storyLine, 0, r.H)
	if g.view.Owes() {
		lines = append(lines, storyLine{words: "Your turn", role: turn})
	}
	for i := len(g.story.lines) - 1; i >= 0 && len(lines) < r.H; i-- {
		lines = appendEntry(lines, &g.story.lines[i], r.W)
	}
	lines = lines[:min(len(lines), max(0, r.H-1))]
	for i := range lines {
		l := &lines[len(lines)-1-i]
		x := b.clip(0, i+1, r.W, l.from, bold(b.on(ground, chat)))
		if l.from != "" {
			x++
		}
		b.clip(x, i+1, r.W-x, l.words, b.on(ground, l.role))
	}
}

// storyLine is a line as it is drawn.
type storyLine struct {
	from, words string
	role        role
}

// appendEntry adds an entry's lines, the last first; it may take three.
func appendEntry(lines []storyLine, e *entry, w int) []storyLine {
	role, first := chat, w-terminal.Width(e.from)-1
	if e.from == "" {
		role, first = quiet, w
		if e.top {
			role = text
		}
	}
	wrapped := wrap(e.words, first, w, 3)
	for i := len(wrapped) - 1; i > 0; i-- {
		lines = append(lines, storyLine{words: wrapped[i], role: role})
	}
	return append(lines, storyLine{from: e.from, words: wrapped[0], role: role})
}

// wrap breaks words into at most n lines, the first of first cells and the
// others of w; what is left over is cut off.
func wrap(s string, first, w, n int) []string {
	var lines []string
	room := max(1, first)
	for len(lines) < n-1 && terminal.Width(s) > room {
		line := cut(s, room)
		if i := strings.LastIndexByte(line, ' '); i > 0 && !strings.HasPrefix(s[len(line):], " ") {
			line = line[:i]
		}
		lines = append(lines, line)
		s = strings.TrimLeft(s[len(line):], " ")
		room = max(1, w)
	}
	return append(lines, cut(s, room))
}
