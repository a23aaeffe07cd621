package tui

import (
	"strconv"
	"strings"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

func (l *lobbyScreen) drawTables(b brush, p lobbyPlan) {
	r := p.tables
	if len(l.house.Tables) == 0 {
		l.drawNoTables(b.part(r))
		return
	}
	first, fit := l.shownTables(p)
	for i := first; i < min(first+fit, len(l.house.Tables)); i++ {
		row := terminal.Rect{X: r.X, Y: r.Y + (i-first)*p.lines, W: r.W, H: min(2, p.lines)}
		on := ground
		if i+l.ahead() == l.row {
			on = picked
			b.clear(row, on)
			b.mark(row.X, row.Y, '►', b.on(on, turn))
		}
		if p.size == phone {
			b.tableLine(row, on, &l.house.Tables[i])
			continue
		}
		b.tableRow(row, on, &l.house.Tables[i])
	}
}

// drawNoTables says what can be done in an empty house, and before it is known
// whether it is.
func (l *lobbyScreen) drawNoTables(b brush) {
	w, _ := b.Size()
	if l.listed() {
		words := "No table stands yet."
		if l.house.Private > 0 {
			words = "No table is open to everybody now."
		}
		b.clip(2, 0, w-2, words, b.on(ground, quiet))
	}
	for i, way := range [...]shortcut{
		bind("b", "plays at once, against bots"),
		bind("m", "plays a quick match with people"),
		bind("n", "sets up your own, to invite friends"),
	} {
		b.text(2, 2+i, way.Help().Key, b.on(ground, turn))
		b.clip(4, 2+i, w-4, way.Help().Desc, b.on(ground, quiet))
	}
}

// tableRow is a table in two lines: its name, seats and code; what goes on and
// who is there.
func (b brush) tableRow(r terminal.Rect, on surface, t *table.Board) {
	end := r.X + r.W - 1
	part := b.part(terminal.Rect{Y: r.Y, W: end, H: 2})
	quieter := b.on(on, quiet)
	if on == picked {
		quieter = b.on(on, text)
	}
	part.clip(r.X+2, 0, 21, t.Setup.Title, b.name(on))
	x := part.marks(r.X+24, 0, taken(t), '▌', b.on(on, backs))
	part.marks(x, 0, len(t.Seats)-taken(t), '∙', b.on(on, quiet))
	part.text(r.X+34, 0, strconv.Itoa(taken(t))+" of "+strconv.Itoa(len(t.Seats)), b.on(on, text))
	part.right(end, 0, t.Code, quieter)

	words, good := goesOn(t)
	style := b.on(on, text)
	if good {
		style = b.on(on, ready)
	}
	x = part.clip(r.X+2, 1, end-r.X-2, words, style) + 2
	who := cut(whoIsThere(t), end-x)
	part.right(end, 1, who, quieter)
}

// tableLine is a table in one line.
func (b brush) tableLine(r terminal.Rect, on surface, t *table.Board) {
	end := b.right(r.X+r.W, r.Y, t.Code, b.on(on, quiet)) - 1
	seats := strconv.Itoa(taken(t)) + " of " + strconv.Itoa(len(t.Seats))
	style := b.on(on, text)
	if canSit(t) {
		style = b.on(on, ready)
	}
	end = b.right(end, r.Y, seats, style) - 1
	b.clip(r.X+2, r.Y, end-r.X-2, t.Setup.Title, b.name(on))
}

// goesOn is what goes on at a table, and whether one may still sit down.
func goesOn(t *table.Board) (words string, good bool) {
	words, good = progress(t)
	if t.Locked {
		return words + ", locked", false
	}
	return words, good
}

func progress(t *table.Board) (words string, good bool) {
	free := len(t.Seats) - taken(t)
	switch {
	case t.State == table.Playing:
		return playingWords(t), false
	case t.State == table.Over:
		return "after the game", free > 0
	case free == 0:
		return "about to start", false
	case t.Setup.Options.Bots != "none":
		return "waiting, starts with " + strconv.Itoa(taken(t)), true
	}
	return "waiting for " + strconv.Itoa(free) + " more", true
}

// playingWords says how far a game is.
func playingWords(t *table.Board) string {
	if t.Hand == 0 {
		return "round " + strconv.Itoa(t.Round) + ", the Pig"
	}
	return "round " + strconv.Itoa(t.Round) + ", hand " + strconv.Itoa(t.Hand)
}

// whoIsThere lists the players, or who looks on.
func whoIsThere(t *table.Board) string {
	if t.State == table.Playing && len(t.Watchers) > 0 {
		return strconv.Itoa(len(t.Watchers)) + " watch"
	}
	var names []string
	bots := 0
	for _, chair := range t.Seats {
		switch {
		case chair.Free():
		case chair.Bot != "":
			bots++
		default:
			names = append(names, chair.Name)
		}
	}
	switch bots {
	case 0:
	case 1:
		names = append(names, "bot")
	default:
		names = append(names, strconv.Itoa(bots)+" bots")
	}
	return strings.Join(names, ", ")
}

// drawLook shows the seats of the picked table.
func (l *lobbyScreen) drawLook(b brush, r terminal.Rect) {
	t := l.pickedTable()
	if t == nil {
		return
	}
	x := b.text(r.X, r.Y, "LOOKING IN ON  ", bold(b.on(ground, quiet)))
	x = b.clip(x, r.Y, 24, t.Setup.Title, b.name(ground))
	words := strings.TrimPrefix(ruleWords(t.Setup.Options), "the ") + ", " + paceWords(t.Setup.Options, ", ")
	b.clip(x+3, r.Y, r.X+r.W-x-3, words, b.on(ground, quiet))
	for i, chair := range t.Seats {
		x, y := r.X+2+[...]int{0, 22, 45}[i%3], r.Y+2+i/3
		name, style := chair.Name, b.name(ground)
		switch {
		case chair.Free():
			name, style = "free", b.on(ground, quiet)
		case chair.Bot != "":
			name, style = "bot", b.on(ground, quiet)
		}
		b.clip(x, y, 10, name, style)
		after := x + 10
		if chair.Ready || chair.Bot != "" {
			after = b.text(after, y, "ready", b.on(ground, ready)) + 2
		}
		if int(t.Host) == i {
			b.text(after, y, "host", b.on(ground, crown))
		}
	}
}
