package tui

import tea "charm.land/bubbletea/v2"

// sortOrder is how a hand is laid out; o steps through it.
type sortOrder uint8

const (
	weakFirst sortOrder = iota
	strongFirst
	sortOrders
)

// next is the order that o goes to.
func (o sortOrder) next() sortOrder { return (o + 1) % sortOrders }

// settingsScreen is where a person sets what they see and hear.
type settingsScreen struct {
	*session
	row int
}

func newSettings(s *session) *settingsScreen { return &settingsScreen{session: s} }

func (s *settingsScreen) update(tea.Msg) tea.Cmd { return nil }
func (s *settingsScreen) draw(brush)             {}
func (s *settingsScreen) keys() keyMap           { return keyMap{} }
