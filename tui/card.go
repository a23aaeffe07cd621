package tui

import (
	"strconv"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// cardSigns are the letters that stand for the cards, as in every dungeon: one
// cell in any font.
const cardSigns = " iosz@p~HBMFD&*%#"

// cardKeys are the keys that choose a card.
const cardKeys = " 1234567890fdww-K"

func cardSign(c rules.Card) string { return cardSigns[int(c)%len(cardSigns):][:1] }
func cardKey(c rules.Card) string  { return cardKeys[int(c)%len(cardKeys):][:1] }

// cardOf is the creature that a key chooses, or NoCard.
func cardOf(key string) rules.Card {
	for c := rules.Imp; c <= rules.RedDragon; c++ {
		if key == cardKey(c) {
			return c
		}
	}
	return rules.NoCard
}

// cardLabel is what stands above a card's sign: its value, or its key.
func cardLabel(c rules.Card) string {
	switch {
	case c.Creature():
		return strconv.Itoa(c.Value())
	case c == rules.ExplodingPig:
		return ""
	}
	return cardKey(c)
}

// shortName is a card's name where it stands below the card.
func shortName(c rules.Card) string {
	switch c {
	case rules.ExplodingPig:
		return "Pig"
	case rules.KillingMachine:
		return "Machine"
	}
	return c.Name()
}

// cardForm is how large cards are drawn: w by h cells, and stub cells of each
// card of a fan that lies under the next. Cards of 7 lines are large: they bear
// their value in two corners.
type cardForm struct{ w, h, stub int }

var (
	smallCard = cardForm{5, 4, 3}
	largeCard = cardForm{7, 7, 3}
)

// fanWidth is how wide n cards of one kind are.
func (f cardForm) fanWidth(n int) int { return f.stub*(n-1) + f.w }

// label is the value as far as there is room for it: cards of 3 cells show the
// key instead.
func (f cardForm) label(c rules.Card) string {
	if f.w <= 3 {
		return cardKey(c)
	}
	return cardLabel(c)
}

// fan draws n equal cards lying over each other from the left, all on a surface:
// paper for what can be played or lies on the table, chosen for what is raised.
func (b brush) fan(x, y int, c rules.Card, n int, f cardForm, s, under surface) {
	b.sheet(terminal.Rect{X: x, Y: y, W: f.fanWidth(n), H: f.h}, s, under)
	b.stubs(x, y, c, n-1, f, s)
	b.face(x+f.stub*(n-1), y, c, f, b.creature(c, s))
}

// stubs draws what is to be seen of n cards that lie under others.
func (b brush) stubs(x, y int, c rules.Card, n int, f cardForm, s surface) {
	style := b.creature(c, s)
	for range n {
		b.post(x+f.stub-1, y+1, f.h-2, b.on(s, line))
		switch f.stub {
		case 3:
			b.right(x+2, y+1, f.label(c), style)
			b.text(x+1, y+2, cardSign(c), style)
		case 2:
			b.clip(x, y+1, 1, f.label(c), style)
			b.text(x, y+2, cardSign(c), style)
		}
		x += f.stub
	}
}

// face draws value and sign of a card that lies on top.
func (b brush) face(x, y int, c rules.Card, f cardForm, style terminal.Style) {
	label := f.label(c)
	if f.h < largeCard.h {
		b.right(x+f.w/2+1, y+1, label, style)
		b.text(x+f.w/2, y+2, cardSign(c), style)
		return
	}
	b.text(x+1, y+1, label, style)
	b.text(x+f.w/2, y+f.h/2, cardSign(c), style)
	b.right(x+f.w-1, y+f.h-2, label, style)
}

// outline draws n equal cards that can't be played: frames only.
func (b brush) outline(x, y int, c rules.Card, n int, f cardForm) {
	frame, style := b.on(ground, line), b.on(ground, quiet)
	for range n - 1 {
		b.rule(x+1, y, f.stub-1, frame)
		b.rule(x+1, y+f.h-1, f.stub-1, frame)
		b.post(x, y+1, f.h-2, frame)
		b.mark(x, y, '┌', frame)
		b.mark(x, y+f.h-1, '└', frame)
		if f.stub > 1 {
			b.clip(x+1, y+1, f.stub-1, f.label(c), style)
			b.text(x+1, y+2, cardSign(c), style)
		}
		x += f.stub
	}
	if f.w > 2 { // in narrower ones there is no room for a frame
		b.box(terminal.Rect{X: x, Y: y, W: f.w, H: f.h}, frame)
	}
	b.face(x, y, c, f, style)
}

// unknown draws the back of a card as an empty sheet.
func (b brush) unknown(x, y int, f cardForm, under surface) {
	b.box(terminal.Rect{X: x, Y: y, W: f.w, H: f.h}, b.on(under, line))
	b.text(x+f.w/2, y+f.h/2, "?", b.on(under, quiet))
}
