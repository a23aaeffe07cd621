package lobby

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestWhoComesInReadsTheBoardAtOnce(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		ana := h.come("ana", "ana")
		ana.listen()
		for _, c := range []struct{ name, reads string }{
			{"bo", "ana, bo"}, {"cleo", "ana, bo, cleo"}, {"bo", "ana, bo, cleo"}, // the last comes again
		} {
			u, ok := h.come(c.name, c.name).Unread()
			if !ok {
				t.Fatalf("%s has nothing to read", c.name)
			}
			if got := whereabouts(u.Board); got != c.reads {
				t.Errorf("%s reads of %s, not of %s", c.name, got, c.reads)
			}
		}
		if got := whereabouts(ana.board); got != "ana" {
			t.Errorf("a board that was read has become %s", got)
		}
		if got := whereabouts(ana.listen()); got != "ana, cleo, bo" {
			t.Errorf("in the house are %s", got)
		}
		h.must(ana.Open(h.ctx, setup(4)))
		dan := h.come("dan", "dan")
		if u, ok := dan.Unread(); ok {
			t.Errorf("dan reads a board without the new table: %s", whereabouts(u.Board))
		}
		if got := whereabouts(dan.listen()); got != "ana table, cleo, bo, dan" {
			t.Errorf("in the house are %s", got)
		}
	})
}

// A crowd that comes in is no news for each of it; what somebody says is.
func TestACrowdIsToldLessOftenThanTalk(t *testing.T) {
	const crowd = 300
	inHouse(t, time.Second, func(h *house) {
		people := h.crowd(crowd)
		people[0].listen()
		wait := func() time.Duration {
			ctx, cancel := context.WithTimeout(h.ctx, time.Minute)
			defer cancel()
			began := time.Now()
			for {
				u, err := people[0].Next(ctx)
				h.wantErr(err, nil)
				if len(u.Board.People) > crowd || len(u.Talk) > 0 || err != nil {
					return time.Since(began).Round(time.Millisecond)
				}
			}
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		h.come("ana", "ana").Leave()
		people[0].listen() // at once, as nothing had happened for long
		h.come("bo", "bo")
		if d := wait(); d < crowd*crowdShare-publishStep || d > publishStep+(crowd+1)*crowdShare {
			t.Errorf("that somebody came was told after %v", d)
		}
		h.come("cleo", "cleo")
		h.wantErr(people[1].Say(h.ctx, "hello"), nil)
		if d := wait(); d > publishStep+(crowd+2)*publishShare {
			t.Errorf("what was said was told after %v", d)
		}
	})
}
