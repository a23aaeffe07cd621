package tui

import tea "charm.land/bubbletea/v2"

type blank struct{ *session }

func (blank) update(tea.Msg) tea.Cmd { return nil }
func (blank) draw(brush)             {}
func (blank) keys() keyMap           { return keyMap{} }

func newTutorial(s *session) screen { return blank{s} }
