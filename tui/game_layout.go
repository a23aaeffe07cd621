package tui

import "deathtrap/tui/terminal"

// gameLayout is where everything of the game lies. Each part draws in its own
// rectangle; one of no size is left out.
type gameLayout struct {
	size   size
	seats  [8]terminal.Rect // by how far clockwise from oneself; the first is unused
	table  terminal.Rect
	news   terminal.Rect
	turn   terminal.Rect
	hand   terminal.Rect
	words  terminal.Rect // wide: advice; phone: what is raised
	side   terminal.Rect // wide: standings, what is still out, news
	panel  terminal.Rect // what lies over the table when asked for
	talked int           // side: where news and chat begin
}

// layoutGame divides a picture of w by h cells among the players' seats and the
// rest. Without side the wide layout leaves its column out.
func layoutGame(w, h, players int, side bool) gameLayout {
	switch sizeOf(w, h) {
	case phone:
		return layoutPhone(w, h, players)
	case wide:
		return layoutWide(w, h, players, side)
	}
	return layoutNormal(w, h, players)
}

// seatsAround is how many seats lie on the left, at the top and on the right.
func seatsAround(players int) (left, top, right int) {
	switch players {
	case 4:
		return 1, 1, 1
	case 5:
		return 1, 2, 1
	case 6:
		return 1, 3, 1
	case 7:
		return 2, 2, 2
	}
	return 2, 3, 2
}

// ring places seats clockwise round the table, which is the order of their
// numbers: up the left side, over the top in w cells each, down the right side.
// The seats beside the table have sideW cells; of two, the lower begins apart
// lines below the table's edge.
func ring(players int, main, table terminal.Rect, w, sideW, apart int) (seats [8]terminal.Rect) {
	left, top, right := seatsAround(players)
	single, upper, lower := table.Y+1, table.Y, table.Y+apart
	if table.H > 7 {
		single, upper = table.Y+(table.H-3)/2, table.Y+1
	}
	k := 1
	put := func(w, x int, lines ...int) {
		for _, y := range lines {
			seats[k] = terminal.Rect{X: x, Y: y, W: w, H: 3}
			k++
		}
	}
	if left == 1 {
		put(sideW, main.X, single)
	} else {
		put(sideW, main.X, lower, upper)
	}
	middle, pitch := main.X+(main.W-w)/2, (main.W-w)/2
	for i := range top {
		put(w, middle-(top-1)*pitch/2+i*pitch, main.Y)
	}
	if x := main.X + main.W - sideW; right == 1 {
		put(sideW, x, single)
	} else {
		put(sideW, x, upper, lower)
	}
	return seats
}

// layoutNormal is the layout from 60x20 on. From the top: title, seats, table,
// news, turn, hand, the enter line and the key line. Lines to spare become air,
// and where they are short, air goes first.
func layoutNormal(w, h, players int) gameLayout {
	margin := 2
	if w < 72 {
		margin = 1
	}
	main := terminal.Rect{X: margin, W: w - 2*margin}
	tableW := max(30, min(38+(w-80)/2, w-2*(margin+18+1)))
	sideW := (w - 2*margin - tableW - 2) / 2
	topW := min(20, (main.W-4)/3)

	air := spread(h-24, [...]int{1, 1, 1, 0, 0}) // below title, seats, table, turn, names
	tableH := 7
	if h < 21 {
		tableH = 6
	}
	main.Y = 1 + air[0]
	y := main.Y + 3 + air[1]
	l := gameLayout{size: normal, table: terminal.Rect{X: margin + sideW + 1, Y: y, W: tableW, H: tableH}}
	if w >= 80 {
		l.table.X = (w - tableW) / 2
		sideW = l.table.X - margin - 1
	}
	l.seats = ring(players, main, l.table, topW, sideW, min(4, tableH-3))
	y += tableH + air[2]
	l.news = terminal.Rect{X: margin, Y: y, W: main.W, H: 1}
	l.turn = terminal.Rect{X: margin, Y: y + 1, W: main.W, H: 1}
	y += 2 + air[3]
	l.hand = terminal.Rect{X: margin, Y: y, W: main.W, H: 6}
	l.panel = terminal.Rect{X: margin, Y: main.Y, W: main.W, H: l.table.Y + tableH - main.Y}
	return l
}

// spread adds lines to the gaps in turn, or takes them away where there is one.
func spread(lines int, gaps [5]int) [5]int {
	for _, i := range [...]int{0, 1, 2} {
		if lines < 0 && gaps[i] > 0 {
			gaps[i]--
			lines++
		}
	}
	for i := 0; lines > 0; lines-- {
		gaps[[...]int{2, 1, 3, 0, 4}[i%5]]++
		i++
	}
	return gaps
}

// layoutWide is the layout from 120x40 on: large cards, and a column at the
// side with what otherwise needs a key.
func layoutWide(w, h, players int, side bool) gameLayout {
	main := terminal.Rect{X: 3, Y: 2, W: w - 6}
	l := gameLayout{size: wide}
	if side {
		main.W = w - 40
		l.side = terminal.Rect{X: w - 35, Y: 2, W: 33, H: h - 5}
		l.talked = 21
	}
	more := h - wideH
	l.table = terminal.Rect{X: main.X + (main.W-36)/2, Y: 7 + more/3, W: 36, H: 13}
	l.seats = ring(players, main, l.table, 20, 20, 8)
	y := l.table.Y + l.table.H + 2 + more/3
	l.news = terminal.Rect{X: main.X, Y: y, W: main.W, H: 1}
	l.turn = terminal.Rect{X: main.X, Y: y + 1, W: main.W, H: 1}
	l.hand = terminal.Rect{X: main.X, Y: y + 3, W: main.W, H: 9}
	l.words = terminal.Rect{X: main.X, Y: y + 13, W: main.W, H: 1}
	l.panel = terminal.Rect{X: main.X, Y: 2, W: main.W, H: l.table.Y + l.table.H - 2}
	if side {
		l.news = terminal.Rect{}
		l.talked = l.turn.Y - l.side.Y
	}
	return l
}

// layoutPhone is the layout below 60x20. The turn, the table, the hand and the
// enter line are never left out; the other lines go one by one as there are
// fewer.
func layoutPhone(w, h, players int) gameLayout {
	l := gameLayout{size: phone}
	spare := h - 6 // above turn, table, two lines of hand, enter line and keys
	take := func(n int) int {
		n = max(0, min(n, spare))
		spare -= n
		return n
	}
	raise, words, seats := take(1), take(1), take(2)
	air1, air2 := take(1), take(1)
	l.turn = terminal.Rect{W: w, H: 1}
	for k := 1; k < players; k++ {
		l.seats[k] = phoneSeat(k-1, players-1, w, seats)
	}
	y := 1 + seats + air1 + spare/3
	l.table = terminal.Rect{Y: y, W: w, H: 1}
	l.panel = terminal.Rect{Y: 1, W: w, H: max(0, y)}
	y += 1 + air2 + spare/3
	l.hand = terminal.Rect{Y: y, W: w, H: 2 + raise}
	l.words = terminal.Rect{Y: y + 2 + raise, W: w, H: words}
	return l
}

// phoneSeat is the place of the kth of n seats in up to two lines.
func phoneSeat(k, n, w, lines int) terminal.Rect {
	if lines == 0 {
		return terminal.Rect{}
	}
	perLine := (n + lines - 1) / lines
	return terminal.Rect{X: k % perLine * w / perLine, Y: 1 + k/perLine, W: w / perLine, H: 1}
}
