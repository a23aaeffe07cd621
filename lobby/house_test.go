package lobby

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"deathtrap/rules"
	"deathtrap/table"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// firstLegal is a policy that plays the first thing it may, and never the
// Machine.
type firstLegal struct{}

func (firstLegal) Choose(_ string, v rules.View, _ uint64) (rules.Action, bool) {
	for _, a := range v.Legal {
		if a.Kind != rules.ActMachine {
			return a, true
		}
	}
	return rules.Action{}, false
}

// house is a lobby in a bubble of its own time.
type house struct {
	*testing.T
	*Lobby
	ctx context.Context
	end context.CancelFunc
}

// inHouse runs a test in a fresh house and ends the house afterwards.
func inHouse(t *testing.T, pace time.Duration, test func(h *house)) {
	t.Helper()
	inHouseOf(t, Config{Pace: pace}, test)
}

// inHouseOf is inHouse with more wishes.
func inHouseOf(t *testing.T, c Config, test func(h *house)) {
	t.Helper()
	c.Policy = firstLegal{}
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		defer end()
		test(&house{t, New(ctx, c), ctx, end})
	})
}

// guest is one person of a test: a visit and the newest it has heard.
type guest struct {
	*Visit
	h     *house
	board *Board
	talk  []string // all lines heard
}

func (h *house) come(id, name string) *guest {
	h.Helper()
	v, err := h.Visit(h.ctx, table.Player{ID: id, Name: name, Face: table.Screen})
	if err != nil {
		h.Fatalf("%s can't come in: %v", name, err)
	}
	return &guest{Visit: v, h: h}
}

// comeAll lets people in whose IDs are their names.
func (h *house) comeAll(names ...string) []*guest {
	guests := make([]*guest, len(names))
	for i, name := range names {
		guests[i] = h.come(name, name)
	}
	return guests
}

// listen hears everything that is due, and returns the newest board.
func (g *guest) listen() *Board {
	time.Sleep(2 * publishStep)
	synctest.Wait()
	for {
		ctx, cancel := context.WithTimeout(g.h.ctx, time.Nanosecond)
		u, err := g.Next(ctx)
		cancel()
		if err != nil {
			return g.board
		}
		g.board = u.Board
		for _, said := range u.Talk {
			g.talk = append(g.talk, said.From+": "+said.Text)
		}
	}
}

// ending reads to the end of a visit and returns why it ended.
func (g *guest) ending() error {
	for {
		if _, err := g.Next(g.h.ctx); err != nil {
			return err
		}
	}
}

// must fails the test on an error of a door.
func (h *house) must(at *table.Visit, err error) *table.Visit {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
	return at
}

func (h *house) wantErr(err, want error) {
	h.Helper()
	if !errors.Is(err, want) {
		h.Errorf("the error is %v, want %v", err, want)
	}
}

// now reads a visit's newest state of a table.
func (h *house) now(at *table.Visit) table.Update {
	h.Helper()
	var newest table.Update
	for read := false; ; read = true {
		ctx, cancel := context.WithTimeout(h.ctx, time.Nanosecond)
		u, err := at.Next(ctx)
		cancel()
		if err != nil {
			if !read {
				h.Fatalf("nothing to read at the table: %v", err)
			}
			return newest
		}
		newest = u
	}
}

// code is the code of the table that a visit is to.
func (h *house) code(at *table.Visit) string {
	h.Helper()
	return h.now(at).Board.Code
}

func setup(players int) table.Setup {
	options := rules.DefaultOptions()
	options.Players = players
	return table.Setup{Options: options}
}

// play opens a table for four, seats them and begins the game.
func (h *house) play(people []*guest) (code string, seats []*table.Visit) {
	h.Helper()
	seats = append(seats, h.must(people[0].Open(h.ctx, setup(4))))
	code = h.code(seats[0])
	for _, g := range people[1:] {
		seats = append(seats, h.must(g.Join(h.ctx, code)))
	}
	if n := 4 - len(people); n > 0 {
		h.do(seats[0], table.AddBots{Count: n})
	}
	for _, at := range seats[1:] {
		h.do(at, table.Ready{})
	}
	h.do(seats[0], table.Start{})
	return code, seats
}

func (h *house) do(at *table.Visit, c table.Command) {
	h.Helper()
	if err := at.Do(h.ctx, c); err != nil {
		h.Fatalf("%T: %v", c, err)
	}
}

// whereabouts is the board's people in one line each.
func whereabouts(b *Board) string {
	var lines []string
	for _, p := range b.People {
		line := p.Name
		switch {
		case p.Private:
			line += " private"
		case p.Table != "":
			line += " table"
		}
		if p.Watching {
			line += " watching"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, ", ")
}
