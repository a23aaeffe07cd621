package main

import (
	"cmp"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"
)

// storm: everybody's line drops at the same moment, and everybody comes back.
func (b *bench) storm() error {
	n := cmp.Or(b.people, b.size(5000, 60))
	for _, name := range []string{floor, deathtrap} {
		err := b.with(name, n, func(s *server) error {
			c, err := arrive(s, n)
			if err != nil {
				return err
			}
			c.leave()
			var back *crowd
			used, took, err := s.spent(func() (err error) { back, err = arrive(s, n); return err })
			if err != nil {
				return err
			}
			defer back.leave()
			b.report.add("storm", name, figures{
				"people": float64(n), "seconds": took.Seconds(),
				"cpu_ms": milliseconds(used.cpu) / float64(n), "gc_percent": used.gcPercent(),
			})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// disturbed has tables play, first by themselves, and then amid what is done to them.
func (b *bench) disturbed(phase string, amid func(s *server, c *crowd, play func() (figures, error)) error) error {
	return b.with(deathtrap, 500, func(s *server) error {
		c, err := seat(s, b.size(128, 16), seating{people: 8, turn: "off", look: usual})
		if err != nil {
			return err
		}
		defer c.leave()
		play := func() (figures, error) {
			return playing(s, c, 500*time.Millisecond, disturbedFor(b))
		}
		alone, err := play()
		if err != nil {
			return err
		}
		b.report.add(phase, "without", alone)
		return amid(s, c, play)
	})
}

func disturbedFor(b *bench) time.Duration { return time.Duration(b.size(20, 2)) * time.Second }

// slow: two more people look on at each table who ask for everything all the time:
// two who read as it comes, then one who takes 1 KiB a second and one who takes
// nothing.
func (b *bench) slow() error {
	return b.disturbed("slow", func(s *server, c *crowd, play func() (figures, error)) error {
		for _, among := range []struct {
			name  string
			paces [2]int64
		}{
			{name: "with two who read"},
			{"with two who hardly do", [2]int64{1 << 10, -1}},
		} {
			stop := make(chan struct{})
			var lookers sync.WaitGroup
			for _, p := range c.parties {
				code := codeOnScreen.FindStringSubmatch(p.seats[0].line(0))
				if code == nil {
					return fmt.Errorf("no code in %q", p.seats[0].line(0))
				}
				for _, pace := range among.paces {
					lookers.Go(func() { lookOn(s, code[1], pace, stop) })
				}
			}
			got, err := play()
			close(stop)
			lookers.Wait()
			if err != nil {
				return err
			}
			b.report.add("slow", among.name, got)
		}
		return nil
	})
}

// lookOn looks on at a table over a slow wire, and comes again when hung up on.
func lookOn(s *server, table string, pace int64, stop <-chan struct{}) {
	for n := 0; ; n++ {
		var wire *throttle
		looks := usual
		looks.command = "watch " + table
		looks.wire = func(c net.Conn) net.Conn { wire = &throttle{Conn: c, ended: make(chan struct{})}; return wire }
		c, err := dial(s.address, fmt.Sprint("looker", n), looks, nil)
		if err == nil && c.await("hand ") == nil {
			wire.pace.Store(pace)
			if askAlways(c, stop) {
				c.close()
				return
			}
		}
		if c != nil {
			c.close()
		}
		select {
		case <-stop:
			return
		case <-time.After(time.Second):
		}
	}
}

// askAlways has everything painted again, ten times a second, until the line is
// gone or it is to stop, which it reports.
func askAlways(c *client, stop <-chan struct{}) bool {
	for c.press("\x0c") == nil {
		select {
		case <-stop:
			return true
		case <-time.After(100 * time.Millisecond):
		}
	}
	return false
}

// throttle is a wire on which little comes through.
type throttle struct {
	net.Conn
	pace  atomic.Int64 // bytes a second; 0: as it comes; negative: nothing
	ended chan struct{}
	once  sync.Once
}

func (t *throttle) Read(p []byte) (int, error) {
	switch pace := t.pace.Load(); {
	case pace < 0:
		<-t.ended
		return 0, io.ErrClosedPipe
	case pace > 0:
		time.Sleep(100 * time.Millisecond)
		p = p[:min(len(p), int(pace/10))]
	}
	return t.Conn.Read(p)
}

func (t *throttle) Close() error {
	t.once.Do(func() { close(t.ended) })
	return t.Conn.Close()
}

// flood: tables play, first alone, then while one source opens connections and
// has the server exchange keys, flat out.
func (b *bench) flood() error {
	knocks, err := b.knock()
	if err != nil {
		return err
	}
	return b.disturbed("flood", func(s *server, _ *crowd, play func() (figures, error)) error {
		var done atomic.Int64
		stop := make(chan struct{})
		var flooders sync.WaitGroup
		for range 8 {
			flooders.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
						done.Add(int64(knocks.on(s.address)))
					}
				}
			})
		}
		under, err := play()
		close(stop)
		flooders.Wait()
		if err != nil {
			return err
		}
		under["key_exchanges_a_second"] = float64(done.Load()) / (disturbedFor(b).Seconds() + 2)
		b.report.add("flood", "with", under)
		return nil
	})
}

// knock is what a client writes up to its half of the key exchange. It can be
// sent again and again, so that it costs the flooder nothing.
type knock []byte

// knock records a real client's.
func (b *bench) knock() (k knock, err error) {
	err = b.with(deathtrap, 500, func(s *server) error {
		wire, err := net.Dial("tcp", s.address)
		if err != nil {
			return err
		}
		defer wire.Close()
		rec := &recorder{Conn: wire}
		_, _, _, err = ssh.NewClientConn(rec, s.address, &ssh.ClientConfig{
			HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error { return io.EOF },
		})
		if len(rec.written) < 500 {
			return fmt.Errorf("only %d bytes of a key exchange: %w", len(rec.written), err)
		}
		k = rec.written
		return nil
	})
	return k, err
}

// recorder keeps what is written.
type recorder struct {
	net.Conn
	written []byte
}

func (r *recorder) Write(p []byte) (int, error) {
	r.written = append(r.written, p...)
	return r.Conn.Write(p)
}

// answered is how many bytes at least a server has written once it has done its
// half: the lists of algorithms, a key of ML-KEM and a signature.
const answered = 1800

// on knocks once and says how many key exchanges the server has done for it.
func (k knock) on(address string) int {
	wire, err := net.Dial("tcp", address)
	if err != nil {
		return 0
	}
	defer wire.Close()
	if _, err := wire.Write(k); err != nil || wire.SetReadDeadline(time.Now().Add(5*time.Second)) != nil {
		return 0
	}
	if _, err := io.ReadFull(wire, make([]byte, answered)); err != nil {
		return 0
	}
	return 1
}
