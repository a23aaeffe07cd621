package lobby

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/table"
)

// quickAll asks for a quick match for all at the same time.
func (h *house) quickAll(people []*guest) []table.Update {
	h.Helper()
	seats := make([]*table.Visit, len(people))
	errs := make([]error, len(people))
	var wait sync.WaitGroup
	for i, g := range people {
		wait.Go(func() { seats[i], errs[i] = g.Quick(h.ctx) })
	}
	wait.Wait()
	updates := make([]table.Update, len(people))
	for i := range people {
		updates[i] = h.now(h.must(seats[i], errs[i]))
	}
	return updates
}

func (h *house) crowd(n int) []*guest {
	people := make([]*guest, n)
	for i := range people {
		people[i] = h.come(fmt.Sprint("id", i), fmt.Sprint("p", i, "x"))
	}
	return people
}

func bots(b *table.Board) int {
	n := 0
	for _, c := range b.Seats {
		if c.Bot != "" {
			n++
		}
	}
	return n
}

func TestQuickMatchBringsPeopleTogether(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.crowd(14)
		perTable := map[string]int{}
		for _, u := range h.quickAll(people) {
			perTable[u.Board.Code]++
			if u.You < 0 {
				t.Error("somebody got no seat")
			}
		}
		sizes := map[int]int{}
		for _, n := range perTable {
			sizes[n]++
		}
		if len(perTable) != 3 || sizes[6] != 2 || sizes[2] != 1 {
			t.Errorf("14 people sit at tables of 6 as %v", perTable)
		}
	})
}

func TestQuickTakesTheFullestTable(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.crowd(6)
		h.must(people[0].Open(h.ctx, setup(8)))
		fuller := h.code(h.must(people[1].Open(h.ctx, setup(4))))
		h.must(people[2].Join(h.ctx, fuller))
		for range 2 { // the second has to look elsewhere once the table is full
			if got := h.code(h.must(people[3].Quick(h.ctx))); got != fuller {
				t.Errorf("sits at %s, want %s", got, fuller)
			}
		}
		h.must(people[4].Quick(h.ctx))
		if got := h.code(h.must(people[5].Quick(h.ctx))); got == fuller {
			t.Error("sits at a full table")
		}
	})
}

func TestQuickTableFillsItself(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.crowd(3)
		alone := h.must(people[0].Quick(h.ctx))
		time.Sleep(fillAfter - time.Second)
		h.must(people[1].Quick(h.ctx)) // somebody comes, so it waits again
		time.Sleep(fillAfter - time.Second)
		synctest.Wait()
		if u := h.now(alone); bots(u.Board) != 0 {
			t.Errorf("%d computer players sit there before the time", bots(u.Board))
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		u := h.now(alone)
		if bots(u.Board) != 4 || u.Board.State != table.Waiting {
			t.Errorf("%d computer players, %s", bots(u.Board), u.Board.State)
		}
		h.do(alone, table.RemoveBots{Count: 1}) // the host's will: it does not fill again
		time.Sleep(time.Minute)
		synctest.Wait()
		if u := h.now(alone); bots(u.Board) != 3 {
			t.Errorf("%d computer players after the host sent one away", bots(u.Board))
		}
	})
}

func TestQuickTableWithoutHostDoesNotFill(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.crowd(2)
		at := h.must(people[0].Quick(h.ctx))
		code := h.code(at)
		h.must(people[1].Watch(h.ctx, code))
		at.Leave()
		time.Sleep(time.Minute)
		if b := people[1].listen(); len(b.Tables) != 1 || bots(&b.Tables[0]) != 0 {
			t.Errorf("tables: %+v", b.Tables)
		}
		if got := h.code(h.must(people[0].Quick(h.ctx))); got != code {
			t.Errorf("a second table, %s, beside an empty one", got)
		}
	})
}

func TestQuickFillsAtOnceWithoutPace(t *testing.T) {
	inHouse(t, 0, func(h *house) {
		at := h.must(h.come("ana", "ana").Quick(h.ctx))
		if u := h.now(at); bots(u.Board) != 5 || u.You != 0 || u.Board.State != table.Waiting {
			t.Errorf("board: %+v", u.Board)
		}
		h.do(at, table.Start{})
	})
}

func TestQuickWaitsForTheMaker(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "cleo")
		h.mu.Lock()
		r, err := h.reserve(table.Player{ID: "ana"}, setup(8)) // ana is on her way to it
		h.mu.Unlock()
		h.wantErr(err, nil)
		short, cancel := context.WithTimeout(h.ctx, time.Second)
		defer cancel()
		_, err = people[1].Quick(short)
		h.wantErr(err, context.DeadlineExceeded)
		if len(r.coming) != 1 {
			t.Errorf("%v are on their way", r.coming)
		}
		if b := people[1].listen(); len(b.Tables) != 0 {
			t.Errorf("it is listed: %+v", b.Tables)
		}

		var at *table.Visit
		var wait sync.WaitGroup
		wait.Go(func() { at, err = people[2].Quick(h.ctx) })
		synctest.Wait()
		h.remove(r) // and it comes to nothing
		close(r.ready)
		wait.Wait()
		if u := h.now(h.must(at, err)); u.You != 0 {
			t.Errorf("seat %d at somebody else's table", u.You)
		}
	})
}
