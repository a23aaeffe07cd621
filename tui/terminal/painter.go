package terminal

import (
	"encoding/base64"
	"fmt"
	"sync"
	"time"
)

// maxWrite is the most that is written at once: the SSH library keeps buffers as
// large as the largest packet it ever sent.
const maxWrite = 1 << 10

// painter is the part of a session that writes. It has one frame on its way at
// most; what changes meanwhile is in the next one.
type painter struct {
	screen  screen
	entered bool
	lost    bool        // the line doesn't take any more
	stall   *time.Timer // runs while a write does
}

// scratch is what painting one frame takes. It is shared by all sessions: few
// paint at the same time.
type scratch struct {
	frame frame
	was   grid // what a passing frame may have to go back to
	out   []byte
}

// maxScratch is the largest output buffer that is kept for the next frame.
const maxScratch = 64 << 10

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// paint paints until the terminal shows the newest state. If somebody else is at
// it, it leaves that to them.
func (s *session) paint() {
	for s.dirty.Load() && s.ctx.Err() == nil {
		select {
		case s.brush <- struct{}{}:
		default:
			return // they look once more before they are done
		}
		for s.dirty.Swap(false) && s.ctx.Err() == nil {
			s.paintFrame()
		}
		<-s.brush
	}
}

// paintFrame draws the newest state and writes the difference.
func (s *session) paintFrame() {
	p := &s.painter
	k := scratches.Get().(*scratch)
	defer k.giveBack()
	k.out = k.out[:0]
	p.screen.wake()
	if !p.entered {
		k.out = p.screen.enter(k.out)
	}
	if !s.draw(k) || s.ctx.Err() != nil {
		return
	}
	if !p.entered {
		p.entered = true
		s.input.asked()
	}
	k.out = p.screen.updateWithin(k.out, &k.frame, &k.was)
	if len(k.out) > 0 {
		began := time.Now()
		s.write(k.out, false)
		s.input.wrote(time.Since(began))
	}
}

// rest has the screen take less memory until something is painted, and the model
// until something happens.
func (s *session) rest() {
	s.restModel()
	select {
	case s.brush <- struct{}{}:
	default:
		return // somebody paints
	}
	s.painter.screen.rest()
	<-s.brush
	if s.dirty.Load() { // and found the brush taken
		s.start("painting", s.paint)
	}
}

func (s *session) restModel() {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.recovered("rest")
	if m, able := s.model.(rester); able && s.ctx.Err() == nil {
		m.Rest()
	}
}

func (k *scratch) giveBack() {
	k.frame.palette = nil
	if cap(k.out) <= maxScratch {
		scratches.Put(k)
	}
}

// draw draws the model and takes the notes left for the painter. It reports
// whether there is a frame: a panic leaves none.
func (s *session) draw(k *scratch) (drawn bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.recovered("draw")
	screen := &s.painter.screen
	if s.repaint {
		screen.forget()
	}
	if s.ring {
		k.out = append(k.out, '\a')
	}
	if s.clip != "" && len(s.clip) <= maxCopy && screen.able.osc {
		k.out = append(k.out, "\x1b]52;c;"...)
		k.out = base64.StdEncoding.AppendEncode(k.out, []byte(s.clip))
		k.out = append(k.out, '\a')
	}
	s.repaint, s.ring, s.clip = false, false, ""
	palette := screen.prepare() // may forget what is shown
	k.frame.draw(s.model, s.size, palette, screen.last(s.size))
	return true
}

// write writes in pieces, each of which may take stuckAfter. When the session ends
// meanwhile, the rest is left out, unless it must be written to the last.
func (s *session) write(b []byte, toTheLast bool) {
	p := &s.painter
	for len(b) > 0 && !p.lost && (toTheLast || s.ctx.Err() == nil) {
		n := min(len(b), maxWrite)
		p.watch(s)
		_, err := s.config.Out.Write(b[:n])
		p.stall.Stop()
		if err != nil {
			p.lost = true
			s.end(fmt.Errorf("%w: %w", ErrHangup, err))
		}
		b = b[n:]
	}
}

// watch starts the clock for one write.
func (p *painter) watch(s *session) {
	if p.stall == nil {
		p.stall = time.AfterFunc(stuckAfter, s.stuck)
		return
	}
	p.stall.Reset(stuckAfter)
}

// stuck ends a session whose terminal takes nothing.
func (s *session) stuck() {
	defer s.recovered("hanging up")
	s.end(ErrStuck)
	s.hangup()
}

// restore gives the terminal back, once whoever paints has stopped. It keeps the
// brush, so that nobody paints any more; and the model doesn't run any more.
func (s *session) restore() {
	if !s.takeBrush() {
		return
	}
	s.mu.Lock() // the model's last update is over then
	entered := s.painter.entered
	s.mu.Unlock()
	if entered {
		s.write(s.painter.screen.leave(nil), true)
	}
}

// takeBrush waits for who paints; when that takes long it closes the line.
func (s *session) takeBrush() bool {
	for range 2 {
		timer := time.NewTimer(restoreTime)
		select {
		case s.brush <- struct{}{}:
			timer.Stop()
			return true
		case <-timer.C:
			s.hangup()
		}
	}
	return false
}
