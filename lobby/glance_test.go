package lobby

import (
	"testing"
	"time"

	"deathtrap/table"
)

func TestAGlanceIsNoVisit(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo")
		code, _ := h.play(people[:1])
		for id, want := range map[string][2]bool{"ana": {true, true}, "bo": {true, false}, "cleo": {false, false}} {
			if known, seated := h.Lobby.Knows(id), h.Lobby.Seated(id); known != want[0] || seated != want[1] {
				t.Errorf("%s is known: %v, seated: %v", id, known, seated)
			}
		}
		if b := h.Lobby.Board(); len(b.People) != 2 || len(b.Tables) != 1 || b.Tables[0].Code != code {
			t.Errorf("the board is %+v", b)
		}
		for id, want := range map[string]string{"ana": "ana", "cleo": "bo-2"} {
			if got := h.Lobby.NameOf(h.ctx, table.Player{ID: id, Name: "bo"}); got != want {
				t.Errorf("%s would be %s, want %s", id, got, want)
			}
		}
		people[0].Leave()
		if !h.Lobby.Seated("ana") || !h.Lobby.Knows("ana") {
			t.Error("who dropped off is forgotten, with a seat kept")
		}
		people[1].Leave()
		if h.Lobby.Knows("bo") {
			t.Error("who left is known")
		}
	})
}

func TestIsCode(t *testing.T) {
	for typed, want := range map[string]bool{
		"K7QD": true, "k7qd": true, "K7QDBC23": true, "k7qd-bc23": true,
		"ana": false, "KQDB": false, "A7QD": false, "K1QD": false, "K7QDB": false, "K7Q\x1b": false, "": false,
	} {
		if IsCode(typed) != want {
			t.Errorf("%q is a code: %v", typed, !want)
		}
	}
}
