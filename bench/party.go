package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
)

// party is the people at one table of the real server. Its methods are for one
// goroutine.
type party struct {
	seats  []*client // the host first
	bell   chan struct{}
	missed int // moves in a row that came to nothing
}

// seating is how a table is set up.
type seating struct {
	people int    // who come in
	turn   string // "off", or a clock of the form's: "5m", "30s"
	bots   string // a kind: the table has six seats, and computer players fill them
	brief  bool   // a game of one round
	look   look
}

var codeOnScreen = regexp.MustCompile(`table ([0-9A-Z]{4,8})`)

// The form's rows, from the title, and how often right is pressed on them.
const (
	down       = "\x1b[B"
	left       = "\x1b[D"
	right      = "\x1b[C"
	enter      = "\r"
	rowPlayers = 2 // 6 at first
	rowRounds  = 3 // 4
	rowTurn    = 8 // 30 s
	rowBots    = 9 // none
)

// turnSteps is how many steps from 30 s a clock is in the form.
var turnSteps = map[string]int{"30s": 0, "5m": 6, "off": 7}

// botSteps is how many steps from none a kind is in the form.
var botSteps = map[string]int{"novice": 1, "regular": 2, "master": 3}

// keys fills in the form for a new table: twelve rounds, so that the game lasts, or
// one, so that there are many.
func (s seating) keys() string {
	to := func(rows int) string { return strings.Repeat(down, rows) }
	form := to(rowPlayers)
	if s.bots == "" {
		form += strings.Repeat(right, 2)
	}
	rounds := strings.Repeat(right, 8)
	if s.brief {
		rounds = strings.Repeat(left, 3)
	}
	form += to(rowRounds-rowPlayers) + rounds
	form += to(rowTurn-rowRounds) + strings.Repeat(right, turnSteps[s.turn])
	if s.bots != "" {
		form += to(rowBots-rowTurn) + strings.Repeat(right, botSteps[s.bots])
	}
	return form + enter
}

// sit opens a table and starts its game. The host's name is to be nobody else's.
func sit(s *server, host string, how seating) (*party, error) {
	p := &party{bell: make(chan struct{}, 1)}
	first, err := dial(s.address, host, how.look, p.bell)
	if err != nil {
		return nil, err
	}
	p.seats = append(p.seats, first)
	err = p.fill(s, how)
	if err != nil {
		p.leave()
	}
	return p, err
}

func (p *party) fill(s *server, how seating) error {
	host := p.seats[0]
	if err := host.await("new table"); err != nil { // among the lobby's keys
		return err
	}
	if err := errors.Join(host.press("n"), host.await("enter open the table"), host.press(how.keys()), host.await("s table options")); err != nil {
		return err
	}
	code := codeOnScreen.FindStringSubmatch(host.line(0))
	if code == nil {
		return fmt.Errorf("no code of a table in %q", host.line(0))
	}
	for len(p.seats) < how.people {
		guest, err := dial(s.address, code[1], how.look, p.bell)
		if err != nil {
			return err
		}
		p.seats = append(p.seats, guest)
		if err := errors.Join(guest.await("enter I am ready"), guest.press(enter)); err != nil {
			return err
		}
	}
	return p.start()
}

// start is what the host does when everybody is ready.
func (p *party) start() error {
	host := p.seats[0]
	if err := errors.Join(host.await("start the game"), host.press(enter)); err != nil {
		return err
	}
	for _, c := range p.seats {
		if err := c.await("round 1 of"); err != nil {
			return err
		}
	}
	return nil
}

// rematch begins another game with the same people.
func (p *party) rematch() error {
	if err := p.seats[0].press("R"); err != nil {
		return err
	}
	for _, guest := range p.seats[1:] {
		if err := errors.Join(guest.await("enter I am ready"), guest.press(enter)); err != nil {
			return err
		}
	}
	return p.start()
}

// leave hangs up.
func (p *party) leave() {
	for _, c := range p.seats {
		c.close()
	}
}

// asked says what enter would do for a person who is asked for something; "" for
// everybody else.
func (c *client) asked() string {
	words, does := strings.CutPrefix(c.line(-2), "enter ")
	if !does || strings.HasPrefix(words, "to the lobby") {
		return ""
	}
	return words
}

// raises says that enter only chooses something.
func raises(words string) bool {
	return strings.HasPrefix(words, "raise ") || strings.HasPrefix(words, "add ")
}

// turn waits for somebody who is asked, and says whether it had to.
func (p *party) turn() (c *client, waited bool, err error) {
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	for ; ; waited = true {
		for _, c := range p.seats {
			if c.asked() != "" {
				return c, waited, nil
			}
		}
		if strings.Contains(p.seats[0].line(-1), "R rematch") { // and everybody has grovelled
			if err := p.rematch(); err != nil {
				return nil, true, err
			}
			continue
		}
		select {
		case <-p.bell:
		case <-timeout.C:
			return nil, true, fmt.Errorf("nobody is asked; there stands:\n%s", p.seats[0].text())
		}
	}
}

// moves is what playing has shown. It is safe for concurrent use.
type moves struct {
	mu     sync.Mutex
	count  int       // moves that everybody saw
	chosen int       // keys that only raised a set
	missed int       // that came to nothing
	raise  latencies // of those
	own    latencies // from a move's key to the own screen
	others latencies // to the last of the others' screens
}

// settled is how long nothing more moves on the screens after a move.
const settled = 400 * time.Millisecond

// move makes the next move: of whoever is asked, what enter does.
func (p *party) move(m *moves) error {
	c, waited, err := p.turn()
	if err != nil {
		return err
	}
	if waited {
		time.Sleep(settled)
	}
	for raises(c.asked()) {
		took, err := c.timed(enter)
		if err != nil {
			return err
		}
		m.mu.Lock()
		m.chosen++
		m.raise = append(m.raise, took)
		m.mu.Unlock()
		time.Sleep(50 * time.Millisecond)
	}
	if strings.HasPrefix(c.asked(), "hail ") { // what nobody else sees
		_, err := c.timed(enter)
		return err
	}
	return p.send(c, enter, m)
}

// send presses the key of a move and waits for all screens.
func (p *party) send(c *client, key string, m *moves) error {
	shown := make([]<-chan time.Time, len(p.seats))
	for i, seat := range p.seats {
		shown[i] = seat.expect()
	}
	began := time.Now()
	if err := c.press(key); err != nil {
		return err
	}
	timeout := time.NewTimer(again)
	defer timeout.Stop()
	var own, last time.Duration
	for i, seat := range p.seats {
		select {
		case at := <-shown[i]:
			if seat == c {
				own = at.Sub(began)
			} else {
				last = max(last, at.Sub(began))
			}
		case <-timeout.C:
			return p.miss(c, seat, m)
		}
	}
	p.missed = 0
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count++
	m.own, m.others = append(m.own, own), append(m.others, last)
	return nil
}

// again is after how long a move that doesn't show everywhere is taken for none: on a
// busy machine a screen may still ask for what was done already.
const again = 5 * time.Second

// miss counts a move that came to nothing. After so many in a row something is wrong.
func (p *party) miss(c, seat *client, m *moves) error {
	m.mu.Lock()
	m.missed++
	m.mu.Unlock()
	if p.missed++; p.missed < int(patience/again) {
		return nil
	}
	return fmt.Errorf("a move did not show; on the screen of who moves:\n%s\nand on another's:\n%s", c.text(), seat.text())
}

// play makes a move every so often until the time has come.
func (p *party) play(every time.Duration, until time.Time, m *moves) error {
	for time.Now().Add(every).Before(until) {
		time.Sleep(every)
		if err := p.move(m); err != nil {
			return err
		}
	}
	return nil
}
