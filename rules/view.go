package rules

import "slices"

// View is all that a viewer may know now; complete by itself. It is built up
// from nothing for each viewer. It may be kept and handed on: the Game never
// changes what a View holds, and nobody else may, because views share lists.
type View struct {
	Seat      Seat     `json:"seat"` // Nobody for a watcher
	Round     int      `json:"round"`
	Rounds    int      `json:"rounds"`
	Phase     Phase    `json:"phase"`
	Turn      Seat     `json:"turn"`
	Hand      []Card   `json:"hand"`
	Counts    []int    `json:"counts"`
	Top       *Top     `json:"top"`
	HandPlays []Event  `json:"hand_plays"`
	Placed    []Seat   `json:"placed"`
	Totals    []int    `json:"totals"`
	Titles    []string `json:"titles"` // of the round before, by seat; "" before there is one
	Legal     []Action `json:"legal"`

	Options    Options     `json:"options"`
	HandNumber int         `json:"hand_number"` // of this round, from 1; 0 before the first lead
	Leader     Seat        `json:"leader"`      // of this hand
	LastHand   []Event     `json:"last_hand"`   // the same of the hand before, and machine-played if that stopped it
	Gone       []Card      `json:"gone"`        // out of this round
	Trades     []TradeView `json:"trades"`      // this round's exchange, empty in round 1
	Winners    []Seat      `json:"winners"`     // the Big Hero of each finished round
	LastRound  *Event      `json:"last_round"`  // the newest round-scored event
	Result     *Event      `json:"result"`      // the game-over event
}

// TradeView is one pair's exchange as a viewer may know it. Cards are listed
// only for the two involved.
type TradeView struct {
	From    Seat   `json:"from"` // the wimp
	To      Seat   `json:"to"`   // the hero
	Count   int    `json:"count"`
	Given   bool   `json:"given"`             // the hero has given back
	Tribute []Card `json:"tribute,omitempty"` // what the hero got; absent until it is paid
	Returns []Card `json:"returns,omitempty"` // what the wimp got back
}

// View is what a seat may know now, or a watcher (Nobody).
func (g *Game) View(seat Seat) View {
	v := View{
		Seat: seat, Round: g.round, Rounds: g.options.Rounds, Phase: g.phase, Turn: g.turn,
		Hand: []Card{}, Counts: g.listed.countsOf(&g.hands, g.options.Players), Top: g.top, HandPlays: some(g.plays),
		Placed: some(g.placed), Totals: g.totals, Titles: g.titles, Legal: []Action{},
		Options: g.options, HandNumber: g.hand, Leader: g.leader, LastHand: some(g.lastHand), Gone: g.listed.gone.cardsOf(g.gone),
		Trades: g.listed.tradesFor(seat, g), Winners: some(g.winners), LastRound: g.lastRound, Result: g.result,
	}
	if seat != Nobody {
		v.Hand = g.listed.hands[seat].cardsOf(g.hands[seat])
		v.Legal = g.Legal(seat)
	}
	return v
}

// lists are those of the newest views. Views that show the same share them; what
// they were made from is kept with them, so an old one is never taken for a new one.
type lists struct {
	hands   [MaxPlayers]list
	gone    list
	counts  []int
	counted [MaxPlayers]Hand
	trades  [MaxPlayers + 1][]TradeView // by viewer, a watcher's first
	traded  []Trade
}

// list is a hand and its cards.
type list struct {
	hand  Hand
	cards []Card
}

func (l *list) cardsOf(hand Hand) []Card {
	if l.cards == nil || l.hand != hand {
		*l = list{hand, hand.Cards()}
	}
	return l.cards
}

// countsOf is how many cards so many players have.
func (l *lists) countsOf(hands *[MaxPlayers]Hand, players int) []int {
	if len(l.counts) != players || l.counted != *hands {
		l.counts, l.counted = make([]int, players), *hands
		for s := range l.counts {
			l.counts[s] = hands[s].Len()
		}
	}
	return l.counts
}

// tradesFor is the exchange as the viewer may know it.
func (l *lists) tradesFor(viewer Seat, g *Game) []TradeView {
	if !slices.Equal(l.traded, g.trades) {
		l.traded, l.trades = slices.Clone(g.trades), [MaxPlayers + 1][]TradeView{}
	}
	views := &l.trades[viewer+1]
	if *views == nil {
		*views = make([]TradeView, 0, len(g.trades))
		for i := range g.trades {
			*views = append(*views, g.viewTrade(&g.trades[i], viewer))
		}
	}
	return *views
}

func (g *Game) viewTrade(t *Trade, viewer Seat) TradeView {
	view := TradeView{From: t.From, To: t.To, Count: t.Count, Given: t.Given}
	if viewer != Nobody && (viewer == t.From || viewer == t.To) {
		if t.Given || g.options.Exchange == ExchangeOpen {
			view.Tribute = t.tribute.Cards()
		}
		if t.Given {
			view.Returns = t.returns.Cards()
		}
	}
	return view
}

// some is a list that the Game only ever appends to, as it is now: empty
// instead of nil, and without room for an append to be seen.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return slices.Clip(list)
}

// Check says why the viewer may not do the action now, or nil: the same judge
// as Game.Check, asked by somebody who knows only the view.
func (v *View) Check(a Action) error {
	p := v.position()
	return p.check(a)
}

func (v *View) position() (p position) {
	p.players, p.phase, p.owes = len(v.Counts), v.Phase, v.Owes()
	p.leader, p.stopping = v.Options.Leader, v.Options.Machine
	p.hand, p.give = HandOf(v.Hand...), v.gives()
	if v.Top != nil {
		p.lying, p.count, p.value = true, len(v.Top.Cards), v.Top.Value
	}
	return p
}

// Owes reports whether an action is asked of the viewer now.
func (v *View) Owes() bool { return v.Seat != Nobody && (v.Turn == v.Seat || v.gives() > 0) }

// gives is how many cards the viewer has to give back now.
func (v *View) gives() int {
	if v.Phase != PhaseGive {
		return 0
	}
	for _, t := range v.Trades {
		if t.To == v.Seat && !t.Given {
			return t.Count
		}
	}
	return 0
}
