package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"deathtrap/rules"
)

// tale is a piece of news as a script shows it.
func tale(u Update, n News) string {
	switch {
	case n.Talk != nil:
		return fmt.Sprintf("%s: %s", n.Talk.From, n.Talk.Text)
	case n.Notice != "":
		return "* " + n.Notice
	}
	e := n.Event
	who := func(s rules.Seat) string { return u.Board.Seats[s].Name }
	switch e.Kind {
	case rules.Dealt:
		return fmt.Sprintf("[%d] round %d is dealt: %v", n.Seen, e.Round, e.Counts)
	case rules.Tribute, rules.Returned:
		return fmt.Sprintf("[%d] %s: %d from %s to %s", n.Seen, e.Kind, e.Count, who(e.From), who(e.To))
	case rules.PigPlayed:
		return fmt.Sprintf("[%d] %s feeds the pig %s, %s leads", n.Seen, who(e.Seat), e.Card, who(e.Leader))
	case rules.Played:
		return fmt.Sprintf("[%d] %s plays %s", n.Seen, who(e.Seat), cards(e.Cards))
	case rules.Passed:
		auto := ""
		if e.Auto {
			auto = " (auto)"
		}
		return fmt.Sprintf("[%d] %s passes%s", n.Seen, who(e.Seat), auto)
	case rules.HandWon:
		return fmt.Sprintf("[%d] %s wins the hand, %s leads", n.Seen, who(e.Seat), who(e.Leader))
	case rules.WentOut:
		return fmt.Sprintf("[%d] %s is out, place %d", n.Seen, who(e.Seat), e.Place)
	case rules.RoundScored:
		return fmt.Sprintf("[%d] round %d scored: %v", n.Seen, e.Round, e.Points)
	case rules.GameOver:
		return fmt.Sprintf("[%d] %s is the Ultimate Hero", n.Seen, who(e.Winner))
	case rules.MachinePlayed:
		return fmt.Sprintf("[%d] %s plays the Machine", n.Seen, who(e.Seat))
	}
	return fmt.Sprintf("[%d] %s", n.Seen, e.Kind)
}

// cards is "2 x orc + chaindog".
func cards(list []rules.Card) string {
	var sets []string
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n] == list[0] {
			n++
		}
		sets = append(sets, fmt.Sprintf("%d x %s", n, list[0]))
		list = list[n:]
	}
	return strings.Join(sets, " + ")
}

// hearBoard shows the board, a seat in a line.
func (s *stage) hearBoard() {
	b := s.table.Board()
	s.hear("", "%s, game %d, %q, watching: %s", b.State, b.Game, b.Setup.Title, strings.Join(b.Watchers, " "))
	for i, c := range b.Seats {
		line := fmt.Sprintf("seat %d  %s", i, c.Name)
		for _, word := range []struct {
			is   bool
			word string
		}{
			{c.Free(), "free"},
			{b.Host == rules.Seat(i), "host"},
			{c.Bot != "", "bot:" + c.Bot},
			{c.Ready, "ready"},
			{c.Away, "away"},
			{c.StandIn, "stand-in"},
			{c.Left, "left"},
			{c.Grovel != "", fmt.Sprintf("%q", c.Grovel)},
		} {
			if word.is {
				line += " " + word.word
			}
		}
		s.hear("", "%s", line)
	}
}

// hearView shows what a seat sees of the game.
func (s *stage) hearView(u Update) {
	v := u.View
	if v == nil {
		s.hear("", "seat %d, seen %d, no game", u.You, u.Seen)
		return
	}
	clock := "no clock"
	if v.Deadline != nil {
		clock = "clock " + time.Until(*v.Deadline).Round(10*time.Millisecond).String()
	}
	turn := "nobody's turn"
	if v.Turn != rules.Nobody {
		turn = u.Board.Seats[v.Turn].Name + "'s turn"
	}
	s.hear("", "seat %d, seen %d, %s, %s, %s, %d legal, auto %v", u.You, u.Seen, v.Phase, turn, clock, len(v.Legal), u.AutoPass)
	s.hear("", "hand: %s", cards(v.Hand))
	if !u.Board.Window.IsZero() {
		s.hear("", "cleared in %s", time.Until(u.Board.Window).Round(10*time.Millisecond))
	}
	if !u.Board.NextDeal.IsZero() {
		s.hear("", "next deal in %s", time.Until(u.Board.NextDeal).Round(10*time.Millisecond))
	}
	if i := slices.IndexFunc(v.Legal, func(a rules.Action) bool { return a.Kind == rules.ActMachine }); i >= 0 {
		s.hear("", "holds the Machine")
	}
}
