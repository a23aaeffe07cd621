package tui

import (
	"strings"
	"testing"

	"deathtrap/lobby"
)

func TestNamingPictures(t *testing.T) {
	goldens(t, "naming", func(s *session) screen {
		s.me.Name, s.options.Want = "guest-2", "K7QD"
		n := newNaming(s)
		n.name.set("Fenna")
		return n
	})
}

// A friend who comes by an invitation for the first time says who they are
// before the table sees them, or stays a guest.
func TestTheInvitedSayTheirName(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		marta := comes(t, house, "marta", normalSize, Options{})
		marta.types(t, "n")
		marta.types(t, "\r")
		_, after, _ := strings.Cut(marta.sees(), "ssh -p 2222 ")
		code, _, _ := strings.Cut(after, "@")

		friend := arrives(t, house, "guest", normalSize, Options{Want: code})
		friend.mustSee(t, "What shall the others call you?")
		friend.types(t, "marta\r")
		friend.mustSee(t, "is free", "What shall the others call you?")
		friend.types(t, "\x15Fenna\r")
		friend.mustSee(t, "table "+code, "2 of 6 seats taken")
		marta.mustSee(t, "Fenna")

		shy := arrives(t, house, "guest-7", normalSize, Options{Watch: code})
		shy.types(t, "\r")
		shy.mustSee(t, "table "+code, "enter sit down")
	})
}
