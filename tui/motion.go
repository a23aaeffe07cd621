package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
)

// motion is what moves on the table now; the zero motion is none.
type motion struct{}

// frameMsg asks for a motion's next frame.
type frameMsg struct{}

func (g *gameScreen) move(*rules.View, []table.News) tea.Cmd { return nil }
func (g *gameScreen) nextFrame(frameMsg) tea.Cmd             { return nil }
func (g *gameScreen) drawMotion(brush, *gameLayout)          {}
