package lobby

import (
	"context"
	"strings"
	"testing"
	"time"

	"deathtrap/table"
	"deathtrap/table/words"
)

// heard is everything whispered to somebody since the last time.
func (g *guest) heard() string {
	g.h.Helper()
	var all []string
	for {
		ctx, cancel := context.WithTimeout(g.h.ctx, time.Nanosecond)
		whispers, err := g.Hear(ctx)
		cancel()
		if err != nil {
			return strings.Join(all, "|")
		}
		for _, w := range whispers {
			all = append(all, w.From+" to "+w.To+": "+w.Text)
		}
	}
}

func (g *guest) whisper(to, text string) error {
	_, err := g.Whisper(g.h.ctx, to, text)
	return err
}

func TestWhispersAreForOne(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "cleo")
		ana, bo, cleo := people[0], people[1], people[2]
		for _, c := range []struct {
			to, text string
			want     error
		}{
			{"BO", "psst\x1b[2J\n\tyou", nil},
			{"bo", strings.Repeat("x", talkCells), nil},
			{"bo", strings.Repeat("x", talkCells+1), table.ErrTooLong},
			{"bo", " \u202e ", words.ErrEmpty},
			{"nobody", "hi", ErrNobody},
			{"", "hi", ErrNobody},
			{"ana", "hi", ErrYourself},
			{"bo", "third", nil},
			{"bo", "fourth", table.ErrRateLimited},
			{"cleo", "fourth", table.ErrRateLimited},
		} {
			h.wantErr(ana.whisper(c.to, c.text), c.want)
		}
		h.wantErr(ana.Say(h.ctx, "said and whispered is one budget"), table.ErrRateLimited)
		if got, want := bo.heard(), "ana to bo: psst[2J you|ana to bo: "+strings.Repeat("x", talkCells)+"|ana to bo: third"; got != want {
			t.Errorf("bo hears %q", got)
		}
		if got := ana.heard() + cleo.heard() + bo.heard(); got != "" {
			t.Errorf("somebody else hears %q", got)
		}
		for _, g := range people {
			g.listen()
			if len(g.talk) > 0 || len(g.board.Talk) > 0 {
				t.Errorf("it is on the board: %v %v", g.talk, g.board.Talk)
			}
		}
		time.Sleep(3 * time.Second)
		h.Mute("ana", time.Now().Add(time.Minute))
		h.wantErr(ana.whisper("bo", "hi"), table.ErrMuted)
		bo.Leave()
		h.wantErr(cleo.whisper("bo", "hi"), ErrNobody)
		if _, err := bo.Hear(h.ctx); err == nil {
			t.Error("who has left goes on hearing")
		}
		h.wantErr(bo.whisper("cleo", "hi"), table.ErrLeft)
	})
}

// The newest whispers wait for a reader who is slow.
func TestWhispersWaitForTheSlow(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo")
		for range 4 * 20 {
			time.Sleep(3 * time.Second)
			h.wantErr(people[0].whisper("bo", time.Now().Format(time.TimeOnly)), nil)
		}
		if got := strings.Split(people[1].heard(), "|"); len(got) != whispersKept || !strings.HasSuffix(got[len(got)-1], time.Now().Format(time.TimeOnly)) {
			t.Errorf("%d whispers, the last %q", len(got), got[len(got)-1])
		}
	})
}

// No player of a running game whispers with anybody at that table, wherever the
// two are by then; others may, and they may with others.
func TestNoWhispersInAGame(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "watcher", "other watcher", "stranger")
		ana, bo, watcher, owl, stranger := people[0], people[1], people[2], people[3], people[4]
		at := h.must(ana.Open(h.ctx, setup(4)))
		code := h.code(at)
		seat := h.must(bo.Join(h.ctx, code))
		h.must(watcher.Watch(h.ctx, code))
		h.must(owl.Watch(h.ctx, code))
		both := func(a, b *guest, want error) {
			t.Helper()
			h.wantErr(a.whisper(b.Player().Name, "psst"), want)
			h.wantErr(b.whisper(a.Player().Name, "psst"), want)
			time.Sleep(6 * time.Second)
			if heard := a.heard() + b.heard(); (heard == "") != (want != nil) {
				t.Errorf("%s and %s hear %q", a.Player().Name, b.Player().Name, heard)
			}
		}
		both(ana, bo, nil)
		both(ana, watcher, nil)
		h.do(at, table.AddBots{Count: 2})
		h.do(seat, table.Ready{})
		h.do(at, table.Start{})
		both(ana, bo, ErrSameGame)
		both(ana, watcher, ErrSameGame)
		both(watcher, owl, nil)
		both(ana, stranger, nil)
		both(watcher, stranger, nil)
		seat.Leave() // and stays in the house
		both(ana, bo, ErrSameGame)
		both(bo, watcher, ErrSameGame)
		both(bo, stranger, nil)
		at = h.must(ana.Watch(h.ctx, code))
		h.do(at, table.Kick{Name: "bo"})
		both(ana, bo, nil) // who has nothing to play any more, and looks on no more
	})
}
