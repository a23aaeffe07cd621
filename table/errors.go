package table

import (
	"errors"
	"fmt"
)

// Why a command is refused. A refused command has changed nothing. The refusals
// of package rules come through as they are; some of these are wrapped with
// what exactly is in the way, in words for people.
var (
	ErrBadRequest  = errors.New("that is not a request")
	ErrFull        = errors.New("every seat is taken")
	ErrNotSeated   = errors.New("you have no seat at this table")
	ErrStale       = errors.New("the table has moved on")
	ErrNotAllowed  = errors.New("that can't be done now")
	ErrRateLimited = errors.New("too much at once")
	ErrTooLong     = errors.New("that is too long")
	ErrDraining    = errors.New("the server is about to end, no new game begins")
	ErrNotKept     = errors.New("the table could not write that down, so it has not happened")
	ErrDoubtful    = errors.New("the disk fails, so it isn't known whether that has happened; the table shows it when it goes on")
)

// ErrMuted says that whoever runs the server has silenced somebody.
var ErrMuted = fmt.Errorf("%w: the host of this server has silenced you", ErrNotAllowed)

// Why somebody is not let in to a table, or may not sit down.
var (
	ErrBanned = fmt.Errorf("%w: the host of this table has banned you from it", ErrNotAllowed)
	ErrLocked = fmt.Errorf("%w: the host has locked this table, so nobody new is let in", ErrNotAllowed)
)

var errNobodyThere = fmt.Errorf("%w: nobody of that name is at this table", ErrNotAllowed)

var errStillIn = fmt.Errorf("%w: only who is out of the round can hurry it", ErrNotAllowed)

var errPaused = fmt.Errorf("%w: the table has a pause", ErrNotAllowed)

// Why a visit has ended; ErrBanned is another reason.
var (
	ErrReplaced = errors.New("you came back by another line")
	ErrLeft     = errors.New("you have left the table")
	ErrKicked   = errors.New("the host of this table has sent you out")
	ErrClosed   = errors.New("the table is closed")
)
