package terminal

import "testing"

// A row of cards: twenty values, each in its colour, between edges of another.
func TestALineOfManyColoursIsWrittenStyleByStyle(t *testing.T) {
	p := newPlate(abilitiesOf("xterm-256color", nil), Size{80, 24})
	cards := drawing(func(c *Canvas) {
		for i := range 20 {
			c.Text(4*i, 3, "7", Style{FG: Indexed(uint8(52 + i/5)), BG: Indexed(230), Bold: true})
			c.Text(4*i+1, 3, "│", Style{FG: Indexed(144), BG: Indexed(230)})
		}
	})
	p.paint(drawing(func(*Canvas) {}))
	got := len(p.paint(cards))
	if wrong := p.wrong(Snapshot(cards, p.size)); wrong != "" {
		t.Error(wrong)
	}
	pen, jump := len("\x1b[38;5;144;22m")+len("\x1b[38;5;52;1m"), len("\x1b[3C")
	if most := 20 * (len("7│") + pen) * 2 / 3; got > most || got < 20*(len("7│")+jump) {
		t.Errorf("it takes %d bytes, and left to right about %d", got, 20*(len("7│")+pen))
	}
}
