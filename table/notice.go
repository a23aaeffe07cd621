package table

import (
	"fmt"
	"strings"
	"time"
)

// The sentences a table says to everybody. A name is cleaned before it is here.

const noticeDrain = "The server is about to restart. This game can be played to its end; no new one begins."

const (
	noticeStands = "The table can't write anything down, so nothing happens and no clock runs. It goes on by itself."
	noticeGoesOn = "The table goes on."

	noticeUnlocked = "The table is unlocked, as it has no host."

	noticePaused  = "Everybody wants a pause. No clock runs until somebody goes on."
	noticeResumed = "The pause is over."
)

func noticeWantsPause(name string) string {
	return name + " wants a pause. It begins when everybody here does."
}

func noticeTookTime(name string, d time.Duration) string {
	return name + " takes " + d.String() + " of extra time."
}

// noticeStood tells after how long a table is back.
func noticeStood(d time.Duration) string {
	return "The server was away for " + d.String() + ". No card has moved and no clock has run."
}

func noticeLeft(name string) string   { return name + " leaves the table." }
func noticeGaveUp(name string) string { return name + " has left. A bot plays the cards to the end." }
func noticeBack(name string) string   { return name + " is back." }
func noticeHost(name string) string   { return name + " is the host now." }

func noticeDropped(name string) string {
	return fmt.Sprintf("%[1]s has dropped off. The seat is kept; a bot minds the cards until %[1]s is back.", name)
}

func noticeHeld(name string) string {
	return fmt.Sprintf("%[1]s has dropped off. The seat is kept for a minute.", name)
}

func noticeFree(name string) string { return name + " has not come back. The seat is free." }

// noticeGuestBan tells the host what a ban of a guest is worth.
const noticeGuestBan = "A guest can come back as another guest. Lock the table to keep all strangers out."

func noticeKicked(name string, banned, playing bool) string {
	words := name + " is sent out by the host."
	if banned {
		words = name + " is banned by the host."
	}
	if playing {
		words += " A bot plays the cards to the end."
	}
	return words
}

func noticeUnbanned(name string) string { return name + " is no longer banned." }

func noticeLocked(host string, on bool) string {
	if on {
		return host + " has locked the table. Nobody new sits down or looks on."
	}
	return host + " has unlocked the table."
}

func noticeGrovel(name, text string) string { return name + " grovels: " + text }

func noticeMinded(name string) string  { return "A bot plays for " + name + " now." }
func noticeTimeOut(name string) string { return "Time is up for " + name + "." }

func noticeChanged(name string) string {
	return name + " has changed the table. Everybody is asked again."
}

func noticeRematch(name string) string {
	return name + " wants a rematch. Everybody is asked again."
}

// noticeWay tells a guest how to come back.
func noticeWay(way string) string {
	return "You are a guest. Should your line drop, this brings you back to your seat: " + way
}

// noticeMeanwhile tells who is back what was done with their cards.
func noticeMeanwhile(played, passed int) string {
	var done []string
	if played > 0 {
		done = append(done, count(played, "played once", "played %d times"))
	}
	if passed > 0 {
		done = append(done, count(passed, "passed once", "passed %d times"))
	}
	return "While you were away, the table " + strings.Join(done, " and ") + " for you."
}

// count is the sentence for one, or the one for several with the number in it.
func count(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(several, n)
}
