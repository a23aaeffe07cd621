package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"deathtrap/tui/terminal"
)

// The sizes at which the layout changes. Below the phone's there is one line;
// above the largest there is air around the picture.
const (
	phoneW, phoneH = 60, 20  // below: the phone's layout
	wideW, wideH   = 120, 40 // from here on: the wide one
	mostW, mostH   = 160, 50
	leastW, leastH = 24, 6
)

// size is a layout.
type size uint8

const (
	phone size = iota
	normal
	wide
)

// sizeOf is the layout for so many cells.
func sizeOf(w, h int) size {
	switch {
	case w < phoneW || h < phoneH:
		return phone
	case w >= wideW && h >= wideH:
		return wide
	}
	return normal
}

// size is the layout of the canvas.
func (b brush) size() size { return sizeOf(b.Size()) }

// tiny reports whether there is only room for one line.
func tiny(w, h int) bool { return w < leastW || h < leastH }

// frameOf is where the picture lies on a screen of that size.
func frameOf(w, h int) terminal.Rect {
	frame := terminal.Rect{W: min(w, mostW), H: min(h, mostH)}
	frame.X, frame.Y = (w-frame.W)/2, (h-frame.H)/2
	return frame
}

// margin is how far from the left edge the enter line and the key line begin.
func margin(l size) int { return [...]int{phone: 0, normal: 2, wide: 3}[l] }

// titleBar is the uppermost line: where one is, and something at its right end.
// Where it is narrow the game's name goes first.
func (b brush) titleBar(right string, parts ...string) {
	w, _ := b.Size()
	b.clear(terminal.Rect{W: w, H: 1}, band)
	left, end := 2, w-2
	if b.size() == phone {
		left, end = 0, w
	}
	words := left + terminal.Width(strings.Join(parts, "  ∙  "))
	game := len("Deathtrap Dungeon  .  ")
	named := b.size() != phone && words+game <= end
	if named {
		words += game
	}
	for short := true; short && words+2+terminal.Width(right) > end; { // what comes last there matters most
		_, right, short = strings.Cut(right, "  ∙  ")
	}
	if words+2+terminal.Width(right) <= end {
		end = b.right(end, 0, right, b.on(band, quiet)) - 2
	}
	x := left
	if named {
		x = b.clip(x, 0, end-x, "Deathtrap Dungeon", bold(b.on(band, crown)))
	}
	for _, part := range parts {
		if x > left {
			x = b.clip(x, 0, end-x, "  ∙  ", b.on(band, line))
		}
		x = b.clip(x, 0, end-x, part, b.on(band, text))
	}
}

// spot is a shortcut's place on the key lines.
type spot struct {
	*shortcut
	terminal.Rect
}

// spots adds the places of the shortcuts that fit: those of the enter line on the last line
// but one, the others on the last. Drawing and clicking ask it alike.
func spots(placed []spot, k keyMap, w, h int) []spot {
	return lineSpots(enterSpots(placed, k, w, h), k, w, h)
}

func enterSpots(placed []spot, k keyMap, w, h int) []spot {
	l := sizeOf(w, h)
	x := margin(l)
	if words := k.idling(); words != "" {
		x += terminal.Width(words) + 5
	}
	enter := k.enter
	if l == phone || rowWidth(enter, 5) > w-x {
		first := k.enter[:min(1, len(k.enter))]
		enter = append(slices.Clone(first), inBrief(k.enter[len(first):])...)
	}
	return row(placed, enter, x, h-2, w, 5)
}

func lineSpots(placed []spot, k keyMap, w, h int) []spot {
	l := sizeOf(w, h)
	lines, gap := k.lines, 3
	if room := w - margin(l); l == phone || rowWidth(lines, gap) > room {
		lines = inBrief(k.lines)
		if gap = 2; l == phone || rowWidth(lines, gap) > room {
			gap = 1
		}
	}
	return row(placed, lines, margin(l), h-1, w, gap)
}

// rowWidth is how many cells shortcuts side by side take.
func rowWidth(shortcuts []shortcut, gap int) int {
	width := -gap
	for i := range shortcuts {
		if s := &shortcuts[i]; s.Enabled() {
			width += gap + terminal.Width(s.Help().Key) + 1 + terminal.Width(s.Help().Desc)
		}
	}
	return width
}

// inBrief is shortcuts worded for a phone: one word each.
func inBrief(shortcuts []shortcut) []shortcut {
	brief := slices.Clone(shortcuts)
	for i, s := range brief {
		word, _, _ := strings.Cut(s.Help().Desc, " ")
		if s.brief != "" {
			word = s.brief
		}
		brief[i].SetHelp(s.Help().Key, strings.TrimRight(word, "?,:;"))
	}
	return brief
}

// row adds the places of shortcuts side by side; the first is cut if it must be,
// the others are left out where they don't fit.
func row(placed []spot, shortcuts []shortcut, x, y, w, gap int) []spot {
	before := len(placed)
	for i := range shortcuts {
		s := &shortcuts[i]
		if !s.Enabled() {
			continue
		}
		width := terminal.Width(s.Help().Key) + 1 + terminal.Width(s.Help().Desc)
		if x+width > w && len(placed) > before {
			continue
		}
		placed = append(placed, spot{s, terminal.Rect{X: x, Y: y, W: min(width, w-x), H: 1}})
		x += width + gap
	}
	return placed
}

// keyLines draws the enter line and the key line.
func (b brush) keyLines(k keyMap) {
	b.enterLine(k)
	w, h := b.Size()
	b.clear(terminal.Rect{Y: h - 1, W: w, H: 1}, ground)
	var room [16]spot // for more than there are
	for _, s := range lineSpots(room[:0], k, w, h) {
		b.spot(s, ground, b.on(ground, quiet))
	}
}

// enterLine draws the enter line.
func (b brush) enterLine(k keyMap) {
	w, h := b.Size()
	b.clear(terminal.Rect{Y: h - 2, W: w, H: 1}, enterBand)
	idle := k.idling()
	b.clip(margin(b.size()), h-2, w, idle, b.on(enterBand, quiet))
	var room [8]spot // for more than there are
	for i, s := range enterSpots(room[:0], k, w, h) {
		words := strong
		if i > 0 || idle != "" {
			words = text
			b.text(s.X-3, s.Y, "∙", b.on(enterBand, quiet))
		}
		b.spot(s, enterBand, b.on(enterBand, words))
	}
}

// spot draws a shortcut in its place.
func (b brush) spot(s spot, on surface, words terminal.Style) {
	x := b.clip(s.X, s.Y, s.W, s.Help().Key, b.on(on, turn))
	b.clip(x+1, s.Y, s.X+s.W-x-1, s.Help().Desc, words)
}

// oneLine is all of a terminal that is too small: what was asked for or refused,
// as far as there are lines, and in the middle what enter does.
func (b brush) oneLine(k keyMap, said string) {
	w, h := b.Size()
	words := k.idling()
	for _, s := range k.enter {
		if words == "" && s.Enabled() {
			words = s.Help().Key + " " + s.Help().Desc
		}
	}
	if said == "" {
		x := b.text(0, h/2, words, b.on(ground, strong))
		switch small := "window too small"; {
		case x+3+len(small) <= w:
			b.right(w, h/2, small, b.on(ground, quiet))
		case h > 2:
			b.clip(0, h-1, w, small, b.on(ground, quiet))
		}
		return
	}
	lines := wrap(b.plain(said), w, w, max(1, h-1))
	for y, line := range lines {
		b.clip(0, y, w, line, b.on(ground, text))
	}
	if len(lines) < h {
		b.text(0, len(lines), words, b.on(ground, strong))
	}
}

// mouse gives a click on a word of the key lines the meaning of its key, and
// anything else to the topmost screen, in the picture's cells.
func (p *program) mouse(msg tea.MouseMsg) tea.Cmd {
	frame := frameOf(p.window.Width, p.window.Height)
	at := msg.Mouse()
	at.X, at.Y = at.X-frame.X, at.Y-frame.Y
	if p.chat.open && p.scrolls(msg) {
		return nil
	}
	if click, ok := msg.(tea.MouseClickMsg); ok && click.Button == tea.MouseLeft {
		for _, s := range spots(nil, p.keysShown(), p.width, p.height) {
			if at.Y == s.Y && at.X >= s.X && at.X < s.X+s.W {
				_, cmd := p.Update(s.press())
				return cmd
			}
		}
		if key := p.titleKey(); key != "" && at.Y == 0 && at.X >= p.width-len("esc leave  ") {
			_, cmd := p.Update(pressed(key))
			return cmd
		}
	}
	return p.top().update(moved(msg, at))
}

// titleKey is the key at the right end of the title bar; "" where there is none.
func (p *program) titleKey() string {
	if p.chat.open {
		return ""
	}
	switch p.top().(type) {
	case *formScreen, *helpScreen, *settingsScreen, *tutorialScreen, *deskScreen, *keysScreen:
		return "esc"
	case *gameScreen, *resultScreen, *waitingScreen:
		if sizeOf(p.width, p.height) != phone {
			return "?"
		}
	}
	return ""
}

// keysShown is the key map that the key lines are drawn from.
func (p *program) keysShown() keyMap {
	if p.chat.open {
		return p.chat.keys(p.owes(), p.host())
	}
	return p.top().keys()
}

// moved is a mouse message at another place.
func moved(msg tea.MouseMsg, at tea.Mouse) tea.Msg {
	switch msg.(type) {
	case tea.MouseClickMsg:
		return tea.MouseClickMsg(at)
	case tea.MouseReleaseMsg:
		return tea.MouseReleaseMsg(at)
	case tea.MouseWheelMsg:
		return tea.MouseWheelMsg(at)
	}
	return tea.MouseMotionMsg(at)
}

// overlay is a screen that covers only a part of the one below.
type overlay interface{ overlay() }

// name is how a name looks: of a player, of a table.
func (b brush) name(on surface) terminal.Style {
	if on == picked {
		return b.on(on, strong)
	}
	return bold(b.on(on, text))
}
