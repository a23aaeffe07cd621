package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// phase is one load and what is measured under it.
type phase struct {
	name    string
	measure func(*bench) error
	rare    bool // only when it is asked for
	long    bool // not in a short run
}

var allPhases = []phase{
	{name: "connect", measure: (*bench).connect},
	{name: "seated", measure: (*bench).seated},
	{name: "clock", measure: (*bench).clock},
	{name: "keys", measure: (*bench).keys},
	{name: "moves", measure: (*bench).moves},
	{name: "bytes", measure: (*bench).bytes},
	{name: "storm", measure: (*bench).storm},
	{name: "slow", measure: (*bench).slow, long: true},
	{name: "flood", measure: (*bench).flood},
	{name: "simulate", measure: (*bench).simulate, long: true},
	{name: "big", measure: (*bench).big, long: true},
	{name: "bots", measure: (*bench).bots, rare: true},
	{name: "soak", measure: (*bench).soaked, rare: true},
}

func phaseNames() (names []string) {
	for _, p := range allPhases {
		names = append(names, p.name)
	}
	return names
}

func usualPhases(short bool) (names []string) {
	for _, p := range allPhases {
		if !p.rare && !(short && p.long) {
			names = append(names, p.name)
		}
	}
	return names
}

// everyServer are the servers that are measured side by side.
var everyServer = []string{floor, deathtrap, stock}

// connect: people come in as far as the first screen and stay there.
func (b *bench) connect() error {
	n := b.crowd()
	for _, name := range b.servers {
		err := b.with(name, n, func(s *server) error {
			var c *crowd
			used, took, err := s.spent(func() (err error) { c, err = arrive(s, n); return err })
			if err != nil {
				return err
			}
			defer c.leave()
			b.report.add("connect", name, figures{
				"people":                  float64(n),
				"cpu_ms":                  milliseconds(used.cpu) / float64(n),
				"connects_per_cpu_second": float64(n) / used.cpu.Seconds(),
				"connects_per_second":     float64(n) / took.Seconds(),
				"gc_percent":              used.gcPercent(),
			})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// seated: people sit at tables of eight in the middle of a game without a clock,
// and nobody does anything.
func (b *bench) seated() error {
	sizes := b.seats
	if b.short {
		sizes = "40"
	}
	for size := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			return err
		}
		n -= n % 8
		for _, name := range b.servers {
			if name == stock && n > 500 {
				continue // gigabytes
			}
			if err := b.with(name, n, func(s *server) error { return b.sitting(s, n) }); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bench) sitting(s *server, n int) error {
	c, err := seat(s, n, seating{people: 8, turn: "off", look: usual})
	if err != nil {
		return err
	}
	defer c.leave()
	time.Sleep(time.Duration(b.size(12, 1)) * time.Second) // motion ends, the garbage of coming in is collected
	used, took, err := s.spent(func() error { time.Sleep(time.Duration(b.size(30, 1)) * time.Second); return nil })
	if err != nil {
		return err
	}
	kib, err := s.perSession(n)
	if err != nil {
		return err
	}
	started, err := s.goroutines()
	if err != nil {
		return err
	}
	f := figures{
		"rss_kib_a_session": kib, "descriptors": float64(used.descriptors),
		"idle_cpu_percent_of_1000": 100 * used.cpu.Seconds() / took.Seconds() / float64(n) * 1000,
	}
	all := 0
	for by, count := range started {
		all += count
		if n == 500-500%8 && float64(count)/float64(n) > 0.1 {
			b.report.add("goroutines", s.name, figures{by: float64(count) / float64(n)})
		}
	}
	f["goroutines_a_session"] = float64(all) / float64(n)
	b.report.add("seated "+strconv.Itoa(n), s.name, f)
	return nil
}

// clock: the same with a clock running at every table.
func (b *bench) clock() error {
	n := b.size(1000, 40)
	return b.with(deathtrap, n, func(s *server) error {
		c, err := seat(s, n, seating{people: 8, turn: "5m", look: usual})
		if err != nil {
			return err
		}
		defer c.leave()
		time.Sleep(2 * time.Second)
		used, took, err := s.spent(func() error { time.Sleep(time.Duration(b.size(30, 1)) * time.Second); return nil })
		b.report.add("clock", deathtrap, figures{
			"people": float64(n), "gc_percent": used.gcPercent(),
			"idle_cpu_percent_of_1000": 100 * used.cpu.Seconds() / took.Seconds() / float64(n) * 1000,
		})
		return err
	})
}

// moves: tables of eight play.
func (b *bench) moves() error {
	tables, every := (b.crowd()+7)/8, time.Second
	during := time.Duration(b.size(30, 3)) * time.Second
	shown := 0
	err := b.with(deathtrap, 8*tables, func(s *server) error {
		c, err := seat(s, 8*tables, seating{people: 8, turn: "off", look: usual})
		if err != nil {
			return err
		}
		defer c.leave()
		f, err := playing(s, c, every, during)
		shown = int(f["bytes_a_screen"])
		b.report.add("moves", deathtrap, f)
		return err
	})
	if err != nil {
		return err
	}
	kept, err := b.syncs(b.size(600, 20), every/time.Duration(tables))
	if err != nil {
		return err
	}
	b.report.add("moves", disk, kept)
	return b.imitated(tables, shown, every, during)
}

// imitated has the others show as much as often as tables at play.
func (b *bench) imitated(tables, shown int, every, during time.Duration) error {
	for _, name := range b.servers {
		if name == deathtrap {
			continue // measured above
		}
		key := fmt.Sprintf("m%d;", shown)
		if name == stock {
			key = "m"
		}
		err := b.with(name, 8*tables, func(s *server) error {
			c, err := arrive(s, 8*tables)
			if err != nil {
				return err
			}
			defer c.leave()
			f, err := imitating(s, c, key, every, during)
			b.report.add("moves", name, f)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// playing has a crowd play real games.
func playing(s *server, c *crowd, every, during time.Duration) (figures, error) {
	time.Sleep(2 * time.Second)
	bytesBefore, readsBefore := c.shown()
	var m *moves
	used, _, err := s.spent(func() (err error) { m, err = c.play(every, during); return err })
	if err != nil {
		return nil, err
	}
	bytes, reads := c.shown()
	perScreen := float64(max(1, m.count) * len(c.parties[0].seats))
	f := m.figures()
	f["cpu_us_a_move"] = microseconds(used.cpu) / float64(max(1, m.count))
	f["gc_percent"] = used.gcPercent()
	f["bytes_a_screen"] = float64(bytes-bytesBefore) / perScreen
	f["writes_a_screen"] = float64(reads-readsBefore) / perScreen
	return f, nil
}

func (m *moves) figures() figures {
	f := figures{"moves": float64(m.count), "missed": float64(m.missed), "chosen_a_move": float64(m.chosen) / float64(max(1, m.count))}
	for what, l := range map[string]latencies{"raise": m.raise, "own": m.own, "last_of_others": m.others} {
		for name, value := range l.figures(what) {
			f[name] = value
		}
	}
	return f
}

// imitating has a server without a game show as much as often: a key of one of
// eight, and something on all eight screens.
func imitating(s *server, c *crowd, key string, every, during time.Duration) (figures, error) {
	m := &moves{}
	tables := len(c.people) / 8
	until := time.Now().Add(during)
	used, _, err := s.spent(func() error {
		return each(tables, tables, func(i int) error {
			p := &party{seats: c.people[8*i : 8*i+8]}
			time.Sleep(every * time.Duration(i) / time.Duration(tables))
			for n := 0; time.Now().Add(every).Before(until); n++ {
				time.Sleep(every)
				if err := p.send(p.seats[n%8], key, m); err != nil {
					return err
				}
			}
			return nil
		})
	})
	f := m.figures()
	f["cpu_us_a_move"] = microseconds(used.cpu) / float64(max(1, m.count))
	f["gc_percent"] = used.gcPercent()
	return f, err
}
