package rules

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The files in testdata/play are rulings as players see them: hands, moves and
// what comes of them. A line that starts with ">" is told to the game, and the
// indented lines after it are what the game says; -update writes those anew.
//
//	> table 4 laps=open      a table of four, with options
//	> ana: orc orc chaindog  ana's hand
//	> ana leads              the round is at this lead
//	> ana plays orc orc      and: passes, stops (the Machine), gives CARDS,
//	                         blows up CARD, blows up CARD for NAME
//	> clock ana              her time is up
//	> clear                  a finished hand has lain long enough
//	> ana may                what she may do; also: ana sees, stranger sees
//	> order bo ana ...       how the round before ended; begins the exchange
//	> pig                    begins the Pig step
//	> totals ana 5 bo 4      points so far; heroes ana ana bo: who won rounds;
//	                         out bo: who is out already
func TestPlaythroughs(t *testing.T) {
	files, err := filepath.Glob("testdata/play/*.txt")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimPrefix(file, "testdata/")
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name, playthrough(t, string(text)))
		})
	}
}

// playthrough does what a script tells and answers the script with what came
// of it.
func playthrough(t *testing.T, text string) string {
	var out strings.Builder
	s := &script{t: t}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if strings.HasPrefix(line, "  ") {
			continue
		}
		out.WriteString(line + "\n")
		told, ok := strings.CutPrefix(line, "> ")
		if !ok {
			continue
		}
		for _, said := range s.tell(strings.Fields(told)) {
			out.WriteString("  " + said + "\n")
		}
	}
	return out.String()
}

type script struct {
	t *testing.T
	g *Game
}

func (s *script) tell(words []string) []string {
	switch words[0] {
	case "table":
		s.table(words[1:])
	case "clear":
		return s.said(s.g.Clear())
	case "pig":
		s.g.startPig()
		return s.wait()
	case "clock":
		seat := s.seat(words[1])
		a := s.g.TimeOut(seat)
		return append([]string{"time is up: " + s.action(a)}, s.said(s.g.Apply(seat, a))...)
	case "order":
		return s.exchange(words[1:])
	case "totals":
		for i := 1; i+1 < len(words); i += 2 {
			s.g.totals[s.seat(words[i])] = s.number(words[i+1])
		}
	case "heroes": // of the rounds before
		for _, name := range words[1:] {
			s.g.winners = append(s.g.winners, s.seat(name))
		}
	case "out":
		for _, name := range words[1:] {
			s.g.placed = append(s.g.placed, s.seat(name))
		}
	default:
		return s.player(words)
	}
	return nil
}

func (s *script) table(words []string) {
	o := DefaultOptions()
	o.Players, o.Rounds = s.number(words[0]), 1
	for _, word := range words[1:] {
		option, value, _ := strings.Cut(word, "=")
		switch option {
		case "rounds":
			o.Rounds = s.number(value)
		case "laps":
			o.Laps = Laps(value)
		case "leader":
			o.Leader = Leading(value)
		case "machine":
			o.Machine = Stopping(value)
		case "exchange":
			o.Exchange = Trading(value)
		default:
			s.t.Fatalf("no option %q", option)
		}
	}
	s.g = begin(s.t, o)
	s.g.round, s.g.first = 1, 0
}

// exchange begins the second round's exchange with the hands that are held.
func (s *script) exchange(names []string) []string {
	scored := Event{Kind: RoundScored, Round: 1}
	for _, name := range names {
		scored.Order = append(scored.Order, s.seat(name))
	}
	s.g.round, s.g.lastRound = 2, &scored
	return append(s.words(s.g.startExchange()), s.wait()...)
}

func (s *script) player(words []string) []string {
	name, hand := strings.CutSuffix(words[0], ":")
	seat, rest := s.seat(name), words[1:]
	cards := func(from int) []Card { return cardsOf(s.t, strings.Join(rest[from:], " ")) }
	switch {
	case hand:
		s.g.hands[seat] = HandOf(cards(0)...)
		return nil
	case rest[0] == "leads":
		s.g.lead(seat)
		return s.wait()
	case rest[0] == "may":
		return s.may(seat)
	case rest[0] == "sees":
		return s.sees(seat)
	case rest[0] == "plays":
		return s.said(s.g.Apply(seat, Play(cards(1)...)))
	case rest[0] == "passes":
		return s.said(s.g.Apply(seat, Pass()))
	case rest[0] == "stops":
		return s.said(s.g.Apply(seat, Stop()))
	case rest[0] == "gives":
		return s.said(s.g.Apply(seat, Give(cards(1)...)))
	case rest[0] == "blows" && len(rest) == 5:
		return s.said(s.g.Apply(seat, FeedPigFor(cardsOf(s.t, rest[2])[0], s.seat(rest[4]))))
	case rest[0] == "blows":
		return s.said(s.g.Apply(seat, FeedPig(cardsOf(s.t, rest[2])[0])))
	}
	s.t.Fatalf("can't tell %q", words)
	return nil
}

func (s *script) number(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

func (s *script) seat(name string) Seat {
	if name == "stranger" {
		return Nobody
	}
	i := slices.Index(names[:], name)
	if i < 0 {
		s.t.Fatalf("nobody is called %q", name)
	}
	return Seat(i)
}

func (s *script) said(events []Event, err error) []string {
	if err != nil {
		return []string{"no: " + err.Error()}
	}
	return append(s.words(events), s.wait()...)
}

// wait says what the game waits for.
func (s *script) wait() []string {
	var asked []string
	for seat := range Seat(s.g.options.Players) {
		if s.g.Owes(seat) {
			asked = append(asked, names[seat])
		}
	}
	switch {
	case s.g.Finished():
		return []string{"everybody has answered; the hand lies there"}
	case len(asked) == 0:
		return []string{"(" + string(s.g.phase) + ")"}
	}
	return []string{"(" + string(s.g.phase) + ": " + strings.Join(asked, ", ") + ")"}
}

func (s *script) may(seat Seat) []string {
	var list []string
	for _, a := range s.g.Legal(seat) {
		list = append(list, s.action(a))
	}
	if list == nil {
		return []string{"nothing"}
	}
	return list
}

func (s *script) sees(seat Seat) []string {
	v := s.g.View(seat)
	seen := []string{fmt.Sprintf("hand %v, everybody's counts %v", v.Hand, v.Counts)}
	for _, trade := range v.Trades {
		line := fmt.Sprintf("%s pays %s %d", names[trade.From], names[trade.To], trade.Count)
		if trade.Tribute != nil {
			line += fmt.Sprintf(": %v", trade.Tribute)
		}
		if trade.Returns != nil {
			line += fmt.Sprintf(", and gets %v", trade.Returns)
		}
		seen = append(seen, line)
	}
	return seen
}

func (s *script) action(a Action) string {
	switch a.Kind {
	case ActGive:
		return "give " + strings.Trim(fmt.Sprint(a.Cards), "[]")
	case ActPig:
		if a.Leader != Nobody {
			return fmt.Sprintf("blow up %s, %s leads", a.Card, names[a.Leader])
		}
		return "blow up " + a.Card.String()
	case ActPlay:
		return "play " + strings.Trim(fmt.Sprint(a.Cards), "[]")
	case ActMachine:
		return "play the Machine"
	}
	return string(a.Kind)
}

func (s *script) words(events []Event) []string {
	var list []string
	for _, e := range events {
		list = append(list, s.event(e))
	}
	return list
}

func (s *script) event(e Event) string {
	cards := strings.Trim(fmt.Sprint(e.Cards), "[]")
	switch e.Kind {
	case Tribute:
		return fmt.Sprintf("%s pays %s tribute: %s", names[e.From], names[e.To], cards)
	case Returned:
		return fmt.Sprintf("%s gives %s back: %s", names[e.From], names[e.To], cards)
	case PigPlayed:
		return fmt.Sprintf("the Pig of %s takes along: %s; %s leads", names[e.Seat], e.Card, names[e.Leader])
	case Played:
		return fmt.Sprintf("%s puts down %s, worth %d", names[e.Seat], cards, e.Value)
	case Passed:
		if e.Auto {
			return names[e.Seat] + " passes, not by hand"
		}
		return names[e.Seat] + " passes"
	case MachinePlayed:
		return names[e.Seat] + " stops the hand with the Killing Machine"
	case WentOut:
		return fmt.Sprintf("%s is out, place %d: %s", names[e.Seat], e.Place, Title(e.Place, s.g.options.Players))
	case HandWon:
		return fmt.Sprintf("%s wins the hand; %s leads", names[e.Seat], names[e.Leader])
	case RoundScored:
		return fmt.Sprintf("the round scores %v, in all %v", e.Points, e.Totals)
	case GameOver:
		var ranking []string
		for _, seat := range e.Ranking {
			ranking = append(ranking, names[seat])
		}
		return fmt.Sprintf("the Ultimate Hero is %s; the ranking is %s", names[e.Winner], strings.Join(ranking, ", "))
	}
	return string(e.Kind)
}

// Calls that are out of step are refused.
func TestOutOfStep(t *testing.T) {
	g := begin(t, DefaultOptions())
	if _, err := g.Clear(); !errors.Is(err, ErrNothingLies) {
		t.Error(err)
	}
	if _, err := g.Apply(0, Pass()); !errors.Is(err, ErrNotYourTurn) {
		t.Error(err)
	}
	if _, err := g.Deal(Seed{}); err != nil {
		t.Error(err)
	}
	if _, err := g.Deal(Seed{}); !errors.Is(err, ErrNoDeal) {
		t.Error(err)
	}
	if _, err := g.DealHands(0, Digest{}, nil); !errors.Is(err, ErrNoDeal) {
		t.Error(err)
	}
}
