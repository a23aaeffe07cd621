package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
)

// openSearch begins a search, in the rules first.
func (h *helpScreen) openSearch() {
	if h.page == herePage {
		h.turnTo(rulesPage)
	}
	h.asking = true
	h.search.set("")
}

// searchTyped is a key while the search is being typed.
func (h *helpScreen) searchTyped(msg tea.KeyPressMsg) {
	switch msg.String() {
	case "esc", "ctrl+c":
		h.asking = false
	case "enter":
		h.asking = false
		h.find(h.top)
	default:
		h.search.key(msg)
	}
}

// find shows the next line from there on that holds what is searched, and
// begins again at the top behind the last. What isn't on this page may be on
// another.
func (h *helpScreen) find(from int) {
	want := strings.ToLower(strings.TrimSpace(h.search.String()))
	if want == "" {
		return
	}
	for range helpPages {
		if h.findHere(want, from) {
			return
		}
		h.turnTo((h.page + 1) % helpPages)
		from = 0
	}
	h.tell("\"" + want + "\" is nowhere in help.")
}

// findHere is find on this page; it reports whether there is such a line.
func (h *helpScreen) findHere(want string, from int) bool {
	lines := h.lines(h.width)
	var hits []int
	for i, l := range lines {
		if strings.Contains(strings.ToLower(l.words), want) {
			hits = append(hits, i)
		}
	}
	h.found, h.hits = -1, len(hits)
	if len(hits) == 0 {
		return false
	}
	i, _ := slices.BinarySearch(hits, from)
	h.nth = i%len(hits) + 1
	h.found = hits[h.nth-1]
	h.top = max(0, min(h.found-2, len(lines)-h.room()))
	return true
}

// matchBefore is where to look for the match before the one shown; before the
// first is the last.
func (h *helpScreen) matchBefore() int {
	lines, want := h.lines(h.width), strings.ToLower(strings.TrimSpace(h.search.String()))
	for i := range lines {
		at := (h.found - 1 - i + 2*len(lines)) % len(lines)
		if strings.Contains(strings.ToLower(lines[at].words), want) {
			return at
		}
	}
	return h.found
}

// markMatches lights up what is searched, wherever it stands in a line.
func (h *helpScreen) markMatches(b brush, end, y int, on surface, l helpLine) {
	want := strings.ToLower(strings.TrimSpace(h.search.String()))
	if h.found < 0 || want == "" || l.label != "" || l.card != rules.NoCard || !isASCII(l.words) {
		return
	}
	x := margin(sizeOf(h.width, h.height))
	words := strings.ToLower(l.words)
	for i := 0; ; i += len(want) {
		n := strings.Index(words[i:], want)
		if n < 0 {
			return
		}
		i += n
		b.clip(x+i, y, end-x-i, l.words[i:i+len(want)], bold(b.on(chosen, strong)))
	}
}
