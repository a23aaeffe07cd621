package tui

import (
	"strconv"

	"deathtrap/rules"
)

// dealt is what a person has witnessed of a round: what was promised before its
// deal, what they were dealt, and what everybody has played since.
type dealt struct {
	rules.Event               // dealt
	you         rules.Seat    // whose hand it tells; Nobody for a watcher
	played      [8]rules.Hand // by seat
	traded      [8]rules.Seat // by seat: with whom, or the seat itself
	players     int
}

// witness remembers what a table promises of its deals, what is played, and how
// its rounds end, for whoever wants to verify them.
func (s *session) witness(e *rules.Event) {
	if e.Kind == rules.GameStarted {
		s.deals, s.scored = nil, nil
	}
	if e.Kind == rules.Dealt {
		d := dealt{Event: *e, you: s.at.You, players: len(e.Counts)}
		for seat := range d.traded {
			d.traded[seat] = rules.Seat(seat)
		}
		s.deals = append(s.deals, d)
	}
	if e.Kind == rules.RoundScored {
		s.scored = append(s.scored, *e)
	}
	if len(s.deals) > 0 {
		s.deals[len(s.deals)-1].happen(e)
	}
}

// happen takes what happens in the round.
func (d *dealt) happen(e *rules.Event) {
	switch e.Kind {
	case rules.Tribute:
		d.traded[e.From], d.traded[e.To] = e.To, e.From
	case rules.Played:
		for _, c := range e.Cards {
			d.played[e.Seat][c]++
		}
	case rules.PigPlayed:
		d.played[e.Seat][rules.ExplodingPig]++
		d.played[e.Seat][e.Card]++
	case rules.MachinePlayed:
		d.played[e.Seat][rules.KillingMachine]++
	}
}

// finding is what came of dealing a round again.
type finding uint8

const (
	fair        finding = iota
	notPromised         // the seed is another than the one promised
	otherFirst          // another seat was dealt first
	otherHand           // the person was dealt other cards
	otherPlays          // somebody has played what they were not dealt
)

// check deals a round again from the seed that was revealed after it, and
// compares that with all the person knows of it.
func (s *session) check(d *dealt, seed rules.Seed) finding {
	previous := rules.Nobody
	if before := s.dealOf(d.Round - 1); before != nil {
		previous = before.First
	} else if d.Round > 1 {
		previous = (d.First + rules.Seat(d.players) - 1) % rules.Seat(d.players)
	}
	return d.compare(seed, previous)
}

func (d *dealt) compare(seed rules.Seed, previous rules.Seat) finding {
	hands, first := seed.Deal(d.players, previous)
	switch {
	case seed.Commit() != d.Commit:
		return notPromised
	case first != d.First:
		return otherFirst
	case d.you != rules.Nobody && hands[d.you] != rules.HandOf(d.Hand...):
		return otherHand
	}
	for s, hand := range hands {
		if with := d.traded[s]; int(with) != s { // what goes to and fro is secret
			for c := range hand {
				hand[c] += hands[with][c]
			}
		}
		for c, n := range d.played[s] {
			if n > hand[c] {
				return otherPlays
			}
		}
	}
	return fair
}

// dealAgain says in sentences what came of dealing a scored round again.
func (s *session) dealAgain(scored *rules.Event) []string {
	d := s.dealOf(scored.Round)
	seed, _ := scored.Seed.MarshalText() // never fails
	if d == nil {
		return []string{
			"You came after this deal, so what was promised before it isn't known here.",
			"", "seed", string(seed[:32]), string(seed[32:]),
		}
	}
	switch s.check(d, scored.Seed) {
	case notPromised:
		return []string{"NOT FAIR: the seed is not the one that was promised before the deal."}
	case otherFirst:
		return []string{"NOT FAIR: the seed deals to another player first."}
	case otherHand:
		return []string{"NOT FAIR: the seed deals you other cards than you got."}
	case otherPlays:
		return []string{"NOT FAIR: somebody has played what the seed never dealt them."}
	}
	lines := []string{"Fair. The 82 cards were shuffled and dealt again from the seed, just now:"}
	if n := len(d.Hand); n > 0 {
		lines = append(lines, "- the same "+strconv.Itoa(n)+" cards for you, one for one;")
	}
	return append(lines,
		"- whatever the others played was dealt to them, or came in the exchange;",
		"- the seed is the one promised before the deal: its SHA-256 is the same.",
		"", "seed", string(seed[:32]), string(seed[32:]))
}

// dealAllAgain is the same for all rounds of a game.
func (s *session) dealAllAgain() []string {
	var lines []string
	for i := range s.scored {
		scored := &s.scored[i]
		d, words := s.dealOf(scored.Round), "not known here: you came after its deal"
		switch {
		case d == nil:
		case s.check(d, scored.Seed) == fair && len(d.Hand) > 0:
			words = "fair: the promised seed, and your " + strconv.Itoa(len(d.Hand)) + " cards"
		case s.check(d, scored.Seed) == fair:
			words = "fair: the promised seed, and all that was played"
		default:
			words = s.dealAgain(scored)[0]
		}
		lines = append(lines, "round "+strconv.Itoa(scored.Round)+"  "+words)
	}
	if lines == nil {
		return []string{"You came after the deals, so what was promised before them isn't known here."}
	}
	return append(lines, "", "Each was shuffled and dealt again from its seed, just now.")
}

// dealOf is the deal of a round, or nil if the person came after it.
func (s *session) dealOf(round int) *dealt {
	for i := range s.deals {
		if s.deals[i].Round == round {
			return &s.deals[i]
		}
	}
	return nil
}
