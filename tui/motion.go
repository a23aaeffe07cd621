package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// motion is what moves on the table now; the zero motion is none. It only shows
// how the still picture came about, so it can be ended at any moment.
type motion struct {
	kind  movement
	frame int        // from 0
	id    int        // frames of an older motion are not this one's
	seat  rules.Seat // whose doing it is
	cards []rules.Card
}

// movement is a kind of motion.
type movement uint8

const (
	noMovement   movement = iota
	setPutDown            // slides in from its seat
	handFolds             // folds to backs and slips to the pile
	pigExplodes           // a ring of *, a ring of .
	machineComes          // rivets fill the table from its player's side
)

// movements are how long each takes and in how many frames; the last frame is
// the still picture.
var movements = [...]struct {
	time   time.Duration
	frames int
}{
	setPutDown:   {240 * time.Millisecond, 4},
	handFolds:    {300 * time.Millisecond, 4},
	pigExplodes:  {500 * time.Millisecond, 5},
	machineComes: {500 * time.Millisecond, 5},
}

// frameBytes is the most a frame within a motion may take: a longer one is left
// out. The first comes with the news, and the last is the still picture.
const frameBytes = 600

// frameMsg asks for the next frame of the motion of that number. It is late if the
// house had so much to do that a whole frame's time went by: then the still picture is
// what everybody needs.
type frameMsg struct {
	id   int
	late bool
}

// move begins the motion of what has happened last, or ends the one there is.
func (g *gameScreen) move(before *rules.View, news []table.News) {
	m := motion{id: g.motion.id + 1}
	for i := range news {
		e := news[i].Event
		if e == nil {
			continue
		}
		switch e.Kind {
		case rules.Played:
			m.kind, m.seat, m.cards = setPutDown, e.Seat, e.Cards
		case rules.PigPlayed:
			m.kind, m.seat = pigExplodes, e.Seat
		case rules.MachinePlayed:
			m.kind, m.seat = machineComes, e.Seat
		case rules.HandWon:
			m.kind = noMovement
			if before != nil && before.Top != nil {
				m.kind, m.seat, m.cards = handFolds, e.Seat, before.Top.Cards
			}
		case rules.Dealt, rules.Passed:
			m.kind = noMovement
		}
	}
	if before == nil || g.still() || m.kind == machineComes && g.clank == nil {
		m.kind = noMovement
	}
	g.motion = m
	g.awaitFrame()
}

// awaitFrame waits for the next frame of the motion, if there is one.
func (g *gameScreen) awaitFrame() {
	if g.motion.kind == noMovement {
		return
	}
	how, id := movements[g.motion.kind], g.motion.id
	every := how.time / time.Duration(how.frames)
	late := time.Now().Add(2 * every)
	g.await(terminal.After(every, func(now time.Time) tea.Msg { return frameMsg{id, now.After(late)} }))
}

func (g *gameScreen) nextFrame(msg frameMsg) {
	m := &g.motion
	if m.kind == noMovement || msg.id != m.id {
		return
	}
	m.frame++
	if msg.late || m.frame >= movements[m.kind].frames-1 {
		g.endMotion()
	}
	g.awaitFrame()
}

// endMotion shows the still picture.
func (g *gameScreen) endMotion() { g.motion.kind, g.motion.frame = noMovement, 0 }

// drawMotion draws a frame inside the table's box.
func (g *gameScreen) drawMotion(b brush) {
	m := &g.motion
	switch m.kind {
	case setPutDown:
		g.drawSliding(b)
	case handFolds:
		g.drawFolding(b)
	case pigExplodes:
		b.explosion(m.frame)
	case machineComes:
		b.rivets()
		w, h := b.Size()
		b.clear(g.far(w, h, m.frame+1, movements[m.kind].frames), band)
	}
}

// side is the side of the table on which a seat is, as a direction.
func (g *gameScreen) side(s rules.Seat) (dx, dy int) {
	players := len(g.view.Counts)
	left, top, _ := seatsAround(players)
	switch k := (int(s-g.bottom()) + players) % players; {
	case k == 0:
		return 0, 1
	case k <= left:
		return -1, 0
	case k <= left+top:
		return 0, -1
	}
	return 1, 0
}

// drawSliding draws a set on its way to its place in the middle: thin blank paper.
// The faces are seen when it lies there; with them motion would send three times as
// much.
func (g *gameScreen) drawSliding(b brush) {
	w, h := b.Size()
	m := &g.motion
	form, x := topPlace(w, h, len(m.cards))
	dx, dy := g.side(m.seat)
	rest := movements[setPutDown].frames - 1 - m.frame
	x += dx * rest * (w - form.fanWidth(len(m.cards))) / 6
	y := dy*rest*form.h/4 + 1
	b.clear(terminal.Rect{X: x, Y: y, W: form.fanWidth(len(m.cards)), H: form.h - 2}, paper)
}

// drawFolding draws a hand that is over: cards, backs, fewer backs, and they are
// on the pile.
func (g *gameScreen) drawFolding(b brush) {
	w, h := b.Size()
	m := &g.motion
	form, x := topPlace(w, h, len(m.cards))
	if m.frame == 0 {
		b.spread(x, 0, m.cards, form, paper, band)
		return
	}
	height := max(1, form.h-2*m.frame)
	y := min(h-height, m.frame*(h-height)/2)
	x += (w/2 - x) * (m.frame - 1) / 2
	b.Fill(terminal.Rect{X: x, Y: y, W: len(m.cards), H: height}, b.sign('▌'), b.on(band, backs))
}

// far is the part of the table that the Machine has not yet reached.
func (g *gameScreen) far(w, h, step, steps int) terminal.Rect {
	dx, dy := g.side(g.motion.seat)
	done := func(n int) int { return n * step / steps }
	switch {
	case dx < 0:
		return terminal.Rect{X: done(w), W: w - done(w), H: h}
	case dx > 0:
		return terminal.Rect{W: w - done(w), H: h}
	case dy < 0:
		return terminal.Rect{Y: done(h), W: w, H: h - done(h)}
	}
	return terminal.Rect{W: w, H: h - done(h)}
}

// explosion draws the Pig's end: itself, a ring, a wider and thinner one, and
// the smoke.
func (b brush) explosion(frame int) {
	w, h := b.Size()
	x, y := w/2, h/2
	style := b.creature(rules.ExplodingPig, band)
	switch frame {
	case 0:
		b.mark(x, y, '%', style)
	case 1:
		b.ring(x, y, 2, 1, '*', b.on(band, danger))
	case 2:
		b.ring(x, y, 5, 2, '*', b.on(band, turn))
	default:
		b.ring(x, y, 9, h/2, '.', b.on(band, quiet))
	}
}

// ring draws eight signs round a point, rx and ry cells away.
func (b brush) ring(x, y, rx, ry int, sign rune, style terminal.Style) {
	for _, d := range [...][2]int{{-2, 0}, {2, 0}, {0, -2}, {0, 2}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		b.mark(x+d[0]*rx/2, y+d[1]*ry/2, sign, style)
	}
}
