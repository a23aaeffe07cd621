package lobby

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/table"
)

// A locked table is in the list as one, is no quick match, and lets in whom it
// knows. A server that starts anew finds it as it was, with its bans.
func TestLocksAndBansOutliveTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory := &disk{}
		begin := func() *house {
			ctx, end := context.WithCancel(t.Context())
			h := &house{t, New(ctx, Config{Policy: firstLegal{}, Pace: time.Second, Memory: memory}), ctx, end}
			h.Restore(memory.kept(t, time.Now(), time.Now()))
			return h
		}
		h := begin()
		people := h.comeAll("ana", "bo", "rude", "eve")
		at := h.must(people[0].Open(h.ctx, setup(4)))
		code := h.code(at)
		seat := h.must(people[1].Join(h.ctx, code))
		h.must(people[2].Join(h.ctx, code))
		h.do(at, table.Kick{Name: "rude", Ban: true})
		if got := whereabouts(people[3].listen()); got != "ana table, bo table, rude, eve" {
			t.Errorf("people are: %s", got)
		}
		h.do(at, table.AddBots{Count: 1})
		h.refuses(people[2], code, table.ErrBanned)
		if got := h.code(h.must(people[2].Quick(h.ctx))); got == code {
			t.Error("a quick match led to a table one is banned from")
		}
		people[2].Leave()
		time.Sleep(2 * time.Minute) // the seat there waits for a while
		h.do(at, table.Lock{})
		if b := people[3].listen(); len(b.Tables) != 1 || !b.Tables[0].Locked {
			t.Errorf("the list says %+v", b.Tables)
		}
		h.refuses(people[3], code, table.ErrLocked)
		if got := h.code(h.must(people[3].Quick(h.ctx))); got == code {
			t.Error("a quick match led to a locked table")
		}
		h.do(at, table.AddBots{Count: 1})
		h.do(seat, table.Ready{})
		h.do(at, table.Start{})
		h.end()
		time.Sleep(time.Minute)

		h = begin()
		defer h.end()
		people = h.comeAll("bo", "rude", "eve")
		h.refuses(people[1], code, table.ErrBanned)
		h.refuses(people[2], code, table.ErrLocked)
		h.must(people[0].Resume(h.ctx))
		at = h.must(h.come("ana", "ana").Resume(h.ctx))
		if u := h.now(at); len(u.Banned) != 1 || u.Banned[0] != "rude" || !u.Board.Locked {
			t.Errorf("the host sees the bans %v, locked %v", u.Banned, u.Board.Locked)
		}
		h.do(at, table.Unban{Name: "rude"})
		h.refuses(people[1], code, table.ErrLocked)
		h.do(at, table.Lock{Off: true})
		h.must(people[1].Watch(h.ctx, code))
	})
}

// refuses has somebody try to sit down and to look on.
func (h *house) refuses(g *guest, code string, want error) {
	h.Helper()
	_, err := g.Join(h.ctx, code)
	h.wantErr(err, want)
	_, err = g.Watch(h.ctx, code)
	h.wantErr(err, want)
}
