package main

import (
	"errors"
	"fmt"
	"time"
)

// keys: people choose among their cards and nobody plays. On the real server each
// sits at a table with computer players, so that it is everybody's turn.
func (b *bench) keys() error {
	people := b.crowd()
	during := time.Duration(b.size(20, 1)) * time.Second
	for _, name := range b.servers {
		rate := b.size(b.rate, 200)
		if name == stock {
			rate /= 8 // more is more than two processors can do
		}
		err := b.with(name, people, func(s *server) error {
			c, err := b.choosers(s, people)
			if err != nil {
				return err
			}
			defer c.leave()
			return b.choosing(s, c, rate, during)
		}, "--pace", "20ms")
		if err != nil {
			return err
		}
	}
	return nil
}

// choosers brings people in who all have something to choose.
func (b *bench) choosers(s *server, people int) (*crowd, error) {
	c, err := seat(s, people, seating{people: 1, turn: "off", bots: "regular", look: usual})
	if err != nil {
		return c, err
	}
	return c, each(len(c.parties), len(c.parties), func(i int) error { return c.parties[i].untilChoice() })
}

// untilChoice plays until left and right choose between several sets.
func (p *party) untilChoice() error {
	for range 50 {
		c, _, err := p.turn()
		if err != nil {
			return err
		}
		time.Sleep(settled)
		shown := 0
		for _, key := range []string{right, right, left} {
			before := c.bytes.Load()
			if err := c.press(key); err != nil {
				return err
			}
			time.Sleep(settled / 4)
			if c.bytes.Load() > before {
				shown++
			}
		}
		if shown == 3 {
			return nil
		}
		if err := p.move(&moves{}); err != nil {
			return err
		}
	}
	return errors.New("there never was a choice")
}

// choosing types at a rate, one after the other, in all sessions.
func (b *bench) choosing(s *server, c *crowd, rate int, during time.Duration) error {
	time.Sleep(time.Second)
	before, _ := c.shown()
	var t typing
	used, took, err := s.spent(func() error { return t.run(c.people, rate, during) })
	if err != nil {
		return err
	}
	after, _ := c.shown()
	sent := float64(t.sent)
	f := t.took.figures("key_to_screen")
	f["people"] = float64(len(c.people))
	f["keys_a_second"] = sent / took.Seconds()
	f["unanswered_percent"] = 100 * (1 - float64(len(t.took))/sent)
	f["cpu_us_a_key"] = microseconds(used.cpu) / sent
	f["bytes_a_key"] = float64(after-before) / sent
	f["gc_percent"] = used.gcPercent()
	b.report.add("keys", s.name, f)
	return nil
}

// typing is keys at a steady pace.
type typing struct {
	sent int
	took latencies // of the keys that were answered before the person's next
}

func (t *typing) run(people []*client, rate int, during time.Duration) error {
	type waiting struct {
		at   time.Time
		next <-chan time.Time
	}
	last := make([]waiting, len(people))
	heard := func(i int) {
		select {
		case at := <-last[i].next:
			t.took = append(t.took, at.Sub(last[i].at))
		default:
		}
	}
	began := time.Now()
	for time.Since(began) < during {
		for due := int(time.Since(began).Seconds() * float64(rate)); t.sent < due; t.sent++ {
			i := t.sent % len(people)
			heard(i)
			key := right
			if t.sent/len(people)%2 == 1 {
				key = left
			}
			last[i].next = people[i].expect()
			last[i].at = time.Now()
			if err := people[i].press(key); err != nil {
				return fmt.Errorf("key %d: %w", t.sent, err)
			}
		}
		time.Sleep(time.Millisecond)
	}
	time.Sleep(settled)
	for i := range people {
		heard(i)
	}
	return nil
}

// bytes: what a terminal of 80x24 with 256 colours gets.
func (b *bench) bytes() error {
	return b.with(deathtrap, 64, func(s *server) error {
		c, err := seat(s, b.size(64, 8), seating{people: 8, turn: "off", look: classic})
		if err != nil {
			return err
		}
		defer c.leave()
		time.Sleep(time.Second)
		sizes := map[string][]int{}
		perTable := make([]map[string][]int, len(c.parties))
		err = each(len(c.parties), len(c.parties), func(i int) (err error) {
			perTable[i], err = c.parties[i].sizes(b.size(60, 3))
			return err
		})
		for _, of := range perTable {
			for what, values := range of {
				sizes[what] = append(sizes[what], values...)
			}
		}
		f := figures{}
		for what, values := range sizes {
			f[what+"_p50_bytes"] = quantile(values, 0.5)
			f[what+"_max_bytes"] = quantile(values, 1)
		}
		b.report.add("bytes", deathtrap, f)
		return err
	})
}

// sizes plays some moves and tells the sizes of what was shown: a raised set, a
// move to its player and to another, with its motion, and a whole screen.
func (p *party) sizes(n int) (map[string][]int, error) {
	sizes := map[string][]int{}
	after := func(c *client, key string) (all []int, err error) {
		before := make([]int64, len(p.seats))
		for i, seat := range p.seats {
			before[i] = seat.bytes.Load()
		}
		if err := c.press(key); err != nil {
			return nil, err
		}
		time.Sleep(settled)
		for i, seat := range p.seats {
			all = append(all, int(seat.bytes.Load()-before[i]))
		}
		return all, nil
	}
	for range n {
		c, _, err := p.turn()
		if err != nil {
			return nil, err
		}
		time.Sleep(settled)
		for _, step := range [][2]string{{"\x0c", "whole_screen"}, {enter, "raise"}, {enter, "move"}} {
			what := step[1]
			if what == "raise" && !raises(c.asked()) {
				continue
			}
			all, err := after(c, step[0])
			if err != nil {
				return nil, err
			}
			for i, size := range all {
				switch {
				case p.seats[i] == c:
					sizes[what+"_own"] = append(sizes[what+"_own"], size)
				case what == "move":
					sizes["move_of_another"] = append(sizes["move_of_another"], size)
				}
			}
		}
	}
	return sizes, nil
}
