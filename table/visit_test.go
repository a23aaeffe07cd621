package table

import (
	"context"
	"errors"
	"testing"
	"time"

	"deathtrap/rules"
)

func TestVisits(t *testing.T) {
	bubble(t, "the first update is whole and has no news of the game", func(t *testing.T) {
		h := open(t, nil)
		h.started()
		late := h.visit(1)
		time.Sleep(20 * time.Second) // things happen before the first is read
		u, err := late.Next(t.Context())
		must(t, err)
		if u.View == nil || u.You != rules.Nobody || len(u.Board.Watchers) != 1 {
			t.Errorf("not whole: %+v", u)
		}
		for _, n := range u.News {
			if n.Event != nil {
				t.Errorf("%s is news, but the view has it", n.Event.Kind)
			}
		}
	})
	bubble(t, "a game that began while the first update lay unread is told from its beginning", func(t *testing.T) {
		h := open(t, nil)
		watcher := h.visit(1)
		h.started()
		time.Sleep(20 * time.Second)
		u, err := watcher.Next(t.Context())
		must(t, err)
		var kinds []rules.EventKind
		for _, n := range u.News {
			if n.Event != nil {
				kinds = append(kinds, n.Event.Kind)
			}
		}
		if len(kinds) < 3 || kinds[0] != rules.GameStarted || kinds[1] != rules.Dealt {
			t.Errorf("told %v", kinds)
		}
	})
	bubble(t, "the newest of a player wins", func(t *testing.T) {
		h := open(t, nil)
		old := h.visit(0)
		must(t, old.Do(t.Context(), Sit{}))
		fresh := h.visit(0)
		ends(t, old, ErrReplaced)
		if err := old.Do(t.Context(), Ready{}); !errors.Is(err, ErrReplaced) {
			t.Errorf("the old visit may still act: %v", err)
		}
		old.Leave()
		must(t, fresh.Do(t.Context(), Ready{}))
		if u, err := fresh.Next(t.Context()); err != nil || u.You != 0 {
			t.Errorf("seat %d, %v", u.You, err)
		}
	})
	bubble(t, "end when they leave", func(t *testing.T) {
		h := open(t, nil)
		v := h.visit(0)
		h.visit(1)
		v.Leave()
		v.Leave()
		ends(t, v, ErrLeft)
		if err := v.Do(t.Context(), Sit{}); !errors.Is(err, ErrLeft) {
			t.Errorf("who left sits down: %v", err)
		}
	})
	bubble(t, "a request that is none changes nothing", func(t *testing.T) {
		h := open(t, nil)
		v := h.visit(0)
		must(t, v.Do(t.Context(), Sit{}))
		for _, cmd := range []Command{nil, AddBots{}, AddBots{Count: 1, Kind: "none"}, RemoveBots{Count: -1}, Change{}, Act{Seen: 99}, Say{"\x1b\x07"}} {
			if err := v.Do(t.Context(), cmd); !errors.Is(err, ErrBadRequest) {
				t.Errorf("%#v: %v", cmd, err)
			}
		}
		if u, err := v.Next(t.Context()); err != nil || u.Seen != 2 {
			t.Errorf("seen %d, %v", u.Seen, err)
		}
	})
	bubble(t, "an update tells when it was shown", func(t *testing.T) {
		v := open(t, nil).visit(0)
		latest(t, v)
		time.Sleep(time.Minute)
		must(t, v.Do(t.Context(), Sit{}))
		shown := time.Now()
		time.Sleep(time.Second)
		if u := latest(t, v); !u.Shown.Equal(shown) {
			t.Errorf("shown %v, and not %v", u.Shown, shown)
		}
	})
	bubble(t, "who watch share what they see", func(t *testing.T) {
		h := open(t, nil)
		one, other := h.visit(1), h.visit(2)
		mine := latest(t, h.started())
		a, b := latest(t, one), latest(t, other)
		if a.View != b.View || a.Board != b.Board || a.View == mine.View || a.Board != mine.Board {
			t.Error("each has a view of their own")
		}
	})
	bubble(t, "are told nothing of who passes automatically", func(t *testing.T) {
		h := open(t, nil)
		v, other := h.started(), h.visit(1)
		before, theirs := latest(t, v), latest(t, other)
		must(t, v.Do(t.Context(), AutoPass{On: true}))
		if after := latest(t, v); !after.AutoPass || before.AutoPass || after.Seen != before.Seen || after.Board != before.Board {
			t.Errorf("auto %v then %v, seen %d then %d", before.AutoPass, after.AutoPass, before.Seen, after.Seen)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if u, err := other.Next(ctx); err == nil {
			t.Errorf("the other got %+v after %+v", u, theirs)
		}
	})
	bubble(t, "talk 20 times in a minute at most", func(t *testing.T) {
		h := open(t, nil)
		v := h.visit(0)
		h.visit(1) // so that the table stays
		for range 20 {
			must(t, v.Do(t.Context(), Say{"again"}))
			time.Sleep(2 * time.Second)
		}
		if err := v.Do(t.Context(), Say{"again"}); !errors.Is(err, ErrRateLimited) {
			t.Errorf("the 21st line: %v", err)
		}
		v.Leave() // another visit is the same person
		if err := h.visit(0).Do(t.Context(), Say{"again"}); !errors.Is(err, ErrRateLimited) {
			t.Errorf("the 21st line, after coming back: %v", err)
		}
	})
	bubble(t, "are asked to slow down", func(t *testing.T) {
		h := open(t, nil)
		v := h.visit(0)
		must(t, v.Do(t.Context(), Sit{}))
		for i := range 19 {
			must(t, v.Do(t.Context(), Ready{Off: i%2 == 1}))
		}
		if err := v.Do(t.Context(), Ready{Off: true}); !errors.Is(err, ErrRateLimited) {
			t.Errorf("the 21st change in no time: %v", err)
		}
		time.Sleep(10 * time.Second)
		must(t, v.Do(t.Context(), Ready{Off: true}))
	})
}

func TestNobodyWaitsForASlowReader(t *testing.T) {
	bubble(t, "a visit that never reads", func(t *testing.T) {
		h := open(t, nil)
		slow := h.visit(9)
		if _, err := slow.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		v := h.started()
		must(t, v.Do(t.Context(), GiveUp{}))
		time.Sleep(time.Hour) // a whole game of computer players
		u, err := slow.Next(t.Context())
		must(t, err)
		if u.Board.State != Over || u.Missed != 0 {
			t.Fatalf("state %s, missed %d", u.Board.State, u.Missed)
		}
		n := 0
		for _, news := range u.News {
			if news.Event != nil {
				if n++; news.Event.N != n {
					t.Fatalf("event %d in place %d", news.Event.N, n)
				}
			}
		}
		if n < 50 {
			t.Errorf("only %d events of a whole game", n)
		}
	})
	t.Run("what is unread does not grow without end", func(t *testing.T) {
		unread := Update{}
		for i := range 3 * unreadNews {
			unread = merge(unread, Update{Seen: uint64(i), News: []News{{Seen: uint64(i)}}})
		}
		if len(unread.News) != unreadNews || unread.Missed != 2*unreadNews || unread.News[0].Seen != 2*unreadNews {
			t.Errorf("%d pieces, %d missed, the first of %d", len(unread.News), unread.Missed, unread.News[0].Seen)
		}
	})
	t.Run("merging leaves shared news alone", func(t *testing.T) {
		shared := make([]News, 1, 10)
		merge(Update{News: shared[:1:1]}, Update{News: []News{{Notice: "more"}}})
		if shared[:2][1].Notice != "" {
			t.Error("news of one visit was written into another's")
		}
	})
}
