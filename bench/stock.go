package main

import (
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	"charm.land/wish/v2/bubbletea"
	gossh "golang.org/x/crypto/ssh"
)

// programs are the running programs by the name their people came in under.
type programs struct {
	mu     sync.Mutex
	tables map[string][]*tea.Program
}

// serveStock runs the stock server: wish and Bubble Tea as their documentation
// says, and a view of the game's kind made with lipgloss.
func serveStock(out io.Writer) error {
	signer, err := hostKey()
	if err != nil {
		return err
	}
	all := &programs{tables: map[string][]*tea.Program{}}
	s, err := wish.NewServer(
		wish.WithKeyboardInteractiveAuth(func(ssh.Context, gossh.KeyboardInteractiveChallenge) bool { return true }),
		wish.WithMiddleware(bubbletea.MiddlewareWithProgramHandler(all.program)),
		func(s *ssh.Server) error { s.AddHostKey(signer); return nil },
	)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if err := sayPort(out, listener); err != nil {
		return err
	}
	return s.Serve(listener)
}

// program makes the program of a session.
func (all *programs) program(s ssh.Session) *tea.Program {
	pty, _, _ := s.Pty()
	b := &board{width: pty.Window.Width, height: pty.Window.Height, move: func() { all.moved(s.User()) }}
	p := tea.NewProgram(b, bubbletea.MakeOptions(s)...)
	all.mu.Lock()
	defer all.mu.Unlock()
	all.tables[s.User()] = append(all.tables[s.User()], p)
	return p
}

// moved tells everybody at a table.
func (all *programs) moved(table string) {
	all.mu.Lock()
	seats := all.tables[table]
	all.mu.Unlock()
	for _, p := range seats {
		go p.Send(movedMsg{})
	}
}

type movedMsg struct{}

// board is the model: eight players, a table, a hand of cards.
type board struct {
	width, height int
	picked, moves int
	move          func()
}

var names = [...]string{"Ragnar", "marta", "Old Tom", "Wei", "Kestrel", "Suze", "Brother Ox", "Ilse"}

// The styles, built once.
var (
	ground    = lipgloss.NewStyle().Background(lipgloss.Color("#15110e")).Foreground(lipgloss.Color("#ddd2c0"))
	band      = ground.Background(lipgloss.Color("#221b16"))
	strong    = band.Bold(true).Foreground(lipgloss.Color("#fff6e5"))
	quiet     = ground.Foreground(lipgloss.Color("#a09384"))
	backs     = ground.Foreground(lipgloss.Color("#b5603f"))
	amber     = ground.Foreground(lipgloss.Color("#ffbf47"))
	card      = lipgloss.NewStyle().Border(lipgloss.NormalBorder()).BorderForeground(lipgloss.Color("#5a4e43")).Width(6)
	raised    = card.Background(lipgloss.Color("#ffd57a")).Foreground(lipgloss.Color("#15110e"))
	middleBox = band.Border(lipgloss.NormalBorder()).BorderForeground(lipgloss.Color("#5a4e43")).Width(38).Align(lipgloss.Center)
)

func (b *board) Init() tea.Cmd { return nil }

func (b *board) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		b.width, b.height = msg.Width, msg.Height
	case movedMsg:
		b.moves++
	case tea.KeyPressMsg:
		switch msg.String() {
		case "right":
			b.picked = (b.picked + 1) % 8
		case "left":
			b.picked = (b.picked + 7) % 8
		case "m":
			return b, func() tea.Msg { b.move(); return nil }
		}
	}
	return b, nil
}

func (b *board) View() tea.View {
	seats := make([]string, len(names))
	for i, name := range names {
		seats[i] = lipgloss.JoinVertical(lipgloss.Left, ground.Width(22).Render(name),
			backs.Render(strings.Repeat("▌", 10-i%4)), quiet.Render(b.last(i)))
	}
	middle := middleBox.Render(strong.Render("3 x Warrior") + "\n" + quiet.Render("by "+names[b.moves%8]) + "\nbeat it: 3 of value 6 or more")
	view := lipgloss.JoinVertical(lipgloss.Left,
		strong.Width(b.width).Render("  Deathtrap Dungeon  ∙  table K7QD  ∙  hand "+strconv.Itoa(1+b.moves/8)),
		"", lipgloss.JoinHorizontal(lipgloss.Top, seats[:3]...),
		"", lipgloss.JoinHorizontal(lipgloss.Top, lipgloss.JoinVertical(lipgloss.Left, seats[3:5]...), middle, lipgloss.JoinVertical(lipgloss.Left, seats[5:7]...)),
		"", amber.Render("  ► YOUR TURN"), b.hand(),
		band.Width(b.width).Render("  enter play card "+strconv.Itoa(b.picked+1)),
		quiet.Render("  left right choose   m move   ctrl+c leave"))
	v := tea.NewView(lipgloss.Place(b.width, b.height, lipgloss.Left, lipgloss.Top, view))
	v.AltScreen = true
	return v
}

func (b *board) last(seat int) string {
	if seat == b.moves%8 {
		return "3 x Warrior"
	}
	return fmt.Sprintf("%d x Orc", 1+seat%3)
}

func (b *board) hand() string {
	cards := make([]string, 8)
	for i := range cards {
		style := card
		if i == b.picked {
			style = raised
		}
		cards[i] = style.Render(strconv.Itoa(i+1) + "\no")
	}
	return lipgloss.JoinHorizontal(lipgloss.Top, cards...)
}
