package server

import (
	"cmp"
	"runtime"
	"time"
)

// Limits bound what the house spends on strangers and how long it waits for
// them. A zero field means the default, which is given with each. A source is
// an IPv4 address or an IPv6 /64; this machine's own addresses are no source,
// as everybody who comes through a proxy or tunnel here would share them: they
// are bounded by the totals alone.
type Limits struct {
	// At the door. Whoever is over Burst and PerMinute is told so and cut off.
	Burst     int // connections a source may open at once: 10
	PerMinute int // and again a minute: 30

	// Before the login. The oldest connection makes room for one too many, so
	// that silent ones lock nobody out.
	Strangers          int           // not yet logged in: 100
	StrangersPerSource int           // 10
	Exchanges          int           // keys being exchanged at once: all processors but one, at least 1
	Greeting           time.Duration // until the client has done its half of the key exchange: 10 s
	Login              time.Duration // until it has logged in; a person may be comparing the host key: 60 s

	// In the house.
	People          int           // 1000
	PeoplePerSource int           // 20
	PeoplePerKey    int           // 3: the newest replaces the others, whose clients then have to hang up
	Idle            time.Duration // a connection without a session: 60 s
	Shell           time.Duration // a session that asks for nothing: 10 s

	// On the wire.
	Keepalive time.Duration // between two questions whether the client is there: 15 s; after three unanswered it is gone
	Stall     time.Duration // a client that takes nothing: 10 s
	Unread    int           // output that the client need not have acknowledged: 16 KiB
	InBurst   int           // input at once, in bytes on the wire: 512 KiB
	InRate    int           // and again a second: 32 KiB
	Resize    time.Duration // between two changes of the window's size: 100 ms
}

// misses is how many keepalives may go unanswered.
const misses = 3

func (l Limits) orDefault() Limits {
	return Limits{
		Burst:     cmp.Or(l.Burst, 10),
		PerMinute: cmp.Or(l.PerMinute, 30),

		Strangers:          cmp.Or(l.Strangers, 100),
		StrangersPerSource: cmp.Or(l.StrangersPerSource, 10),
		Exchanges:          cmp.Or(l.Exchanges, max(1, runtime.GOMAXPROCS(0)-1)),
		Greeting:           cmp.Or(l.Greeting, 10*time.Second),
		Login:              cmp.Or(l.Login, time.Minute),

		People:          cmp.Or(l.People, 1000),
		PeoplePerSource: cmp.Or(l.PeoplePerSource, 20),
		PeoplePerKey:    cmp.Or(l.PeoplePerKey, 3),
		Idle:            cmp.Or(l.Idle, time.Minute),
		Shell:           cmp.Or(l.Shell, 10*time.Second),

		Keepalive: cmp.Or(l.Keepalive, 15*time.Second),
		Stall:     cmp.Or(l.Stall, 10*time.Second),
		Unread:    cmp.Or(l.Unread, 16<<10),
		InBurst:   cmp.Or(l.InBurst, 512<<10),
		InRate:    cmp.Or(l.InRate, 32<<10),
		Resize:    cmp.Or(l.Resize, 100*time.Millisecond),
	}
}
