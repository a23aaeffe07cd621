package table

import (
	"fmt"
	"slices"

	"deathtrap/rules"
	"deathtrap/table/words"
)

// The longest texts, in cells.
const (
	titleCells  = 40
	talkCells   = 200
	grovelCells = 60
)

// judge says what a command would change, or why it is refused. It changes
// nothing of the table. An Entry without a kind is a command that is granted
// already. Start's seed and the number and time are still to be filled in.
func (c *core) judge(v *visitor, cmd Command) (Entry, error) {
	switch cmd := cmd.(type) {
	case Act:
		return c.judgeAct(v, cmd)
	case Sit:
		return c.judgeSit(v)
	case Say:
		return c.judgeSay(v, cmd)
	}
	if v.seat == rules.Nobody {
		return Entry{}, ErrNotSeated
	}
	switch cmd := cmd.(type) {
	case Ready:
		return c.judgeReady(v, cmd)
	case Grovel:
		return c.judgeGrovel(v, cmd)
	case MoreTime:
		return c.judgeMoreTime(v)
	case Pause:
		return c.judgePause(v, cmd)
	case GiveUp:
		return Entry{Kind: GaveUp, Seat: v.seat}, nil
	case Start, AddBots, RemoveBots, Change, Rematch, Kick, Unban, Lock:
		if v.seat != c.host {
			return Entry{}, fmt.Errorf("%w: only the host can do that", ErrNotAllowed)
		}
		return c.judgeHost(v, cmd)
	}
	return Entry{}, ErrBadRequest
}

// judgeHost judges what only the host may ask for.
func (c *core) judgeHost(v *visitor, cmd Command) (Entry, error) {
	switch cmd := cmd.(type) {
	case Rematch:
		return c.judgeRematch(cmd)
	case Kick:
		return c.judgeKick(v, cmd)
	case Unban:
		return c.judgeUnban(cmd)
	case Lock:
		return c.judgeLock(cmd)
	}
	if c.state != Waiting {
		return Entry{}, fmt.Errorf("%w: the game has begun", ErrNotAllowed)
	}
	switch cmd := cmd.(type) {
	case Start:
		return c.judgeStart()
	case AddBots:
		return c.judgeAddBots(cmd)
	case RemoveBots:
		return c.judgeRemoveBots(cmd)
	case Change:
		return c.judgeChange(cmd)
	}
	return Entry{}, ErrBadRequest
}

// judgeAct asks first whether the act comes too late, whatever it is.
func (c *core) judgeAct(v *visitor, cmd Act) (Entry, error) {
	if cmd.Seen > c.seen {
		return Entry{}, fmt.Errorf("%w: that is not what was seen", ErrBadRequest)
	}
	late := cmd.Seen < c.marks.hand
	if cmd.Action.Kind != rules.ActMachine {
		late = cmd.Seen < c.marks.turn || v.seat != rules.Nobody && cmd.Seen < c.marks.owes[v.seat]
	}
	switch {
	case late:
		return Entry{}, ErrStale
	case v.seat == rules.Nobody:
		return Entry{}, ErrNotSeated
	case c.state != Playing:
		return Entry{}, fmt.Errorf("%w: no game is on", ErrNotAllowed)
	}
	if c.paused() {
		return Entry{}, errPaused
	}
	action := cmd.Action
	action.Cards, action.Auto = slices.Clone(action.Cards), false
	if err := c.game.Check(v.seat, action); err != nil {
		return Entry{}, err
	}
	return Entry{Kind: Moved, Seat: v.seat, Action: &action}, nil
}

func (c *core) judgeSit(v *visitor) (Entry, error) {
	if v.seat != rules.Nobody {
		return Entry{}, nil
	}
	free := c.free()
	if c.state != Waiting || len(free) == 0 {
		return Entry{}, ErrFull
	}
	if err := c.mayCome(v.player.ID); err != nil {
		return Entry{}, err
	}
	player := v.player
	return Entry{Kind: Sat, Seat: free[0], Player: &player}, nil
}

func (c *core) judgeReady(v *visitor, cmd Ready) (Entry, error) {
	if c.state != Waiting && (c.state != Playing || c.game.Phase() != rules.PhaseScored) {
		return Entry{}, fmt.Errorf("%w: nobody is asked for it", ErrNotAllowed)
	}
	if c.seats[v.seat].Ready != cmd.Off {
		return Entry{}, nil
	}
	return Entry{Kind: Readied, Seat: v.seat, On: !cmd.Off}, nil
}

func (c *core) judgeStart() (Entry, error) {
	if c.draining {
		return Entry{}, ErrDraining
	}
	kind := c.setup.Options.Bots
	free := c.free()
	if kind == "none" && len(free) > 0 {
		return Entry{}, fmt.Errorf("%w: %s", ErrNotAllowed, count(len(free), "a seat is empty", "%d seats are empty"))
	}
	for i := range c.seats {
		if s := &c.seats[i]; s.person() && !s.Ready && rules.Seat(i) != c.host {
			return Entry{}, fmt.Errorf("%w: %s is not ready", ErrNotAllowed, s.Name)
		}
	}
	setup, bots := c.setup, c.newBots(free, kind)
	players := make([]rules.Player, len(c.seats))
	for i := range c.seats {
		players[i] = rules.Player{Seat: rules.Seat(i), Name: c.seats[i].Name, Bot: c.seats[i].Bot != ""}
	}
	for _, b := range bots {
		players[b.Seat] = rules.Player{Seat: b.Seat, Name: b.Name, Bot: true}
	}
	return Entry{Kind: Started, Seat: c.host, Bots: bots, Players: players, Setup: &setup}, nil
}

func (c *core) judgeAddBots(cmd AddBots) (Entry, error) {
	kind := cmd.Kind
	if kind == "" {
		kind = standIn
	}
	if cmd.Count < 1 || kind == "none" || !slices.Contains(rules.Choices()["bots"], kind) {
		return Entry{}, ErrBadRequest
	}
	free := c.free()
	if cmd.Count > len(free) {
		return Entry{}, ErrFull
	}
	return Entry{Kind: BotsAdded, Seat: rules.Nobody, Bots: c.newBots(free[:cmd.Count], kind)}, nil
}

func (c *core) judgeRemoveBots(cmd RemoveBots) (Entry, error) {
	if cmd.Count < 1 {
		return Entry{}, ErrBadRequest
	}
	var bots []Bot
	for i := len(c.seats) - 1; i >= 0 && len(bots) < cmd.Count; i-- {
		if s := &c.seats[i]; s.Bot != "" {
			bots = append(bots, Bot{rules.Seat(i), s.Name, s.Bot})
		}
	}
	if len(bots) < cmd.Count {
		return Entry{}, fmt.Errorf("%w: %s", ErrNotAllowed, count(len(bots), "there is only one bot", "there are only %d bots"))
	}
	return Entry{Kind: BotsRemoved, Seat: rules.Nobody, Bots: bots}, nil
}

func (c *core) judgeChange(cmd Change) (Entry, error) {
	setup := cmd.Setup
	if err := setup.Options.Check(); err != nil {
		return Entry{}, fmt.Errorf("%w: %w", ErrBadRequest, err)
	}
	if setup.Title == "" {
		setup.Title = c.setup.Title
	}
	title, err := line(setup.Title, titleCells)
	if err != nil {
		return Entry{}, err
	}
	setup.Title = title
	for i := setup.Options.Players; i < len(c.seats); i++ {
		if c.seats[i].person() {
			return Entry{}, fmt.Errorf("%w: %s sits in a seat that would be gone", ErrNotAllowed, c.seats[i].Name)
		}
	}
	if setup == c.setup {
		return Entry{}, nil
	}
	return Entry{Kind: Changed, Seat: c.host, Setup: &setup}, nil
}

func (c *core) judgeGrovel(v *visitor, cmd Grovel) (Entry, error) {
	switch {
	case c.state != Over:
		return Entry{}, fmt.Errorf("%w: there is nobody to grovel before", ErrNotAllowed)
	case c.public.Result != nil && c.public.Result.Winner == v.seat:
		return Entry{}, fmt.Errorf("%w: you are the Ultimate Hero", ErrNotAllowed)
	case c.seats[v.seat].grovels >= 2:
		return Entry{}, fmt.Errorf("%w: you have groveled enough", ErrNotAllowed)
	}
	text, err := line(cmd.Text, grovelCells)
	if err != nil {
		return Entry{}, err
	}
	return Entry{Kind: Grovelled, Seat: v.seat, Text: text}, nil
}

func (c *core) judgeRematch(Rematch) (Entry, error) {
	switch {
	case c.draining:
		return Entry{}, ErrDraining
	case c.state != Over:
		return Entry{}, fmt.Errorf("%w: the game is not over", ErrNotAllowed)
	}
	return Entry{Kind: Rematched, Seat: c.host}, nil
}

// line cleans foreign text.
func line(text string, cells int) (string, error) {
	clean, err := words.Line(text, cells)
	switch err {
	case nil:
		return clean, nil
	case words.ErrTooLong:
		return "", fmt.Errorf("%w: it may have %d characters", ErrTooLong, cells)
	default:
		return "", fmt.Errorf("%w: %w", ErrBadRequest, err)
	}
}
