package lobby

import (
	"strings"
	"testing"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
)

func TestTheHostSeesEverybody(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "cleo")
		code, _ := h.play(people[:1])
		setup := table.Setup{Private: true, Options: rules.DefaultOptions()}
		private := h.code(h.must(people[1].Open(h.ctx, setup)))
		time.Sleep(time.Second)
		var at []string
		for _, p := range h.Everybody() {
			at = append(at, p.ID+" "+p.Code)
		}
		if got, want := strings.Join(at, ", "), "ana "+code+", bo "+private+", cleo "; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if all := h.Everything(); len(all) != 2 || all[1].Code != private {
			t.Errorf("the tables are %v", all)
		}
	})
}

func TestTheHostIsHeardEverywhere(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo")
		_, seats := h.play(people[:1])
		if err := h.Announce("a pause\x1b[2J at noon"); err != nil {
			t.Fatal(err)
		}
		const want = "The host of this server: a pause[2J at noon"
		if u := h.now(seats[0]); u.Board.Talk[len(u.Board.Talk)-1] != (table.Talk{Text: want}) {
			t.Errorf("at the table is said %v", u.Board.Talk)
		}
		if talk := h.Board().Talk; talk[len(talk)-1] != (table.Talk{Text: want}) {
			t.Errorf("in the lobby is said %v", talk)
		}
		h.wantErr(h.Announce(" "), table.ErrBadRequest)
		h.Post("welcome\x07 all")
		if got := h.Board().Notice; got != "welcome all" {
			t.Errorf("the notice is %q", got)
		}
	})
}

func TestWhoIsMutedSaysNothing(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo")
		_, seats := h.play(people[:1])
		h.Mute("ana", time.Now().Add(time.Minute))
		for _, c := range []table.Command{table.Say{Text: "hi"}, table.Grovel{Text: "o hero"}} {
			h.wantErr(seats[0].Do(h.ctx, c), table.ErrMuted)
		}
		h.wantErr(people[0].Say(h.ctx, "hi"), table.ErrMuted)
		h.wantErr(people[1].Say(h.ctx, "hi"), nil)
		time.Sleep(time.Minute)
		h.wantErr(people[0].Say(h.ctx, "hi"), nil)
		h.Mute("ana", time.Now().Add(time.Minute))
		h.Mute("ana", time.Time{})
		h.do(seats[0], table.Say{Text: "hi"})
		if len(h.muted) > 0 {
			t.Errorf("still muted: %v", h.muted)
		}
	})
}
