package terminal

import (
	"bytes"

	tea "charm.land/bubbletea/v2"
)

// reply is an answer to a question of ours.
type reply struct {
	kind   replyKind
	column int  // replyColumn: where the cursor is, from 1
	dark   bool // replyBackground
}

type replyKind uint8

const (
	replyColumn replyKind = 1 << iota
	replyBackground
	replyLast
)

// control takes a whole control sequence: its parameters and its final byte.
func (d *decoder) control(params []byte, final byte) {
	switch {
	case len(params) > 0 && params[0] == '<':
		if final == 'M' || final == 'm' {
			d.mouse(params[1:], final == 'm')
		}
		return
	case len(params) > 0 && params[0] == '?':
		if final == 'c' {
			d.reply(reply{kind: replyLast})
		}
		return
	}
	p, ok := numbers(params)
	if !ok {
		return
	}
	switch final {
	case 'R':
		d.reply(reply{kind: replyColumn, column: p[1]})
	case 'I':
		d.tell(tea.FocusMsg{})
	case 'O':
		d.tell(tea.BlurMsg{})
	case 'Z':
		d.press(tea.Key{Code: tea.KeyTab, Mod: tea.ModShift})
	case '~':
		d.tilde(p)
	default:
		if code := letterKey(final); code != 0 {
			d.press(tea.Key{Code: code, Mod: modifiers(p[1])})
		}
	}
}

func (d *decoder) tilde(p [3]int) {
	if p[0] == 200 {
		d.state, d.matched = inPaste, 0
		return
	}
	if code := numberKey(p[0]); code != 0 {
		d.press(tea.Key{Code: code, Mod: modifiers(p[1])})
	}
}

// numbers are up to three decimal parameters, each at most four digits; others
// don't come from a key.
func numbers(params []byte) (p [3]int, ok bool) {
	i, digits := 0, 0
	for _, c := range params {
		switch {
		case c == ';' && i < 2:
			i, digits = i+1, 0
		case c >= '0' && c <= '9' && digits < 4:
			p[i] = p[i]*10 + int(c-'0')
			digits++
		default:
			return p, false
		}
	}
	return p, true
}

// mouse takes an SGR mouse report: button, column, row.
func (d *decoder) mouse(params []byte, release bool) {
	p, ok := numbers(params)
	if !ok || p[1] < 1 || p[2] < 1 || p[1] > maxWidth || p[2] > maxHeight {
		return
	}
	m := tea.Mouse{X: p[1] - 1, Y: p[2] - 1}
	const shift, alt, ctrl, motion, wheel, more = 4, 8, 16, 32, 64, 128
	for _, held := range []struct {
		bit int
		mod tea.KeyMod
	}{{shift, tea.ModShift}, {alt, tea.ModAlt}, {ctrl, tea.ModCtrl}} {
		if p[0]&held.bit != 0 {
			m.Mod |= held.mod
		}
	}
	n := tea.MouseButton(p[0] & 3)
	switch {
	case p[0] >= more:
		return
	case p[0]&wheel != 0:
		m.Button = tea.MouseWheelUp + n
		d.tell(tea.MouseWheelMsg(m))
		return
	case n < 3:
		m.Button = tea.MouseLeft + n
	}
	switch {
	case p[0]&motion != 0:
		d.motion, d.moved = tea.MouseMotionMsg(m), true
	case release:
		d.tell(tea.MouseReleaseMsg(m))
	default:
		d.tell(tea.MouseClickMsg(m))
	}
}

// osc takes the text of an OSC, as far as it was kept: the answer to the
// question for the background looks like 11;rgb:1515/1111/0e0e.
func (d *decoder) osc(text []byte) {
	value, ok := bytes.CutPrefix(text, []byte("11;rgb:"))
	if !ok {
		return
	}
	parts := bytes.Split(value, []byte("/"))
	if len(parts) != 3 {
		return
	}
	var light [3]float64
	for i, part := range parts {
		if light[i], ok = fraction(part); !ok {
			return
		}
	}
	luma := 0.299*light[0] + 0.587*light[1] + 0.114*light[2]
	d.reply(reply{kind: replyBackground, dark: luma < 0.5})
}

// fraction is one to four hexadecimal digits as a part of all they could say.
func fraction(hex []byte) (float64, bool) {
	if len(hex) < 1 || len(hex) > 4 {
		return 0, false
	}
	n, most := 0, 0
	for _, c := range hex {
		digit := bytes.IndexByte([]byte("0123456789abcdef"), c|0x20)
		if digit < 0 {
			return 0, false
		}
		n, most = n<<4|digit, most<<4|15
	}
	return float64(n) / float64(most), true
}
