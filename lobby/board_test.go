package lobby

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"deathtrap/table"
)

func TestPrivateStaysPrivate(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "cleo", "dora")
		stranger := h.come("stranger", "stranger")
		var seen strings.Builder
		look := func() {
			b := stranger.listen()
			text, err := json.Marshal(b)
			if err != nil {
				t.Fatal(err)
			}
			seen.Write(text)
		}
		s := setup(4)
		s.Private, s.Title = true, "the hidden cellar"
		host := h.must(people[0].Open(h.ctx, s))
		code := h.code(host)
		look()
		h.must(people[1].Join(h.ctx, code))
		h.must(people[2].Watch(h.ctx, code))
		look()
		if got := whereabouts(stranger.board); got != "ana private, bo private, cleo private watching, dora, stranger" {
			t.Errorf("people are: %s", got)
		}
		h.do(host, table.AddBots{Count: 2})
		h.do(host, table.Say{Text: "whisper"})
		look()
		at := h.must(people[1].Watch(h.ctx, code))
		h.do(at, table.Ready{})
		h.do(host, table.Start{})
		look()
		at.Leave()
		time.Sleep(time.Minute)
		look()
		if got := h.code(h.must(stranger.Quick(h.ctx))); got == code {
			t.Error("a quick match led to a private table")
		}
		look()
		for _, secret := range []string{code, "hidden", "whisper"} {
			if strings.Contains(seen.String(), secret) {
				t.Errorf("the boards tell %q: %s", secret, seen.String())
			}
		}

		// The host may make it public, and private again.
		public := h.must(people[3].Open(h.ctx, s))
		s.Private = false
		h.do(public, table.Change{Setup: s})
		if b := stranger.listen(); !strings.Contains(whereabouts(b), "dora table") || len(b.Tables) != 2 {
			t.Errorf("people are: %s; %d tables", whereabouts(b), len(b.Tables))
		}
		s.Private = true
		h.do(public, table.Change{Setup: s})
		if b := stranger.listen(); !strings.Contains(whereabouts(b), "dora private") || len(b.Tables) != 1 {
			t.Errorf("people are: %s; %d tables", whereabouts(b), len(b.Tables))
		}
	})
}

func TestDrain(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "cleo", "dora")
		code, seats := h.play(people[:2])
		waiting := h.must(people[2].Open(h.ctx, setup(4)))
		h.do(waiting, table.AddBots{Count: 3})
		h.Drain()

		if !people[3].listen().Draining {
			t.Error("the board doesn't say that the server ends")
		}
		_, err := people[3].Open(h.ctx, setup(4))
		h.wantErr(err, ErrDraining)
		_, err = people[3].Quick(h.ctx)
		h.wantErr(err, ErrDraining)
		h.wantErr(waiting.Do(h.ctx, table.Start{}), table.ErrDraining)
		if u := h.now(waiting); !u.Board.Draining {
			t.Error("a table doesn't say that the server ends")
		}

		// A game goes on, and its people can come back to it.
		seats[1].Leave()
		if got := h.come("bo", "bo").Kept(); got != code {
			t.Errorf("kept is %q, want %q", got, code)
		}
	})
}

func TestPanicEndsNothingElse(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		h.come("ana", "ana")
		together(h.Lobby, func(s []int) { s[1] = 1 }, []int{0})
		h.mu.Lock()
		h.visits[0].person = nil // a board can't be built
		h.mu.Unlock()
		bo := h.come("bo", "bo")
		time.Sleep(time.Second)
		h.mu.Lock()
		h.visits = h.visits[1:]
		h.mu.Unlock()
		h.wantErr(bo.Say(h.ctx, "what was that?"), nil)
		if b := bo.listen(); b == nil || len(b.People) != 1 {
			t.Errorf("after a panic the board is %+v", b)
		}
	})
}
