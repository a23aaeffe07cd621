package lobby

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/table/words"
)

func TestNewestVisitWins(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo")
		code, seats := h.play(people)

		again := h.come("ana", "somebody else")
		h.wantErr(people[0].ending(), table.ErrReplaced)
		for err := error(nil); ; {
			if _, err = seats[0].Next(h.ctx); err != nil {
				h.wantErr(err, table.ErrLeft)
				break
			}
		}
		if name := again.Player().Name; name != "ana" {
			t.Errorf("the seat is ana's, but she came back as %s", name)
		}
		if got := again.Kept(); got != code {
			t.Errorf("the kept seat is at %q, want %q", got, code)
		}
		_, err := people[0].Join(h.ctx, code)
		h.wantErr(err, table.ErrReplaced)
		h.wantErr(people[0].Say(h.ctx, "me too"), table.ErrReplaced)
		people[0].Leave() // changes nothing any more

		back := h.must(again.Resume(h.ctx))
		if u := h.now(back); u.You != 0 || u.Board.Seats[0].Away || u.View == nil {
			t.Errorf("back in seat %d, away is %v", u.You, u.Board.Seats[0].Away)
		}
		if again.Kept() != "" {
			t.Error("a seat is kept for somebody who sits in it")
		}
		_, err = again.Resume(h.ctx)
		h.wantErr(err, ErrNothingKept)
		if got := whereabouts(people[1].listen()); got != "bo table, ana table" {
			t.Errorf("people are: %s", got)
		}
	})
}

func TestNamesAreUnlike(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		for i, c := range []struct{ name, want string }{
			{"ana", "ana"},
			{"ANA", "ANA-2"},
			{"Ana", "Ana-3"},
			{"ana-2", "ana-2-2"},
			{"аnа", "а-а"}, // Cyrillic letters on both sides of a Latin one
			{"Old Tom", "Old-Tom"},
			{"\x1b]0;ilse\a", "0-ilse"},
			{"", "guest"},
			{"\xff", "guest-2"},
			{"abcdefghijklmnop", "abcdefghijklmnop"},
			{"abcdefghijklmnop", "abcdefghijklmn-2"},
			{"aurora", "aurora"},
			{"аиrоrа", "аи-о-а"},
			{"аurоrа", "а-о-а"},
			{"Вова", "Вова"},
			{"BOBA", "BOBA-2"},
		} {
			got := h.come(fmt.Sprint(i), c.name).Player().Name
			if got != c.want {
				t.Errorf("%q came in as %q, want %q", c.name, got, c.want)
			}
		}
	})
}

func TestRename(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo")
		ana, bo := people[0], people[1]

		h.wantErr(ana.Rename("b o"), words.ErrNameRunes)
		err := ana.Rename("B0")
		h.wantErr(err, ErrNameTaken)
		if !strings.HasSuffix(err.Error(), ": B0-2 is free") {
			t.Errorf("no name is proposed: %v", err)
		}
		h.wantErr(ana.Rename("cleo"), nil)
		h.wantErr(bo.Rename("ana"), nil)
		h.wantErr(ana.Rename("CLEO"), nil) // like her own
		if got := whereabouts(ana.listen()); got != "CLEO, ana" {
			t.Errorf("people are: %s", got)
		}

		at := h.must(ana.Open(h.ctx, setup(4)))
		h.wantErr(ana.Rename("dora"), ErrNameFixed)
		h.wantErr(ana.Rename("dora"), table.ErrNotAllowed)
		at.Quit()
		h.wantErr(ana.Rename("dora"), nil)
		ana.Leave()
		h.wantErr(ana.Rename("ana"), table.ErrLeft)
	})
}

func TestKeptSeatKeepsItsName(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo")
		code, _ := h.play(people)
		people[0].Leave()

		if got := h.come("stranger", "ana").Player().Name; got != "ana-2" {
			t.Errorf("a stranger has the name of a kept seat: %s", got)
		}
		ana := h.come("ana", "ana")
		if ana.Player().Name != "ana" || ana.Kept() != code {
			t.Errorf("came back as %s, kept is %q", ana.Player().Name, ana.Kept())
		}
		h.wantErr(ana.Rename("cleo"), ErrNameFixed)

		at := h.must(ana.Resume(h.ctx))
		h.do(at, table.GiveUp{})
		at.Leave()
		if ana.Kept() != "" {
			t.Error("a seat is kept that was given up")
		}
		h.wantErr(ana.Rename("cleo"), nil)
	})
}

func TestTheBookEndsEmpty(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "cleo", "dora", "ada")
		h.play(people[:3])
		h.must(people[3].Quick(h.ctx))
		h.must(people[4].Open(h.ctx, table.Setup{Private: true, Options: rules.DefaultOptions()}))
		for _, g := range people {
			g.Leave()
			h.wantErr(g.ending(), table.ErrLeft)
		}
		time.Sleep(time.Hour) // the tables end by themselves
		h.mu.Lock()
		defer h.mu.Unlock()
		if n := len(h.people) + len(h.names) + len(h.called) + len(h.namesakes) + len(h.rooms) + len(h.codes) + len(h.visits); n != 0 {
			t.Errorf("left over: people %v, names %v, called %v, namesakes %v, rooms %v, codes %v, visits %v",
				h.people, h.names, h.called, h.namesakes, h.rooms, h.codes, h.visits)
		}
	})
}

func TestTheHouseEnds(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		ana := h.come("ana", "ana")
		at := h.must(ana.Open(h.ctx, setup(4)))
		ana.listen()
		h.end()
		// Both are told, whoever waits and for how long.
		_, err := at.Next(h.Context())
		for err == nil {
			_, err = at.Next(h.Context())
		}
		h.wantErr(err, table.ErrClosed)
		for err = nil; err == nil; {
			_, err = ana.Next(h.Context())
		}
		h.wantErr(err, table.ErrClosed)
		if _, err := h.Visit(h.Context(), table.Player{ID: "bo", Name: "bo"}); !errors.Is(err, table.ErrClosed) {
			t.Errorf("somebody came into a closed house: %v", err)
		}
	})
}

func TestOldLeaveForgetsNobodyNew(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		first := h.come("ana", "ana")
		first.Leave()
		again := h.come("ana", "ana")
		h.mu.Lock()
		h.forget(first.person) // as if its Leave had taken that long
		h.mu.Unlock()
		h.come("ana", "ana")
		h.wantErr(again.ending(), table.ErrReplaced)
	})
}

// memory keeps names, as a store does.
type memory struct {
	*forgetful
	names map[string]string
}

func (m memory) Name(_ context.Context, id string) (string, error) { return m.names[id], nil }

func (m memory) Call(id, name string) error {
	m.names[id] = name
	return nil
}

func (m memory) Give(_ Key, gone string) error {
	delete(m.names, gone)
	return nil
}

// TestTheFirstNameStays: the name that a key first came with is its own, also
// when it comes by a link that says none; what one chooses takes its place.
func TestTheFirstNameStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		defer end()
		house := New(ctx, Config{Policy: firstLegal{}, Memory: memory{&forgetful{}, map[string]string{}}})
		come := func(id, name string, guest bool) *Visit {
			v, err := house.Visit(ctx, table.Player{ID: id, Name: name, Guest: guest})
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		for _, c := range []struct {
			id, name string
			guest    bool
			called   string
			isNew    bool
		}{
			{"key 1", "carl", false, "carl", true},
			{"key 1", words.Nameless, false, "carl", false},
			{"key 1", "erna", false, "carl", false},
			{"key 2", words.Nameless, false, words.Nameless, true},
			{"key 2", "bella", false, "bella", true},
			{"key 2", "root", false, "bella", false},
			{"guest 1", "dora", true, "dora", true},
			{"guest 1", "root", true, "root", true},
		} {
			v := come(c.id, c.name, c.guest)
			if got := v.Player().Name; got != c.called || v.New() != c.isNew {
				t.Errorf("%s as %s: called %s, new %v", c.id, c.name, got, v.New())
			}
			v.Leave()
		}
		v := come("key 1", "carl", false)
		if err := v.Rename("otto"); err != nil {
			t.Fatal(err)
		}
		v.Leave()
		if got := come("key 1", "carl", false).Player().Name; got != "otto" {
			t.Errorf("after choosing another name: %s", got)
		}
		end()
		synctest.Wait()
	})
}
