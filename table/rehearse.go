package table

import (
	"errors"
	"fmt"

	"deathtrap/rules"
)

// ErrBadLog says that entries are not the log of a table.
var ErrBadLog = errors.New("this is not the log of a table")

// Rehearse goes through the log of a table, to see whether the table can be
// rebuilt from it. It returns ErrBadLog, with what is wrong, if not.
func Rehearse(past []Entry) (err error) {
	at := 0
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%w: entry %d: %v", ErrBadLog, at+1, reason)
		}
	}()
	c := newCore(Config{})
	for i, e := range past {
		at = i
		switch {
		case e.Seq != uint64(i+1):
			return fmt.Errorf("%w: entry %d has number %d", ErrBadLog, i+1, e.Seq)
		case (e.Kind == Opened) != (i == 0):
			return fmt.Errorf("%w: entry %d is %q", ErrBadLog, i+1, e.Kind)
		case c.closed:
			return fmt.Errorf("%w: entry %d comes after the end", ErrBadLog, i+1)
		}
		c.apply(e)
	}
	if len(past) == 0 || c.setup.Options.Check() != nil {
		return fmt.Errorf("%w: it does not say what table", ErrBadLog)
	}
	// What the entries made must be something that can be shown.
	c.board()
	for seat := rules.Nobody; int(seat) < len(c.seats); seat++ {
		c.view(seat)
	}
	return nil
}
