package tui

import (
	_ "embed"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/tui/terminal"
)

// rulesText is the rules as people read them: a line each for a heading ("# "),
// a paragraph, or a blank.
//
//go:embed rules.txt
var rulesText string

// helpPage is one of the pages of help.
type helpPage uint8

const (
	herePage helpPage = iota
	rulesPage
	bestiaryPage
	helpPages // how many there are
)

// helpScreen explains the screen below it, from the same key map that the
// screen answers to; and, on pages of their own, the rules and the creatures.
type helpScreen struct {
	*session
	below  screen
	page   helpPage
	top    int // the first line shown
	search lineEdit
	asking bool // the search is being typed
	found  int  // the line last found; -1 for none
	nth    int  // which of the lines found that is, from 1
	hits   int  // how many there are
}

func newHelp(s *session, below screen) *helpScreen {
	return &helpScreen{session: s, below: below, search: lineEdit{most: 40}, found: -1}
}

func (h *helpScreen) typing() bool { return h.asking }

func (h *helpScreen) turnTo(p helpPage) { h.page, h.top, h.found = p, 0, -1 }

// The help's shortcuts.
var (
	rulesKey    = bind("r", "all the rules").inOneWord("rules").inOneWord("rules")
	bestiaryKey = bind("b", "the bestiary").inOneWord("bestiary").inOneWord("bestiary")
	searchKey   = bind("/", "search")
	pageKey     = bind("up/down", "page", "down", "up")
	coloursKey  = bind("T", "colours")
	mouseKey    = bind("M", "free the mouse to select text").inOneWord("select")
	foundKey    = bind("n", "next match").inOneWord("next")
	foundBefore = bind("N", "the one before").inOneWord("before")
)

func (h *helpScreen) keys() keyMap {
	back := "back to the game"
	switch h.below.(type) {
	case *lobbyScreen:
		back = "back to the lobby"
	case *waitingScreen:
		back = "back to the table"
	case *gameScreen, *resultScreen, *ceremonyScreen:
	default:
		back = "back"
	}
	if h.page != herePage {
		back = "back to the first page"
	}
	if sizeOf(h.width, h.height) == phone {
		back = "back"
	}
	if sizeOf(h.width, h.height) == phone {
		back = "back"
	}
	mouse := mouseKey
	if h.width < 72 && sizeOf(h.width, h.height) != phone {
		mouse = shorter(mouse, "select text")
	}
	if h.asking {
		return keyMap{enter: []shortcut{bind("enter", "find it").when(strings.TrimSpace(h.search.String()) != "")}, lines: []shortcut{bind("esc", "stop searching")}, idle: "type what to look for"}
	}
	return keyMap{
		enter: []shortcut{
			bind("esc", back, "esc", "enter", "q", "?"),
			foundKey.when(h.found >= 0 && h.hits > 1), foundBefore.when(h.found >= 0 && h.hits > 1),
			rulesKey.when(h.page != rulesPage), bestiaryKey.when(h.page != bestiaryPage),
		},
		lines: []shortcut{searchKey, pageKey, coloursKey, mouse},
	}
}

func (h *helpScreen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if h.asking {
			h.searchTyped(msg)
			return nil
		}
		return h.key(msg)
	case tea.MouseClickMsg:
		return h.click(msg)
	case tea.MouseWheelMsg:
		if msg.Button == tea.MouseWheelUp {
			h.scroll(-3)
		} else {
			h.scroll(3)
		}
	}
	return nil
}

// click on a key's line goes back and is that key.
func (h *helpScreen) click(msg tea.MouseClickMsg) tea.Cmd {
	first := 2
	if sizeOf(h.width, h.height) == phone {
		first = 1
	}
	lines, i := h.lines(h.width), h.top+msg.Y-first
	if h.asking || msg.Y < first || i >= len(lines) || msg.Y >= first+h.room() || lines[i].label == "" {
		return nil
	}
	h.wish(closeDialog{})
	return h.wish(typeKey{lines[i].press})
}

func (h *helpScreen) key(msg tea.KeyPressMsg) tea.Cmd {
	k := h.keys()
	switch name := msg.String(); {
	case k.enter[0].is(msg):
		if h.page == herePage {
			return h.wish(closeDialog{})
		}
		h.turnTo(herePage)
	case rulesKey.is(msg):
		h.turnTo(rulesPage)
	case bestiaryKey.is(msg):
		h.turnTo(bestiaryPage)
	case foundKey.is(msg) && h.found >= 0:
		h.find(h.found + 1)
	case foundBefore.is(msg) && h.found >= 0:
		h.find(h.matchBefore())
	case name == "up" || name == "k":
		h.scroll(-1)
	case name == "down" || name == "j":
		h.scroll(1)
	case name == "pgup" || name == "left":
		h.scroll(-h.room())
	case name == "pgdown" || name == "right" || name == "space":
		h.scroll(h.room())
	case name == "home":
		h.top = 0
	case name == "end":
		h.scroll(1 << 20)
	}
	return nil
}

// room is how many lines are shown.
func (h *helpScreen) room() int {
	if sizeOf(h.width, h.height) == phone {
		return max(1, h.height-3)
	}
	return max(1, h.height-5)
}

func (h *helpScreen) scroll(by int) {
	h.top = max(0, min(h.top+by, len(h.lines(h.width))-h.room()))
}

// lines are the page's, for that width.
func (h *helpScreen) lines(w int) []helpLine {
	switch h.page {
	case rulesPage:
		return readRules(w - 8)
	case bestiaryPage:
		return bestiary()
	}
	return h.here(w)
}

func (h *helpScreen) draw(b brush) {
	w, height := b.Size()
	first, x, column := 2, margin(b.size()), 14
	title := [...]string{herePage: "help", rulesPage: "all the rules", bestiaryPage: "the bestiary"}[h.page]
	b.titleBar("/ search  ∙  esc back", title)
	if b.size() == phone {
		first, column = 1, 10
	}
	lines := h.lines(w)
	room := height - 3 - first
	if b.size() == phone {
		room++
	}
	for i := range min(room, max(0, len(lines)-h.top)) {
		h.drawLine(b, x, first+i, column, w-x, lines[h.top+i], h.top+i == h.found)
	}
	switch {
	case h.asking:
		b.clear(terminal.Rect{Y: height - 3, W: w, H: 1}, picked)
		end := b.text(x, height-3, "search ", b.on(picked, turn))
		h.search.draw(b, end, height-3, w-end-1, b.on(picked, strong))
	case h.notice.words != "":
		b.told(x, height-3, w-x, above, h.notice.words)
	case h.found >= 0:
		words := "match " + strconv.Itoa(h.nth) + " of " + strconv.Itoa(h.hits) + " for \"" + strings.TrimSpace(h.search.String()) + "\""
		b.clear(terminal.Rect{Y: height - 3, W: w, H: 1}, ground)
		b.clip(x, height-3, w-x, words, b.on(ground, turn))
	case h.page != herePage && b.size() != phone:
		b.right(w-x, height-3, strconv.Itoa(min(h.top+room, len(lines)))+" of "+strconv.Itoa(len(lines)), b.on(ground, quiet))
	}
}

// drawLine draws one line of a page.
func (h *helpScreen) drawLine(b brush, x, y, column, w int, l helpLine, found bool) {
	on := ground
	if found {
		on = picked
		b.clear(terminal.Rect{X: x, Y: y, W: w, H: 1}, on)
	}
	end := x + w
	now, isNow := strings.CutPrefix(l.words, "NOW")
	switch {
	case l.label != "":
		if !l.more {
			b.right(column, y, l.label, b.on(on, turn))
		}
		b.clip(column+2, y, end-column-2, l.words, b.on(on, text))
	case isNow:
		x = b.text(x, y, "NOW", b.on(on, turn))
		b.clip(x, y, end-x, now, b.on(on, quiet))
	case l.card != rules.NoCard:
		b.text(x+2, y, cardSign(l.card), b.creature(l.card, on))
		b.clip(x+5, y, end-x-5, l.words, b.on(on, l.kind))
	default:
		style := b.on(on, l.kind)
		if l.kind == crown {
			style = bold(style)
		}
		b.clip(x, y, w, l.words, style)
	}
	h.markMatches(b, end, y, on, l)
}
