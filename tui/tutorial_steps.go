package tui

import (
	"deathtrap/rules"
	"deathtrap/table"
)

// lesson is one step of the tutorial: the table as it stands, what is said of
// it, and the move that leads on. Without a move the step only wants to be
// read.
type lesson struct {
	words [3]string // {x} is the key x
	key   string    // that begins the move, and what it does
	does  string
	want  rules.Action

	phase  rules.Phase
	turn   rules.Seat
	hand   []rules.Card
	counts [4]int        // the others' cards; the first is unused
	plays  []rules.Event // of this hand
	gone   []rules.Card
}

// The people of the tutorial, by seat; the person sits in seat 0.
const (
	pupil rules.Seat = iota
	brotherOx
	sisterAsh
	oldBones
)

var pupils = [...]string{"You", "Brother Ox", "Sister Ash", "Old Bones"}

func setDown(s rules.Seat, cards ...rules.Card) rules.Event {
	value := 0
	for _, c := range cards {
		value = max(value, c.Value())
	}
	return rules.Event{Kind: rules.Played, Seat: s, Cards: cards, Value: value}
}

func passed(s rules.Seat) rules.Event { return rules.Event{Kind: rules.Passed, Seat: s} }

// firstHand is what the person holds in the first steps.
var firstHand = []rules.Card{rules.Imp, rules.Skeleton, rules.Skeleton, rules.Warrior}

var lessons = [...]lesson{
	{
		words: [3]string{
			"This is your hand. Get rid of all your cards before the others do.",
			"A card shows its worth, and a sign for its creature: i is an Imp.",
			"Press {enter} to go on.",
		},
		phase: rules.PhaseLead, turn: brotherOx, hand: firstHand, counts: [4]int{0, 5, 4, 4},
	},
	{
		words: [3]string{
			"Brother Ox leads two Imps. Now it goes round once, clockwise.",
			"Each puts down two cards of one stronger creature, or passes.",
			"Press {enter} to go on.",
		},
		phase: rules.PhaseFollow, turn: sisterAsh, hand: firstHand, counts: [4]int{0, 3, 4, 4},
		plays: []rules.Event{setDown(brotherOx, rules.Imp, rules.Imp)},
	},
	{
		words: [3]string{
			"Two Orcs lie there. You need two of something stronger.",
			"Your solid cards can do it. Skeletons are worth 3, Orcs only 2.",
			"Press {3} to raise the Skeletons, then {enter}.",
		},
		key: "3", does: "raise the Skeletons", want: rules.Play(rules.Skeleton, rules.Skeleton),
		phase: rules.PhaseFollow, turn: pupil, hand: firstHand, counts: [4]int{0, 3, 4, 2},
		plays: []rules.Event{setDown(brotherOx, rules.Imp, rules.Imp), passed(sisterAsh), setDown(oldBones, rules.Orc, rules.Orc)},
	},
	{
		words: [3]string{
			"The Skeletons win the hand, and who wins leads the next.",
			"You may lead any number of cards of one creature. Lead what is weak.",
			"Press {1} to raise the Imp, then {enter}.",
		},
		key: "1", does: "raise the Imp", want: rules.Play(rules.Imp),
		phase: rules.PhaseLead, turn: pupil, hand: []rules.Card{rules.Imp, rules.Warrior}, counts: [4]int{0, 3, 4, 2},
		gone: []rules.Card{rules.Imp, rules.Imp, rules.Orc, rules.Orc, rules.Skeleton, rules.Skeleton},
	},
	{
		words: [3]string{
			"Sister Ash took that hand with a Minotaur, and leads a Bloodbeast: 9.",
			"Nothing of yours is stronger. You may pass also when you could play.",
			"Press {p} to pass.",
		},
		key: "p", does: "pass", want: rules.Pass(),
		phase: rules.PhaseFollow, turn: pupil, hand: []rules.Card{rules.Warrior}, counts: [4]int{0, 2, 2, 2},
		plays: []rules.Event{setDown(sisterAsh, rules.Bloodbeast), passed(oldBones)},
		gone: []rules.Card{
			rules.Imp, rules.Imp, rules.Imp, rules.Orc, rules.Orc, rules.Skeleton, rules.Skeleton, rules.Zombie, rules.Minotaur,
		},
	},
	{
		words: [3]string{
			"Other cards now. The Chaindog is wild: it joins any set, as one more.",
			"Three Orcs lie there. Two Skeletons and the Dog are three Skeletons.",
			"Press {3} to raise them, then {enter}. {w} takes the Dog away again.",
		},
		key: "3", does: "raise the Skeletons and the Dog", want: rules.Play(rules.Skeleton, rules.Skeleton, rules.Chaindog),
		phase: rules.PhaseFollow, turn: pupil, counts: [4]int{0, 2, 5, 6},
		hand:  []rules.Card{rules.Skeleton, rules.Skeleton, rules.Medusa, rules.Chaindog},
		plays: []rules.Event{setDown(sisterAsh, rules.Orc, rules.Orc, rules.Orc), passed(oldBones)},
	},
	{
		words: [3]string{
			"Other cards again. The Killing Machine stops a hand, also out of turn.",
			"Nobody wins it, you lead, and are rid of a card. K can't be taken back.",
			"Press {K} before the Dragon wins this hand.",
		},
		key: "K", does: "stop the hand with the Killing Machine", want: rules.Stop(),
		phase: rules.PhaseFollow, turn: oldBones, counts: [4]int{0, 2, 5, 6},
		hand:  []rules.Card{rules.Imp, rules.Imp, rules.KillingMachine},
		plays: []rules.Event{setDown(brotherOx, rules.Medusa), setDown(sisterAsh, rules.RedDragon)},
	},
	{
		words: [3]string{
			"A new round, with new cards, and the Exploding Pig was dealt to you.",
			"A monster of yours blows up with it. Then the next clockwise leads.",
			"Press {1} to give it an Imp, then {enter}.",
		},
		key: "1", does: "raise an Imp for the Pig", want: rules.FeedPig(rules.Imp),
		phase: rules.PhasePig, turn: pupil, counts: [4]int{0, 8, 8, 8},
		hand: []rules.Card{
			rules.Imp, rules.Imp, rules.Orc, rules.Zombie, rules.Zombie, rules.Priestess, rules.Medusa, rules.ExplodingPig,
		},
	},
	{
		words: [3]string{
			"First out is the Big Hero, and scores most. Last is the Total Wimp.",
			"Next round the Total Wimp must give the Big Hero two strong cards.",
			"Most points after all rounds win. {enter} goes on; {?} tells all the rules.",
		},
		phase: rules.PhaseLead, turn: brotherOx, counts: [4]int{0, 8, 8, 8},
		hand: []rules.Card{rules.Imp, rules.Orc, rules.Zombie, rules.Zombie, rules.Priestess, rules.Medusa},
		gone: []rules.Card{rules.Imp, rules.ExplodingPig},
	},
}

// update is the lesson's table, as a table would tell it.
func (l *lesson) update() table.Update {
	o := rules.DefaultOptions()
	o.Players, o.Turn = len(pupils), 0
	board := &table.Board{Code: "", State: table.Playing, Game: 1, Host: pupil, Setup: table.Setup{Options: o}}
	for _, name := range pupils {
		board.Seats = append(board.Seats, table.Chair{Name: name})
	}
	v := l.view(o)
	u := table.Update{You: pupil, Board: board, View: &table.View{View: v}}
	for i := range l.plays {
		u.News = append(u.News, table.News{Event: &l.plays[i]})
	}
	return u
}

// view is the lesson's game as the person may see it.
func (l *lesson) view(o rules.Options) rules.View {
	v := rules.View{
		Seat: pupil, Round: 1, Rounds: o.Rounds, Phase: l.phase, Turn: l.turn, Hand: l.hand,
		HandPlays: l.plays, Totals: make([]int, len(pupils)), Titles: make([]string, len(pupils)), Options: o,
		Counts:     append([]int{len(l.hand)}, l.counts[1:]...),
		HandNumber: 1, Leader: l.turn, Gone: l.gone,
	}
	if len(l.plays) > 0 {
		v.Leader = l.plays[0].Seat
	}
	for _, e := range l.plays {
		if e.Kind == rules.Played {
			v.Top = &rules.Top{Seat: e.Seat, Cards: e.Cards, Value: e.Value}
		}
	}
	v.Legal = legalIn(&v)
	return v
}

// legalIn lists what the viewer of a made-up view may do, by asking the judge.
func legalIn(v *rules.View) []rules.Action {
	held := rules.HandOf(v.Hand...)
	try := []rules.Action{rules.Stop(), rules.Pass()}
	for c := rules.Imp; c <= rules.RedDragon; c++ {
		try = append(try, rules.FeedPig(c))
		var set []rules.Card
		for range held[c] {
			set = append(set, c)
			try = append(try, rules.Play(append([]rules.Card{}, set...)...))
			try = append(try, rules.Play(append([]rules.Card{rules.Chaindog}, set...)...))
		}
	}
	legal := []rules.Action{}
	for _, a := range try {
		if v.Check(a) == nil {
			legal = append(legal, a)
		}
	}
	return legal
}
