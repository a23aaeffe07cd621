package tui

import (
	"strconv"
	"strings"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// mostBacks is how many card backs are drawn before the number says it alone.
const mostBacks = 14

// backs draws n cards from behind, as many as there is room for in w cells
// before their number.
func (b brush) backs(x, y, w, n int) {
	number := strconv.Itoa(n)
	if blocks := min(n, mostBacks, w-len(number)-1); blocks > 0 {
		x = b.marks(x, y, blocks, '▌', b.on(ground, backs)) + 1
	}
	style := bold(b.on(ground, text))
	if n < 4 {
		style = b.on(ground, strong)
	}
	b.text(x, y, number, style)
}

// drawSeat draws another player's seat: name and mark, cards, what it did in
// this hand.
func (g *gameScreen) drawSeat(b brush, r terminal.Rect, s rules.Seat) {
	b = b.part(r)
	does := g.seatDoes(s)
	name := bold(b.on(ground, text))
	if does.passed {
		name = b.on(ground, quiet)
	}
	mark, role := g.seatMark(s)
	who := g.names.third(s)
	room := r.W
	cards := r.W
	if terminal.Width(b.plain(who))+1+len(mark) <= r.W {
		b.right(r.W, 0, mark, b.on(ground, role))
		room -= len(mark) + 1
	} else if g.placeOf(s) == 0 { // beside a long name the mark goes below
		if len(mark)+len("12 ") > r.W {
			mark = strings.Replace(mark, "Total", "T.", 1)
		}
		b.right(r.W, 1, mark, b.on(ground, role))
		cards -= len(mark) + 1
	}
	b.clip(0, 0, room, who, name)
	if place := g.placeOf(s); place > 0 {
		b.outWords(0, 1, r.W, place, len(g.view.Counts))
	} else {
		b.backs(0, 1, cards, g.view.Counts[s])
	}
	switch {
	case does.turn && !g.deadline().IsZero():
		x := b.text(0, 2, "► ", b.on(ground, turn))
		g.drawClock(b, x, 2, r.W-x)
	case does.turn:
		b.clip(0, 2, r.W, "► "+does.words, b.on(ground, turn))
	default:
		if does.short != "" && len(does.words) > r.W {
			does.words = does.short
		}
		b.clip(0, 2, r.W, does.words, b.on(ground, does.role))
	}
}

// outWords says in which place somebody went out.
func (b brush) outWords(x, y, w, place, players int) {
	title := rules.Title(place, players)
	role := quiet
	if title == rules.BigHero {
		role = crown
	}
	if title == rules.Adventurer {
		title = "place " + strconv.Itoa(place)
	}
	if before := "out: "; len(before)+len(title) <= w {
		x = b.text(x, y, before, b.on(ground, quiet))
	}
	b.text(x, y, title, b.on(ground, role))
}

// placeOf is the place in which a seat went out of this round, or 0.
func (g *gameScreen) placeOf(s rules.Seat) int {
	for i, out := range g.view.Placed {
		if out == s {
			return i + 1
		}
	}
	return 0
}

// seatMark is what stands beside a name: what must be known of who sits there,
// or else the title of the round before, until this one has brought another.
func (g *gameScreen) seatMark(s rules.Seat) (string, role) {
	chair := g.chair(s)
	title := g.view.Titles[s]
	if g.placeOf(s) > 0 {
		title = ""
	}
	switch {
	case chair.StandIn && !chair.Left:
		return "stand-in", danger
	case chair.Away:
		return "away", danger
	case title == rules.BigHero:
		return title, crown
	case title != "" && title != rules.Adventurer:
		return title, quiet
	case chair.Bot != "" || chair.Left:
		return "bot", quiet
	case chair.Face != table.Screen:
		return string(chair.Face), quiet
	}
	return "", quiet
}

// chair is who sits in a seat; free when the board doesn't say.
func (g *gameScreen) chair(s rules.Seat) table.Chair {
	if g.at.Board == nil || s < 0 || int(s) >= len(g.at.Board.Seats) {
		return table.Chair{}
	}
	return g.at.Board.Seats[s]
}

// deed is what a seat does, or did in this hand.
type deed struct {
	words  string
	short  string // where words don't fit
	role   role
	turn   bool
	passed bool
}

func (g *gameScreen) seatDoes(s rules.Seat) deed {
	v := g.view
	switch {
	case v.Phase == rules.PhaseGive:
		return deed{words: g.tradeWords(s), role: quiet}
	case g.clank != nil:
		return g.clankDoes(s)
	case v.Turn == s:
		words := "to play"
		if v.Phase == rules.PhasePig {
			words = "feeds the Pig"
		} else if v.Phase == rules.PhaseLead {
			words = "leads"
		}
		return deed{words: words, role: turn, turn: true}
	case v.Phase == rules.PhasePig:
		if v.Options.Leader == rules.LeaderLeft && v.Turn != rules.Nobody && next(v.Turn, v) == s {
			return deed{words: "leads next", role: quiet}
		}
		return deed{}
	}
	if did := playOf(v.HandPlays, s); did.words != "" {
		if v.Top != nil && v.Top.Seat == s {
			did.role = text
		}
		return did
	}
	if v.Turn == g.bottom() && g.nextAfter(v.Turn) == s {
		return deed{words: "plays after you", short: "plays next", role: quiet}
	}
	return deed{}
}

// playOf is the last thing a seat did in a hand.
func playOf(plays []rules.Event, s rules.Seat) deed {
	for i := len(plays) - 1; i >= 0; i-- {
		e := &plays[i]
		switch {
		case e.Seat != s:
		case e.Kind == rules.Passed:
			return deed{words: "passed", role: quiet, passed: true}
		case e.Kind == rules.Played && i == 0:
			return deed{words: "led " + setName(e.Cards), role: quiet}
		case e.Kind == rules.Played:
			return deed{words: setName(e.Cards), role: quiet}
		}
	}
	return deed{}
}

// clankDoes is what a seat did in the hand that the Machine has stopped.
func (g *gameScreen) clankDoes(s rules.Seat) deed {
	switch s {
	case g.clank.seat:
		return deed{words: "KILLING MACHINE", role: danger}
	case g.clank.wasNext:
		return deed{words: "was next", role: quiet}
	}
	if g.clank.led {
		return deed{}
	}
	return playOf(g.view.LastHand, s)
}

// tradeWords is a seat's part in the exchange.
func (g *gameScreen) tradeWords(s rules.Seat) string {
	for _, t := range g.view.Trades {
		sealed := g.view.Options.Exchange == rules.ExchangeSealed && !t.Given
		n := strconv.Itoa(t.Count)
		switch {
		case s == t.From && sealed:
			return "owes " + n
		case s == t.From && t.To == g.view.Seat:
			return "gave you " + cards(t.Count)
		case s == t.From:
			return "gave " + g.names.third(t.To) + " " + n
		case s == t.To && t.Given:
			return "gave back " + n
		case s == t.To:
			return "gives back " + n
		}
	}
	return "no part in it"
}

func cards(n int) string {
	if n == 1 {
		return "1 card"
	}
	return strconv.Itoa(n) + " cards"
}

// nextAfter is whose turn comes after a seat's if nobody goes out, or Nobody
// when the hand is over then.
func (g *gameScreen) nextAfter(s rules.Seat) rules.Seat {
	v := g.view
	for k := next(s, v); k != s; k = next(k, v) {
		if v.Options.Laps == rules.LapsOne && k == v.Leader {
			return rules.Nobody
		}
		locked := v.Options.Laps == rules.LapsLock && playOf(v.HandPlays, k).passed
		if v.Counts[k] > 0 && !locked {
			return k
		}
	}
	return rules.Nobody
}
