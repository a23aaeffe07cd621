package tui

import (
	"strings"
	"testing"

	"deathtrap/rules"
	"deathtrap/table"
)

// youLeadTheMachine is a leader with no other card.
func youLeadTheMachine() table.Update {
	u := youLead()
	u.View.Hand = []rules.Card{rules.KillingMachine}
	u.View.Legal = []rules.Action{rules.Stop()}
	return u
}

// TestChoice types keys and reads what enter would then do.
func TestChoice(t *testing.T) {
	for _, c := range []struct {
		name string
		at   func() table.Update
		keys string
		want string
	}{
		{"nothing is raised at first", yourTurn, "", "raise 3 x Snake Girl, the cheapest that fits"},
		{"enter raises the cheapest", yourTurn, "enter", "play 3 x Snake Girl"},
		{"a digit raises a set with the wild card it needs", yourTurn, "6", "play 2 Priestess + Chaindog as 3 x Priestess"},
		{"again the next that fits", yourTurn, "7 7", "play 2 Snake Girl + Chaindog as 3 x Snake Girl"},
		{"and round again", yourTurn, "7 7 7", "play 3 x Snake Girl"},
		{"w adds a wild card in the place of a creature", yourTurn, "7 w", "play 2 Snake Girl + Chaindog as 3 x Snake Girl"},
		{"w takes it back", yourTurn, "7 w w", "play 3 x Snake Girl"},
		{"w with nothing raised takes the cheapest set that has one", yourTurn, "w", "play 2 Priestess + Chaindog as 3 x Priestess"},
		{"fewer creatures, more wild cards", yourTurn, "7 -", "play 2 Snake Girl + Chaindog as 3 x Snake Girl"},
		{"no fewer than fits", yourTurn, "7 - -", "play 2 Snake Girl + Chaindog as 3 x Snake Girl"},
		{"more again", yourTurn, "7 - +", "play 3 x Snake Girl"},
		{"what doesn't fit is not raised", yourTurn, "9", "raise 3 x Snake Girl, the cheapest that fits"},
		{"right goes to the first that fits", yourTurn, "right", "play 2 Priestess + Chaindog as 3 x Priestess"},
		{"left to the last", yourTurn, "left", "play 3 x Snake Girl"},
		{"right again to the next", yourTurn, "right right", "play 3 x Snake Girl"},
		{"k only asks", yourTurn, "k", "stop the hand with the Killing Machine; you lead the next"},
		{"and esc takes it back", yourTurn, "k esc", "raise 3 x Snake Girl, the cheapest that fits"},

		{"the leader's cheapest is the whole weakest set", youLead, "", "raise 3 x Imp"},
		{"a digit raises the whole set", youLead, "1", "lead 3 x Imp"},
		{"again one fewer", youLead, "1 1", "lead 2 x Imp"},
		{"down to one, and round", youLead, "1 1 1 1", "lead 3 x Imp"},
		{"w adds one, both, none", youLead, "0 w", "lead 2 Medusa + Chaindog as 3 x Medusa"},
		{"both", youLead, "0 w w", "lead 2 Medusa + both wild cards as 4 x Medusa"},
		{"none", youLead, "0 w w w", "lead 2 x Medusa"},
		{"a number is changed with the wild cards kept", youLead, "1 w -", "lead 2 Imp + Chaindog as 3 x Imp"},
		{"no more than there are", youLead, "1 + + +", "lead 3 x Imp"},
		{"a wild card alone", youLead, "w", "lead Chaindog, worth 0"},
		{"both alone", youLead, "w w", "lead both wild cards, worth 0"},
		{"none again", youLead, "w w w", "raise 3 x Imp"},
		{"a creature one doesn't hold", youLead, "d", "raise 3 x Imp"},

		{"the Machine, all the leader has left", youLeadTheMachine, "", "play the Killing Machine, all you have"},

		{"the weakest are given", theExchange, "", "raise 2 Imp, the weakest"},
		{"as many as are owed", theExchange, "1", "give 2 Imp to Ragnar"},
		{"another kind takes the place of one", theExchange, "1 3", "give Imp + Skeleton to Ragnar"},
		{"and of both", theExchange, "1 3 3", "give 2 Skeleton to Ragnar"},
		{"again none", theExchange, "1 1", "raise 2 Imp, the weakest"},
		{"one of a kind, and enter adds", theExchange, "1 -", "add the weakest to what you give"},
		{"it adds the weakest", theExchange, "1 - enter", "give 2 Imp to Ragnar"},
		{"or one chooses the other", theExchange, "1 - 0", "give Imp + Medusa to Ragnar"},
		{"a special card by the arrows", theExchange, "left", "add the weakest to what you give"},
		{"or by its key", theExchange, "k 1", "give Imp + Killing Machine to Ragnar"},
		{"and something with it", theExchange, "left 1", "give Imp + Killing Machine to Ragnar"},

		{"the Pig's cheapest", thePig, "", "raise 1 Imp, the weakest"},
		{"a monster", thePig, "0", "blow up 1 Medusa"},
		{"the arrows leave special cards out", thePig, "left", "blow up 1 Medusa"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := play(t, 80, 24, autoTheme, c.at(), start)
			p.press(strings.Fields(c.keys)...)
			g := p.screen()
			if got := g.choice.sentence(g.view, g.names, inFull); got != c.want {
				t.Errorf("enter would %q, not %q", got, c.want)
			}
			if len(p.sent) > 0 {
				t.Errorf("sent %v", p.sent)
			}
		})
	}
}

// TestMoves types keys and reads what is sent.
func TestMoves(t *testing.T) {
	lastTwo := func() table.Update {
		v := yourTurn().View.View
		v.Hand = cardsOf(priestess, 2, dog, 1)
		return position(six, 0, v)
	}
	nothingFits := func() table.Update {
		v := yourTurn().View.View
		v.Hand = cardsOf(imp, 3)
		return position(six, 0, v)
	}
	chosenLeader := func() table.Update {
		u := thePig()
		u.View.Options.Leader = rules.LeaderChosen
		v := u.View.View
		legal(&v)
		u.View.View = v
		return u
	}
	for _, c := range []struct {
		name string
		at   func() table.Update
		keys string
		want rules.Action // the zero one: nothing
	}{
		{"enter, enter", yourTurn, "enter enter", rules.Play(repeat(rules.SnakeGirl, 3)...)},
		{"a digit and enter", yourTurn, "6 enter", rules.Play(rules.Priestess, rules.Priestess, rules.Chaindog)},
		{"space is enter", yourTurn, "6 space", rules.Play(rules.Priestess, rules.Priestess, rules.Chaindog)},
		{"p passes", yourTurn, "p", rules.Pass()},
		{"K stops at once", yourTurn, "K", rules.Stop()},
		{"k and enter", yourTurn, "k enter", rules.Stop()},
		{"K out of turn", theirTurn, "K", rules.Stop()},
		{"k and enter out of turn", theirTurn, "k enter", rules.Stop()},
		{"nothing else out of turn", theirTurn, "enter p 2 space w +", rules.Action{}},
		{"a pass is asked about when the whole hand would go", lastTwo, "p", rules.Action{}},
		{"once", lastTwo, "p p", rules.Pass()},
		{"enter answers", lastTwo, "p enter", rules.Pass()},
		{"another key is a no", lastTwo, "p 6 enter", rules.Play(rules.Priestess, rules.Priestess, rules.Chaindog)},
		{"enter passes when nothing fits", nothingFits, "enter", rules.Pass()},
		{"the leader can't pass", youLead, "p", rules.Action{}},
		{"after a move no other is sent", yourTurn, "p p K enter", rules.Pass()},
		{"give", theExchange, "1 enter", rules.Give(rules.Imp, rules.Imp)},
		{"the Pig", thePig, "0 enter", rules.FeedPig(rules.Medusa)},
		{"the left neighbour leads unless told otherwise", chosenLeader, "0 enter", rules.FeedPigFor(rules.Medusa, 1)},
		{"tab names another leader", chosenLeader, "tab tab 0 enter", rules.FeedPigFor(rules.Medusa, 3)},
		{"also oneself", chosenLeader, "0 up enter", rules.FeedPigFor(rules.Medusa, 0)},
		{"a watcher can do nothing", watching, "enter p K 6 enter k enter", rules.Action{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := play(t, 80, 24, autoTheme, c.at(), start)
			p.press(strings.Fields(c.keys)...)
			got := rules.Action{}
			for i, sent := range p.sent {
				act, ok := sent.(table.Act)
				if !ok || i > 0 || act.Seen != 41 {
					t.Fatalf("sent %+v", p.sent)
				}
				got = act.Action
			}
			if !got.Same(c.want) {
				t.Errorf("sent %+v, not %+v", got, c.want)
			}
		})
	}
}

// TestKeysOfAnotherTurnAreDropped: what was pressed before the person could see
// that the turn has changed means nothing.
func TestKeysOfAnotherTurnAreDropped(t *testing.T) {
	p := play(t, 80, 24, autoTheme, theirTurn(), start)
	p.screen().apply(yourTurn())
	for _, key := range []string{"p", "enter", "enter", "K"} {
		p.Update(pressed(key))
	}
	if len(p.sent) > 0 {
		t.Fatalf("sent %v", p.sent)
	}
	p.picture()
	p.press("p")
	if len(p.sent) != 1 {
		t.Errorf("sent %v after the turn was seen", p.sent)
	}
}

func TestAutomaticPassIsACommand(t *testing.T) {
	p := play(t, 80, 24, autoTheme, theirTurn(), start)
	p.press("a")
	if len(p.sent) != 1 || p.sent[0] != (table.AutoPass{On: true}) {
		t.Errorf("sent %v", p.sent)
	}
}

func TestWhy(t *testing.T) {
	pair := func() table.Update {
		v := yourTurn().View.View
		v.Top, v.Hand = &rules.Top{Seat: 5, Cards: repeat(rules.Warrior, 2), Value: 5}, cardsOf(zombie, 2, warrior, 2, beast, 1)
		return position(six, 0, v)
	}
	for _, c := range []struct {
		at   func() table.Update
		card rules.Card
		want string
	}{
		{yourTurn, rules.Zombie, "Why not? Zombies are worth 4. Warriors are worth 5, and they know it."},
		{yourTurn, rules.Bloodbeast, "Why not? You have one Bloodbeast and one wild: two cards. Three are needed."},
		{pair, rules.Warrior, "Why not? Equal is not enough. It must be stronger."},
		{pair, rules.Bloodbeast, "Why not? You have one Bloodbeast. Two are needed."},
		{pair, rules.NoCard, "Why not? Two of one creature are needed, of value 6 or more. You have none such."},
		{yourTurn, rules.NoCard, "Solid cards can be played. Three of one creature are needed, of value 6 or more. A wild card may be one of them."},
		{yourTurn, rules.SnakeGirl, "You can. Raise the Snake Girl and press enter."},
		{thePig, rules.Chaindog, "Why not? The Pig takes a monster along, no special card."},
		{theExchange, rules.NoCard, "Any card can be given, also a special one."},
		{theirTurn, rules.Orc, "Why not? Kestrel plays now."},
		{handOver, rules.Imp, "Why not? All have played in this hand."},
		{youLead, rules.NoCard, "You lead: any number of one creature. A wild card joins in."},
	} {
		u := c.at()
		if got := why(&u.View.View, c.card, castOf(u)); got != c.want {
			t.Errorf("%v: %q, not %q", c.card, got, c.want)
		}
	}
}

func TestHintRaisesWhatItSays(t *testing.T) {
	p := play(t, 80, 24, autoTheme, yourTurn(), start)
	g := p.screen()
	p.options.Hint = func(rules.View, uint64) (rules.Action, string) {
		return rules.Play(repeat(rules.SnakeGirl, 3)...), "It is cheap."
	}
	g.update(g.update(pressed("h"))())
	if g.note != "Hint: 3 Snake Girl. It is cheap." {
		t.Errorf("said %q", g.note)
	}
	if a, whole := g.choice.action(g.view); !whole || len(a.Cards) != 3 {
		t.Errorf("raised %+v", a)
	}
}
