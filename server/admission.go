package server

import (
	"container/list"
	"errors"
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
	errPenalty    = errors.New("too many failed logins from your network: please wait a few minutes")
	errNearlyFull = errors.New("the dungeon is nearly full, and the last places are for players with a key: please come back in a while")
)

// maxSources is how many sources are remembered at most (some 10 MiB). Beyond
// it, those that hold nothing are forgotten early.
const maxSources = 50_000

// admission counts who is at the door and in the house. Safe for concurrent use.
type admission struct {
	limits  Limits
	proxies []netip.Prefix // of the host's own
	banned  func(ip netip.Addr, now time.Time) bool

	mu        sync.Mutex
	sources   map[netip.Prefix]*tally
	strangers list.List // of *ticket, the oldest first
	people    int
	players   map[string][]*ticket // people by ID, the oldest first
	swept     time.Time
}

// tally is what one source holds.
type tally struct {
	bucket    *rate.Limiter
	strangers int
	people    int
	penalty   time.Time // when it is over
	barred    bool      // until then
}

// ticket is one connection's place in the counts. It is given back once.
type ticket struct {
	admission *admission
	exempt    bool // from limits by source
	source    netip.Prefix
	drop      func(error)   // closes the connection; must not block
	waiting   *list.Element // among the strangers; nil once admitted
	id        string        // the player's
	admitted  bool
	left      bool
}

func newAdmission(l Limits, proxies []netip.Prefix) *admission {
	return &admission{
		limits: l, proxies: proxies, sources: map[netip.Prefix]*tally{}, players: map[string][]*ticket{},
		banned: func(netip.Addr, time.Time) bool { return false },
	}
}

// ipOf is the IP address somebody comes from; none for what has none.
func ipOf(a net.Addr) netip.Addr {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return tcp.AddrPort().Addr().Unmap().WithZone("")
}

// sourceOf is the source of an address: one for all that can't be told apart.
func sourceOf(ip netip.Addr) netip.Prefix {
	if !ip.IsValid() {
		return netip.Prefix{}
	}
	bits := 64
	if ip.Is4() {
		bits = 32
	}
	return netip.PrefixFrom(ip, bits).Masked()
}

// exempt reports whether limits by source don't hold for an address.
func (a *admission) exempt(ip netip.Addr) bool {
	if a.limits.Local {
		return false
	}
	return ip.IsLoopback() || slices.ContainsFunc(a.proxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// knock takes a new connection in among the strangers.
func (a *admission) knock(from net.Addr, now time.Time, drop func(error)) (*ticket, error) {
	ip := ipOf(from)
	t := &ticket{admission: a, drop: drop, source: sourceOf(ip), exempt: a.exempt(ip)}

	a.mu.Lock()
	defer a.mu.Unlock()
	a.sweep(now)
	of := a.tally(t.source)
	switch {
	case t.exempt:
	case a.banned(ip, now):
		return nil, errBanned
	case of.barred && now.Before(of.penalty):
		return nil, errPenalty
	case !of.bucket.AllowN(now, 1):
		return nil, errTooOften
	case of.strangers >= a.limits.StrangersPerSource:
		a.makeRoom(func(old *ticket) bool { return old.source == t.source })
	}
	of.barred = of.barred && now.Before(of.penalty)
	if a.strangers.Len() >= a.limits.Strangers {
		a.makeRoom(func(*ticket) bool { return true })
	}
	t.waiting = a.strangers.PushBack(t)
	of.strangers++
	return t, nil
}

// punish adds to the penalty of the ticket's source.
func (t *ticket) punish(penalty time.Duration, now time.Time) {
	if t.exempt {
		return
	}
	a := t.admission
	a.mu.Lock()
	defer a.mu.Unlock()
	of := a.tally(t.source)
	if of.penalty.Before(now) {
		of.penalty, of.barred = now, false
	}
	of.penalty = of.penalty.Add(penalty)
	if most := now.Add(a.limits.PenaltyMost); of.penalty.After(most) {
		of.penalty = most
	}
	of.barred = of.barred || of.penalty.Sub(now) >= a.limits.PenaltyLeast
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
		if of.strangers == 0 && of.people == 0 && of.bucket.TokensAt(now) >= full && (crowded || of.penalty.Before(now)) {
			delete(a.sources, source)
		}
	}
}

// applicant is somebody who wants to be let in.
type applicant struct {
	id     string // the player's
	guest  bool
	seated bool // has a seat at a table
}

// admit makes a person of a stranger, once for all sessions of a connection.
func (t *ticket) admit(p applicant) error {
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
	case p.seated:
	case a.people >= a.limits.People:
		return errFull
	case p.guest && a.people >= a.limits.People-a.limits.PeopleSpare:
		return errNearlyFull
	case !t.exempt && of.people >= a.limits.PeoplePerSource:
		return errFullSource
	}
	if own := a.players[p.id]; len(own) >= a.limits.PeoplePerKey {
		oldest := own[0]
		a.forget(oldest)
		oldest.drop(errMadeRoom)
	}
	a.strangers.Remove(t.waiting)
	of.strangers--
	t.waiting, t.admitted, t.id = nil, true, p.id
	of.people++
	a.people++
	a.players[p.id] = append(a.players[p.id], t)
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
	own := slices.DeleteFunc(a.players[t.id], func(other *ticket) bool { return other == t })
	if len(own) == 0 {
		delete(a.players, t.id)
		return
	}
	a.players[t.id] = own
}

// count is how many strangers and people there are.
func (a *admission) count() (strangers, people int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.strangers.Len(), a.people
}
