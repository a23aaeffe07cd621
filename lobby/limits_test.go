package lobby

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deathtrap/table"
	"deathtrap/table/words"
)

func TestOpeningTooFast(t *testing.T) {
	inHouse(t, 0, func(h *house) {
		ana := h.come("ana", "ana")
		for range openLimit.most {
			h.must(ana.Open(h.ctx, setup(4))).Quit()
		}
		_, err := ana.Open(h.ctx, setup(4))
		h.wantErr(err, table.ErrRateLimited)
		ana.Leave()
		ana = h.come("ana", "ana")
		_, err = ana.Open(h.ctx, setup(4))
		h.wantErr(err, table.ErrRateLimited)
		time.Sleep(openLimit.in)
		h.must(ana.Open(h.ctx, setup(4)))
	})
}

func TestTheHouseIsFull(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		h.mu.Lock()
		for range h.config.Tables {
			h.rooms = append(h.rooms, &room{board: table.Board{State: table.Over}})
		}
		h.mu.Unlock()
		ana := h.come("ana", "ana")
		_, err := ana.Open(h.ctx, setup(4))
		h.wantErr(err, ErrHouseFull)
		_, err = ana.Quick(h.ctx)
		h.wantErr(err, ErrHouseFull)
		h.wantErr(err, table.ErrNotAllowed)
	})
}

func TestGuessingAtCodes(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "cleo")
		s := setup(4)
		s.Private = true
		private := h.code(h.must(people[0].Open(h.ctx, s)))
		public := h.code(h.must(people[1].Open(h.ctx, setup(4))))

		cleo := people[2]
		for range 5 {
			_, err := cleo.Join(h.ctx, "2222-2222")
			h.wantErr(err, ErrUnknownTable)
		}
		for _, code := range []string{"2222-2222", private, "", strings.Repeat("2", 1000)} {
			_, err := cleo.Watch(h.ctx, code)
			h.wantErr(err, table.ErrRateLimited)
		}
		cleo.Leave()
		cleo = h.come("cleo", "cleo")
		_, err := cleo.Join(h.ctx, private)
		h.wantErr(err, table.ErrRateLimited)
		h.must(cleo.Join(h.ctx, public)) // which everybody knows

		time.Sleep(time.Minute)
		h.must(cleo.Join(h.ctx, private))
	})
}

func TestTalk(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo")
		ana, bo := people[0], people[1]
		bo.listen()
		for _, c := range []struct {
			text string
			want error
		}{
			{"hello\x1b[2J\n\tyou", nil},
			{strings.Repeat("x", talkCells), nil},
			{strings.Repeat("x", talkCells+1), table.ErrTooLong},
			{" \u202e ", table.ErrBadRequest},
			{" \u202e ", words.ErrEmpty},
			{"third", nil},
			{"fourth", table.ErrRateLimited},
		} {
			h.wantErr(ana.Say(h.ctx, c.text), c.want)
		}
		h.wantErr(bo.Say(h.ctx, "quiet, please"), nil)
		bo.listen()
		want := "ana: hello[2J you|ana: " + strings.Repeat("x", talkCells) + "|ana: third|bo: quiet, please"
		if got := strings.Join(bo.talk, "|"); got != want {
			t.Errorf("heard: %s", got)
		}
		time.Sleep(3 * time.Second)
		for said := 3; said < 20; said++ {
			time.Sleep(time.Second)
			h.wantErr(ana.Say(h.ctx, "more"), nil)
		}
		time.Sleep(time.Second)
		h.wantErr(ana.Say(h.ctx, "more"), table.ErrRateLimited)
		time.Sleep(time.Minute)
		h.wantErr(ana.Say(h.ctx, "more"), nil)
		bo.listen()
		if len(bo.talk) != 22 || len(bo.board.Talk) != 22 {
			t.Errorf("%d lines heard, %d on the board", len(bo.talk), len(bo.board.Talk))
		}
	})
}

func TestBudgetsAreSwept(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		for i := range 10 * sweepStep {
			h.mu.Lock()
			h.budget(fmt.Sprint(i)).said.take(time.Now(), talkLimits...)
			h.mu.Unlock()
			time.Sleep(time.Second)
		}
		if n := len(h.budgets); n > 2*sweepStep {
			t.Errorf("%d budgets are kept, of which 60 are in use", n)
		}
	})
}
