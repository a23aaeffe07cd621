package tui

import (
	"maps"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// sittings are all states of a game that differ on the screen.
var sittings = map[string]func() table.Update{
	"yours": yourTurn, "lead": youLead, "theirs": theirTurn, "over": handOver, "watching": watching,
	"exchange": theExchange, "sealed": sealed, "no part": noPart, "full": fullHand, "crowd": crowd, "eight": eight,
}

// everywhere are all screens, with and without a game, by name.
func everywhere() ([]string, map[string]func(*session) screen) {
	all := stages()
	for name, position := range sittings {
		all["game, "+name] = func(s *session) screen {
			s.now, s.at, s.seat = start, position(), &table.Visit{}
			s.options.Hint = func(v rules.View, _ uint64) (rules.Action, string) { return v.Legal[0], "It is the first." }
			g := newGame(s, func(table.Command) tea.Cmd { return nil })
			g.apply(s.at)
			return g
		}
	}
	return slices.Sorted(maps.Keys(all)), all
}

// unlettered are the keys that have no letter, and two that leave every screen.
var unlettered = []string{"enter", "space", "esc", "tab", "left", "right", "up", "down", "pgup", "pgdown", "backspace", "ctrl+c"}

// does is what a byte of the fuzzer's does to a program: a key, a mouse, a new
// size, a paste, time that goes by, a new colour.
func does(p *program, b, c byte) []tea.Msg {
	x, y := int(c)*p.window.Width/256, int(b*37+c)*p.window.Height/256
	switch {
	case int(b) < len(unlettered):
		return []tea.Msg{pressed(unlettered[b])}
	case b >= ' ' && b < 0x7f:
		return []tea.Msg{pressed(string(rune(b)))}
	}
	switch b % 8 {
	case 0:
		return []tea.Msg{tea.MouseMotionMsg{X: x, Y: y}}
	case 1:
		return []tea.Msg{tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}, tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft}}
	case 2:
		return []tea.Msg{tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseRight}}
	case 3:
		return []tea.Msg{tea.MouseWheelMsg{X: x, Y: y, Button: tea.MouseWheelUp + tea.MouseButton(c%2)}}
	case 4:
		return []tea.Msg{tea.WindowSizeMsg{Width: 1 + int(c)*3/4, Height: 1 + int(b)/4}}
	case 5:
		return []tea.Msg{tea.PasteMsg{Content: hostileNames[int(c)%len(hostileNames)]}}
	case 6:
		return []tea.Msg{tickMsg(start.Add(time.Duration(c) * time.Second))}
	default:
		return []tea.Msg{terminal.Caps{Profile: terminal.Profile(c % 4), Dark: c&4 == 0, ASCII: c&8 == 0, Slow: c&16 == 0}}
	}
}

// FuzzScreens presses anything on any screen at any size, with hostile text
// wherever people can put text: nothing panics, and nothing is drawn over the edge.
func FuzzScreens(f *testing.F) {
	names, places := everywhere()
	for i := range names {
		f.Add(byte(i), byte(79), byte(23), []byte("1w+ \x00yhlxoc hello\x00?/pig\x00\x02T\x80\x81\x90\xff"))
		f.Add(byte(i), byte(39), byte(11), []byte("\x07\x07\x00nv\x03sKp\x84\x30\x85\x01\x86\x90"))
	}
	f.Fuzz(func(t *testing.T, place, width, height byte, done []byte) {
		size := terminal.Size{Width: 1 + int(width), Height: 1 + int(height)%100}
		p := staged(t, size, places[names[int(place)%len(names)]])
		pick := int(width) ^ int(height)
		hostileBy(func(string) string {
			pick += 7
			return hostileNames[pick%len(hostileNames)]
		}, p.session)
		within(t, p)
		for i := 0; i+1 < min(len(done), 40); i++ {
			for _, msg := range does(p, done[i], done[i+1]) {
				p.Update(msg)
			}
			within(t, p)
		}
	})
}

// within draws a program and fails if a sign stands over the right edge.
func within(t *testing.T, p *program) {
	picture := terminal.Snapshot(p, p.window)
	w, h := picture.Size()
	for y := range h {
		if sign, _ := picture.Cell(w-1, y); terminal.Width(sign) > 1 {
			t.Fatalf("%q stands over the edge of %v", sign, p.window)
		}
	}
}
