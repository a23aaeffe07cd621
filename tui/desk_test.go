package tui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/lobby"
	"deathtrap/tui/terminal"
)

// office is the server behind a desk.
type office struct {
	mu      sync.Mutex
	people  []string
	ordered []string
	refused error
}

func (o *office) desk() *Desk {
	return &Desk{
		Pages: []DeskPage{
			{"who", o.who},
			{"tables", func() ([]DeskRow, error) {
				return []DeskRow{{Head: "K7QD  Marta's cellar", Mark: "4 of 6, playing", Below: "marta, Wei, Old Tom", Details: []string{"4 of 6 seats taken, playing"}}}, nil
			}},
			{"bans", func() ([]DeskRow, error) { return nil, nil }},
			{"audit", func() ([]DeskRow, error) { return nil, o.refused }},
			{"stats", func() ([]DeskRow, error) { return []DeskRow{{Head: "11 people, 2 not yet logged in."}}, nil }},
		},
		Orders: []DeskOrder{{"s", "say", "say "}, {"d", "drain", "drain"}, {"r", "reload", "reload"}},
		Order:  o.order,
	}
}

func (o *office) who() ([]DeskRow, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	var rows []DeskRow
	for i, name := range o.people {
		from := fmt.Sprint("from 192.0.2.", 10+i)
		rows = append(rows, DeskRow{
			Head: name, Mark: "at table K7QD", Below: "screen, " + from + ", since 2026-01-02 15:04 UTC",
			Details: []string{"at table K7QD, screen", from + ", since 2026-01-02 15:04 UTC", "SHA256:QZIN0CA9dAVLsL/aTgGGzSmispCQxGS9ZowlVx77O3M"},
			Orders: []DeskOrder{
				{"k", "kick", "kick " + name},
				{"m", "mute", "mute " + name + " 1h"},
				{"b", "ban", "ban " + name + " 24h "},
				{"n", "ban the address", "ban 192.0.2.10 24h "},
			},
		})
	}
	return rows, nil
}

func (o *office) order(line string) (string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ordered = append(o.ordered, line)
	if strings.HasPrefix(line, "mute") {
		return "", errors.New("nobody of that name or key is here")
	}
	o.people = nil
	return "marta is out.\n", nil
}

func (o *office) orders() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return strings.Join(o.ordered, "|")
}

// atDesk is a desk with its list read, as if alone.
func atDesk(s *session) *deskScreen {
	o := &office{people: []string{"marta", "Wei", "Old-Tom", "Kestrel"}}
	d := newDesk(s, o.desk())
	rows, err := o.who()
	d.update(deskRowsMsg{of: d, rows: rows, err: err})
	return d
}

func TestDeskPictures(t *testing.T) {
	goldens(t, "desk", func(s *session) screen { return atDesk(s) })
	goldens(t, "desk-order", func(s *session) screen {
		d := atDesk(s)
		d.row = 1
		d.update(pressed("b"))
		return d
	})
	goldens(t, "desk-sheet", func(s *session) screen {
		d := atDesk(s)
		return &deskSheet{session: s, desk: d, about: d.rows[1], row: 2}
	})
}

// alone is an admin at the desk without a lobby.
func alone(t *testing.T, o *office, size terminal.Size) *person {
	t.Helper()
	t.Cleanup(func() { time.Sleep(time.Minute) }) // for the ticks under way
	return running(t, "admin", size, func(ctx context.Context) terminal.Model {
		return NewDesk(ctx, Options{Desk: o.desk()})
	}, func() {})
}

// The desk is read anew by itself, and an order is a line that enter sends.
func TestTheDeskByKeyboard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &office{people: []string{"marta", "Wei"}}
		p := alone(t, o, normalSize)
		p.mustSee(t, "admin", "► marta", "Wei", "esc leave", "k kick")
		o.mu.Lock()
		o.people = []string{"Ilse", "marta", "Wei"}
		o.mu.Unlock()
		time.Sleep(2 * deskStep)
		p.types(t, "")
		p.mustSee(t, "Ilse", "► marta") // which stays picked
		p.types(t, "c?")                // there is nobody to chat with; help
		p.mustSee(t, "begins the order: kick marta")
		p.types(t, "q")
		p.types(t, "k\x15\r") // nothing is ordered by an empty line
		p.types(t, "m\r")
		p.mustSee(t, "Nobody of that name or key is here.")
		p.types(t, "b")
		p.types(t, "rude q?c\x1b")
		p.types(t, "b")
		p.types(t, "rude\r")
		if got := o.orders(); got != "mute marta 1h|ban marta 24h rude" {
			t.Errorf("ordered is %q", got)
		}
		p.mustSee(t, "marta is out.", "Nothing is here.")
		p.types(t, "\t")
		p.mustSee(t, "Marta's cellar", "4 of 6, playing")
		p.types(t, "\r")
		p.mustSee(t, "4 of 6 seats taken")
		p.types(t, "\x1b")
		settleDown()
		o.refused = errors.New("that is for the admins of this server")
		p.types(t, "\t\t")
		p.mustSee(t, "That is for the admins")
		p.hits("q")
		if err := <-p.done; err != nil {
			t.Errorf("it ended with %v", err)
		}
	})
}

// click clicks where a text stands.
func (p *person) click(t *testing.T, text string) {
	t.Helper()
	for y, line := range strings.Split(p.sees(), "\n") {
		if before, _, found := strings.Cut(line, text); found {
			at := fmt.Sprintf("%d;%d", terminal.Width(before)+1, y+1)
			p.hits("\x1b[<0;" + at + "M\x1b[<0;" + at + "m")
			settleDown()
			return
		}
	}
	t.Fatalf("nowhere is %q:\n%s", text, p.sees())
}

// All of it can be done by the mouse, also on a phone.
func TestTheDeskByMouse(t *testing.T) {
	for _, size := range []terminal.Size{{Width: 40, Height: 12}, normalSize, {Width: 200, Height: 60}} {
		synctest.Test(t, func(t *testing.T) {
			o := &office{people: []string{"marta", "Wei"}}
			p := alone(t, o, size)
			p.click(t, "Wei")
			p.mustSee(t, "► Wei")
			p.click(t, "Wei")
			p.click(t, "ban the address")
			p.mustSee(t, "admin ban 192.0.2.10 24h")
			p.click(t, "enter order it")
			p.click(t, "drain")
			p.click(t, "esc don't")
			p.click(t, "reload")
			p.click(t, "enter order it")
			if got := o.orders(); got != "ban 192.0.2.10 24h|reload" {
				t.Errorf("ordered is %q", got)
			}
			p.click(t, "tables")
			p.mustSee(t, "Marta's")
			p.click(t, "esc leave")
			if err := <-p.done; err != nil {
				t.Errorf("it ended with %v", err)
			}
		})
	}
}

// An admin has it in the lobby, and nobody else.
func TestTheDeskInTheLobby(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		ilse := comes(t, house, "Ilse", normalSize, Options{})
		ilse.types(t, "a")
		ilse.mustSee(t, "TABLES")
		o := &office{people: []string{"marta"}}
		root := comes(t, house, "root", normalSize, Options{Desk: o.desk()})
		root.mustSee(t, "a admin")
		root.types(t, "a")
		root.mustSee(t, "► marta", "esc back to the lobby")
		root.types(t, "c")
		root.types(t, "hello\r")
		ilse.mustSee(t, "hello")
		root.types(t, "q")
		root.mustSee(t, "TABLES")
		o.people = []string{"Wei"}
		root.types(t, "a")
		root.mustSee(t, "► Wei")
	})
}
