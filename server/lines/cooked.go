package lines

import (
	"io"
	"unicode/utf8"
)

// The control characters that a line discipline obeys.
const (
	interrupt  = 0x03 // ctrl-c
	endOfInput = 0x04 // ctrl-d
	backspace  = 0x08
	killLine   = 0x15 // ctrl-u
	escape     = 0x1b
	delete     = 0x7f
)

// maxTyped is how many bytes of a line may be typed at a terminal.
const maxTyped = 1024

// Cooked is the line discipline that a terminal in raw mode lacks: it echoes
// what is typed, obeys backspace, ctrl-u, ctrl-c and ctrl-d, and hands on whole
// lines. It writes nothing but text, blanks, backspaces and line ends, so that
// a terminal without any abilities will do.
type Cooked struct {
	in      io.Reader
	echo    io.Writer
	raw     [256]byte
	typed   []byte // the line so far
	ready   []byte // whole lines, not yet taken
	ended   bool
	skip    bool // inside an escape sequence
	skipped int
	lastCR  bool
}

// NewCooked reads keys from in and echoes them to echo.
func NewCooked(in io.Reader, echo io.Writer) *Cooked { return &Cooked{in: in, echo: echo} }

// Read hands on whole lines, each with its newline.
func (c *Cooked) Read(p []byte) (int, error) {
	for len(c.ready) == 0 {
		if c.ended {
			return 0, io.EOF
		}
		n, err := c.in.Read(c.raw[:])
		for _, b := range c.raw[:n] {
			if err := c.key(b); err != nil {
				return 0, err
			}
		}
		if err != nil {
			c.ended = true
		}
	}
	n := copy(p, c.ready)
	c.ready = c.ready[n:]
	return n, nil
}

// key takes one byte from the keyboard. The error is the echo's.
func (c *Cooked) key(b byte) error {
	afterCR := c.lastCR
	c.lastCR = b == '\r'
	switch {
	case c.ended, b == '\n' && afterCR:
		return nil
	case c.skip:
		c.skipEscape(b)
		return nil
	case b == '\r' || b == '\n':
		c.ready = append(append(c.ready, c.typed...), '\n')
		c.typed = c.typed[:0]
		return c.write("\r\n")
	case b == interrupt || b == endOfInput && len(c.typed) == 0:
		c.ended = true
		return nil
	case b == backspace || b == delete:
		return c.erase(1)
	case b == killLine:
		return c.erase(len(c.typed))
	case b == escape:
		c.skip, c.skipped = true, 0
		return nil
	case b < ' ' || len(c.typed) == maxTyped:
		return nil
	}
	c.typed = append(c.typed, b)
	return c.write(string([]byte{b}))
}

// skipEscape drops an arrow key and its kin: ESC [ ... letter, or ESC letter.
func (c *Cooked) skipEscape(b byte) {
	c.skipped++
	opener := c.skipped == 1 && (b == '[' || b == 'O')
	if !opener && b >= '@' && b <= '~' || c.skipped > 32 {
		c.skip = false
	}
}

// erase takes back up to n characters.
func (c *Cooked) erase(n int) error {
	for ; n > 0 && len(c.typed) > 0; n-- {
		_, size := utf8.DecodeLastRune(c.typed)
		c.typed = c.typed[:len(c.typed)-size]
		if err := c.write("\b \b"); err != nil {
			return err
		}
	}
	return nil
}

func (c *Cooked) write(text string) error {
	_, err := io.WriteString(c.echo, text)
	return err
}
