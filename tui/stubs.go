package tui

import tea "charm.land/bubbletea/v2"

type blank struct{ *session }

func (blank) update(tea.Msg) tea.Cmd { return nil }
func (blank) draw(brush)             {}
func (blank) keys() keyMap           { return keyMap{} }

type (
	ceremonyScreen struct{ blank }
	helpScreen     struct{ blank }
)

func (helpScreen) openSearch() {}

func newCeremony(s *session) *ceremonyScreen   { return &ceremonyScreen{blank{s}} }
func newHelp(s *session, _ screen) *helpScreen { return &helpScreen{blank{s}} }
func newTutorial(s *session) screen            { return blank{s} }
