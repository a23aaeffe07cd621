package terminal

import (
	"reflect"

	tea "charm.land/bubbletea/v2"
)

// The room's own messages; a model never sees them.
type (
	resizedMsg  Size
	answeredMsg Caps
	copyMsg     string
	bellMsg     struct{}
)

// maxCopy is the most a terminal is asked to put on the clipboard, in bytes.
const maxCopy = 16 << 10

// program is the session as Bubble Tea sees it: a model that draws nothing.
type program session

// Init starts the model with what is known from the beginning: the terminal's
// capabilities, then its size, before any other message.
func (p *program) Init() tea.Cmd {
	s := (*session)(p)
	// Releasing a terminal that Bubble Tea doesn't have stops the ticker of the
	// renderer it doesn't have; without this a thousand idle sessions take 3 %
	// of a core. It takes half a second.
	s.untick = s.start("starting", func() {
		if err := s.program.ReleaseTerminal(); err != nil && s.config.Logger != nil {
			s.config.Logger.Warn("the idle ticker goes on", "error", err)
		}
	})
	return tea.Batch(s.initial(), s.update(s.caps), s.update(windowSize(s.size)))
}

func windowSize(s Size) tea.Msg { return tea.WindowSizeMsg{Width: s.Width, Height: s.Height} }

func (s *session) initial() tea.Cmd {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.recovered("init")
	return s.watched(s.model.Init())
}

// Update implements tea.Model.
func (p *program) Update(m tea.Msg) (tea.Model, tea.Cmd) {
	s := (*session)(p)
	switch m := m.(type) {
	case tea.WindowSizeMsg, tea.ColorProfileMsg, tea.EnvMsg:
		return p, nil // Bubble Tea's guesses: ours come as our own
	case resizedMsg:
		return p, s.resized(Size(m))
	case answeredMsg:
		return p, s.update(Caps(m))
	case copyMsg:
		s.later(func() { s.clip = string(m) })
		return p, nil
	case bellMsg:
		s.later(func() { s.ring = true })
		return p, nil
	case tea.KeyPressMsg:
		if m.Code == 'l' && m.Mod == tea.ModCtrl {
			s.later(func() { s.repaint = true })
			return p, nil
		}
	}
	return p, s.update(m)
}

// View implements tea.Model; the painter draws.
func (p *program) View() tea.View { return tea.View{} }

// update gives the model one message.
func (s *session) update(m tea.Msg) tea.Cmd {
	defer s.poke()
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.recovered("update")
	if size, ok := m.(tea.WindowSizeMsg); ok {
		s.size = Size{size.Width, size.Height}
	}
	next, cmd := s.model.Update(m)
	s.model = next
	return s.watched(cmd)
}

func (s *session) resized(size Size) tea.Cmd {
	if size == s.size { // only update writes it, in this same goroutine
		return nil
	}
	return s.update(windowSize(size))
}

// later leaves a note for the painter.
func (s *session) later(note func()) {
	s.mu.Lock()
	note()
	s.mu.Unlock()
	s.poke()
}

// watched is a command whose panic ends this session alone, and is known. It runs
// a batch and a sequence itself, with fewer goroutines than Bubble Tea, where each
// batch keeps one until the last of its commands has ended.
func (s *session) watched(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		defer s.recovered("a command")
		m := cmd()
		if batch, ok := m.(tea.BatchMsg); ok {
			for _, cmd := range batch {
				s.start("a command", func() { s.carryOut(cmd) })
			}
			return nil
		}
		if cmds, ok := sequence(m); ok {
			s.inOrder(cmds)
			return nil
		}
		return m
	}
}

// carryOut runs a command to its end and sends what comes of it.
func (s *session) carryOut(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	m := cmd()
	if batch, ok := m.(tea.BatchMsg); ok {
		s.allOf(batch)
	} else if cmds, ok := sequence(m); ok {
		s.inOrder(cmds)
	} else if m != nil {
		s.program.Send(m)
	}
}

// inOrder runs commands one after the other.
func (s *session) inOrder(cmds []tea.Cmd) {
	for _, cmd := range cmds {
		s.carryOut(cmd)
	}
}

// allOf runs commands at the same time and waits for all of them.
func (s *session) allOf(cmds []tea.Cmd) {
	ended := make([]<-chan struct{}, len(cmds))
	for i, cmd := range cmds {
		ended[i] = s.start("a command", func() { s.carryOut(cmd) })
	}
	for _, one := range ended {
		<-one
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
