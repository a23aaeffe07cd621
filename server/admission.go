package server

import (
	"container/list"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Why somebody is not let in. These are sentences for the person.
var (
	errTooOften   = errors.New("too many connections from your network: please wait a minute")
	errFull       = errors.New("the dungeon is full: please come back in a while")
	errFullSource = errors.New("too many people from your network are in already")
	errMadeRoom   = errors.New("made room for a newer connection")
)

// maxSources is how many sources are remembered at most (some 10 MiB). Beyond
// it, those that hold nothing are forgotten early.
const maxSources = 50_000

// admission counts who is at the door and in the house. Safe for concurrent use.
type admission struct {
	limits Limits

	mu        sync.Mutex
	sources   map[netip.Prefix]*tally
	strangers list.List // of *ticket, the oldest first
	people    int
	keys      map[string][]*ticket // people by player ID, the oldest first
	swept     time.Time
}

// tally is what one source holds.
type tally struct {
	bucket    *rate.Limiter
	strangers int
	people    int
}

// ticket is one connection's place in the counts. It is given back once.
type ticket struct {
	admission *admission
	local     bool
	source    netip.Prefix
	drop      func(error)   // closes the connection; must not block
	waiting   *list.Element // among the strangers; nil once admitted
	key       string
	admitted  bool
	left      bool
}

func newAdmission(l Limits) *admission {
	return &admission{limits: l, sources: map[netip.Prefix]*tally{}, keys: map[string][]*ticket{}}
}

// sourceOf is the source of an address, and whether it is this machine itself.
func sourceOf(a net.Addr) (source netip.Prefix, local bool) {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}, false // one source for all that can't be told apart
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	bits := 64
	if ip.Is4() {
		bits = 32
	}
	return netip.PrefixFrom(ip, bits).Masked(), ip.IsLoopback()
}

// knock takes a new connection in among the strangers.
func (a *admission) knock(from net.Addr, now time.Time, drop func(error)) (*ticket, error) {
	t := &ticket{admission: a, drop: drop}
	t.source, t.local = sourceOf(from)

	a.mu.Lock()
	defer a.mu.Unlock()
	a.sweep(now)
	of := a.tally(t.source)
	if !t.local && !of.bucket.AllowN(now, 1) {
		return nil, errTooOften
	}
	if !t.local && of.strangers >= a.limits.StrangersPerSource {
		a.makeRoom(func(old *ticket) bool { return old.source == t.source })
	}
	if a.strangers.Len() >= a.limits.Strangers {
		a.makeRoom(func(*ticket) bool { return true })
	}
	t.waiting = a.strangers.PushBack(t)
	of.strangers++
	return t, nil
}

// makeRoom drops the oldest stranger that fits.
func (a *admission) makeRoom(fits func(*ticket) bool) {
	for e := a.strangers.Front(); e != nil; e = e.Next() {
		if t := e.Value.(*ticket); fits(t) {
			a.forget(t)
			t.drop(errMadeRoom)
			return
		}
	}
}

func (a *admission) tally(source netip.Prefix) *tally {
	of := a.sources[source]
	if of == nil {
		perSecond := rate.Limit(float64(a.limits.PerMinute) / 60)
		of = &tally{bucket: rate.NewLimiter(perSecond, a.limits.Burst)}
		a.sources[source] = of
	}
	return of
}

// sweep forgets sources that hold nothing and whose bucket is full again, once
// a minute; when there are too many, those with half a bucket too.
func (a *admission) sweep(now time.Time) {
	crowded := len(a.sources) >= maxSources
	if now.Sub(a.swept) < time.Minute && !(crowded && now.Sub(a.swept) > time.Second) {
		return
	}
	a.swept = now
	full := float64(a.limits.Burst)
	if crowded {
		full /= 2
	}
	for source, of := range a.sources {
		if of.strangers == 0 && of.people == 0 && of.bucket.TokensAt(now) >= full {
			delete(a.sources, source)
		}
	}
}

// admit makes a person of a stranger, once for all sessions of a connection;
// key is the player's ID, "" for a guest.
func (t *ticket) admit(key string) error {
	a := t.admission
	a.mu.Lock()
	defer a.mu.Unlock()
	if t.left {
		return errMadeRoom
	}
	if t.admitted {
		return nil
	}
	of := a.tally(t.source)
	switch {
	case a.people >= a.limits.People:
		return errFull
	case !t.local && of.people >= a.limits.PeoplePerSource:
		return errFullSource
	}
	if own := a.keys[key]; len(own) >= a.limits.PeoplePerKey {
		oldest := own[0]
		a.forget(oldest)
		oldest.drop(errMadeRoom)
	}
	a.strangers.Remove(t.waiting)
	of.strangers--
	t.waiting, t.admitted, t.key = nil, true, key
	of.people++
	a.people++
	if key != "" {
		a.keys[key] = append(a.keys[key], t)
	}
	return nil
}

// leave gives the ticket back; more than once is harmless.
func (t *ticket) leave() {
	t.admission.mu.Lock()
	defer t.admission.mu.Unlock()
	t.admission.forget(t)
}

func (a *admission) forget(t *ticket) {
	if t.left {
		return
	}
	t.left = true
	of := a.tally(t.source)
	if !t.admitted {
		a.strangers.Remove(t.waiting)
		of.strangers--
		return
	}
	of.people--
	a.people--
	if t.key == "" {
		return
	}
	own := a.keys[t.key]
	if own = slices.DeleteFunc(own, func(other *ticket) bool { return other == t }); len(own) == 0 {
		delete(a.keys, t.key)
		return
	}
	a.keys[t.key] = own
}

// count is how many strangers and people there are.
func (a *admission) count() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return fmt.Sprintf("%d strangers, %d people", a.strangers.Len(), a.people)
}
