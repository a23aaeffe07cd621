package lobby

import (
	"crypto/rand"
	"strings"
	"unicode"

	"deathtrap/table"
)

// A code is read out to friends and typed by them: no letter looks like a digit
// and no vowel makes a word. There is a digit in each, so that none can ever be
// a verb of the command line.
const (
	letters = "BCDFGHJKMNPQRSTVWXYZ"
	digits  = "23456789"
	signs   = digits + letters

	publicCode  = 4
	privateCode = 8
)

// newCode draws a code that no open table has. The mutex is held.
func (l *Lobby) newCode(private bool) string {
	size := publicCode
	if private {
		size = privateCode
	}
	for {
		code := drawCode(size)
		if l.codes[code] == nil && strings.ContainsAny(code, digits) {
			return code
		}
	}
}

func drawCode(size int) string {
	const fair = 256 - 256%len(signs) // bytes above would favour some signs
	code := make([]byte, 0, size)
	for len(code) < size {
		var b [1]byte
		rand.Read(b[:]) // never fails
		if int(b[0]) < fair {
			code = append(code, signs[int(b[0])%len(signs)])
		}
	}
	return string(code)
}

// IsCode reports whether what was typed has the form of a code. Whether there is
// such a table, only going there tells: guesses are counted there.
func IsCode(typed string) bool {
	code := readCode(typed)
	return (len(code) == publicCode || len(code) == privateCode) &&
		strings.ContainsAny(code, digits) && strings.Trim(code, signs) == ""
}

// NearlyCode reports whether what was typed has the signs and the length of a
// code but for the digit that is in each: a code that was misread, or a name.
func NearlyCode(typed string) bool {
	code := readCode(typed)
	return (len(code) == publicCode || len(code) == privateCode) && strings.Trim(code, letters) == ""
}

// readCode is a code as it was typed, in either case, with blanks and hyphens.
// What can't be a code stays something that is none.
func readCode(typed string) string {
	if len(typed) > 64 {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, typed)
}

// find is the table with that code. Public ones are listed anyway; who
// guesses at others is told to wait after some wrong ones, whatever the next.
func (l *Lobby) find(p table.Player, typed string) (*room, error) {
	code := readCode(typed)
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.codes[code]
	if r != nil && r.table == nil {
		r = nil
	}
	if r != nil && !r.board.Setup.Private {
		return r, nil
	}
	budgets := l.guesses(p)
	if spent(budgets) {
		return nil, table.ErrRateLimited
	}
	if r == nil {
		spend(budgets)
		return nil, ErrUnknownTable
	}
	return r, nil
}
