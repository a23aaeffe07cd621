package tui

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/tui/terminal"
)

// Desk is where an admin of the server sits: what there is to be seen, and a way
// to order something. Its functions are called from commands, several at a time.
type Desk struct {
	Pages  []DeskPage
	Orders []DeskOrder // on every page
	Order  func(line string) (said string, err error)
}

// DeskPage is one of its lists, which is read anew every second.
type DeskPage struct {
	Name string
	Rows func() ([]DeskRow, error)
}

// DeskRow is a line of a list, and what can be ordered about it.
type DeskRow struct {
	Head, Mark, Below string   // mark stands at the right; below, where there is room
	Details           []string // what enter shows
	Orders            []DeskOrder
}

// DeskOrder is a key and the line that it begins: enter obeys it as it stands.
type DeskOrder struct{ Key, Words, Line string }

// deskStep is how often a list is read anew.
const deskStep = time.Second

// deskLine is how long an order may be, in cells.
const deskLine = 200

// deskScreen is the desk: a list, of which a row is picked, and the order that
// is being typed.
type deskScreen struct {
	*session
	desk   *Desk
	page   int
	row    int
	rows   []DeskRow
	order  lineEdit
	typed  bool // an order is being typed
	failed error
}

// What the desk's commands bring back.
type (
	deskRowsMsg struct {
		of   *deskScreen
		page int
		rows []DeskRow
		err  error
		next bool // it is to be read again after deskStep
	}
	deskTickMsg struct{ of *deskScreen }
	deskSaidMsg struct {
		of   *deskScreen
		said string
		err  error
	}
)

func newDesk(s *session, d *Desk) *deskScreen {
	return &deskScreen{session: s, desk: d, order: lineEdit{most: deskLine}}
}

// NewDesk makes the program of an admin who is there for the desk alone, without
// a visit of the lobby. It ends with the context.
func NewDesk(ctx context.Context, o Options) terminal.Model {
	s := &session{ctx: ctx, options: o, alone: true, focused: true, width: 80, height: 24}
	s.repaint()
	return &program{session: s, lobby: newLobby(s), place: newDesk(s, o.Desk)}
}

func (d *deskScreen) typing() bool { return d.typed }

// start reads the list, and then every deskStep while the desk is there.
func (d *deskScreen) start() tea.Cmd { return d.read(true) }

func (d *deskScreen) read(next bool) tea.Cmd {
	page, rows := d.page, d.desk.Pages[d.page].Rows
	return func() tea.Msg {
		list, err := rows()
		return deskRowsMsg{d, page, list, err, next}
	}
}

// obey has the order carried out that was typed.
func (d *deskScreen) obey() tea.Cmd {
	line, order := strings.TrimSpace(d.order.String()), d.desk.Order
	d.typed = false
	if line == "" {
		return nil
	}
	return func() tea.Msg {
		said, err := order(line)
		return deskSaidMsg{d, said, err}
	}
}

// The desk's shortcuts.
var (
	deskPageKey = bind("tab", "next list", "tab", "right", "shift+tab", "left")
	deskRowKey  = bind("up/down", "pick", "down", "up")
)

func (d *deskScreen) keys() keyMap {
	if d.typed {
		return keyMap{
			enter: []shortcut{bind("enter", "order it"), bind("esc", "don't")},
			now:   "you write an order",
		}
	}
	back := "back to the lobby"
	if d.alone {
		back = "leave"
	}
	k := keyMap{
		enter: []shortcut{enters("all about it").when(len(d.rows) > 0)},
		lines: []shortcut{bind("esc", back, "esc", "q"), helpKey},
		now:   "you are at the admins' desk",
		idle:  "nothing is here",
	}
	begins := func(o DeskOrder) shortcut {
		return bind(o.Key, o.Words).explain(o.Key, "begins the order: "+strings.TrimSpace(o.Line))
	}
	if d.row < len(d.rows) {
		for _, o := range d.rows[d.row].Orders {
			k.enter = append(k.enter, begins(o))
		}
	}
	for _, o := range d.desk.Orders {
		k.lines = append(k.lines, begins(o))
	}
	k.lines, k.more = append(k.lines, deskPageKey), []shortcut{deskRowKey.when(len(d.rows) > 1)}
	return k
}

// orders are those about the picked row, and those of every page.
func (d *deskScreen) orders() []DeskOrder {
	if d.row >= len(d.rows) {
		return d.desk.Orders
	}
	return slices.Concat(d.rows[d.row].Orders, d.desk.Orders)
}

func (d *deskScreen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case deskRowsMsg:
		return d.take(msg)
	case deskTickMsg:
		if msg.of == d {
			return d.read(true)
		}
	case deskSaidMsg:
		if msg.of == d {
			return d.answer(msg)
		}
	case tea.KeyPressMsg:
		if d.typed {
			return d.orderKey(msg)
		}
		return d.key(msg)
	case tea.PasteMsg:
		if d.typed {
			d.order.insert(msg.Content)
		}
	case tea.MouseClickMsg:
		return d.click(msg)
	case tea.MouseWheelMsg:
		if msg.Button == tea.MouseWheelUp {
			d.pick(d.row - 1)
		} else {
			d.pick(d.row + 1)
		}
	}
	return nil
}

// take shows a list that was read, with the same row picked if it is still there.
func (d *deskScreen) take(msg deskRowsMsg) tea.Cmd {
	if msg.of != d {
		return nil
	}
	if msg.page == d.page {
		picked := ""
		if d.row < len(d.rows) {
			picked = d.rows[d.row].Head
		}
		d.rows, d.failed = msg.rows, msg.err
		for i, row := range d.rows {
			if row.Head == picked {
				d.row = i
				break
			}
		}
		d.pick(d.row)
	}
	if !msg.next {
		return nil
	}
	return d.await(terminal.After(deskStep, func(time.Time) tea.Msg { return deskTickMsg{d} }))
}

// answer says what came of an order.
func (d *deskScreen) answer(msg deskSaidMsg) tea.Cmd {
	said, _, _ := strings.Cut(strings.TrimSpace(msg.said), "\n")
	if msg.err != nil {
		said = refused(msg.err)
	}
	d.tell(said)
	return d.read(false)
}

// refused is why an order was not obeyed, as a sentence.
func refused(err error) string {
	words := err.Error()
	return strings.ToUpper(words[:1]) + words[1:] + "."
}

func (d *deskScreen) key(msg tea.KeyPressMsg) tea.Cmd {
	switch name := msg.String(); {
	case name == "esc" || name == "q":
		return d.leaveDesk()
	case name == "tab" || name == "right":
		return d.turn(d.page + 1)
	case name == "shift+tab" || name == "left":
		return d.turn(d.page - 1 + len(d.desk.Pages))
	case name == "up":
		d.pick(d.row - 1)
	case name == "down":
		d.pick(d.row + 1)
	case (name == "enter" || name == "space") && d.row < len(d.rows):
		return d.wish(openDialog{&deskSheet{session: d.session, desk: d, about: d.rows[d.row]}})
	default:
		for _, o := range d.orders() {
			if o.Key == name {
				d.begin(o)
			}
		}
	}
	return nil
}

// begin begins an order, which is to be ended and sent, or dropped.
func (d *deskScreen) begin(o DeskOrder) {
	d.typed = true
	d.order.set(o.Line)
}

func (d *deskScreen) leaveDesk() tea.Cmd {
	if d.alone {
		return d.wish(leaveHouse{})
	}
	return d.wish(closeDialog{})
}

func (d *deskScreen) orderKey(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "enter":
		return d.obey()
	case "esc", "ctrl+c":
		d.typed = false
	default:
		d.order.key(msg)
	}
	return nil
}

// turn goes to another list.
func (d *deskScreen) turn(page int) tea.Cmd {
	d.page, d.row, d.rows = page%len(d.desk.Pages), 0, nil
	return d.read(false)
}

// pick picks a row, or the one nearest to it that there is.
func (d *deskScreen) pick(row int) { d.row = max(0, min(row, len(d.rows)-1)) }

// click picks a list or a row; on the picked row it is enter.
func (d *deskScreen) click(msg tea.MouseClickMsg) tea.Cmd {
	if d.typed {
		return nil
	}
	p := deskPlanOf(d.width, d.height)
	for i, tab := range d.tabs(p) {
		if msg.Y == tab.Y && msg.X >= tab.X && msg.X < tab.X+tab.W {
			return d.turn(i)
		}
	}
	row := d.firstRow(p) + (msg.Y-p.rows.Y)/p.lines
	switch {
	case msg.Y < p.rows.Y || msg.Y >= p.rows.Y+p.rows.H || row >= len(d.rows):
	case row == d.row:
		return d.key(pressed("enter"))
	default:
		d.row = row
	}
	return nil
}
