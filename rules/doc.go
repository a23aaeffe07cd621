// Package rules is the card game Deathtrap Dungeon: what may be played, what
// happens then, and what each seat may know of it. It is pure and
// deterministic: no clock, no randomness of its own, no input or output.
// Randomness comes in as a [Seed] a round, time does not come in at all.
//
// # The game
//
// Four to eight players sit in a ring, and play goes clockwise: seat 0, seat
// 1, and so on round again. Everybody wants to be rid of all their cards.
//
// The whole pack of 82 cards is dealt, one at a time. Seventy-eight of them
// are monsters; the weak ones are many and the strong ones few: twelve Imps
// of value 1, eleven Orcs of value 2, and so on up to the only Red Dragon, of
// value 12. Four cards are special: the Chaindog and the Red Lotus are wild,
// the Exploding Pig opens the round, the Killing Machine ends a hand.
//
// From the second round on, the losers of the round before pay tribute to its
// winners: the Total Wimp hands the two strongest monsters to the Big Hero,
// who gives any two cards back; the Wimp hands one to the Hero, who gives one
// back.
//
// Then whoever holds the Pig blows up one monster of their own choice with
// it, and the left neighbour leads the first hand. A hand is one go round the
// table. The leader puts down a set: any number of cards of one creature. In
// turn, each other player puts down as many cards of a stronger creature, or
// passes. The strongest set wins the hand and leads the next. A wild card
// joins any set; alone it is worth nothing, and nothing can be beaten by it.
// The Killing Machine may be played at any moment while a set lies there: the
// hand is over, nobody has won it, and whoever played the Machine leads.
//
// The first player out of cards is the Big Hero of the round, the second the
// Hero; the last but one is the Wimp and the last the Total Wimp. The first
// of six players scores six points, the next five, the last one. After four
// rounds whoever has most is the Ultimate Hero, and the others grovel.
//
// # In code
//
// A [Game] is its [Options], a [Seed] a round, and its moves. [New] begins
// one, [Game.Deal] deals a round, [Game.Apply] makes a seat's move and
// [Game.Clear] clears away a hand that everybody has answered. Each returns
// the [Event] values it caused; on an error nothing has changed. [Game.View]
// is all that one seat may know, built up from nothing; [Redact] is the same
// for one event.
//
//	g, events, err := rules.New(rules.DefaultOptions(), players)
//	events, err = g.Deal(seed)
//	events, err = g.Apply(holder, rules.FeedPig(rules.Orc))
//	for _, a := range g.View(seat).Legal { ... }
//
// A Game belongs to one goroutine at a time; [Game.Clone] makes another.
//
// The numbered rulings (R1 to R14) that comments refer to are the ones in
// docs/rules.md.
package rules
