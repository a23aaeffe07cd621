package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/lobby"
	"deathtrap/tui/terminal"
)

// keysScreen is where a person links other machines, as the same player, and
// takes keys away again.
type keysScreen struct {
	*session
	own    []lobby.Key
	row    int
	code   string   // that was given out; ""
	typed  lineEdit // a code from another machine
	coding bool
}

// linkLength is how long a link code may be typed, in cells.
const linkLength = 20

// What the commands bring back.
type (
	keysMsg struct{ own []lobby.Key }
	codeMsg struct{ code string }
)

func newKeys(s *session) *keysScreen {
	return &keysScreen{session: s, typed: lineEdit{most: linkLength}}
}

func (k *keysScreen) typing() bool { return k.coding }

// start reads the list.
func (k *keysScreen) start() tea.Cmd {
	if k.me.Key == "" {
		return nil
	}
	return k.readKeys
}

func (s *session) readKeys() tea.Msg { return keysMsg{s.visit.Keys()} }

// offer asks for a code for another machine.
func (s *session) offer() tea.Msg {
	code, _, err := s.visit.Offer()
	if err != nil {
		return refusedMsg{err}
	}
	return codeMsg{code}
}

// link gives a code from another machine; if it holds, the visit ends.
func (s *session) link(code string) tea.Cmd {
	return func() tea.Msg {
		if err := s.visit.Link(code); err != nil {
			return refusedMsg{err}
		}
		return nil
	}
}

// unlink takes a key away.
func (s *session) unlink(key string) tea.Cmd {
	return func() tea.Msg {
		if err := s.visit.Unlink(key); err != nil {
			return refusedMsg{err}
		}
		return keysMsg{s.visit.Keys()}
	}
}

// The shortcuts of the keys.
var (
	offerKey  = bind("l", "link another machine").explain("l", "a code to be typed at your other machine")
	typeCode  = bind("e", "type a code").inOneWord("type").explain("e", "a code from your other machine, whose player you become")
	removeKey = bind("x", "take it away").inOneWord("remove").explain("x", "whoever comes by the picked key is somebody new")
)

func (k *keysScreen) keys() keyMap {
	if k.coding {
		return keyMap{
			enter: []shortcut{bind("enter", "be that player").when(k.typed.String() != "")},
			lines: []shortcut{bind("esc", "don't")},
			now:   "you type a code from your other machine",
			idle:  "type the code",
		}
	}
	key := k.me.Key != ""
	return keyMap{
		enter: []shortcut{bind("enter", "get a code", "enter", "space", "l").when(key), typeCode.when(key), removeKey.when(len(k.own) > 1)},
		lines: []shortcut{bind("up/down", "pick", "down", "up").when(len(k.own) > 1), bind("esc", "back", "esc", "q"), helpKey},
		more:  []shortcut{offerKey.when(key)},
		idle:  "a guest has no key",
		now:   "you look at your keys",
	}
}

func (k *keysScreen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case keysMsg:
		k.own, k.row = msg.own, min(k.row, max(0, len(msg.own)-1))
	case codeMsg:
		k.code = msg.code
	case tea.PasteMsg:
		if k.coding {
			k.typed.insert(msg.Content)
		}
	case tea.KeyPressMsg:
		if k.coding {
			return k.codeKey(msg)
		}
		return k.key(msg)
	case tea.MouseClickMsg:
		r := k.listOn(k.width, k.height)
		if i := msg.Y - r.Y; !k.coding && i >= 0 && i < r.H {
			k.row = min(k.first(r)+i/2, max(0, len(k.own)-1))
		}
	}
	return nil
}

func (k *keysScreen) key(msg tea.KeyPressMsg) tea.Cmd {
	switch name := msg.String(); {
	case name == "esc" || name == "q":
		return k.wish(closeDialog{})
	case k.me.Key == "":
	case name == "enter" || name == "space" || name == "l":
		return k.offer
	case typeCode.is(msg):
		k.coding = true
		k.typed.set("")
	case name == "up":
		k.row = max(0, k.row-1)
	case name == "down":
		k.row = max(0, min(k.row+1, len(k.own)-1))
	case removeKey.is(msg) && len(k.own) > 1:
		words := "Take this key away from you?"
		if k.own[k.row].ID == k.me.Key {
			words = "Take away the key you are here by? This line ends."
		}
		return k.wish(openDialog{&askScreen{session: k.session, words: words, yes: "take it away", answer: unlinkKey{k.own[k.row].ID}}})
	}
	return nil
}

func (k *keysScreen) codeKey(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "enter":
		if k.typed.String() == "" {
			return nil
		}
		k.coding = false
		return k.link(k.typed.String())
	case "esc", "ctrl+c":
		k.coding = false
	default:
		k.typed.key(msg)
	}
	return nil
}

// listOn is where the keys are listed, two lines each.
func (k *keysScreen) listOn(w, h int) terminal.Rect {
	x, y := margin(sizeOf(w, h)), 4
	if sizeOf(w, h) == phone {
		y = 1
	}
	return terminal.Rect{X: x, Y: y, W: w - 2*x, H: max(0, h-y-7)}
}

// first is the first key that is shown.
func (k *keysScreen) first(r terminal.Rect) int { return max(0, k.row+1-max(1, r.H/2)) }

func (k *keysScreen) draw(b brush) {
	w, h := b.Size()
	b.titleBar("esc back", "keys")
	r := k.listOn(w, h)
	switch {
	case k.me.Key == "":
		for i, words := range reflow("Come in with an SSH key (ssh-keygen makes one): then you are the same player each time, under your name, and may link your other machines.", r.W) {
			b.clip(r.X, max(1, r.Y-2)+i, r.W, words, b.on(ground, text))
		}
	case b.size() != phone:
		b.clip(r.X, 2, r.W, "By each of these keys you come in as the same player.", b.on(ground, text))
	}
	first := k.first(r)
	for i := first; i < len(k.own) && 2*(i-first) < r.H; i++ {
		k.drawKey(b, terminal.Rect{X: r.X, Y: r.Y + 2*(i-first), W: r.W, H: 2}, i)
	}
	y := h - 6
	switch {
	case k.coding:
		line := terminal.Rect{X: r.X, Y: y, W: r.W, H: 1}
		b.clear(line, picked)
		x := b.clip(r.X, y, r.W, "  The code  ", b.on(picked, text))
		k.typed.draw(b, x, y, r.X+r.W-x, b.on(picked, strong))
	case k.code != "":
		words := "At your other machine: " + k.invitesKey()
		if terminal.Width(words) > r.W {
			words = k.invitesKey()
		}
		b.clip(r.X, y, r.W, words, b.on(ground, text))
		x := b.clip(r.X, y+1, r.W, "link "+k.code, bold(b.on(ground, turn)))
		words = "  good once, for ten minutes"
		if x+len(words) > r.X+r.W {
			words = "  once, in 10 minutes"
		}
		b.clip(x, y+1, r.X+r.W-x, words, b.on(ground, quiet))
	}
	b.told(r.X, h-3, r.W, above, k.notice.words)
}

// invitesKey is what comes before the code on the other machine.
func (k *keysScreen) invitesKey() string {
	if k.options.Port != "" && k.options.Port != "22" {
		return "ssh -p " + k.options.Port + " " + k.options.Host
	}
	return "ssh " + k.options.Host
}

func (k *keysScreen) drawKey(b brush, r terminal.Rect, i int) {
	on, name := ground, quiet
	if i == k.row {
		on, name = picked, text
		b.clear(r, picked)
		b.mark(r.X, r.Y, '►', b.on(on, turn))
	}
	own := k.own[i]
	about := "your first"
	if !own.Since.IsZero() {
		about = "yours since " + own.Since.Format(time.DateOnly)
	}
	if own.ID == k.me.Key {
		here := "; you are here by it"
		if terminal.Width(about+here) > r.W-2 {
			here = "; in use now"
		}
		about += here
	}
	b.clip(r.X+2, r.Y, r.W-2, own.ID, b.name(on))
	b.clip(r.X+2, r.Y+1, r.W-2, about, b.on(on, name))
}
