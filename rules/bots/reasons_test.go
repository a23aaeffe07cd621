package bots

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"deathtrap/rules"
)

// TestEveryReasonIsTrue takes the reason for each action there is, in games under all
// options, apart, and holds each clause against what the view says. Each clause that
// there is must come up.
func TestEveryReasonIsTrue(t *testing.T) {
	seen := map[string]int{}
	for game, o := range allTables() {
		w := newTwins(t, o, game)
		w.watch = func(v rules.View) {
			checkReasons(t, v, seen)
			for kinds := range 3 {
				checkReasons(t, ending(v, kinds), seen)
			}
		}
		w.play()
	}
	for _, c := range clauses {
		if seen[c.words.String()] == 0 {
			t.Errorf("nobody is ever told: %s", c.words)
		}
	}
}

// checkReasons holds against a view what is said for each action that it allows.
func checkReasons(t *testing.T, v rules.View, seen map[string]int) {
	t.Helper()
	r, seat := sit(&v)
	s := r.from(seat)
	for _, a := range v.Legal {
		reason := s.reason(a)
		if len(reason) > 75 {
			t.Errorf("%d cells: %s", len(reason), reason)
		}
		checkClauses(t, claim{view: v, action: a, hand: rules.HandOf(v.Hand...)}, reason, seen)
	}
	if len(v.Legal) > 0 && !v.Owes() {
		checkClauses(t, claim{view: v, hand: rules.HandOf(v.Hand...)}, s.reasonKeep(), seen)
	}
}

// ending is the view when all of the hand has gone but the Machine and the strongest
// so many creatures, without what can then no longer be done.
func ending(v rules.View, kinds int) rules.View {
	hand := rules.HandOf(v.Hand...)
	if hand[rules.KillingMachine] == 0 && kinds == 0 || v.Phase != rules.PhaseLead && v.Phase != rules.PhaseFollow {
		return v
	}
	var kept rules.Hand
	kept[rules.KillingMachine] = hand[rules.KillingMachine]
	for card := rules.RedDragon; card >= rules.Imp && kindsOf(kept) < kinds; card-- {
		kept[card] = hand[card]
	}
	for i := range hand {
		hand[i] -= kept[i]
	}
	v.Hand, v.Gone = kept.Cards(), slices.Concat(v.Gone, hand.Cards())
	v.Counts = slices.Clone(v.Counts)
	v.Counts[v.Seat] = len(v.Hand)
	v.Legal = slices.DeleteFunc(slices.Clone(v.Legal), func(a rules.Action) bool { return v.Check(a) != nil })
	return v
}

// allTables are tables under all options, of all sizes in turn.
func allTables() []rules.Options {
	var all []rules.Options
	for _, laps := range []rules.Laps{rules.LapsOne, rules.LapsOpen, rules.LapsLock} {
		for _, leader := range []rules.Leading{rules.LeaderLeft, rules.LeaderChosen} {
			for _, machine := range []rules.Stopping{rules.MachineAny, rules.MachineTurn} {
				for _, exchange := range []rules.Trading{rules.ExchangeOpen, rules.ExchangeSealed} {
					o := rules.DefaultOptions()
					o.Laps, o.Leader, o.Machine, o.Exchange = laps, leader, machine, exchange
					o.Players, o.Rounds = rules.MinPlayers+len(all)%5, 2
					all = append(all, o)
				}
			}
		}
	}
	return all
}

// checkClauses checks each clause of a reason.
func checkClauses(t *testing.T, c claim, reason string, seen map[string]int) {
	t.Helper()
	for _, clause := range regexp.MustCompile(`; |, `).Split(reason, -1) {
		i := slices.IndexFunc(clauses, func(k clauseOf) bool { return k.words.MatchString(clause) })
		if i < 0 {
			t.Fatalf("nothing checks %q of %q", clause, reason)
		}
		seen[clauses[i].words.String()]++
		c.said = clauses[i].words.FindStringSubmatch(clause)[1:]
		if !clauses[i].is(c) {
			t.Fatalf("%q of %q is not true of %+v with %v", clause, reason, c.action, c.view)
		}
	}
}

// clauseOf is a clause of reasons, and what makes it true.
type clauseOf struct {
	words *regexp.Regexp
	is    func(claim) bool
}

func clauseFor(words string, is func(claim) bool) clauseOf {
	return clauseOf{regexp.MustCompile("^" + words + "$"), is}
}

var clauses = []clauseOf{
	// exchange
	clauseFor(`that makes (one set|2 sets) fewer`, func(c claim) bool { return kindsOf(c.hand)-kindsOf(c.rest()) == number(c.said[0]) }),
	clauseFor(`you keep all your sets`, func(c claim) bool { return kindsOf(c.hand) == kindsOf(c.rest()) }),
	clauseFor(`you keep all your creatures`, func(c claim) bool { return c.creature() == rules.NoCard }),
	clauseFor(`nothing you keep is weaker`, func(c claim) bool {
		rest := c.rest()
		for card := rules.Imp; card <= rules.RedDragon; card++ {
			for _, given := range c.action.Cards {
				if rest[card] > 0 && given > card {
					return false
				}
			}
		}
		return true
	}),
	clauseFor(`(the wild card|both wild cards|the Machine|.* and the Machine) stays?`, func(c claim) bool {
		rest := c.rest()
		words := []string{"", "the wild card", "both wild cards"}[wildsOf(rest)]
		if rest[rules.KillingMachine] > 0 {
			words = strings.TrimPrefix(words+" and the Machine", " and ")
		}
		return c.said[0] == words
	}),
	// the Pig
	clauseFor(`it is your only (.*)`, func(c claim) bool { return c.action.Card.Name() == c.said[0] && c.hand[c.action.Card] == 1 }),
	clauseFor(`so you have one set fewer`, func(c claim) bool { return kindsOf(c.rest()) == kindsOf(c.hand)-1 }),
	clauseFor(`you keep (\d+ .*?)( to follow with| to lead again)?`, func(c claim) bool {
		rest, card := c.rest(), c.action.Card
		if c.action.Kind == rules.ActPlay {
			card = c.creature()
		}
		return c.said[0] == severalOf(int(rest[card]), card) && (c.said[1] != "") == (c.view.Phase == rules.PhaseLead) &&
			(c.said[1] == " to lead again") == (card == rules.Imp && c.said[1] != "")
	}),
	clauseFor(`and as many sets as before`, func(c claim) bool { return kindsOf(c.rest()) == kindsOf(c.hand) }),
	clauseFor(`nothing you hold is weaker`, func(c claim) bool { return c.view.Hand[0] == c.action.Card }),
	clauseFor(`and you lead`, func(c claim) bool { return c.action.Leader == c.view.Seat }),
	// the Machine
	clauseFor(`it is your last card`, func(c claim) bool { return len(c.view.Hand) == 1 }),
	clauseFor(`then you lead`, func(c claim) bool { return c.action.Kind == rules.ActMachine && len(c.view.Hand) > 1 }),
	clauseFor(`and your last set goes at once`, claim.lastSet),
	clauseFor(`nothing lies there to stop`, func(c claim) bool { return c.view.Top == nil }),
	clauseFor(`so it is one card fewer`, func(c claim) bool { return c.action.Kind == rules.ActMachine }),
	clauseFor(`and you lead again`, func(c claim) bool { return c.view.Phase == rules.PhaseLead }),
	clauseFor(`and keep what would beat (.*)`, func(c claim) bool { return c.said[0] == c.top() && len(c.answers()) > 0 }),
	clauseFor(`nobody can beat your set any more`, func(c claim) bool { return c.view.Top.Seat == c.view.Seat }),
	clauseFor(`nothing of yours beats (.*)`, func(c claim) bool { return c.said[0] == c.top() && len(c.answers()) == 0 }),
	clauseFor(`(?:(?:and|but so) )?you lead next`, func(c claim) bool { return c.action.Kind == rules.ActMachine && len(c.view.Hand) > 1 }),
	clauseFor(`keep the Killing Machine`, func(c claim) bool { return c.hand[rules.KillingMachine] == 1 }),
	clauseFor(`for the hand may be yours without it`, func(c claim) bool { return c.view.Top.Seat == c.view.Seat }),
	clauseFor(`for with (\d+ sets) in hand one lead is not the end`, func(c claim) bool { return kindsOf(c.hand) == number(c.said[0]) && kindsOf(c.hand) > 1 }),
	clauseFor(`for it stops only one hand`, func(c claim) bool { return kindsOf(c.hand) <= 1 }),
	// passing
	clauseFor(`nothing you hold beats (.*)`, func(c claim) bool { return c.said[0] == c.top() && len(c.answers()) == 0 }),
	clauseFor(`the Machine can wait`, func(c claim) bool { return c.hand[rules.KillingMachine] == 1 && c.action.Kind == rules.ActPass }),
	clauseFor(`only with a wild card (?:could|can) you beat (.*)`, func(c claim) bool {
		return c.said[0] == c.top() && len(c.answers()) > 0 && !slices.ContainsFunc(c.answers(), func(h rules.Hand) bool { return wildsOf(h) == 0 })
	}),
	clauseFor(`your (.*) (?:is|are) worth more later`, func(c claim) bool { return c.holding(c.said[0]) && c.wholeSet() }),
	clauseFor(`it would break up your (.*)`, func(c claim) bool { return c.holding(c.said[0]) && !c.wholeSet() }),
	clauseFor(`to beat it you would break up a set( or spend a wild card)?`, func(c claim) bool {
		return len(c.answers()) > 0 && !c.wholeSet() && (c.said[0] != "") == (wildsOf(c.hand) > 0)
	}),
	clauseFor(`all others have (\d+) cards or more`, func(c claim) bool { return c.others(number(c.said[0]), false) == c.others(1, false) }),
	// the end
	clauseFor(`these are your last cards`, func(c claim) bool { rest := c.rest(); return rest.Len() == 0 }),
	clauseFor(`and you are out( as the )?(.*)`, func(c claim) bool {
		if place := len(c.view.Placed) + 1; place <= 2 {
			return c.said[1] == rules.Title(place, len(c.view.Counts))
		}
		return c.said[1] == ""
	}),
	// wild cards alone
	clauseFor(`any creature beats a wild card alone`, func(c claim) bool { return c.creature() == rules.NoCard && len(c.action.Cards) == 1 }),
	clauseFor(`but so you are rid of it`, func(c claim) bool { return len(c.action.Cards) == 1 }),
	clauseFor(`any pair beats the wild cards alone`, func(c claim) bool { return c.creature() == rules.NoCard && len(c.action.Cards) == 2 }),
	clauseFor(`but so you are rid of them`, func(c claim) bool { return len(c.action.Cards) == 2 }),
	// sets that can't be beaten
	clauseFor(`nobody else has (.*)`, func(c claim) bool {
		return number(c.said[0]) == len(c.action.Cards) && c.others(number(c.said[0]), false) == 0
	}),
	clauseFor(`nobody after you has (.*)`, func(c claim) bool {
		return number(c.said[0]) == len(c.action.Cards) && c.others(number(c.said[0]), true) == 0
	}),
	clauseFor(`nobody plays after you`, func(c claim) bool { return c.others(1, true) == 0 }),
	clauseFor(`nothing still out beats it`, func(c claim) bool { return c.creature() > 0 && len(c.beaters()) == 0 }),
	clauseFor(`so you lead next`, func(c claim) bool { return c.unseen(rules.KillingMachine) == 0 && !c.lastSet() }),
	clauseFor(`so you lead your last set next`, func(c claim) bool { return c.unseen(rules.KillingMachine) == 0 && c.lastSet() }),
	clauseFor(`and only the Machine keeps you from the lead`, func(c claim) bool { return c.unseen(rules.KillingMachine) == 1 && !c.lastSet() }),
	clauseFor(`and only the Machine can stop your last set`, func(c claim) bool { return c.unseen(rules.KillingMachine) == 1 && c.lastSet() }),
	// sets that can be
	clauseFor(`only one of the others still has (.*) or more`, func(c claim) bool {
		return number(c.said[0]) == len(c.action.Cards) && c.others(number(c.said[0]), false) == 1
	}),
	clauseFor(`only (.*) could still beat it`, func(c claim) bool { return c.said[0] == strings.Join(c.beaters(), " or ") }),
	clauseFor(`with the wild card (.*) go at once`, func(c claim) bool {
		return number(c.said[0]) == len(c.action.Cards) && wildsOf(rules.HandOf(c.action.Cards...)) > 0
	}),
	clauseFor(`it breaks up your (.*)`, func(c claim) bool { return c.holding(c.said[0]) && c.own() < int(c.hand[c.creature()]) }),
	clauseFor(`but leaves you (.*)`, func(c claim) bool { rest := c.rest(); return rest.Len() == number(c.said[0]) }),
	clauseFor(`nothing is weaker than Imps`, func(c claim) bool { return c.creature() == rules.Imp }),
	clauseFor(`so lead them`, func(c claim) bool { return c.view.Phase == rules.PhaseLead }),
	clauseFor(`it is your weakest set`, func(c claim) bool { return c.view.Hand[0] == c.creature() }),
	clauseFor(`it is the cheapest whole set that fits`, func(c claim) bool {
		for card := c.creature() - 1; card >= rules.Imp && card.Value() > c.view.Top.Value; card-- {
			if int(c.hand[card]) == len(c.action.Cards) {
				return false
			}
		}
		return c.own() == int(c.hand[c.creature()])
	}),
	clauseFor(`both wild cards stay for later`, func(c claim) bool { return wildsOf(c.rest()) == 2 }),
	clauseFor(`the wild card stays for later`, func(c claim) bool { return wildsOf(c.rest()) == 1 }),
	clauseFor(`(\d+ [A-Z].*) stays? for later`, func(c claim) bool {
		c.hand = c.rest()
		return c.holding(c.said[0])
	}),
	clauseFor(`a whole set goes`, func(c claim) bool { return c.own() == int(c.hand[c.creature()]) }),
	clauseFor(`(\d+) creatures could still beat it`, func(c claim) bool { return number(c.said[0]) == len(c.beaters()) }),
	clauseFor(`your (.*) can wait`, func(c claim) bool {
		weakest := c.view.Hand[0]
		return c.said[0] == severalOf(int(c.hand[weakest]), weakest) && c.creature() != weakest
	}),
}
