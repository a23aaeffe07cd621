package lobby

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/table"
)

// diary is a memory of whom people ignore, as a store is one.
type diary struct {
	*forgetful
	ignored map[string][]Acquaintance
}

func (d diary) Ignored(_ context.Context, id string) ([]Acquaintance, error) {
	return d.ignored[id], nil
}

func (d diary) Ignore(id string, whom Acquaintance) error {
	d.ignored[id] = append(d.ignored[id], whom)
	return nil
}

func (d diary) Unignore(id, whom string) error {
	d.ignored[id] = slices.DeleteFunc(d.ignored[id], func(a Acquaintance) bool { return a.ID == whom })
	return nil
}

func (g *guest) says(text string) {
	g.h.Helper()
	time.Sleep(4 * time.Second) // not too much at once
	g.h.wantErr(g.Say(g.h.ctx, text), nil)
}

func (g *guest) ignores(name string) {
	g.h.Helper()
	_, err := g.Ignore(name)
	g.h.wantErr(err, nil)
}

// hears is what somebody has heard since the last time, and what is on the board.
func (g *guest) hears() string {
	g.talk = nil
	g.listen()
	var board []string
	for _, said := range g.board.Talk {
		board = append(board, said.From+": "+said.Text)
	}
	return strings.Join(g.talk, "|") + " / " + strings.Join(board, "|")
}

func TestTheIgnoredAreNotHeardWhateverTheyAreCalled(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		memory := diary{&forgetful{}, map[string][]Acquaintance{}}
		h.config.Memory = memory
		people := h.comeAll("ana", "bo", "cleo")
		ana, bo, cleo := people[0], people[1], people[2]
		bo.says("one")
		ana.ignores("BO")
		ana.ignores("bo") // again is nothing
		if got := ana.hears(); strings.Contains(got, "one") {
			t.Errorf("ana hears %q", got)
		}
		bo.says("two")
		h.wantErr(bo.Rename("zed"), nil)
		bo.says("three")
		cleo.says("four")
		h.wantErr(bo.whisper("ana", "five"), nil) // bo is not told
		if got := ana.hears() + ana.heard(); got != "cleo: four / cleo: four" {
			t.Errorf("ana hears %q", got)
		}
		if got := cleo.hears(); got != "bo: one|bo: two|zed: three|cleo: four / bo: one|bo: two|zed: three|cleo: four" {
			t.Errorf("cleo hears %q", got)
		}
		at := h.must(ana.Open(h.ctx, setup(4)))
		seat := h.must(bo.Join(h.ctx, h.code(at)))
		h.do(seat, table.Say{Text: "six"})
		if u := h.now(at); len(u.Board.Talk) != 0 {
			t.Errorf("ana hears %v at the table", u.Board.Talk)
		}
		ana.Leave()
		bo.Leave()
		time.Sleep(24 * time.Hour)
		ana, bo = h.come("ana", "ana"), h.come("bo", "bonnie") // another day, another name
		if got := ana.Ignored(); !slices.Equal(got, []string{"bonnie"}) {
			t.Errorf("ana ignores %v", got)
		}
		bo.says("seven")
		if got := ana.hears(); strings.Contains(got, "seven") {
			t.Errorf("ana hears %q", got)
		}
		bo.Leave()
		for _, name := range []string{"nobody", "bonnie"} {
			if _, err := ana.Unignore(name); err == nil { // the name that was kept is zed or bo, as it was then
				t.Errorf("%s was not ignored by that name", name)
			}
		}
		name, err := ana.Unignore("bo")
		h.wantErr(err, nil)
		if got := ana.hears(); name != "bo" || !strings.Contains(got, "seven") || len(ana.Ignored())+len(memory.ignored["ana"]) != 0 {
			t.Errorf("ana hears %q; ignores %v", got, memory.ignored)
		}
		for name, want := range map[string]error{"ana": ErrYourself, "nobody": ErrNobody} {
			_, err := ana.Ignore(name)
			h.wantErr(err, want)
		}
	})
}

// Of guests and by guests nothing is kept; who has gone can be ignored and
// reported by what can still be read.
func TestGuestsIgnoreForTheirVisit(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		memory := diary{&forgetful{}, map[string][]Acquaintance{}}
		h.config.Memory = memory
		v, err := h.Visit(h.ctx, table.Player{ID: "guest:1", Name: "gus", Guest: true})
		h.wantErr(err, nil)
		gus, ana, bo := &guest{Visit: v, h: h}, h.come("ana", "ana"), h.come("bo", "bo")
		gus.ignores("ana")
		ana.ignores("gus")
		h.wantErr(bo.whisper("gus", "you will never know who I was"), nil)
		ana.says("hello")
		bo.says("and goodbye")
		bo.Leave()
		gus.ignores("bo")
		if got := gus.hears(); got != " / " {
			t.Errorf("gus hears %q", got)
		}
		if len(memory.ignored) > 0 {
			t.Errorf("kept: %v", memory.ignored)
		}
		gus.Leave()
		v, err = h.Visit(h.ctx, table.Player{ID: "guest:1", Name: "gus", Guest: true})
		h.wantErr(err, nil)
		if got := v.Ignored(); len(got) != 0 {
			t.Errorf("a new guest ignores %v", got)
		}
	})
}

func TestOnlySoManyAreIgnored(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		ana := h.come("ana", "ana")
		for i := range ignoredMost {
			h.come(fmt.Sprint("id", i), fmt.Sprint("p", i)).Say(h.ctx, "hi")
			ana.ignores(fmt.Sprint("p", i))
		}
		h.come("bo", "bo")
		_, err := ana.Ignore("bo")
		h.wantErr(err, table.ErrRateLimited)
		synctest.Wait()
	})
}
