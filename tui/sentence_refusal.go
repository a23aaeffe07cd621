package tui

import (
	"context"
	"errors"
	"strings"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/table/words"
)

// drainingNotice is said once when the server is about to end.
const drainingNotice = "The server will end soon. Games in progress are finished or kept."

// refusals are the sentences for what can be refused, most of them by package
// rules. The first that fits is said.
var refusals = []struct {
	err      error
	sentence string
}{
	{rules.ErrNotYourTurn, "Wait: it is not your turn."},
	{rules.ErrWrongStep, "That is not what is asked for now."},
	{rules.ErrNoCards, "Choose cards first."},
	{rules.ErrNotHeld, "You don't hold those cards."},
	{rules.ErrMixed, "A set is one creature, with wild cards at most."},
	{rules.ErrNoSet, "The Pig and the Machine don't join a set."},
	{rules.ErrWrongCount, "Another number of cards is needed."},
	{rules.ErrTooWeak, "Equal is not enough. It must be stronger."},
	{rules.ErrMustLead, "You lead: put something down, you can't pass."},
	{rules.ErrNotCreature, "The Pig takes a monster along, no special card."},
	{rules.ErrNoLeader, "Say who is to lead."},
	{rules.ErrEmptyTable, "There is no hand to stop."},
	{rules.ErrOptions, "A table can't be played like that."},

	{words.ErrEmpty, "There is nothing to read in that."},
	{words.ErrNameLength, "A name is 2 to 16 characters wide."},
	{words.ErrNameRunes, "A name has letters, digits, and _ . - between them, and no blanks."},
	{words.ErrNameStart, "A name begins and ends with a letter or a digit."},
	{words.ErrNameScript, "A name keeps to one script, Latin or Greek or another."},
	{words.ErrNameMeans, "That word means something else here. Choose another name."},

	{errHandOver, "Too late: that hand is over, and nothing lies there to stop."},

	{table.ErrFull, "Every seat there is taken."},
	{table.ErrNotSeated, "You have no seat at this table."},
	{table.ErrStale, "The table has moved on. Look again."},
	{table.ErrDraining, "The server will end soon, so nothing new begins."},
	{table.ErrNotKept, "The table could not write that down, so it has not happened. Try again."},
	{table.ErrDoubtful, "The disk fails. Whether that has happened shows when the table goes on."},
	{table.ErrKicked, "The host of this table has sent you out."},
	{table.ErrLeft, "You have left the table."},
	{table.ErrNotAllowed, "That can't be done now."},
	{table.ErrRateLimited, "Too much at once. Wait a little."},
	{table.ErrTooLong, "That is too long."},
	{table.ErrReplaced, "You came back by another line, so this one ends here."},
	{table.ErrClosed, "The table is closed."},
	{table.ErrBadRequest, "That can't be understood."},

	{lobby.ErrUnknownTable, "There is no table with that code."},
	{lobby.ErrNameTaken, "Somebody here is called that, or nearly that."},
	{lobby.ErrNothingKept, "No seat is kept for you."},
	{lobby.ErrNoCode, "No such code holds: one is good once, for ten minutes."},
	{lobby.ErrKeyMoved, "This key has just become another player's. Come in again."},
	{lobby.ErrLinked, "Your key is linked. Come in again, and you are that player."},
	{lobby.ErrUnlinked, "The key of this line was taken away from its player, so it ends here."},

	{context.DeadlineExceeded, "That took too long. Try again."},
	{context.Canceled, "The line has ended."},
}

// explained are the refusals whose text goes on to say, in words for people,
// what exactly is in the way.
var explained = []error{table.ErrNotAllowed, table.ErrTooLong, lobby.ErrNameTaken}

// sorry is an error as a sentence.
func sorry(err error) string {
	for _, e := range explained {
		if _, why, found := strings.Cut(err.Error(), e.Error()+": "); found && errors.Is(err, e) {
			return strings.ToUpper(why[:1]) + why[1:] + "."
		}
	}
	for _, r := range refusals {
		if errors.Is(err, r.err) {
			return r.sentence
		}
	}
	return "That did not work, and it was not your fault. Try again."
}
