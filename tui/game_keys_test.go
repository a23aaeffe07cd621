package tui

import (
	"fmt"
	"math/rand/v2"
	"testing"

	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// listed is a key map in words.
func listed(k keyMap) string {
	words := fmt.Sprintf("%s; %s", k.idle, k.now)
	for _, list := range [...][]shortcut{k.enter, k.lines, k.more} {
		for _, s := range list {
			words += fmt.Sprintf("\n%v %v %v %v %s", s.Enabled(), s.Keys(), s.Help(), s.page, s.brief)
		}
		words += "\n"
	}
	return words
}

// The keys are found out anew only where there may be others: whatever is pressed and
// whatever happens, they are those that are found for that moment alone.
func TestTheKeysAreThoseOfTheMoment(t *testing.T) {
	positions := []func() table.Update{
		youLead, theirTurn, handOver, watching, fullHand, aPause, youAreOut, yourTurn, theMachine,
		thePig, theExchange, eight, youLeadTheMachine,
	}
	sizes := []terminal.Size{{Width: 80, Height: 24}, {Width: 130, Height: 42}, {Width: 40, Height: 12}, {Width: 20, Height: 5}}
	keys := []string{
		"left", "right", "up", "down", "enter", "esc", "tab", "1", "3", "6", "7", "8", "w", "+", "-", "p", "k", "K",
		"y", "h", "l", "x", "o", "a", "e", "T", "c", "?", "s",
	}
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 2))
		p := play(t, 100, 30, autoTheme, positions[seed%uint64(len(positions))](), start)
		g := p.screen()
		p.game = g
		for i := range 150 {
			did := keys[random.IntN(len(keys))]
			switch random.IntN(25) {
			case 0:
				did = "another position"
				g.apply(positions[random.IntN(len(positions))]())
			case 1:
				size := sizes[random.IntN(len(sizes))]
				did = fmt.Sprint("size ", size)
				p.Update(tea.WindowSizeMsg{Width: size.Width, Height: size.Height})
			case 2:
				did = "a rest"
				p.Rest()
				p.picture()
			case 3:
				did = "other settings"
				p.settings.noCount, p.settings.noHints = random.IntN(2) == 0, random.IntN(2) == 0
				p.Update(tea.FocusMsg{}) // which also a game under a dialog hears
			default:
				p.press(did)
			}
			alone := *g
			alone.can, alone.shown, alone.offered = gameKeys{}, keyMap{}, offer{}
			alone.refresh()
			if now, want := listed(g.shown), listed(alone.shown); now != want {
				t.Fatalf("seed %d, step %d, after %s, keys are\n%s\nand not\n%s", seed, i, did, now, want)
			}
		}
	}
}

// Keys have the names that Bubble Tea gives them.
func TestNamesOfKeys(t *testing.T) {
	for code := rune(0); code < 0x80; code++ {
		sameName(t, tea.KeyPressMsg{Code: code, Text: string(code)})
		sameName(t, tea.KeyPressMsg{Code: code})
	}
	for code := tea.KeyUp; code < tea.KeyUp+200; code++ {
		for _, mod := range []tea.KeyMod{0, tea.ModShift, tea.ModCtrl} {
			sameName(t, tea.KeyPressMsg{Code: code, Mod: mod})
		}
	}
}

func sameName(t *testing.T, msg tea.KeyPressMsg) {
	t.Helper()
	if got := nameOf(msg); got != msg.String() {
		t.Errorf("%v is called %q", msg, got)
	}
}
