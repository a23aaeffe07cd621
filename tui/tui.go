package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// Options are what the server tells a face about itself and its guest.
type Options struct {
	Host  string // as a friend types it
	Port  string // "" or "22" is not shown
	Want  string // the code of a table to sit down at at once; "" for none
	Watch string // the code of a table to look on at at once; "" for none
	Still bool   // no motion, whatever the settings say at first
	Known bool   // has been here before: no welcome to the game
	Way   string // how a guest comes back to a seat, as it is typed; "" for others
	Told  string // a sentence that they are told at first; or ""

	// Settings are what the visit has kept of an earlier one.
	Settings string

	// Hint is what a good player would do and why; nil: there are no hints.
	Hint func(v rules.View, seed uint64) (rules.Action, string)

	Desk *Desk // of an admin; nil for everybody else
}

// program is the root: the session, the place where the person is, and what
// lies on top of it.
type program struct {
	*session
	lobby   *lobbyScreen
	place   screen      // the lobby or a screen of the table
	game    *gameScreen // of this table visit; nil before its first game
	dialogs []screen    // the newest last
	window  terminal.Size
	ticking bool // a tick is on its way
	hearing bool // the lobby's next update is waited for
	change  change
	rests   bool // the game's keys are to be found out anew
	lit     bool // there were torches on what was drawn last
}

// New makes the program of one connection. It ends with the context, and does
// not leave the visit: who made it does.
func New(ctx context.Context, v *lobby.Visit, o Options) terminal.Model {
	s := &session{ctx: ctx, options: o, visit: v, me: v.Player(), focused: true, width: 80, height: 24}
	s.settings.remember(o.Settings)
	s.settings.still = s.settings.still || o.Still
	s.kept = s.settings
	s.repaint()
	s.ignored = v.Ignored()
	p := &program{session: s, lobby: newLobby(s)}
	p.place = p.lobby
	switch {
	case v.Kept() != "":
	case s.nameless():
		p.dialogs = []screen{newNaming(s)}
	case !o.Known && o.Want == "" && o.Watch == "":
		p.dialogs = []screen{&firstScreen{session: s, lobby: p.lobby}}
	}
	p.tell(o.Told)
	return p
}

// Init starts the pulls. What the lobby has to tell at once is on the first picture.
func (p *program) Init() tea.Cmd {
	if p.alone {
		return p.place.(starter).start()
	}
	var heard tea.Cmd
	if update, ok := p.visit.Unread(); ok {
		heard = p.houseNews(houseMsg{update: update})
	}
	pulls := tea.Batch(heard, p.hear(), p.pullWhispers())
	switch {
	case len(p.dialogs) > 0: // it leads on
	case p.visit.Kept() != "" && p.options.Want == "" && p.options.Watch == "": // cards are waiting there
		return tea.Batch(pulls, p.sit(p.visit.Resume))
	case p.options.Want != "":
		return tea.Batch(pulls, p.join(p.options.Want))
	case p.options.Watch != "":
		return tea.Batch(pulls, p.watch(p.options.Watch))
	}
	return pulls
}

// Update asks: is it for the whole program? Is a dialog on top? Else it is for
// the place.
func (p *program) Update(msg tea.Msg) (terminal.Model, tea.Cmd) {
	p.wake()
	before := p.scene()
	cmd, done := p.whole(msg)
	switch {
	case done:
	case !input(msg):
		cmd = tea.Batch(cmd, p.everywhere(msg))
	default:
		cmd = tea.Batch(cmd, p.top().update(msg))
	}
	cmd = tea.Batch(cmd, p.grant())
	p.settleNotice()
	p.change = p.change.and(p.changed(msg, before))
	p.keepTime()
	return p, tea.Batch(cmd, p.hear(), p.keepSettings())
}

// Waits is what the program waits for since it was asked last.
func (p *program) Waits() []terminal.Wait {
	begun := p.waits
	p.waits = nil
	return begun
}

// input reports whether a message is something the person did, which only the
// topmost screen gets.
func input(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg, tea.PasteMsg:
		return true
	}
	return false
}

// whole handles what concerns the whole program and reports whether that was
// all there is to do.
func (p *program) whole(msg tea.Msg) (tea.Cmd, bool) {
	if cmd, done := p.aboutPeople(msg); done {
		return cmd, true
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return p.key(msg)
	case tea.MouseMsg:
		return p.mouse(msg), true
	case tea.PasteMsg:
		return nil, p.chat.paste(msg.Content)
	case houseMsg:
		return p.houseNews(msg), true
	case tableMsg:
		return p.tableNews(msg), true
	case satMsg:
		return p.satDown(msg), true
	case refusedMsg:
		p.tell(sorry(msg.err))
		return nil, true
	case unsaidMsg:
		p.keepUnsaid(msg)
		return nil, true
	case keptMsg:
		p.settingsKept(msg)
		return nil, true
	case leftMsg:
		if msg.err != nil {
			p.tell(sorry(msg.err))
		}
		return nil, false
	}
	p.learn(msg)
	return nil, false
}

// learn takes what a message tells of the terminal and of the time, which the
// screens may want to know as well.
func (p *program) learn(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.window = terminal.Size{Width: msg.Width, Height: msg.Height}
		frame := frameOf(msg.Width, msg.Height)
		p.width, p.height = frame.W, frame.H
	case terminal.Caps:
		p.caps = msg
		p.repaint()
	case tea.FocusMsg:
		p.focused = true
	case tea.BlurMsg:
		p.focused = false
	case tickMsg:
		p.ticking = false
		p.tick(msg)
	}
}

// everywhere gives a message that nobody typed to the place and to every dialog.
func (p *program) everywhere(msg tea.Msg) tea.Cmd {
	cmds := []tea.Cmd{p.place.update(msg)}
	for _, dialog := range p.dialogs {
		cmds = append(cmds, dialog.update(msg))
	}
	return tea.Batch(cmds...)
}

// top is the screen that has the person's attention.
func (p *program) top() screen {
	if len(p.dialogs) > 0 {
		return p.dialogs[len(p.dialogs)-1]
	}
	return p.place
}

// key handles the keys that mean the same everywhere. While something is being
// typed, there are none.
func (p *program) key(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	if p.chat.open {
		return p.chatKey(msg), true
	}
	name := nameOf(msg)
	if name == "ctrl+c" {
		return p.interrupt(), true
	}
	if t, ok := p.top().(typist); ok && t.typing() {
		return nil, false
	}
	switch {
	case name == "c" && !p.alone:
		p.chat.open = true
	case name == "?":
		p.openHelp(false)
	case name == "/":
		p.openHelp(true)
	case name == "T":
		p.settings.theme = p.settings.theme.next()
		p.repaint()
		p.tell("Colours: " + p.settings.theme.String() + ", " + themeWords[p.settings.theme] + ".")
	case name == "M":
		p.settings.noMouse = !p.settings.noMouse
		p.tell(mouseWords[p.settings.noMouse])
	default:
		return nil, false
	}
	return nil, true
}

// interrupt is ctrl+c: one step back, from a game to its menu, from there or
// from a table without a game to the lobby, and out of the house from there.
func (p *program) interrupt() tea.Cmd {
	switch p.top().(type) {
	case *lobbyScreen:
		if !p.lobby.coding {
			return tea.Quit
		}
	case *menuScreen, *waitingScreen, *ceremonyScreen:
		return p.leave(false)
	case *farewellScreen:
		return tea.Quit
	}
	return p.top().update(pressed("esc"))
}

// openHelp puts the help for the topmost screen on top, unless it is there.
func (p *program) openHelp(search bool) {
	help, open := p.top().(*helpScreen)
	if !open {
		help = newHelp(p.session, p.top())
		p.dialogs = append(p.dialogs, help)
	}
	if search {
		help.openSearch()
	}
}

// Draw paints the topmost screen and the key lines, or only what has changed.
func (p *program) Draw(c *terminal.Canvas) {
	p.wake()
	w, h := c.Size()
	if lit := p.torchlit(); p.lit != lit {
		p.lit = lit
		if !lit && !p.caps.Slow {
			c.Anew() // no remnant of a torch is left
		}
	}
	c.Title(p.title())
	if !p.settings.noMouse {
		c.Mouse()
	}
	b := brush{*c, p.theme}.part(frameOf(w, h))
	change := p.change
	p.change = nothing
	if change <= theTable && p.game != nil {
		p.game.passing(b)
	}
	if p.drawChange(change, c, b) {
		return
	}
	brush{*c, p.theme}.clear(terminal.Rect{W: w, H: h}, ground)
	if tiny(w, h) {
		b.oneLine(p.top().keys(), p.said())
		return
	}
	for _, s := range p.visible() {
		s.draw(b)
	}
	if p.chat.open {
		p.drawTalk(b)
		b.chatLines(&p.chat, p.owes(), p.host())
		return
	}
	b.keyLines(p.top().keys())
}

// visible is the topmost screen, and before it what an overlay leaves to see.
func (p *program) visible() []screen {
	stack := append([]screen{p.place}, p.dialogs...)
	first := len(stack) - 1
	for ; first > 0; first-- {
		if _, ok := stack[first].(overlay); !ok {
			break
		}
	}
	if first == len(stack)-1 {
		return stack[first:]
	}
	return []screen{stack[first], stack[len(stack)-1]} // of an overlay below another one remnants would show
}

// title is the window's title: our own words only.
func (p *program) title() string {
	if p.owes() && !p.settings.noBell {
		return "your turn - Deathtrap Dungeon"
	}
	return "Deathtrap Dungeon"
}
