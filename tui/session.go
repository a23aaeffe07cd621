package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// session is one connection: what all its screens share. Only Update changes
// it, so it needs no lock.
type session struct {
	ctx     context.Context
	options Options
	visit   *lobby.Visit
	alone   bool         // there is no visit and no lobby: an admin at the desk
	me      table.Player // as the house knows the person

	caps     terminal.Caps
	theme    *theme
	settings settings
	kept     settings // as they were last written down, or are being
	keeping  bool     // a write is under way
	width    int      // of the picture, at most 160; the rest is air
	height   int      // at most 50
	focused  bool
	now      time.Time // of the last tick
	behind   time.Time // until then, as news came late

	house lobby.Board // the newest

	seat *table.Visit // nil in the lobby
	at   table.Update // the newest of that table; its Board is nil until the first

	deals  []dealt       // of that table's game: the rounds that began under the person's eyes
	scored []rules.Event // its rounds that were scored under the person's eyes

	wayBack *popup // how a guest comes back to the seat; nil for others

	ignored   []string // whom the person does not hear, by name
	asides    []aside
	whisperer string // who whispered last

	chat    chatLine
	notice  notice
	hurried bool      // the table that comes next is a quick match
	crowded bool      // the table that comes next is looked on at, as no seat was free
	wishes  []tea.Msg // intents that the program has not followed yet
	waits   []terminal.Wait
}

// await waits for something from the end of this update on. The command is none, for
// screens that have nothing else to return.
func (s *session) await(w terminal.Wait) tea.Cmd {
	s.waits = append(s.waits, w)
	return nil
}

// wish asks the program to go somewhere. It does so before the next key, so that
// what is typed ahead reaches the screen it was meant for. The command is none,
// for screens that have nothing else to return.
func (s *session) wish(intent tea.Msg) tea.Cmd {
	s.wishes = append(s.wishes, intent)
	return nil
}

// What the pulls and commands bring back.
type (
	houseMsg struct {
		update lobby.Update
		err    error
	}
	tableMsg struct {
		visit  *table.Visit
		update table.Update
		now    time.Time
		err    error
	}
	// satMsg answers a wish to go to a table.
	satMsg struct {
		visit *table.Visit
		full  bool // a seat was asked for
		err   error
	}
	// leftMsg says that a table has been left, for good or with a seat kept.
	leftMsg struct{ err error }
	// refusedMsg is the table's or the lobby's no to a command.
	refusedMsg struct{ err error }
	// tickMsg comes about once a second while a clock is shown.
	tickMsg time.Time
)

// pullHouse brings the lobby's next update.
func (s *session) pullHouse() tea.Cmd {
	return s.await(terminal.Await(s.visit.Await, func() tea.Msg {
		update, err := s.visit.Next(s.ctx)
		return houseMsg{update, err}
	}))
}

// pullTable waits for the next update of the table the person is at.
func (s *session) pullTable() {
	visit := s.seat
	s.await(terminal.Await(visit.Await, func() tea.Msg {
		update, err := visit.Next(s.ctx)
		return tableMsg{visit, update, time.Now(), err}
	}))
}

// do asks the table for something. What changes comes by the pull; only a
// refusal is a message.
func (s *session) do(c table.Command) tea.Cmd {
	visit := s.seat
	if visit == nil {
		return nil
	}
	return func() tea.Msg {
		if err := visit.Do(s.ctx, c); err != nil {
			return refusedMsg{err}
		}
		return nil
	}
}

// say sends a line of chat to the table, or to the lobby.
func (s *session) say(text string) tea.Cmd {
	if s.seat != nil {
		return s.do(table.Say{Text: text})
	}
	return func() tea.Msg {
		if err := s.visit.Say(s.ctx, text); err != nil {
			return refusedMsg{err}
		}
		return nil
	}
}

// sit goes to a table in one of the lobby's ways.
func (s *session) sit(way func(context.Context) (*table.Visit, error)) tea.Cmd {
	return func() tea.Msg {
		visit, err := way(s.ctx)
		return satMsg{visit: visit, err: err}
	}
}

// open makes a table and sits down at it.
func (s *session) open(setup table.Setup) tea.Cmd {
	return s.sit(func(ctx context.Context) (*table.Visit, error) { return s.visit.Open(ctx, setup) })
}

// join sits down at the table with that code, or looks on where every seat is
// taken.
func (s *session) join(code string) tea.Cmd {
	return func() tea.Msg {
		visit, err := s.visit.Join(s.ctx, code)
		full := errors.Is(err, table.ErrFull)
		if full {
			visit, err = s.visit.Watch(s.ctx, code)
		}
		return satMsg{visit, full, err}
	}
}

// watch looks on at the table with that code.
func (s *session) watch(code string) tea.Cmd {
	return s.sit(func(ctx context.Context) (*table.Visit, error) { return s.visit.Watch(ctx, code) })
}

// seated reports whether the person has a seat at the table they are at.
func (s *session) seated() bool { return s.seat != nil && s.at.You != rules.Nobody }

// host reports whether the person is the host of the table they are at.
func (s *session) host() bool { return s.seated() && s.at.Board != nil && s.at.Board.Host == s.at.You }

// owes reports whether the table waits for the person.
func (s *session) owes() bool {
	return s.seated() && s.at.View != nil && s.at.View.Owes()
}

// lateNews is how old the table's news may be that still move. They take a millisecond or
// two, unless the house has more to do than it can: then one picture for each is what
// everybody needs, and for stillTime, or what is saved would go into the next motions.
const (
	lateNews  = 10 * time.Millisecond
	stillTime = 10 * time.Second
)

// still reports whether nothing is to move by itself: by choice, on a slow link, in a
// house that is behind, without colours or signs, and where there is no room.
func (s *session) still() bool {
	return s.settings.still || s.caps.Slow || s.now.Before(s.behind) || !s.theme.colours() || s.theme.ascii ||
		s.width < phoneW || s.height < phoneH
}

// listed reports whether the lobby's list is there: whoever reads it is on it.
func (s *session) listed() bool { return len(s.house.People) > 0 }
