package main

import "time"

// bots: a hundred tables of five computer players and one person, who plays at
// their pace. What masters use more than regulars is thinking.
func (b *bench) bots() error {
	tables := b.size(100, 10)
	for _, kind := range []string{"regular", "master"} {
		err := b.with(deathtrap, tables, func(s *server) error {
			c, err := seat(s, tables, seating{people: 1, turn: "off", bots: kind, look: usual})
			if err != nil {
				return err
			}
			defer c.leave()
			time.Sleep(2 * time.Second)
			var m *moves
			used, took, err := s.spent(func() (err error) {
				m, err = c.play(botPace, time.Duration(b.size(60, 10))*time.Second)
				return err
			})
			if err != nil {
				return err
			}
			f := m.own.figures("own")
			f["tables"], f["moves_of_people"] = float64(tables), float64(m.count)
			f["cpu_percent"] = 100 * used.cpu.Seconds() / took.Seconds()
			f["gc_percent"] = used.gcPercent()
			b.report.add("bots", kind, f)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// botPace is how long a computer player takes for a move at --pace 1s, on
// average.
const botPace = 1750 * time.Millisecond
