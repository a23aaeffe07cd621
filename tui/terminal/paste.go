package terminal

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// pasteEnd is what a terminal sends behind pasted text.
const pasteEnd = "\x1b[201~"

// pasteByte takes a byte of pasted text. Only the first byte of pasteEnd is an
// ESC, so a failed match can't hide the beginning of another.
func (d *decoder) pasteByte(c byte) {
	switch {
	case c == pasteEnd[d.matched]:
		d.matched++
		if d.matched == len(pasteEnd) {
			d.state = ground
			d.endPaste()
		}
		return
	case d.matched > 0:
		d.keep(pasteEnd[:d.matched])
		d.matched = 0
		d.pasteByte(c)
		return
	}
	if len(d.paste) < maxPaste {
		d.paste = append(d.paste, c)
		return
	}
	d.dropped++
}

// keep adds pasted text as far as there is room.
func (d *decoder) keep(text string) {
	d.paste = append(d.paste, text[:min(len(text), maxPaste-len(d.paste))]...)
}

// endPaste tells of the pasted text and forgets it.
func (d *decoder) endPaste() {
	text := pasted(d.paste)
	d.paste, d.matched = nil, 0
	if text != "" {
		d.tell(tea.PasteMsg{Content: text})
	}
}

// pasted is what is left of pasted bytes: signs that show, and newlines.
func pasted(raw []byte) string {
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	var b strings.Builder
	for len(raw) > 0 {
		r, size := utf8.DecodeRune(raw)
		raw = raw[size:]
		switch {
		case r == utf8.RuneError && size < 2:
		case r == '\n', r == '\r':
			b.WriteByte('\n')
		case r == '\t':
			b.WriteByte(' ')
		case unicode.IsGraphic(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}
