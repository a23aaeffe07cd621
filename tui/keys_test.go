package tui

import (
	"context"
	"regexp"
	"testing"
	"time"

	"deathtrap/lobby"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

func TestKeysPictures(t *testing.T) {
	goldens(t, "keys", func(s *session) screen {
		s.me.Key = "SHA256:ZIN0CA9dAVLsL/aTgGGzSmispCQxGS9ZowlVx77O3MQ"
		k := newKeys(s)
		k.update(keysMsg{[]lobby.Key{
			{ID: "SHA256:QZIN0CA9dAVLsL/aTgGGzSmispCQxGS9ZowlVx77O3M"},
			{ID: s.me.Key, Since: time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)},
		}})
		k.update(codeMsg{"K7QD-9GTA-P2XM"})
		return k
	})
}

// byKey lets a person in by a key, as whoever's it is.
func byKey(t *testing.T, house *lobby.Lobby, key, name string, size terminal.Size) *person {
	t.Helper()
	visit, err := house.Visit(t.Context(), table.Player{ID: house.Owner(key), Key: key, Name: name, Face: table.Screen})
	if err != nil {
		t.Fatal(err)
	}
	return running(t, name, size, func(ctx context.Context) terminal.Model {
		return New(ctx, visit, Options{Known: true, Host: "dungeon.example", Port: "2222"})
	}, visit.Leave)
}

// Two machines become one player's by what their screens say, and are two again.
func TestKeysAreLinkedOnTheScreen(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		desk := byKey(t, house, "SHA256:desk", "ana", normalSize)
		laptop := byKey(t, house, "SHA256:laptop", "bo", normalSize)
		desk.types(t, "s")
		desk.click(t, "your other machines")
		desk.click(t, "your other machines")
		desk.mustSee(t, "► SHA256:desk", "your first; you are here by it")
		desk.types(t, "\r")
		code := regexp.MustCompile(`link ([A-Z0-9-]{14})`).FindStringSubmatch(desk.sees())
		if code == nil {
			t.Fatalf("no code:\n%s", desk.sees())
		}
		laptop.types(t, "s")
		laptop.click(t, "your other machines")
		laptop.click(t, "your other machines")
		laptop.types(t, "e")
		laptop.types(t, "wrong\r")
		laptop.mustSee(t, "No such code holds")
		laptop.types(t, "e")
		laptop.types(t, code[1]+"\r")
		laptop.mustSee(t, "Your key is linked. Come in again")
		laptop.hits("\r")
		if owner := house.Owner("SHA256:laptop"); owner != "SHA256:desk" {
			t.Fatalf("the owner is %s", owner)
		}
		desk.types(t, "\x1b")
		settleDown()
		desk.types(t, "\r")
		desk.mustSee(t, "SHA256:laptop", "yours since ")
		desk.types(t, "\x1b[B")
		desk.types(t, "x")
		desk.mustSee(t, "Take this key away from you?")
		desk.types(t, "\r") // stay
		desk.mustSee(t, "SHA256:laptop")
		desk.types(t, "x")
		desk.types(t, "y")
		if len(house.KeysOf("SHA256:desk")) != 1 {
			t.Errorf("it is still there:\n%s", desk.sees())
		}
	})
}

func TestAGuestHasNoKeys(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		p := comes(t, house, "Ilse", normalSize, Options{})
		p.types(t, "s")
		p.click(t, "your other machines")
		p.click(t, "your other machines")
		p.mustSee(t, "a guest has no key")
		p.types(t, "ex\r")
		p.mustSee(t, "a guest has no key")
	})
}
