package lobby

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/table"
)

func TestSlowReaderHoldsUpNobody(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		slow := h.come("slow", "slow") // never reads until the end
		people := h.crowd(40)
		for range 5 {
			for _, g := range people {
				h.wantErr(g.Say(h.ctx, "hear, hear"), nil)
			}
			time.Sleep(3 * time.Second)
		}
		reader := people[0]
		reader.listen()
		u, err := slow.Next(h.ctx)
		h.wantErr(err, nil)
		if len(u.Talk) != talkKept || len(u.Board.Talk) != talkKept || len(u.Board.People) != 41 {
			t.Errorf("the slow reader has %d lines, a board of %d lines and %d people",
				len(u.Talk), len(u.Board.Talk), len(u.Board.People))
		}
		slow.listen()
		if slow.board != nil {
			t.Error("there was more than one Update for a reader who was late")
		}
	})
}

// TestStorm has a thousand people come, talk and sit down in one moment.
func TestStorm(t *testing.T) {
	const crowd = 1000
	inHouse(t, time.Second, func(h *house) {
		start := time.Now()
		visits := make([]*Visit, crowd)
		updates := make([]int, crowd)
		lines := make([]int, crowd)
		var wait, readers sync.WaitGroup
		for i := range crowd {
			wait.Go(func() {
				v, err := h.Visit(h.ctx, table.Player{ID: fmt.Sprint(i), Name: "guest"})
				if err != nil {
					t.Error(err)
					return
				}
				visits[i] = v
				readers.Go(func() {
					for {
						u, err := v.Next(h.ctx)
						if err != nil {
							return
						}
						updates[i]++
						lines[i] += len(u.Talk)
					}
				})
				if i%20 == 0 {
					if err := v.Say(h.ctx, "me too"); err != nil {
						t.Error(err)
					}
				}
				if _, err := v.Quick(h.ctx); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		names, seats := map[string]bool{}, 0
		last := &guest{Visit: visits[0], h: h}
		time.Sleep(10 * publishStep)
		synctest.Wait()
		for _, v := range visits {
			names[v.Player().Name] = true
		}
		h.mu.Lock()
		b := h.board()
		h.mu.Unlock()
		for _, tb := range b.Tables {
			seats += persons(tb)
		}
		if len(names) != crowd || len(b.People) != crowd || seats != crowd || len(b.Tables) != (crowd+5)/6 {
			t.Errorf("%d names, %d people, %d seats at %d tables", len(names), len(b.People), seats, len(b.Tables))
		}
		most := int(time.Since(start)/publishStep) + 2
		for i := range updates {
			if updates[i] > most {
				t.Errorf("person %d got %d Updates in %v", i, updates[i], time.Since(start))
			}
		}
		for _, v := range visits {
			wait.Go(v.Leave)
		}
		wait.Wait()
		readers.Wait()
		h.wantErr(last.ending(), table.ErrLeft)
	})
}
