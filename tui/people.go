package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// peopleScreen lists who is here: in the lobby everybody in the house, at a table
// who is there, and below them those one doesn't hear or has banned. Enter on
// somebody tells what one can do.
type peopleScreen struct {
	*session
	list menuList
}

func newPeople(s *session) *peopleScreen { return &peopleScreen{session: s} }

func (p *peopleScreen) overlay() {}

// The shortcuts that concern other people.
var (
	peopleKey = bind("p", "people").explain("p", "whisper to somebody, hear no more of them, report them")
	lockKey   = bind("l", "lock the table")
	unlockKey = bind("l", "unlock the table")
)

// somebody is a person as the list has them.
type somebody struct{ name, note string }

// others are the people of the list.
func (s *session) others() []somebody {
	all := s.housemates()
	if s.seat != nil && s.at.Board != nil {
		all = s.tablemates()
	}
	add := func(names []string, note string) {
		for _, name := range names {
			if i := slices.IndexFunc(all, func(o somebody) bool { return o.name == name }); i >= 0 {
				all[i].note = note
			} else {
				all = append(all, somebody{name, note})
			}
		}
	}
	add(s.ignored, "not heard")
	add(s.at.Banned, "banned")
	return all
}

func (s *session) housemates() (all []somebody) {
	for _, p := range s.house.People {
		if p.Name != s.me.Name {
			all = append(all, somebody{p.Name, whereabouts(p)})
		}
	}
	return all
}

func (s *session) tablemates() (all []somebody) {
	for i, c := range s.at.Board.Seats {
		switch {
		case !hasPerson(c) || c.Name == s.me.Name:
		case c.Away:
			all = append(all, somebody{c.Name, "away"})
		case int(s.at.Board.Host) == i:
			all = append(all, somebody{c.Name, "host"})
		default:
			all = append(all, somebody{c.Name, "plays"})
		}
	}
	for _, name := range s.at.Board.Watchers {
		if name != s.me.Name {
			all = append(all, somebody{name, "looks on"})
		}
	}
	return all
}

// hasPerson reports whether a chair is a person's.
func hasPerson(c table.Chair) bool { return !c.Free() && c.Bot == "" && !c.Left }

func (p *peopleScreen) rows() []menuRow {
	var rows []menuRow
	for _, o := range p.others() {
		row := menuRow{note: o.note, do: func() tea.Cmd { return p.wish(openDialog{newPerson(p.session, o.name)}) }}
		row.SetHelp("", o.name)
		rows = append(rows, row)
	}
	if p.host() {
		key := lockKey
		if p.at.Board.Locked {
			key = unlockKey
		}
		rows = append(rows, menuRow{shortcut: key, do: func() tea.Cmd { return p.do(table.Lock{Off: p.at.Board.Locked}) }})
	}
	if rows == nil {
		row := menuRow{do: func() tea.Cmd { return p.wish(closeDialog{}) }}
		row.SetHelp("", "nobody else is here")
		rows = append(rows, row)
	}
	return rows
}

func (p *peopleScreen) heading() string {
	if p.seat != nil && p.at.Board != nil {
		return "AT TABLE " + p.at.Board.Code
	}
	return "IN THE HOUSE"
}

func (p *peopleScreen) keys() keyMap { return p.list.keys(p.rows(), "you look at who is here") }

func (p *peopleScreen) update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok && backKey.is(press) {
		return p.wish(closeDialog{})
	}
	return p.list.update(msg, p.list.rect(p.width, p.height, p.rows(), 2), 2, p.rows())
}

func (p *peopleScreen) draw(b brush) {
	w, h := b.Size()
	p.list.draw(b, p.list.rect(w, h, p.rows(), 2), p.heading(), p.rows())
}

// personScreen is what one can do about somebody.
type personScreen struct {
	*session
	name string
	list menuList
}

func newPerson(s *session, name string) *personScreen { return &personScreen{session: s, name: name} }

func (p *personScreen) overlay() {}

func (p *personScreen) rows() []menuRow {
	rows := []menuRow{
		{shortcut: bind("w", "whisper"), do: func() tea.Cmd { return p.writes("/w " + p.name + " ") }},
		{shortcut: bind("x", "hear no more of them"), do: func() tea.Cmd { return p.closes(p.ignore(p.name, true)) }},
		{shortcut: bind("r", "report to this server's host"), do: func() tea.Cmd { return p.writes("/report " + p.name + " ") }},
	}
	if slices.Contains(p.ignored, p.name) {
		rows[1] = menuRow{shortcut: bind("x", "hear them again"), do: func() tea.Cmd { return p.closes(p.ignore(p.name, false)) }}
	}
	mates := []somebody{}
	if p.host() {
		mates = p.tablemates()
	}
	switch here := func(o somebody) bool { return o.name == p.name }; {
	case slices.Contains(p.at.Banned, p.name):
		rows = append(rows, menuRow{shortcut: bind("u", "let them in again"), do: func() tea.Cmd { return p.closes(p.do(table.Unban{Name: p.name})) }})
	case slices.ContainsFunc(mates, here):
		rows = append(rows,
			menuRow{shortcut: bind("k", "send out of the table"), do: func() tea.Cmd { return p.closes(p.sendOut(p.name, false)) }},
			menuRow{shortcut: bind("b", "send out, and never let in again"), do: func() tea.Cmd { return p.closes(p.sendOut(p.name, true)) }})
	}
	return rows
}

// writes closes the dialogs and goes on in the chat line.
func (p *personScreen) writes(draft string) tea.Cmd {
	p.wish(closeDialogs{})
	return p.wish(writeChat{draft})
}

// closes closes the dialogs and does something.
func (p *personScreen) closes(cmd tea.Cmd) tea.Cmd {
	p.wishes = append([]tea.Msg{closeDialogs{}}, p.wishes...) // before what is asked
	return cmd
}

func (p *personScreen) keys() keyMap { return p.list.keys(p.rows(), "what to do about "+p.name) }

func (p *personScreen) update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok && backKey.is(press) {
		return p.wish(closeDialog{})
	}
	return p.list.update(msg, p.list.rect(p.width, p.height, p.rows(), 2), 2, p.rows())
}

func (p *personScreen) draw(b brush) {
	w, h := b.Size()
	p.list.draw(b, p.list.rect(w, h, p.rows(), 2), p.name, p.rows())
}

// sendOut has the host send somebody out; out of a running game not before they
// are asked.
func (s *session) sendOut(name string, ban bool) tea.Cmd {
	order := table.Kick{Name: name, Ban: ban}
	plays := slices.ContainsFunc(s.at.Board.Seats, func(c table.Chair) bool { return c.Name == name && hasPerson(c) })
	if s.at.Board.State != table.Playing || !plays {
		return s.do(order)
	}
	return s.wish(openDialog{&askScreen{
		session: s,
		words:   "Send " + name + " out? A bot plays the cards to the end.",
		yes:     "send out", answer: orderTable{order},
	}})
}

// menuList is the rows of a menu, of which one is picked.
type menuList struct{ row, top int }

// backKey goes back from a list.
var backKey = bind("esc", "back", "esc", "q")

func (l *menuList) keys(rows []menuRow, now string) keyMap {
	picked := rows[min(l.row, len(rows)-1)]
	k := keyMap{
		enter: []shortcut{enters(picked.Help().Desc)},
		lines: []shortcut{bind("up/down", "pick", "down", "up"), backKey},
		now:   now,
	}
	for _, row := range rows {
		if row.Enabled() {
			k.more = append(k.more, row.shortcut)
		}
	}
	return k
}

// rect is where the list lies, with so many lines above its rows.
func (l *menuList) rect(w, h int, rows []menuRow, above int) terminal.Rect {
	size := min(w, 44)
	lines := min(len(rows)+above+1, h-2)
	return terminal.Rect{X: (w - size) / 2, Y: max(0, (h-2-lines)/2), W: size, H: lines}
}

// pick picks a row, and has it among those that fit.
func (l *menuList) pick(row, rows, fit int) {
	l.row = max(0, min(row, rows-1))
	l.top = max(0, min(l.top, l.row), l.row-fit+1)
}

func (l *menuList) update(msg tea.Msg, r terminal.Rect, above int, rows []menuRow) tea.Cmd {
	fit := max(1, r.H-above-1)
	l.pick(l.row, len(rows), fit)
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "up":
			l.pick(l.row-1, len(rows), fit)
		case "down":
			l.pick(l.row+1, len(rows), fit)
		case "enter", "space":
			return rows[l.row].do()
		}
		for _, row := range rows {
			if row.is(msg) {
				return row.do()
			}
		}
	case tea.MouseWheelMsg:
		by := 1
		if msg.Button == tea.MouseWheelUp {
			by = -1
		}
		l.pick(l.row+by, len(rows), fit)
	case tea.MouseClickMsg:
		if i := msg.Y - r.Y - above; inside(r, msg.X, msg.Y) && i >= 0 && i < fit && l.top+i < len(rows) {
			return rows[l.top+i].do()
		}
	}
	return nil
}

func (l *menuList) draw(b brush, r terminal.Rect, heading string, rows []menuRow) {
	b.panel(r)
	part := b.part(r)
	above := 1
	if heading != "" {
		above = 2
		part.clip(3, 0, r.W-6, heading, bold(b.on(enterBand, quiet)))
	}
	fit := max(1, r.H-above-1)
	top := max(0, min(l.top, len(rows)-fit))
	for i, row := range rows[top:min(top+fit, len(rows))] {
		y, on := above+i, enterBand
		if top+i == l.row {
			on = picked
			part.clear(terminal.Rect{X: 1, Y: y, W: r.W - 2, H: 1}, on)
			part.mark(1, y, '►', b.on(on, turn))
		}
		x := 3
		if row.Help().Key != "" {
			part.text(3, y, row.Help().Key, b.on(on, turn))
			x = 8
		}
		end := part.right(r.W-3, y, row.note, b.on(on, quiet))
		part.clip(x, y, end-x-1, row.Help().Desc, b.on(on, text))
	}
}
