package terminal

import (
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// Limits of what is taken from a person's terminal.
const (
	maxControl = 32      // bytes of a control sequence; a longer one is swallowed
	maxPaste   = 4 << 10 // bytes of a paste; the rest is dropped
	maxReply   = 64      // bytes of an awaited answer in a string
)

// decoder turns the bytes of a terminal into messages, one byte at a time, in
// constant memory and time for each. What it doesn't know by name it swallows:
// nothing of a terminal's reports, of the eight-bit control characters or of
// unfinished strings reaches the model or is kept. It isn't safe for concurrent use.
type decoder struct {
	emit  func(tea.Msg)
	reply func(reply) // an answer to a question of ours

	state decoderState
	buf   [maxReply]byte // parameters of a sequence, bytes of a rune, an answer
	n     int            // bytes in buf
	skip  int            // bytes of an X10 mouse report still to come

	paste   []byte
	matched int // bytes of the paste's end seen
	dropped int // bytes of pastes that were too long, since they were last counted

	motion tea.MouseMotionMsg // the newest of a row of movements, if
	moved  bool               // it hasn't been told yet
}

type decoderState uint8

const (
	ground         decoderState = iota
	inRune                      // within a UTF-8 sequence
	escaped                     // after ESC
	inControl                   // after ESC [
	inLongControl               // the same, too long
	inSS3                       // after ESC O
	inOSC                       // after ESC ]
	inString                    // after ESC P, ESC _, ESC ^ or ESC X
	inStringEscape              // the ESC of a string's end
	inX10                       // after ESC [ M
	inLinuxKey                  // after ESC [ [
	inPaste
)

// feed decodes more bytes.
func (d *decoder) feed(b []byte) {
	for i, c := range b {
		if c == '\n' && i > 0 && b[i-1] == '\r' && d.state == ground {
			continue // some send both for one press of enter
		}
		d.byte(c)
	}
	d.flushMotion()
}

// quiet says that nothing followed for a while: a lone ESC is the key, anything
// else unfinished will never be finished.
func (d *decoder) quiet() {
	switch d.state {
	case escaped:
		d.press(tea.Key{Code: tea.KeyEscape})
	case inPaste:
		d.endPaste()
	}
	d.state = ground
	d.flushMotion()
}

func (d *decoder) byte(c byte) {
	switch d.state {
	case ground:
		d.groundByte(c)
	case inRune:
		d.runeByte(c)
	case escaped:
		d.escapedByte(c)
	case inControl, inLongControl:
		d.controlByte(c)
	case inSS3:
		d.ss3Byte(c)
	case inOSC, inString, inStringEscape:
		d.stringByte(c)
	case inX10:
		if d.skip--; d.skip == 0 {
			d.state = ground
		}
	case inLinuxKey:
		d.state = ground
	case inPaste:
		d.pasteByte(c)
	}
}

func (d *decoder) groundByte(c byte) {
	switch {
	case c == 0x1b:
		d.state = escaped
	case c < ' ' || c == 0x7f:
		d.press(controlKey(c))
	case c < 0x7f:
		d.press(textKey(rune(c)))
	case c >= 0xc2 && c <= 0xf4:
		d.state, d.buf[0], d.n = inRune, c, 1
	}
}

// runeByte takes the next byte of a UTF-8 sequence.
func (d *decoder) runeByte(c byte) {
	if c&0xc0 != 0x80 {
		d.state = ground
		d.groundByte(c)
		return
	}
	d.buf[d.n] = c
	d.n++
	if !utf8.FullRune(d.buf[:d.n]) {
		return
	}
	d.state = ground
	if r, size := utf8.DecodeRune(d.buf[:d.n]); size == d.n && unicode.IsGraphic(r) {
		d.press(tea.Key{Code: r, Text: string(r)})
	}
}

func (d *decoder) escapedByte(c byte) {
	d.n = 0
	switch {
	case c == '[':
		d.state = inControl
	case c == 'O':
		d.state = inSS3
	case c == ']':
		d.state = inOSC
	case c == 'P', c == '_', c == '^', c == 'X':
		d.state = inString
	case c == 0x1b:
		d.press(tea.Key{Code: tea.KeyEscape}) // and this one may begin something
	case c == '\\': // the end of a string that was given up
		d.state = ground
	case c >= 0x80:
		d.state = ground
		d.press(tea.Key{Code: tea.KeyEscape})
		d.groundByte(c)
	default:
		d.state = ground
		d.press(altKey(c))
	}
}

func (d *decoder) controlByte(c byte) {
	switch {
	case c == 0x1b:
		d.state = escaped
	case c < ' ' || c >= 0x7f:
		d.state = ground
	case c < '@':
		if d.n == maxControl {
			d.state = inLongControl
			return
		}
		d.buf[d.n] = c
		d.n++
	case d.state == inLongControl:
		d.state = ground
	case d.n == 0 && c == 'M':
		d.state, d.skip = inX10, 3
	case d.n == 0 && c == '[':
		d.state = inLinuxKey
	default:
		d.state = ground
		d.control(d.buf[:d.n], c)
	}
}

func (d *decoder) ss3Byte(c byte) {
	d.state = ground
	if c == 0x1b {
		d.state = escaped
		return
	}
	if k, ok := ss3Key(c); ok {
		d.press(k)
	}
}

// stringByte swallows a string; of an OSC the beginning is kept, in case it is an
// answer.
func (d *decoder) stringByte(c byte) {
	switch {
	case d.state == inStringEscape && c != '\\':
		d.state = escaped
		d.escapedByte(c)
	case d.state == inStringEscape, d.state == inOSC && c == '\a':
		d.state = ground
		d.osc(d.buf[:d.n])
	case c == 0x18 || c == 0x1a:
		d.state = ground
	case c == 0x1b:
		d.state = inStringEscape
	case d.state == inOSC && d.n < len(d.buf):
		d.buf[d.n] = c
		d.n++
	}
}

// press tells of a key.
func (d *decoder) press(k tea.Key) { d.tell(tea.KeyPressMsg(k)) }

func (d *decoder) tell(m tea.Msg) {
	d.flushMotion()
	d.emit(m)
}

func (d *decoder) flushMotion() {
	if d.moved {
		d.moved = false
		d.emit(d.motion)
	}
}
