package lines

import (
	"errors"
	"fmt"
	"strings"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/table/words"
)

// The stable words for errors (docs/protocol.md).
const (
	codeBadRequest   = "bad-request"
	codeUnknownTable = "unknown-table"
	codeTableFull    = "table-full"
	codeNotSeated    = "not-seated"
	codeNotYourTurn  = "not-your-turn"
	codeIllegalPlay  = "illegal-play"
	codeStale        = "stale"
	codeNotAllowed   = "not-allowed"
	codeRateLimited  = "rate-limited"
	codeTooLong      = "too-long"
	codeDraining     = "draining"
)

// codes says which word stands for which error. The rules' refusals of a play
// are all illegal-play, but for the first.
var codes = []struct {
	err  error
	code string
}{
	{rules.ErrNotYourTurn, codeNotYourTurn},
	{rules.ErrEmptyTable, codeNotYourTurn},
	{rules.ErrWrongStep, codeIllegalPlay},
	{rules.ErrNoCards, codeIllegalPlay},
	{rules.ErrNotHeld, codeIllegalPlay},
	{rules.ErrMixed, codeIllegalPlay},
	{rules.ErrNoSet, codeIllegalPlay},
	{rules.ErrWrongCount, codeIllegalPlay},
	{rules.ErrTooWeak, codeIllegalPlay},
	{rules.ErrMustLead, codeIllegalPlay},
	{rules.ErrNotCreature, codeIllegalPlay},
	{rules.ErrNoLeader, codeIllegalPlay},
	{table.ErrStale, codeStale},
	{table.ErrFull, codeTableFull},
	{table.ErrNotSeated, codeNotSeated},
	{table.ErrClosed, codeNotSeated},
	{table.ErrNotAllowed, codeNotAllowed},
	{table.ErrRateLimited, codeRateLimited},
	{table.ErrTooLong, codeTooLong},
	{table.ErrDraining, codeDraining},
	{table.ErrNotKept, codeNotAllowed},
	{table.ErrDoubtful, codeNotAllowed},
	{table.ErrLeft, codeNotSeated},
	{table.ErrKicked, codeNotSeated},
	{words.ErrTooLong, codeTooLong},
	{lobby.ErrUnknownTable, codeUnknownTable},
	{lobby.ErrNothingKept, codeNotSeated},
	{lobby.ErrDraining, codeDraining},
	{errLongLine, codeBadRequest},
}

// code is the stable word for an error; what is not in the list is the
// request's own fault.
func code(err error) string {
	for _, c := range codes {
		if errors.Is(err, c.err) {
			return c.code
		}
	}
	return codeBadRequest
}

// Refusal is why somebody did not come to the table that they asked for.
type Refusal struct{ Err error }

func (r *Refusal) Error() string { return "not at the table that was asked for: " + r.Err.Error() }

func (r *Refusal) Unwrap() error { return r.Err }

// explain is an error as a sentence for whoever sees this update.
func explain(err error, u *table.Update) string {
	if errors.Is(err, rules.ErrNotYourTurn) && u != nil && u.View != nil && u.View.Turn != rules.Nobody {
		return fmt.Sprintf("Wait: %s plays next.", u.Board.Seats[u.View.Turn].Name)
	}
	if _, why, found := strings.Cut(err.Error(), table.ErrNotAllowed.Error()+": "); found {
		return sentence(why)
	}
	return sentence(err.Error())
}

// sentence gives a text a capital and a full stop.
func sentence(text string) string {
	if text == "" {
		return text
	}
	if first := text[0]; first >= 'a' && first <= 'z' {
		text = string(first-'a'+'A') + text[1:]
	}
	if last := text[len(text)-1]; last != '.' && last != '!' && last != '?' {
		text += "."
	}
	return text
}
