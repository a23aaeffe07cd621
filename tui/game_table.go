package tui

import (
	"slices"
	"strconv"
	"strings"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// drawTable draws the box in the middle: what lies on the table.
func (g *gameScreen) drawTable(b brush, r terminal.Rect) {
	b = b.part(r)
	b.clear(b.rect(), band)
	b.box(b.rect(), b.on(band, line))
	in := b.part(terminal.Rect{X: 1, Y: 1, W: r.W - 2, H: r.H - 2})
	switch v := g.view; {
	case g.motion.kind != noMovement:
		g.drawMotion(in)
	case v.Phase == rules.PhaseGive:
		g.drawExchange(in)
	case v.Phase == rules.PhasePig:
		g.drawPig(in)
	case g.clank != nil:
		g.drawClank(in)
	case v.Top != nil:
		g.drawTop(in)
	default:
		g.drawEmpty(in)
	}
}

// tableForm is how cards on a table are drawn: large in a high box.
func tableForm(h int) cardForm {
	if h > 7 {
		return largeCard
	}
	return smallCard
}

// drawTop draws the set to beat: its cards, whose it is, what would beat it.
func (g *gameScreen) drawTop(b brush) {
	w, h := b.Size()
	top := g.view.Top
	form, x := topPlace(w, h, len(top.Cards))
	b.spread(x, 0, top.Cards, form, paper, band)
	fan := form.fanWidth(len(top.Cards))
	tx, y := x+fan+3, (form.h-1)/2
	b.clip(tx, y, w-tx, setName(top.Cards), b.on(band, strong))
	b.clip(tx, y+1, w-tx, "by "+g.names.name(top.Seat), b.on(band, quiet))
	if h <= form.h {
		b.clip(tx, y+2, w-tx, g.beatWords(w-tx), b.on(band, quiet))
		return
	}
	b.centre(0, form.h, w, g.beatWords(w), b.on(band, g.beatRole(h)))
	g.drawPile(b, form.h+2)
}

// topPlace is how n cards lie on a table of w by h cells, and at which x: beside
// them there is room for words.
func topPlace(w, h, n int) (form cardForm, x int) {
	form, column := tableForm(h), 18
	if h > 7 || w < 36 {
		column = 12
	}
	for form.stub > 1 && form.fanWidth(n)+3+column > w {
		form.stub--
	}
	return form, max(1, (w-form.fanWidth(n)-3-column)/2)
}

// beatRole is the role of the line below the set to beat: there is more light
// where there is more room.
func (g *gameScreen) beatRole(h int) role {
	if h > 7 {
		return text
	}
	return quiet
}

// beatWords says in w cells what would beat the set, or who takes the hand.
func (g *gameScreen) beatWords(w int) string {
	v := g.view
	switch {
	case g.paused():
		return resting
	case v.Turn == rules.Nobody && mayYetFall(v):
		return "nobody has beaten it"
	case v.Turn == rules.Nobody:
		return lowerYou(g.names.does(v.Top.Seat, "take the hand", "takes the hand"))
	case v.Top.Value == rules.RedDragon.Value():
		return "nothing beats the Dragon"
	case !beatable(v):
		return "nothing is left that beats it"
	case v.Top.Value+1 == rules.RedDragon.Value():
		return [...]string{"only the Red Dragon beats it", "only Dragon + wild beats it", "only Dragon + both wilds beat it"}[len(v.Top.Cards)-1]
	}
	n, value := strconv.Itoa(len(v.Top.Cards)), strconv.Itoa(v.Top.Value+1)
	words := "beat it: " + n + " of value " + value + " or more"
	if len(words) > w {
		words = n + " of " + value + " or up"
	}
	return words
}

// mayYetFall reports whether the Killing Machine may yet stop a hand, as far as all
// know: it is in somebody's hand, and may be played by whoever has no turn.
func mayYetFall(v *rules.View) bool {
	return v.Options.Machine == rules.MachineAny && !slices.Contains(v.Gone, rules.KillingMachine)
}

// beatable reports whether enough cards are left in the round, in whoever's hands, for a
// set that beats the one that lies there.
func beatable(v *rules.View) bool {
	gone := rules.HandOf(v.Gone...)
	left := func(c rules.Card) int { return c.Copies() - int(gone[c]) }
	wilds := left(rules.Chaindog) + left(rules.RedLotus)
	for c := rules.Imp; c <= rules.RedDragon; c++ {
		if c.Value() > v.Top.Value && left(c) > 0 && left(c)+wilds >= len(v.Top.Cards) {
			return true
		}
	}
	return false
}

// spread draws the cards of a set as one fan: wild cards lie on top.
func (b brush) spread(x, y int, set []rules.Card, f cardForm, s, under surface) {
	b.sheet(terminal.Rect{X: x, Y: y, W: f.fanWidth(len(set)), H: f.h}, s, under)
	for i, c := range set {
		if i < len(set)-1 {
			b.stubs(x, y, c, 1, f, s)
		} else {
			b.face(x, y, c, f, b.creature(c, s))
		}
		x += f.stub
	}
}

// drawPile draws what has been slain, and who won the last hand.
func (g *gameScreen) drawPile(b brush, y int) {
	w, _ := b.Size()
	slain := len(g.view.Gone)
	for i := range g.view.HandPlays {
		slain -= len(g.view.HandPlays[i].Cards)
	}
	if slain > 0 {
		n := min((slain+1)/2, mostBacks)
		words := strconv.Itoa(slain) + " slain"
		x := (w - n - 1 - len(words)) / 2
		x = b.marks(x, y, n, '▌', b.on(band, line))
		b.text(x+1, y, words, b.on(band, quiet))
	}
	if e := best(g.view.LastHand); e != nil {
		words := g.names.name(e.Seat) + ", " + setName(e.Cards)
		if long := "last hand: " + words; terminal.Width(long) <= w {
			words = long
		}
		b.centre(0, y+1, w, words, b.on(band, quiet))
	}
}

// drawEmpty draws a table on which nothing lies yet.
func (g *gameScreen) drawEmpty(b brush) {
	w, h := b.Size()
	y := max(0, (h-3)/2-1)
	if g.view.Turn != rules.Nobody {
		b.centre(0, y, w, g.names.does(g.view.Turn, "lead", "leads"), b.on(band, strong))
		b.centre(0, y+1, w, "any number of one creature", b.on(band, quiet))
	}
	if h > 7 {
		g.drawPile(b, largeCard.h+2)
	} else {
		g.drawPile(b, h-2)
	}
}

// drawPig draws the Pig and the monster it takes along.
func (g *gameScreen) drawPig(b brush) {
	w, h := b.Size()
	v := g.view
	form := tableForm(h)
	mine := v.Turn == v.Seat
	gap, apart := 5, 3
	if h > 7 {
		gap, apart = 3, 2
	}
	x := max(0, (w-2*form.w-gap-apart-14)/2)
	other := x + form.w + gap
	monster := creatureOf(g.choice.raised)
	on, whose := paper, "goes with it"
	if mine {
		on, whose = chosen, "of your choice"
	}
	b.fan(x, 0, rules.ExplodingPig, 1, form, on, band)
	b.text(x+form.w+gap/2, form.h/2-1, "+", b.on(band, quiet))
	if mine && monster != rules.NoCard {
		b.fan(other, 0, monster, 1, form, chosen, band)
	} else {
		b.unknown(other, 0, form, band)
	}
	tx, y := other+form.w+apart, (form.h-1)/2
	if mine && w-tx < len(whose) {
		whose = "you choose"
	}
	b.clip(tx, y, w-tx, "a monster", b.on(band, strong))
	b.clip(tx, y+1, w-tx, whose, b.on(band, strong))
	if h > form.h {
		words := g.pigWords()
		if _, leads, found := strings.Cut(words, "; "); found && terminal.Width(words) > w {
			words = capitalYou(leads)
		}
		b.centre(0, form.h, w, words, b.on(band, quiet))
	}
}

func (g *gameScreen) pigWords() string {
	v := g.view
	leader := g.choice.leader
	switch {
	case v.Turn == rules.Nobody:
		return "both leave the game"
	case v.Options.Leader == rules.LeaderLeft:
		leader = next(v.Turn, v)
	case v.Turn != v.Seat:
		return "both leave the game; " + g.names.third(v.Turn) + " says who leads"
	}
	return "both leave the game; " + lowerYou(g.names.does(leader, "lead", "leads"))
}

// drawClank draws the Machine's moment: rivets all over, and what it means.
func (g *gameScreen) drawClank(b brush) {
	w, h := b.Size()
	b.rivets()
	s := g.clank.seat
	leads := "and lead the next one"
	if s != g.view.Seat {
		leads = "and leads the next one"
	}
	if g.view.Turn != s && g.view.Turn != rules.Nobody {
		leads = g.names.does(g.view.Turn, "lead the next one", "leads the next one")
	}
	stops := g.names.does(s, "stop the hand", "stops the hand")
	if e := best(g.view.LastHand); e != nil && e.Seat == s {
		stops = g.names.does(s, "stop your own hand", "stops their own hand")
	}
	if g.clank.led {
		stops = "there is nothing to stop"
		leads = g.names.does(g.view.Turn, "lead", "leads") + " again"
	}
	y := h/2 - 1
	for i, said := range [...]struct {
		words string
		role  role
	}{
		{"CLANK. CLANK. CLANK.", danger},
		{stops, strong},
		{leads, text},
	} {
		words := cut(b.plain(said.words), w)
		n := terminal.Width(words)
		x := (w - n) / 2
		b.clear(terminal.Rect{X: x - 2, Y: y + i, W: n + 4, H: 1}, band)
		b.text(x, y+i, words, b.on(band, said.role))
	}
}

// rivets covers a table with iron.
func (b brush) rivets() {
	w, h := b.Size()
	for y := range h {
		for x := y % 2 * 2; x < w; x += 4 {
			b.mark(x, y, '#', b.on(band, line))
		}
	}
}
