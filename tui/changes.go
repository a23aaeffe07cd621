package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// change is what of the picture may be another since the last Draw: where that is
// little, only that is drawn.
type change uint8

const (
	nothing   change = iota
	theTable         // a motion's frame
	theChoice        // what a player raises or looks at, and what enter does with it
	theCount         // who is in the house, as far as the first screen tells
	anything
)

// and is both changes.
func (c change) and(d change) change {
	switch {
	case c == nothing || c == d:
		return d
	case d == nothing:
		return c
	}
	return anything
}

// changed says what a message has changed; before is the scene as it was.
func (p *program) changed(msg tea.Msg, before scene) change {
	switch msg.(type) {
	case frameMsg:
		return theTable
	case tea.KeyPressMsg:
		if now := p.scene(); now == before && now.chooses() {
			return theChoice
		}
	case houseMsg:
		if now := p.scene(); now == before && now.greets() {
			return theCount
		}
	case terminal.Caps: // most terminals answer what was believed of them anyway
		if p.scene() == before {
			return nothing
		}
	}
	return anything
}

// scene is all that the game's picture is drawn from and a key may change, but the
// choice of cards and what the keys do.
type scene struct {
	top      screen
	talking  bool
	notice   notice
	settings settings
	theme    *theme
	slow     bool // the line

	view   *rules.View
	asked  question
	note   string
	panel  panel
	of     rules.Seat // whom the panel shows
	follow rules.Seat
	hover  rules.Card
	moves  movement
}

func (p *program) scene() scene {
	s := scene{top: p.top(), talking: p.chat.open, notice: p.notice, settings: p.settings, theme: p.theme, slow: p.caps.Slow}
	if g := p.game; g != nil {
		s.view, s.asked, s.note, s.panel, s.of = g.view, g.choice.asked, g.note, g.panel, g.asked
		s.follow, s.hover, s.moves = g.follow, g.hover, g.motion.kind
	}
	return s
}

// chooses reports whether it is a game in which sets are chosen: in the exchange and
// with the Pig, the table shows what is.
func (s scene) chooses() bool {
	_, game := s.top.(*gameScreen)
	return game && s.view != nil && (s.view.Phase == rules.PhaseLead || s.view.Phase == rules.PhaseFollow)
}

// greets reports whether it is the first screen.
func (s scene) greets() bool {
	_, first := s.top.(*firstScreen)
	return first && !s.talking
}

// drawChange draws what has changed into the picture that is there, and reports
// whether that was possible.
func (p *program) drawChange(what change, c *terminal.Canvas, b brush) bool {
	if what == nothing {
		return c.Keep()
	}
	if first, ok := p.top().(*firstScreen); ok && what == theCount && !tiny(b.Size()) && c.Keep() {
		first.drawTitle(b)
		return true
	}
	if what > theChoice || p.top() != screen(p.game) || p.chat.open || !p.game.bare(b) || !c.Keep() {
		return false
	}
	if what == theChoice {
		p.game.drawChoice(b)
		b.enterLine(p.top().keys())
	} else {
		p.game.drawTableAlone(b)
	}
	return true
}

// bare reports whether the table and the hand lie there whole: nothing lies over them
// or stands in their place.
func (g *gameScreen) bare(b brush) bool {
	_, role := g.newsWords()
	w, _ := b.Size()
	return sizeOf(b.Size()) != phone && g.panel == noPanel && role == quiet && g.tradedWords(w) == ""
}

// drawTableAlone draws a motion's frame.
func (g *gameScreen) drawTableAlone(b brush) {
	l := g.layout(b.Size())
	g.drawTable(b, l.table)
}

// drawChoice draws the hand and the words about it.
func (g *gameScreen) drawChoice(b brush) {
	l := g.layout(b.Size())
	hand := l.hand
	hand.X, hand.W = hand.X-1, hand.W+1 // with the marks of a slow line
	b.clear(hand, ground)
	b.clear(l.words, ground)
	g.drawWords(b, &l)
	g.drawOwnHand(b, &l)
}

// Rest lets go of the keys that can be pressed in the game: while nothing happens,
// nobody asks.
func (p *program) Rest() {
	if p.game != nil {
		p.game.can, p.game.shown, p.rests = gameKeys{}, keyMap{}, true
		p.game.offered = offer{}
	}
}

// wake finds them out anew.
func (p *program) wake() {
	if p.rests && p.game != nil && p.game.view != nil {
		p.game.refresh()
	}
	p.rests = false
}
