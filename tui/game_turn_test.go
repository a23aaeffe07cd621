package tui

import (
	"cmp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"deathtrap/rules"
	"deathtrap/table"
)

// TestTheClockTicksSeldom lets a turn of 30 seconds run out: the picture changes
// with each cell of the bar, and each second only in the last ten.
func TestTheClockTicksSeldom(t *testing.T) {
	const turn = 30 * time.Second
	u := yourTurn()
	deadline := start.Add(turn)
	u.View.Deadline = &deadline
	p := play(t, 80, 24, autoTheme, u, start)
	g := p.screen()
	ticks, last := 0, ""
	for p.now.Before(deadline) {
		wait := g.tickIn()
		if wait < 900*time.Millisecond && deadline.Sub(p.now) > urgent {
			t.Fatalf("a tick after %v with %v left", wait, deadline.Sub(p.now))
		}
		if wait <= 0 {
			t.Fatalf("a tick after %v", wait)
		}
		p.now = p.now.Add(wait)
		ticks++
		line := strings.Split(p.looks(), "\n")[15]
		if line == last {
			t.Errorf("nothing changed with %v left: %s", deadline.Sub(p.now), line)
		}
		last = line
	}
	if ticks > 28 {
		t.Errorf("%d ticks", ticks)
	}
	if !strings.HasSuffix(last, "────────────────────────   0") {
		t.Errorf("at the end: %q", last)
	}
}

func TestNoClockNoTick(t *testing.T) {
	p := play(t, 80, 24, autoTheme, handOver(), start)
	if wait := p.screen().tickIn(); wait != 0 {
		t.Errorf("a tick after %v", wait)
	}
}

// The Machine's key says why it does nothing, for as long as a notice stays, however
// fast the table goes on.
func TestTheMachineThatComesTooLate(t *testing.T) {
	over := handOver().View.View
	over.Phase, over.Turn, over.Top, over.LastHand, over.HandPlays = rules.PhaseLead, 5, nil, over.HandPlays, nil
	first := over
	first.LastHand = nil
	gone := over
	gone.Hand, gone.Gone = cardsOf(imp, 2), cardsOf(machine, 1)
	inTurn := theirTurn()
	inTurn.View.Legal = nil
	for _, c := range []struct {
		name string
		at   table.Update
		want string
	}{
		{"the hand is won", position(six, 0, over), "Too late: that hand is over, and nothing lies there to stop."},
		{"before the first set", position(six, 0, first), "There is nothing to stop yet: no set lies on the table."},
		{"played by another", position(six, 0, gone), "The Killing Machine is gone: it was played in this round."},
		{"in turn only", inTurn, "At this table the Machine stops a hand only in your own turn."},
		{"never held", theMachine(), "You don't have the Killing Machine."},
	} {
		p := play(t, 80, 24, autoTheme, c.at, start)
		p.press("K")
		p.screen().apply(crowd())
		if got := p.looks(); !strings.Contains(got, c.want) || len(p.sent) > 0 {
			t.Errorf("%s: sent %v\n%s", c.name, p.sent, got)
		}
	}

	p := play(t, 80, 24, autoTheme, yourTurn(), start)
	p.screen().apply(theirTurn()) // which the person has not seen yet
	p.Update(pressed("K"))
	if got := p.looks(); !strings.Contains(got, "press K again") || len(p.sent) > 0 {
		t.Errorf("sent %v\n%s", p.sent, got)
	}
	for err, want := range map[error]error{table.ErrStale: errHandOver, rules.ErrEmptyTable: errHandOver, table.ErrDraining: table.ErrDraining} {
		refused := inTime(func() tea.Msg { return refusedMsg{err} })
		if got := refused().(refusedMsg).err; got != want {
			t.Errorf("%v becomes %v", err, got)
		}
	}
}

// A key that means nothing now says why.
func TestAKeyThatIsNotOffered(t *testing.T) {
	leads := yourTurn().View.View
	leads.Phase, leads.HandPlays, leads.Top = rules.PhaseLead, nil, nil
	for _, c := range []struct {
		name string
		at   table.Update
		key  string
		want string
	}{
		{"another's turn", theMachine(), "6", "It isn't your turn. Old Tom plays now."},
		{"no Machine", theMachine(), "K", "You don't have the Killing Machine."},
		{"a wild card that is held, on another's turn", theMachine(), "w", "It isn't your turn. Old Tom plays now."},
		{"the lead", position(six, 0, leads), "p", "You lead, so you can't pass: put something down."},
		{"the Pig", thePig(), "p", "That means nothing now. Any monster will do. The Pig is not choosy."},
		{"no wild card", theExchange(), "w", "You have no wild card."},
		{"a watcher", watching(), "p", "You are looking on: nothing is asked of you."},
		{"leaving", yourTurn(), "q", "Nobody leaves by a slip: esc opens the menu, and q is there."},
		{"no key of the game", yourTurn(), "z", ""},
	} {
		p := play(t, 80, 24, autoTheme, c.at, start)
		p.press(c.key)
		if note := cmp.Or(p.notice.words, p.screen().note); note != c.want {
			t.Errorf("%s: %q, want %q", c.name, note, c.want)
		}
	}
}

// The answer to a key is read at once, whatever was told before it.
func TestAnAnswerIsNewerThanANotice(t *testing.T) {
	p := play(t, 80, 24, autoTheme, yourTurn(), start)
	p.tell("You are a guest.")
	p.press("q")
	if picture := p.picture().Text(); !strings.Contains(picture, "esc opens the menu, and q is there.") {
		t.Error(picture)
	}
}

// A title of the round before isn't shown beside the one that was won now.
func TestWhoIsOutWearsOneTitle(t *testing.T) {
	u := yourTurn()
	u.View.Placed, u.View.Counts[2] = []rules.Seat{2}, 0
	p := play(t, 80, 24, autoTheme, u, start)
	picture := p.picture().Text()
	if strings.Contains(picture, "Total Wimp") || !strings.Contains(picture, "out: Big Hero") {
		t.Error(picture)
	}
}

// The Machine on one's own lead stops nothing; what the hand before brought is not
// told again.
func TestTheMachineOnAnEmptyTable(t *testing.T) {
	plays := []rules.Event{put(1, 4, rules.Zombie, 4), passes(2, 5)}
	view := rules.View{
		Seat: 0, Round: 2, Phase: rules.PhaseLead, Turn: 4, HandNumber: 5, Leader: 4, Hand: cardsOf(imp, 2),
		Counts: []int{2, 7, 10, 9, 12, 8}, Titles: sixTitles, Totals: []int{5, 4, 1, 3, 2, 6}, LastHand: plays,
	}
	p := play(t, 80, 24, autoTheme, position(six, 0, view), start)
	after := position(six, 0, view)
	after.News = news(rules.Event{N: 4, Kind: rules.MachinePlayed, Seat: 4}) // 3 was hand-won
	p.screen().apply(after)
	picture := p.picture().Text()
	for _, words := range []string{"The Machine finds nothing to stop. Old Tom leads again.", "there is nothing to stop"} {
		if !strings.Contains(picture, words) {
			t.Errorf("no %q in\n%s", words, picture)
		}
	}
	if strings.Contains(picture, "scrap metal") || strings.Contains(picture, "passed") {
		t.Error(picture)
	}
}

// The last hand is told to its end, also if that was the Machine.
func TestTheLastHandEndsWithTheMachine(t *testing.T) {
	p := play(t, 80, 24, autoTheme, beforeTheMachine(), start)
	p.screen().apply(theMachine())
	p.press("l")
	if picture := p.picture().Text(); !strings.Contains(picture, "Old Tom: KILLING MACHINE") {
		t.Error(picture)
	}
}
