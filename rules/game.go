package rules

import (
	"fmt"
	"slices"
)

// Phase is what a game is waiting for.
type Phase string

// The phases of a round, in order, and of a game's end. A finished hand that
// still lies there is PhaseFollow with nobody's turn.
const (
	PhaseGive   Phase = "give"   // heroes give back
	PhasePig    Phase = "pig"    // the Pig's holder chooses a monster
	PhaseLead   Phase = "lead"   // an empty table
	PhaseFollow Phase = "follow" // a set lies on it
	PhaseScored Phase = "scored" // the next deal is due (also before the first)
	PhaseOver   Phase = "over"
)

// Game is one game of any number of rounds. It is not safe for concurrent use.
type Game struct {
	options Options
	players []Player

	events int // so far
	phase  Phase
	turn   Seat // Nobody: several may act, or nobody

	round  int // from 1; 0 before the first deal
	seed   Seed
	first  Seat
	hands  [MaxPlayers]Hand
	gone   Hand // played, blown up or discarded in this round
	placed []Seat
	trades []Trade

	hand     int // of this round, from 1
	leader   Seat
	top      *Top
	plays    []Event // of this hand
	lastHand []Event // of the hand before
	locked   [MaxPlayers]bool

	totals    []int    // replaced, not changed, as views share it; so are titles
	titles    []string // of the last round, by seat
	winners   []Seat   // Big Heroes by round
	lastRound *Event   // round-scored
	result    *Event   // game-over

	listed lists
}

// Top is the set to beat.
type Top struct {
	Seat  Seat   `json:"seat"`
	Cards []Card `json:"cards"`
	Value int    `json:"value"`
}

// New begins a game. Player i must sit in seat i. The error wraps ErrOptions
// or ErrPlayers.
func New(o Options, players []Player) (*Game, []Event, error) {
	if err := o.Check(); err != nil {
		return nil, nil, err
	}
	if len(players) != o.Players {
		return nil, nil, fmt.Errorf("%w: %d for %d seats", ErrPlayers, len(players), o.Players)
	}
	for i, p := range players {
		if p.Seat != Seat(i) {
			return nil, nil, fmt.Errorf("%w: seat %d in place %d", ErrPlayers, p.Seat, i)
		}
	}
	g := &Game{
		options: o, players: slices.Clone(players),
		phase: PhaseScored, turn: Nobody, first: Nobody, leader: Nobody,
		totals: make([]int, o.Players), titles: make([]string, o.Players),
	}
	return g, []Event{{N: g.number(), Kind: GameStarted, Players: g.players, Options: &g.options}}, nil
}

// Clone is an independent copy, for trying something out.
func (g *Game) Clone() *Game {
	c := *g
	c.placed = slices.Clone(g.placed)
	c.trades = slices.Clone(g.trades)
	c.plays = slices.Clone(g.plays)
	c.winners = slices.Clone(g.winners)
	return &c
}

// number is that of the next event.
func (g *Game) number() int {
	g.events++
	return g.events
}

// Check says why Apply would refuse the action, or nil.
func (g *Game) Check(seat Seat, a Action) error {
	p := g.position(seat)
	return p.check(a)
}

// Legal lists each distinct action that Apply accepts from the seat now, in a
// fixed order. It is never nil, and shared with other lists: not to be changed.
func (g *Game) Legal(seat Seat) []Action {
	p := g.position(seat)
	return p.legal()
}

// CanPlay reports whether the seat may put down a set now.
func (g *Game) CanPlay(seat Seat) bool {
	p := g.position(seat)
	return p.canPlay()
}

// MayStop is the seat that may play the Machine out of turn now, or Nobody.
func (g *Game) MayStop() Seat {
	for s := range Seat(g.options.Players) {
		if g.hands[s][KillingMachine] > 0 && !g.Owes(s) && g.Check(s, Stop()) == nil {
			return s
		}
	}
	return Nobody
}

// Owes reports whether an action is asked of the seat now. (The Machine is
// never asked for.)
func (g *Game) Owes(seat Seat) bool {
	if seat < 0 || int(seat) >= g.options.Players {
		return false
	}
	return g.turn == seat || g.gives(seat) > 0
}

// Phase is what the game is waiting for.
func (g *Game) Phase() Phase { return g.phase }

// Options are what the game is played by.
func (g *Game) Options() Options { return g.options }

// Turn is the seat to act, or Nobody.
func (g *Game) Turn() Seat { return g.turn }

// Finished reports whether a hand that everybody has answered still lies on
// the table, so that Clear is due.
func (g *Game) Finished() bool { return g.phase == PhaseFollow && g.turn == Nobody }

func (g *Game) position(seat Seat) (p position) {
	p.players, p.phase, p.owes = g.options.Players, g.phase, g.Owes(seat)
	p.leader, p.stopping = g.options.Leader, g.options.Machine
	if seat >= 0 && int(seat) < g.options.Players {
		p.hand, p.give = g.hands[seat], g.gives(seat)
	}
	if g.top != nil {
		p.lying, p.count, p.value = true, len(g.top.Cards), g.top.Value
	}
	return p
}

// Apply makes a seat's move and returns what happened. On an error, which says
// why, nothing has changed.
func (g *Game) Apply(seat Seat, a Action) ([]Event, error) {
	if err := g.Check(seat, a); err != nil {
		return nil, err
	}
	switch a.Kind {
	case ActGive:
		return g.give(seat, HandOf(a.Cards...)), nil
	case ActPig:
		return g.feedPig(seat, a), nil
	case ActPlay:
		return g.play(seat, a.Cards), nil
	case ActPass:
		return g.pass(seat, a.Auto), nil
	case ActMachine:
		return g.stop(seat), nil
	}
	return nil, ErrWrongStep
}

func (g *Game) feedPig(seat Seat, a Action) []Event {
	g.discard(seat, HandOf(ExplodingPig, a.Card))
	leader := a.Leader
	if leader == Nobody {
		leader = (seat + 1) % Seat(g.options.Players)
	}
	g.lead(leader)
	return []Event{{N: g.number(), Kind: PigPlayed, Seat: seat, Card: a.Card, Leader: leader}}
}

func (g *Game) play(seat Seat, cards []Card) []Event {
	s, _ := readSet(cards) // it was checked
	g.discard(seat, HandOf(cards...))
	g.top = &Top{Seat: seat, Cards: s.cards(), Value: s.creature.Value()}
	if g.plays == nil {
		g.plays = make([]Event, 0, g.options.Players-len(g.placed)) // one lap
	}
	g.plays = append(g.plays, Event{N: g.number(), Kind: Played, Seat: seat, Cards: g.top.Cards, Value: g.top.Value})
	events := append(g.newest(), g.goOut(seat)...)
	if g.phase == PhaseLead {
		g.phase = PhaseFollow
	}
	if scored := g.endRound(); scored != nil {
		return append(events, scored...)
	}
	g.turn = g.nextToFollow(seat)
	return events
}

func (g *Game) pass(seat Seat, auto bool) []Event {
	g.locked[seat] = g.options.Laps == LapsLock
	g.plays = append(g.plays, Event{N: g.number(), Kind: Passed, Seat: seat, Auto: auto})
	g.turn = g.nextToFollow(seat)
	return g.newest()
}

// newest is the newest play, in the list of them all: without room, so that whoever
// adds to it gets another list.
func (g *Game) newest() []Event { return slices.Clip(g.plays[len(g.plays)-1:]) }

// stop plays the Killing Machine: nobody wins the hand (R5), of which it is the end.
func (g *Game) stop(seat Seat) []Event {
	g.discard(seat, HandOf(KillingMachine))
	stopped := Event{N: g.number(), Kind: MachinePlayed, Seat: seat}
	if g.plays != nil {
		g.plays = append(g.plays, stopped)
	}
	events := append([]Event{stopped}, g.goOut(seat)...)
	if scored := g.endRound(); scored != nil {
		return append(events, scored...)
	}
	g.lead(g.orNext(seat))
	return events
}

// Clear clears a finished hand away: its winner leads, or, if out, the next
// player with cards (R6). The table calls it when the hand has lain long
// enough (R14). It returns ErrNothingLies if no finished hand lies there.
func (g *Game) Clear() ([]Event, error) {
	if !g.Finished() {
		return nil, ErrNothingLies
	}
	winner := g.top.Seat
	leader := g.orNext(winner)
	g.lead(leader)
	return []Event{{N: g.number(), Kind: HandWon, Seat: winner, Leader: leader}}, nil
}

// lead starts a hand on an empty table.
func (g *Game) lead(leader Seat) {
	if g.plays != nil {
		g.lastHand = g.plays
	}
	g.hand++
	g.phase, g.turn, g.leader = PhaseLead, leader, leader
	g.top, g.plays, g.locked = nil, nil, [MaxPlayers]bool{}
}

// nextToFollow is whose turn it is after a seat's, or Nobody when everybody
// has answered the hand (R1). The top set's owner is never asked to beat it.
func (g *Game) nextToFollow(after Seat) Seat {
	last := g.top.Seat
	if g.options.Laps == LapsOne {
		last = g.leader
	}
	for s := g.next(after); s != last; s = g.next(s) {
		if g.in(s) && !g.locked[s] {
			return s
		}
	}
	return Nobody
}

func (g *Game) next(s Seat) Seat { return (s + 1) % Seat(g.options.Players) }

// in reports whether the seat still has cards.
func (g *Game) in(s Seat) bool { return g.hands[s] != Hand{} }

// orNext is the seat, or the next clockwise that still has cards.
func (g *Game) orNext(s Seat) Seat {
	for !g.in(s) {
		s = g.next(s)
	}
	return s
}

func (g *Game) discard(seat Seat, cards Hand) {
	g.hands[seat].Remove(cards)
	g.gone.Add(cards)
}

// goOut places a seat that has no cards left.
func (g *Game) goOut(seat Seat) []Event {
	if g.in(seat) {
		return nil
	}
	g.placed = append(g.placed, seat)
	return []Event{{N: g.number(), Kind: WentOut, Seat: seat, Place: len(g.placed)}}
}
