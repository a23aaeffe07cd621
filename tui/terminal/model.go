package terminal

import (
	"reflect"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// The room's own messages; a model never sees them.
type (
	startMsg    struct{}
	resizedMsg  Size
	answeredMsg Caps
	copyMsg     string
	bellMsg     struct{}
)

// maxCopy is the most a terminal is asked to put on the clipboard, in bytes.
const maxCopy = 16 << 10

// queue is the messages that the model has not had yet, in the order in which they
// came. The zero value is ready, and it is safe for concurrent use.
type queue struct {
	mu       sync.Mutex
	waiting  []tea.Msg
	updating bool       // somebody gives them to the model
	room     [1]tea.Msg // for the one that most often comes alone
}

// put adds a message. Whoever puts one sees to it that somebody works.
func (q *queue) put(m tea.Msg) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		q.waiting = q.room[:0]
	}
	q.waiting = append(q.waiting, m)
}

// begin makes the caller the one who gives the messages to the model, unless
// there are none or somebody else is.
func (q *queue) begin() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.updating || len(q.waiting) == 0 {
		return false
	}
	q.updating = true
	return true
}

// next takes the oldest message; when there is none, the caller is done.
func (q *queue) next() (tea.Msg, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		q.updating = false
		q.waiting = nil // an idle session keeps nothing
		return nil, false
	}
	m := q.waiting[0]
	q.waiting[0] = nil
	q.waiting = q.waiting[1:]
	return m, true
}

// work gives the model the messages there are and paints what has become of it. It
// is called by whoever has put a message, in a goroutine that may wait for the
// terminal. While one waits another may update the model.
func (s *session) work() {
	defer s.recovered("working")
	for s.updateAll() {
		s.paint()
	}
}

// updateAll gives the model all messages there are, if there are any and nobody
// else is at it.
func (s *session) updateAll() bool {
	if !s.queue.begin() {
		return false
	}
	for m, ok := s.queue.next(); ok; m, ok = s.queue.next() {
		s.take(m)
	}
	return true
}

// take does what a message asks for.
func (s *session) take(m tea.Msg) {
	switch own := m.(type) {
	case startMsg:
		s.begin()
	case resizedMsg:
		if size := Size(own); size != s.size { // only messages change it
			s.update(windowSize(size))
		}
	case answeredMsg:
		s.update(Caps(own))
	case copyMsg:
		s.later(func() { s.clip = string(own) })
	case bellMsg:
		s.later(func() { s.ring = true })
	case tea.QuitMsg:
		s.end(errQuit)
	case tea.KeyPressMsg:
		if own.Code == 'l' && own.Mod == tea.ModCtrl {
			s.later(func() { s.repaint = true })
			return
		}
		s.update(m)
	default:
		s.update(m)
	}
}

func windowSize(s Size) tea.Msg { return tea.WindowSizeMsg{Width: s.Width, Height: s.Height} }

// begin starts the model, and tells it what is known from the beginning.
func (s *session) begin() {
	s.run("init", func() (cmd tea.Cmd) { return s.model.Init() })
	s.update(s.caps)
	s.update(windowSize(s.size))
}

// update gives the model one message.
func (s *session) update(m tea.Msg) {
	s.run("update", func() (cmd tea.Cmd) {
		if size, ok := m.(tea.WindowSizeMsg); ok {
			s.size = Size{size.Width, size.Height}
		}
		s.model, cmd = s.model.Update(m)
		return cmd
	})
}

// run runs a part of the model, and the command that comes of it. When the session
// has ended nothing runs any more.
func (s *session) run(what string, part func() tea.Cmd) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.recovered(what)
	if s.ctx.Err() != nil {
		return
	}
	s.dirty.Store(true)
	if cmd := part(); cmd != nil {
		s.start("a command", func() { s.carryOut(cmd, false) })
	}
	if m, able := s.model.(patient); able {
		for _, w := range m.Waits() {
			s.wait(w)
		}
	}
}

// wait has a command begun when its time has come.
func (s *session) wait(w Wait) {
	w.await(func() { s.start("a command", func() { s.carryOut(w.then, false) }) })
}

// later leaves a note for the painter.
func (s *session) later(note func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	note()
	s.dirty.Store(true)
}

// carryOut runs a command to its end and sees to what comes of it. Of several that
// run at the same time it runs the last itself, and awaits the others if it must.
func (s *session) carryOut(cmd tea.Cmd, await bool) {
	if cmd == nil {
		return
	}
	m := cmd()
	switch m := m.(type) {
	case nil:
	case tea.BatchMsg:
		s.allOf(m, await)
	default:
		if cmds, ok := sequence(m); ok {
			for _, cmd := range cmds {
				s.carryOut(cmd, true)
			}
			return
		}
		s.queue.put(m)
		s.work()
	}
}

func (s *session) allOf(cmds []tea.Cmd, await bool) {
	if len(cmds) == 0 {
		return
	}
	last := len(cmds) - 1
	var others sync.WaitGroup
	for _, cmd := range cmds[:last] {
		others.Add(1)
		s.start("a command", func() {
			defer others.Done()
			s.carryOut(cmd, await)
		})
	}
	s.carryOut(cmds[last], await)
	if await {
		others.Wait()
	}
}

// sequence is the commands of a tea.Sequence, whose type isn't exported.
func sequence(m tea.Msg) ([]tea.Cmd, bool) {
	v := reflect.ValueOf(m)
	if !v.IsValid() || !v.CanConvert(reflect.TypeFor[[]tea.Cmd]()) {
		return nil, false
	}
	return v.Convert(reflect.TypeFor[[]tea.Cmd]()).Interface().([]tea.Cmd), true
}
