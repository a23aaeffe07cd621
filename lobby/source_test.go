package lobby

import (
	"fmt"
	"testing"
	"time"

	"deathtrap/table"
)

// comeFrom lets somebody in who comes from a source.
func (h *house) comeFrom(source, id string, isGuest bool) *guest {
	h.Helper()
	v, err := h.Visit(h.ctx, table.Player{ID: id, Name: id, Guest: isGuest, Source: source})
	h.wantErr(err, nil)
	return &guest{Visit: v, h: h}
}

// A guest who comes again is another one, but comes from the same place.
func TestGuessingAsOneGuestAfterAnother(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		s := setup(4)
		s.Private = true
		private := h.code(h.must(h.come("ana", "ana").Open(h.ctx, s)))
		guess := func(source, id string, guest bool, want error) {
			t.Helper()
			g := h.comeFrom(source, id, guest)
			defer g.Leave()
			_, err := g.Join(h.ctx, "2222-2222")
			h.wantErr(err, want)
		}
		for i := range codeLimit.most {
			guess("192.0.2.1/32", fmt.Sprint("g", i), true, ErrUnknownTable)
		}
		guess("192.0.2.1/32", "g9", true, table.ErrRateLimited)
		last := h.comeFrom("192.0.2.1/32", "g10", true)
		_, err := last.Watch(h.ctx, private) // the same answer for a right one
		h.wantErr(err, table.ErrRateLimited)
		guess("192.0.2.2/32", "g11", true, ErrUnknownTable)
		guess("", "g12", true, ErrUnknownTable) // no limit is shared
		for i := codeLimit.most; i < codeLimitSource.most; i++ {
			guess("192.0.2.1/32", fmt.Sprint("k", i), false, ErrUnknownTable) // who has a key is told apart
		}
		guess("192.0.2.1/32", "k99", false, table.ErrRateLimited)
		time.Sleep(codeLimit.in)
		h.must(last.Join(h.ctx, private))
	})
}

func TestComingAndGoingTooFast(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo")
		code := h.code(h.must(people[0].Open(h.ctx, setup(4))))
		for range moveLimit.most {
			h.must(people[1].Watch(h.ctx, code)).Leave()
		}
		_, err := people[1].Join(h.ctx, code)
		h.wantErr(err, table.ErrRateLimited)
		_, err = people[1].Quick(h.ctx)
		h.wantErr(err, table.ErrRateLimited)
		people[1].Leave()
		bo := h.come("bo", "bo")
		_, err = bo.Watch(h.ctx, code)
		h.wantErr(err, table.ErrRateLimited)
		time.Sleep(moveLimit.in)
		h.must(bo.Watch(h.ctx, code))
	})
}

// Guests who come again and again fill the house no more than anybody.
func TestSoManyTablesFromOneSource(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		opened := 0
		for i := range tablesSource {
			g := h.comeFrom("192.0.2.1/32", fmt.Sprint("g", i), true)
			s := setup(4)
			s.Options.Bots = "regular"
			at := h.must(g.Open(h.ctx, s))
			h.do(at, table.Start{})
			g.Leave() // the seat is kept
			opened++
		}
		g := h.comeFrom("192.0.2.1/32", "one too many", true)
		_, err := g.Open(h.ctx, setup(4))
		h.wantErr(err, errManyNear)
		h.wantErr(err, table.ErrNotAllowed)
		h.must(h.comeFrom("192.0.2.2/32", "another", true).Open(h.ctx, setup(4)))
		h.must(h.come("and one", "and one").Open(h.ctx, setup(4)))
	})
}
