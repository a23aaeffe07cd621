package tui

import tea "charm.land/bubbletea/v2"

// grant follows the wishes of the screens.
func (p *program) grant() tea.Cmd {
	var cmds []tea.Cmd
	for len(p.wishes) > 0 {
		wish := p.wishes[0]
		p.wishes = p.wishes[1:]
		cmds = append(cmds, p.navigate(wish))
	}
	return tea.Batch(cmds...)
}

// navigate follows an intent.
func (p *program) navigate(intent tea.Msg) tea.Cmd {
	switch intent := intent.(type) {
	case openDialog:
		p.dialogs = append(p.dialogs, intent.screen)
		if begins, ok := intent.screen.(starter); ok {
			return begins.start()
		}
	case closeDialog:
		p.dialogs = p.dialogs[:max(0, len(p.dialogs)-1)]
		p.uncover()
	case closeDialogs:
		p.dialogs = nil
		p.uncover()
	case writeChat:
		p.chat.write(intent.draft)
	case orderTable:
		return p.do(intent.command)
	case openHelp:
		p.openHelp(false)
	case openSettings:
		p.dialogs = append(p.dialogs, newSettings(p.session))
	case openTutorial:
		p.dialogs = append(p.dialogs, newTutorial(p.session))
	case hailHero:
		return p.goTo(newCeremony(p.session))
	case leaveTable:
		return p.leave(intent.giveUp)
	case typeKey:
		_, cmd := p.Update(intent.key)
		return cmd
	case unlinkKey:
		return p.unlink(intent.key)
	case leaveHouse:
		return tea.Quit
	}
	return nil
}

// uncover shows what was under a dialog, at once: of a motion that began there a
// whole picture would be too large a frame.
func (p *program) uncover() {
	if p.game != nil {
		p.game.endMotion()
	}
}
