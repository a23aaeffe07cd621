package tui

import (
	"strconv"
	"strings"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// layout is the layout of a picture of w by h cells.
func (g *gameScreen) layout(w, h int) gameLayout {
	return layoutGame(w, h, len(g.view.Counts), !g.settings.noSide)
}

// draw draws everything but the enter line and the key line.
func (g *gameScreen) draw(b brush) {
	if g.view == nil {
		return
	}
	g.drawn = momentOf(g.view)
	l := g.layout(b.Size())
	if l.size == phone {
		g.drawPhone(b, &l)
		return
	}
	b.titleBar(g.titleEnd(), g.titleParts()...)
	if g.panel != noPanel {
		g.drawPanel(b, l.panel)
	} else {
		for k := 1; k < len(g.view.Counts); k++ {
			g.drawSeat(b, l.seats[k], g.seatAt(k))
		}
		g.drawTable(b, l.table)
	}
	if l.news.H > 0 {
		g.drawNews(b, &l)
	}
	g.drawWords(b, &l)
	g.drawTurn(b, l.turn, l.size)
	g.drawOwnHand(b, &l)
	if l.side.W > 0 {
		g.drawSide(b, &l)
	}
}

// passing has a frame in the middle of a motion left out where it is too long: one in
// which nothing else changes.
func (g *gameScreen) passing(b brush) {
	if g.motion.frame > 0 {
		b.Passing(frameBytes)
	}
}

// drawWords draws the line below a large hand: advice, or what was asked for
// where there is no news line.
func (g *gameScreen) drawWords(b brush, l *gameLayout) {
	if l.news.H == 0 && g.drawLong(b, l, l.words) {
		return
	}
	words, role := g.choice.advice(g.view), quiet
	if asked, how := g.newsWords(); how != quiet && l.news.H == 0 {
		words, role = asked, how
	}
	b.clip(l.words.X, l.words.Y, l.words.W, words, b.on(ground, role))
}

func (g *gameScreen) drawPhone(b brush, l *gameLayout) {
	g.drawTurn(b, l.turn, phone)
	if g.panel != noPanel {
		g.drawPanel(b, l.panel)
	} else {
		g.drawPhoneSeats(b, l)
		g.drawPhoneTable(b, l.table)
	}
	if air := l.table.Y + 1; air < l.hand.Y {
		b.clip(1, air, l.table.W-1, g.tradedWords(l.table.W-1), b.on(ground, quiet))
	}
	g.drawOwnHand(b, l)
	switch words, role := g.newsWords(); {
	case l.words.H > 0 && g.drawLong(b, l, l.words):
		if g.notice.words != "" && g.note == "" {
			g.drawFact(b.part(l.words))
		}
	case l.words.H > 0:
		g.drawPhoneWords(b.part(l.words))
	case l.words.H == 0 && role != quiet: // an answer goes before what it is about
		_, h := b.Size()
		lines := wrap(words, l.turn.W, l.turn.W, h-2)
		b.clear(terminal.Rect{W: l.turn.W, H: len(lines)}, enterBand)
		for i, words := range lines {
			b.clip(0, i, l.turn.W, words, b.on(enterBand, role))
		}
	}
}

// drawPhoneWords draws the phone's line of words: what was asked for; else what
// enter does, or what is raised; else the newest talk or fact.
func (g *gameScreen) drawPhoneWords(b brush) {
	w, _ := b.Size()
	v := g.view
	if words, role := g.newsWords(); role != quiet {
		b.clip(0, 0, w, words, b.on(ground, role))
		return
	}
	_, whole := g.choice.action(v)
	set := v.Phase == rules.PhaseLead || v.Phase == rules.PhaseFollow
	switch {
	case g.story.talk.Text != "" && g.story.age == 0 && (!whole || !set):
		talk := g.story.talk
		x := b.clip(0, 0, w, talk.From, bold(b.on(ground, chat)))
		b.trailing(x+1, 0, w-x-1, talk.Text, b.on(ground, chat))
		return
	case g.choice.asked == askMachine:
		b.clip(0, 0, w, "enter would stop the hand; you lead next", b.on(ground, text))
		return
	case g.panel == noPanel && !whole && strings.HasSuffix(g.enterWords(phone), "raise"):
		b.clip(0, 0, w, "enter would "+g.choice.sentence(v, g.names, inShort), b.on(ground, quiet))
		return
	case !whole || !set || g.choice.asked != nothingAsked:
		g.drawFact(b)
		return
	}
	made, counts := raisedWords(g.choice.raised)
	x := b.clip(0, 0, w, made, b.on(ground, turn))
	if counts != "" {
		b.clip(x, 0, w-x, " as "+strconv.Itoa(g.choice.raised.Len()), b.on(ground, text))
	}
}

// drawFact draws the newest fact: on a phone as many of its sentences as are whole.
func (g *gameScreen) drawFact(b brush) {
	w, _ := b.Size()
	b.clip(0, 0, w, wholeSentences(b.plain(g.fact()), w), b.on(ground, quiet))
}

// wholeSentences is as many of some sentences as fit into w cells, but at least the
// first.
func wholeSentences(words string, w int) string {
	for terminal.Width(words) > w {
		end := strings.LastIndex(strings.TrimSuffix(words, "."), ". ")
		if end < 0 {
			break
		}
		words = words[:end+1]
	}
	return words
}

// drawOwnHand draws the hand at the lower edge: the viewer's cards, or the backs
// of the seat that a watcher follows.
func (g *gameScreen) drawOwnHand(b brush, l *gameLayout) {
	look := handLook{raised: g.choice.raised, solid: g.solid, look: g.choice.look, slow: g.caps.Slow}
	if g.choice.asked == askMachine {
		look.raised[rules.KillingMachine] = 1
	}
	switch {
	case g.view.Seat == rules.Nobody:
		g.drawBacks(b, l)
	case g.placeOf(g.view.Seat) > 0:
		g.drawOut(b.part(l.hand))
	case l.size == phone:
		p := g.phonePlan(l)
		b.drawPhoneHand(l.hand, &p, look)
	default:
		p := g.plan(l)
		b.drawHand(l.hand, &p, look)
	}
}

// drawOut stands where the hand was: what its player has made of the round.
func (g *gameScreen) drawOut(b brush) {
	w, h := b.Size()
	players := len(g.view.Counts)
	place := g.placeOf(g.view.Seat)
	title, points := rules.Title(place, players), pointsWord(rules.Points(place, players))
	words := "All your cards are gone. You are the " + title + " of this round: " + points + "."
	if title == rules.Adventurer {
		words = "All your cards are gone. You came in place " + strconv.Itoa(place) + ": " + points + "."
	}
	rest := "The others play for the places behind you."
	if terminal.Width(words) > w {
		words, rest = "You are out: "+title+", "+points, "the others play on"
	}
	y := max(0, h/2-1)
	b.centre(0, y, w, words, b.on(ground, strong))
	b.centre(0, y+1, w, rest, b.on(ground, quiet))
}

// cards is the hand as it is drawn: the Pig lies on the table in its step.
func (g *gameScreen) cards() rules.Hand {
	hand := rules.HandOf(g.view.Hand...)
	if g.view.Phase == rules.PhasePig && g.view.Turn == g.view.Seat {
		hand[rules.ExplodingPig] = 0
	}
	return hand
}

func (g *gameScreen) plan(l *gameLayout) handPlan {
	ways := smallHands
	if l.size == wide {
		ways = largeHands
	}
	return planHand(g.cards(), g.settings.sort, l.hand.W, ways)
}

func (g *gameScreen) phonePlan(l *gameLayout) phoneHand {
	return planPhone(g.cards(), g.settings.sort, l.hand.W, g.choice.look)
}

// drawBacks draws the hand of the seat that a watcher follows.
func (g *gameScreen) drawBacks(b brush, l *gameLayout) {
	b = b.part(l.hand)
	s := g.follow
	style := b.on(ground, backs)
	pitch := 2
	if 2*g.view.Counts[s] > l.hand.W {
		pitch = 1
	}
	for i := range g.view.Counts[s] {
		b.Fill(terminal.Rect{X: i * pitch, Y: 1, W: 1, H: max(1, l.hand.H-3)}, b.sign('▌'), style)
	}
	if l.size != phone {
		x := b.clip(0, l.hand.H-1, l.hand.W, g.names.third(s), bold(b.on(ground, text)))
		does := g.seatDoes(s)
		b.clip(x+2, l.hand.H-1, l.hand.W-x-2, does.words, b.on(ground, does.role))
	}
}
