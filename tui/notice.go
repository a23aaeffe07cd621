package tui

import (
	"slices"
	"time"

	"deathtrap/tui/terminal"
)

// noticeSeconds is how long a notice stays.
const noticeSeconds = 6

// notice is a sentence for the news line: a refusal, or what the house says.
type notice struct {
	words string
	age   int    // in ticks
	on    screen // to which it belongs; nil until what told it is done
}

// tell shows a sentence in the news line for a while, on the screen that is there
// once what tells it is done.
func (s *session) tell(words string) { s.notice = notice{words: words} }

// settleNotice has a notice belong to the screen that is there now, or takes away
// one that belongs to another.
func (p *program) settleNotice() {
	switch on := p.filling(); {
	case p.notice.words == "":
	case p.notice.on == nil:
		p.notice.on = on
	case p.notice.on != on:
		p.notice = notice{}
	}
}

// filling is the topmost screen that is no overlay.
func (p *program) filling() screen {
	for _, dialog := range slices.Backward(p.dialogs) {
		if _, ok := dialog.(overlay); !ok {
			return dialog
		}
	}
	return p.place
}

// said is what a person was told last, while it is news.
func (p *program) said() string {
	if g, ok := p.top().(*gameScreen); ok && g.note != "" && p.notice.words == "" {
		return g.note
	}
	return p.notice.words
}

// tick takes the time, and a notice away that has been read by now.
func (p *program) tick(now tickMsg) {
	p.now = time.Time(now)
	p.notice.age++
	if p.notice.age > noticeSeconds {
		p.notice = notice{}
	}
}

// told writes a notice at a place that has a line for it. Where it is longer it takes
// up to two more, above or below, and covers what is there as long as it lives.
func (b brush) told(x, y, w int, grow direction, words string) {
	if words == "" {
		return
	}
	lines := wrap(b.plain(words), w, w, 3)
	if grow == above {
		y -= len(lines) - 1
	}
	for i, line := range lines {
		b.clear(terminal.Rect{X: x, Y: y + i, W: w, H: 1}, ground)
		b.clip(x, y+i, w, line, b.on(ground, turn))
	}
}

// direction is where there is more room.
type direction bool

const (
	above direction = false
	below direction = true
)
