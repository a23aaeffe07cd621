package tui

import (
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// stage is how far a table is, as screens tell it apart.
type stage uint8

const (
	waitingStage stage = iota
	gameStage
	resultStage
	ceremonyStage
)

// stageOf is the stage of a table. Before the first deal there is nothing to
// show of a game.
func stageOf(u table.Update) stage {
	switch {
	case u.Board.State == table.Over && u.View != nil && u.View.Result != nil:
		return ceremonyStage
	case u.Board.State != table.Playing || u.View == nil || u.View.Round == 0:
		return waitingStage
	case u.View.Phase == rules.PhaseScored:
		return resultStage
	}
	return gameStage
}

// starter is a screen that has something to begin when it comes up.
type starter interface{ start() tea.Cmd }

// stageScreen is the screen for a stage: the one that is there, or a new one.
func (p *program) stageScreen(now stage) screen {
	switch now {
	case gameStage:
		return p.game
	case resultStage:
		if r, ok := p.place.(*resultScreen); !ok || r.last {
			return newResult(p.session)
		}
	case ceremonyStage:
		return p.endScreen()
	case waitingStage:
		if _, ok := p.place.(*waitingScreen); !ok {
			return newWaiting(p.session)
		}
	}
	return p.place
}

// endScreen is the screen of a game that is over. Who has seen the last round end
// reads its result first.
func (p *program) endScreen() screen {
	switch place := p.place.(type) {
	case *ceremonyScreen:
		return place
	case *resultScreen:
		if place.last {
			return place
		}
	case *gameScreen:
		return newResult(p.session)
	}
	return newCeremony(p.session)
}

// houseNews takes the lobby's newest state.
func (p *program) houseNews(msg houseMsg) tea.Cmd {
	if msg.err != nil {
		return p.farewell(msg.err)
	}
	if msg.update.Board.Draining && !p.house.Draining {
		p.tell(drainingNotice)
	}
	p.house, p.hearing = *msg.update.Board, false
	p.forgetHouse()
	return p.everywhere(msg)
}

// forgetHouse lets go of the lobby's lists while the person is at a table, where
// nothing of them shows: each holds everybody who is here. Whoever comes back to the
// lobby hears of it anew, as that changes it.
func (p *program) forgetHouse() {
	if p.seat != nil {
		p.house = lobby.Board{Draining: p.house.Draining, Notice: p.house.Notice}
	}
}

// hear waits for the lobby's next update while the person is there. At a table
// nothing of it shows, and in a full house it changes all the time.
func (p *program) hear() tea.Cmd {
	if p.hearing || p.seat != nil || p.alone {
		return nil
	}
	p.hearing = true
	return p.pullHouse()
}

// satDown begins to follow a table; the screen changes with its first update.
func (p *program) satDown(msg satMsg) tea.Cmd {
	if msg.err != nil {
		p.tell(sorry(msg.err))
		p.lobby.renew()
		return nil
	}
	p.rise()
	p.seat, p.crowded, p.notice = msg.visit, msg.full, notice{} // what was said was of another place
	p.forgetHouse()
	p.pullTable()
	return nil
}

// tableNews takes the newest state of the table and shows the screen for it.
func (p *program) tableNews(msg tableMsg) tea.Cmd {
	if msg.visit != p.seat {
		return nil // of a table left since
	}
	if msg.err != nil {
		p.rise()
		p.tell(sorry(msg.err))
		return nil
	}
	owed := p.owes()
	if drained := p.at.Board != nil && p.at.Board.Draining; msg.update.Board.Draining && !drained && !p.house.Draining {
		p.tell(drainingNotice)
	}
	p.now, p.at = msg.now, msg.update
	if msg.now.Sub(msg.update.Shown) > lateNews {
		p.behind = msg.now.Add(stillTime)
	}
	if p.hurried && p.host() && taken(p.at.Board) == 1 {
		p.tell("If nobody comes in 15 seconds, computer players take the free seats.")
	}
	if p.crowded && !p.seated() {
		p.tell("Every seat is taken, so you look on. You can sit down once one is free.")
	}
	p.hurried, p.crowded = false, false
	if p.wayBack == nil && p.seated() && p.options.Way != "" { // who is back in a seat is not told again
		p.wayBack = newNote(p.session, "You are a guest. Should your line drop, this brings you back to your seat: "+p.options.Way)
	}
	for _, news := range msg.update.News {
		if news.Event != nil {
			p.witness(news.Event)
		}
		if news.Private {
			p.hearAlone(news.Notice)
		}
	}
	p.pullTable()
	cmds := []tea.Cmd{p.followTable(msg.update), p.everywhere(msg)}
	if !owed && p.owes() && !p.focused && !p.settings.noBell {
		cmds = append(cmds, terminal.Bell)
	}
	return tea.Batch(cmds...)
}

// hearAlone takes a notice for the person alone. What holds something to type is
// kept for the menu and for the table before the start, which shows it.
func (p *program) hearAlone(notice string) {
	note := newNote(p.session, notice)
	switch {
	case note.copied == "":
		p.tell(notice)
	case p.at.Board.State == table.Waiting:
		p.wayBack = note
	default:
		p.wayBack = note
		p.tell("You are a guest; esc tells how to come back to this seat.")
	}
}

// followTable shows the screen for what goes on at the table.
func (p *program) followTable(u table.Update) tea.Cmd {
	now := stageOf(u)
	if now == waitingStage {
		p.game = nil
	}
	var cmd tea.Cmd
	if u.View != nil && now != waitingStage {
		if p.game == nil {
			p.game = newGame(p.session, p.do)
		}
		cmd = p.game.apply(u)
	}
	return tea.Batch(cmd, p.goTo(p.stageScreen(now)))
}

// goTo changes the place, unless the person is there.
func (p *program) goTo(place screen) tea.Cmd {
	before := p.place
	if place == before {
		return nil
	}
	p.place = place
	p.moved(before)
	if begins, ok := place.(starter); ok {
		return begins.start()
	}
	return nil
}

// moved keeps the dialogs true when the place below them changes: help explains
// the new one; and a game that begins is not to be missed over a form.
func (p *program) moved(before screen) {
	if _, waited := before.(*waitingScreen); waited {
		p.dialogs = nil
	}
	for _, dialog := range p.dialogs {
		if help, ok := dialog.(*helpScreen); ok && help.below == before {
			help.below = p.place
		}
	}
}

// leave goes back to the lobby.
func (p *program) leave(giveUp bool) tea.Cmd {
	visit := p.seat
	p.rise()
	if visit == nil {
		return nil
	}
	return func() tea.Msg {
		var err error
		if giveUp {
			err = visit.Do(p.ctx, table.GiveUp{})
		}
		visit.Quit()
		return leftMsg{err}
	}
}

// rise forgets the table: the person is in the lobby again.
func (p *program) rise() {
	p.options.Known = p.options.Known || p.game != nil
	p.seat, p.at, p.game = nil, table.Update{You: rules.Nobody}, nil
	p.deals, p.scored, p.wayBack = nil, nil, nil
	p.place, p.dialogs = p.lobby, nil
	p.chat = chatLine{}
}

// farewell ends the program after a last sentence.
func (p *program) farewell(err error) tea.Cmd {
	words := sorry(err)
	switch {
	case p.ctx.Err() != nil || errors.Is(err, table.ErrLeft):
		return tea.Quit
	case errors.Is(err, table.ErrClosed):
		words = "The house closes now. Thank you for coming."
	}
	p.rise()
	p.place = &farewellScreen{session: p.session, words: words}
	return nil
}

// keepLast is the last n of a list.
func keepLast[T any](list []T, n int) []T {
	return slices.Clone(list[max(0, len(list)-n):])
}

// keepTime waits for the next tick while something on the screen counts time.
func (p *program) keepTime() {
	_, result := p.place.(*resultScreen)
	counts := result || p.notice.words != "" ||
		p.at.Board != nil && !p.at.Board.NextDeal.IsZero() ||
		p.at.View != nil && p.at.View.Deadline != nil
	if p.ticking || !counts {
		return
	}
	wait := time.Second
	if p.notice.words == "" && p.place == screen(p.game) {
		wait = p.game.tickIn()
	}
	p.ticking = true
	p.await(terminal.After(wait, func(now time.Time) tea.Msg { return tickMsg(now) }))
}
