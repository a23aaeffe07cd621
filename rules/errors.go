package rules

import "errors"

// Why an action is refused. ErrNotYourTurn: the seat owes nothing now. All
// others: it does (or it holds the Machine), but this is not what it may do.
var (
	ErrNotYourTurn = errors.New("it is not your turn")
	ErrWrongStep   = errors.New("that is not what is asked for now")
	ErrNoCards     = errors.New("no cards are named")
	ErrNotHeld     = errors.New("you do not hold those cards")
	ErrMixed       = errors.New("a set is one creature, and wild cards at most")
	ErrNoSet       = errors.New("the Pig and the Machine are not part of a set")
	ErrWrongCount  = errors.New("another number of cards is needed")
	ErrTooWeak     = errors.New("it must be stronger than the set on the table")
	ErrMustLead    = errors.New("the leader may not pass")
	ErrNotCreature = errors.New("the Pig takes a monster along, no special card")
	ErrNoLeader    = errors.New("there is no such player to lead")
	ErrEmptyTable  = errors.New("there is no hand to stop")
)

// What else can be wrong with a call.
var (
	ErrNoSuchCard   = errors.New("no such card")
	ErrNoSuchSeat   = errors.New("no such seat")
	ErrNoSuchAction = errors.New("no such action")
	ErrNoSuchEvent  = errors.New("no such event")
	ErrOptions      = errors.New("not an option")
	ErrPlayers      = errors.New("the players do not fit the options")
	ErrNoDeal       = errors.New("no deal is due")
	ErrPack         = errors.New("that is not the pack as it is dealt")
	ErrNothingLies  = errors.New("no finished hand lies on the table")
)
