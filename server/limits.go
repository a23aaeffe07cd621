package server

import (
	"cmp"
	"runtime"
	"time"
)

// Limits bound what the house spends on strangers and how long it waits for
// them. A zero field means the default, which is given with each. A source is
// an IPv4 address or an IPv6 /64. This machine's own addresses and those of
// listed proxies are no source, as everybody who comes through a proxy or tunnel
// there would share them: they are bounded by the totals alone, and have no
// penalties, unless Local is set.
type Limits struct {
	Local bool // count this machine and listed proxies as any other source

	// At the door. Whoever is over Burst and PerMinute is told so and cut off.
	Burst     int // connections a source may open at once: 10
	PerMinute int // and again a minute: 30

	// Before the login. The oldest connection makes room for one too many, so
	// that silent ones lock nobody out.
	Strangers          int           // not yet logged in: 100
	StrangersPerSource int           // 10
	Exchanges          int           // keys being exchanged at once: all processors but one, at least 1; for strangers a quarter of the time
	Greeting           time.Duration // until the client has done its half of the key exchange: 10 s
	Login              time.Duration // until it has logged in; a person may be comparing the host key: 10 s

	// Penalties of a source, after OpenSSH's PerSourcePenalties. They add up; when
	// there is PenaltyLeast of them the source is not answered until they are over.
	PenaltyFailed time.Duration // for leaving after logins that failed: 5 s
	PenaltyNone   time.Duration // for leaving without having tried: 1 s
	PenaltySlow   time.Duration // for taking too long: 10 s
	PenaltyLeast  time.Duration // 15 s
	PenaltyMost   time.Duration // 10 min

	// In the house. Who has a seat is always let in to it.
	People          int           // 1000
	PeopleSpare     int           // of these, kept for players with a key: a twentieth, at most 50
	PeoplePerSource int           // 20
	PeoplePerKey    int           // 3: the newest replaces the others, whose clients then have to hang up
	Channel         time.Duration // from the login to the first session: 10 s
	Shell           time.Duration // a session that asks for nothing: 10 s
	Idle            time.Duration // between two sessions of a connection: 60 s

	// On the wire.
	Keepalive time.Duration // between two questions whether a quiet client is there: 90 s, as each costs both sides something; the kernel's own, which cost nothing, find a machine that is gone within a minute
	// The same for who has a seat or was sent something, as others may wait for them: 15 s.
	KeepaliveSeated time.Duration

	Answer  time.Duration // the client's time to answer one; then it is gone: 45 s
	Stall   time.Duration // a client that takes nothing: 10 s
	Unread  int           // output that the client need not have acknowledged, in bytes: 16 KiB
	InBurst int           // input at once, in bytes on the wire: 512 KiB
	InRate  int           // and again a second: 32 KiB
	Resize  time.Duration // between two changes of the window's size: 100 ms
}

func (l Limits) orDefault() Limits {
	return Limits{
		Local:     l.Local,
		Burst:     cmp.Or(l.Burst, 10),
		PerMinute: cmp.Or(l.PerMinute, 30),

		Strangers:          cmp.Or(l.Strangers, 100),
		StrangersPerSource: cmp.Or(l.StrangersPerSource, 10),
		Exchanges:          cmp.Or(l.Exchanges, max(1, runtime.GOMAXPROCS(0)-1)),
		Greeting:           cmp.Or(l.Greeting, 10*time.Second),
		Login:              cmp.Or(l.Login, 10*time.Second),

		PenaltyFailed: cmp.Or(l.PenaltyFailed, 5*time.Second),
		PenaltyNone:   cmp.Or(l.PenaltyNone, time.Second),
		PenaltySlow:   cmp.Or(l.PenaltySlow, 10*time.Second),
		PenaltyLeast:  cmp.Or(l.PenaltyLeast, 15*time.Second),
		PenaltyMost:   cmp.Or(l.PenaltyMost, 10*time.Minute),

		People:          cmp.Or(l.People, 1000),
		PeopleSpare:     cmp.Or(l.PeopleSpare, min(50, cmp.Or(l.People, 1000)/20)),
		PeoplePerSource: cmp.Or(l.PeoplePerSource, 20),
		PeoplePerKey:    cmp.Or(l.PeoplePerKey, 3),
		Channel:         cmp.Or(l.Channel, 10*time.Second),
		Shell:           cmp.Or(l.Shell, 10*time.Second),
		Idle:            cmp.Or(l.Idle, time.Minute),

		Keepalive: cmp.Or(l.Keepalive, 90*time.Second),
		Answer:    cmp.Or(l.Answer, 45*time.Second),

		KeepaliveSeated: cmp.Or(l.KeepaliveSeated, 15*time.Second),
		Stall:           cmp.Or(l.Stall, 10*time.Second),
		Unread:          cmp.Or(l.Unread, 16<<10),
		InBurst:         cmp.Or(l.InBurst, 512<<10),
		InRate:          cmp.Or(l.InRate, 32<<10),
		Resize:          cmp.Or(l.Resize, 100*time.Millisecond),
	}
}
