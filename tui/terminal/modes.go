package terminal

// What is written besides cells. Numbers are those of xterm's control sequences
// (invisible-island.net/xterm/ctlseqs/ctlseqs.html).
const (
	showCursor = "\x1b[?25h"
	hideCursor = "\x1b[?25l"
	mouseOn    = "\x1b[?1002h\x1b[?1003h\x1b[?1006h"
	mouseOff   = "\x1b[?1003l\x1b[?1002l\x1b[?1006l"
	pushTitle  = "\x1b[22;2t"
	popTitle   = "\x1b[23;2t"

	// The other screen, no cursor, no wrapping at the right edge, pastes in
	// brackets, focus messages.
	enterModes = "\x1b[?1049h" + hideCursor + "\x1b[?7l\x1b[?2004h\x1b[?1004h"
	// The string terminator ends whatever was cut off in the middle. Everything is
	// turned off, whether or not it is known to be on.
	leaveModes = "\x1b\\\x1b[m" + mouseOff + "\x1b[?1004l\x1b[?2004l\x1b[?7h\x1b[H\x1b[J\x1b[?1049l" + showCursor

	// The questions asked at the start: how far does a frame line move the
	// cursor, which colour is the ground; and one that nearly every terminal
	// answers, and answers last.
	askWidth      = "\x1b[H─\x1b[6n"
	askBackground = "\x1b]11;?\x1b\\"
	askLast       = "\x1b[c"
)

// enter adds what readies the terminal.
func (s *screen) enter(out []byte) []byte {
	if s.able.plain {
		return out
	}
	out = append(out, enterModes...)
	if !s.able.answers {
		return out
	}
	out = append(out, askWidth...)
	if s.able.osc {
		out = append(out, askBackground...)
	}
	return append(out, askLast...)
}

// leave adds what gives the terminal back as it was.
func (s *screen) leave(out []byte) []byte {
	if s.able.plain {
		return append(out, "\x1b[m\r\n"...)
	}
	out = append(out, leaveModes...)
	if s.title != "" {
		out = append(out, popTitle...)
	}
	return out
}
