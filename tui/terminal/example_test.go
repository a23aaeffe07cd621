package terminal_test

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"deathtrap/tui/terminal"
)

// greeting is a model of one line.
type greeting struct{ caps terminal.Caps }

func (g greeting) Init() tea.Cmd { return nil }

func (g greeting) Update(m tea.Msg) (terminal.Model, tea.Cmd) {
	switch m := m.(type) {
	case terminal.Caps:
		g.caps = m
	case tea.KeyPressMsg:
		return g, tea.Quit
	}
	return g, nil
}

func (g greeting) Draw(c *terminal.Canvas) {
	x := c.Text(1, 0, "Press ", terminal.Style{})
	x = c.Text(x, 0, "any key", terminal.Style{FG: terminal.Basic(3), Bold: true})
	c.Text(x, 0, ".", terminal.Style{})
}

func ExampleSnapshot() {
	fmt.Print(terminal.Snapshot(greeting{}, terminal.Size{Width: 18, Height: 1}).Styled())
	// Output:
	// ==================
	//  Press any key.
	// ==================
	// .......aaaaaaa
	// ==================
	// a fg=basic(3) bold
}
