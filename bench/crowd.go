package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// atOnce is how many connections bench opens at the same time.
const atOnce = 16

// each does something n times, several at once, until the first error.
func each(n, atOnce int, do func(i int) error) error {
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var workers sync.WaitGroup
	for range min(atOnce, n) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && failed.Load() == nil; i = int(next.Add(1)) - 1 {
				if err := do(i); err != nil {
					failed.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	workers.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// crowd is the people of a measurement.
type crowd struct {
	people  []*client
	parties []*party // on the real server, those at tables
}

// arrive brings people in as far as the first screen. On the floor and the stock
// server everybody comes in under the name of a table of eight.
func arrive(s *server, n int) (*crowd, error) {
	c := &crowd{people: make([]*client, n)}
	err := each(n, atOnce, func(i int) (err error) {
		if c.people[i], err = dial(s.address, fmt.Sprint("table-", i/8), usual, nil); err != nil {
			return err
		}
		return c.people[i].await(firstWords[s.name])
	})
	return c, err
}

// firstWords are what the first screen ends with.
var firstWords = map[string]string{deathtrap: "learn in 3", floor: "x", stock: "ctrl+c leave"}

// seat brings people in and, on the real server, sits them down at tables.
func seat(s *server, n int, how seating) (*crowd, error) {
	if s.name != deathtrap {
		return arrive(s, n)
	}
	c := &crowd{parties: make([]*party, n/how.people)}
	err := each(len(c.parties), atOnce, func(i int) (err error) {
		c.parties[i], err = sit(s, fmt.Sprint("host", i), how)
		return err
	})
	for _, p := range c.parties {
		if p != nil {
			c.people = append(c.people, p.seats...)
		}
	}
	return c, err
}

// play has all tables play, a move every so often, spread evenly.
func (c *crowd) play(every, during time.Duration) (*moves, error) {
	m := &moves{}
	until := time.Now().Add(during)
	err := each(len(c.parties), len(c.parties), func(i int) error {
		time.Sleep(every * time.Duration(i) / time.Duration(len(c.parties)))
		return c.parties[i].play(every, until, m)
	})
	return m, err
}

// leave hangs up for everybody.
func (c *crowd) leave() {
	for _, p := range c.people {
		if p != nil {
			p.close()
		}
	}
}

// shown is how many bytes came, in how many pieces.
func (c *crowd) shown() (bytes, reads int64) {
	for _, p := range c.people {
		bytes += p.bytes.Load()
		reads += p.reads.Load()
	}
	return bytes, reads
}
