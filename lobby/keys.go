package lobby

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deathtrap/table"
)

// A player may come in by several keys. The first is the player's ID; others are
// linked to it with a code that holds once, and for a short while.

// Key is a key that was given to a player, or taken away from one.
type Key struct {
	ID     string // its fingerprint
	Player string // whose it is: an ID
	Since  time.Time
}

// Why a key can't be linked or taken away, and why a visit ends with it.
var (
	ErrNoKey     = fmt.Errorf("%w: a guest has no key; come in with one (ssh-keygen makes it)", table.ErrNotAllowed)
	ErrNoCode    = errors.New("no such code holds: one is good once, for ten minutes")
	ErrOwnKey    = fmt.Errorf("%w: this key is yours already; the code is for another machine", table.ErrNotAllowed)
	ErrKeyShared = fmt.Errorf("%w: this key is one of several of another player; unlink it there first", table.ErrNotAllowed)
	ErrKeySeated = fmt.Errorf("%w: this key has a seat or looks on at a table; leave it first, or play to the end", table.ErrNotAllowed)
	ErrManyKeys  = fmt.Errorf("%w: that player has ten keys already; unlink one first", table.ErrNotAllowed)
	ErrLastKey   = fmt.Errorf("%w: it is your only key, and without one you could not come back", table.ErrNotAllowed)
	ErrNotYours  = fmt.Errorf("%w: you have no such key; keys lists yours", table.ErrNotAllowed)
	ErrKeyMoved  = errors.New("this key has just become another player's: come in again")
	ErrLinked    = errors.New("your key is linked: come in again, and you are that player")
	ErrUnlinked  = errors.New("the key of this line was taken away from its player, so it ends here")
)

const (
	keysEach = 10
	linkTime = 10 * time.Minute
	linkCode = 12 // signs of 28: 57 bits
)

// keyBook is who has which key. The lobby's mutex guards it.
type keyBook struct {
	given  map[string]Key              // by fingerprint; one that is not in it is its own player's
	owned  map[string][]Key            // the same, by player, oldest first
	moving map[string]bool             // keys that are about to be given
	codes  map[[sha256.Size]byte]offer // by the hash, so that no code lies about
}

// offer is a code that was given out.
type offer struct {
	player string
	until  time.Time
}

func newKeyBook() keyBook {
	return keyBook{
		given: map[string]Key{}, owned: map[string][]Key{},
		moving: map[string]bool{}, codes: map[[sha256.Size]byte]offer{},
	}
}

// owner is whose a key is.
func (b *keyBook) owner(key string) string {
	if k, ok := b.given[key]; ok {
		return k.Player
	}
	return key
}

// of are a player's keys, the first one first.
func (b *keyBook) of(player string) []Key {
	keys := slices.Clone(b.owned[player])
	if _, moved := b.given[player]; !moved && !strings.HasPrefix(player, ownerless) {
		keys = slices.Insert(keys, 0, Key{ID: player, Player: player})
	}
	return keys
}

// give writes down whose a key is now.
func (b *keyBook) give(k Key) {
	if old, ok := b.given[k.ID]; ok {
		b.owned[old.Player] = slices.DeleteFunc(b.owned[old.Player], func(o Key) bool { return o.ID == k.ID })
		if len(b.owned[old.Player]) == 0 {
			delete(b.owned, old.Player)
		}
	}
	b.given[k.ID] = k
	all := append(b.owned[k.Player], k)
	slices.SortStableFunc(all, func(a, c Key) int { return a.Since.Compare(c.Since) })
	b.owned[k.Player] = all
}

// withdraw makes the codes of a player worthless, and those that are too old.
func (b *keyBook) withdraw(player string, now time.Time) {
	maps.DeleteFunc(b.codes, func(_ [sha256.Size]byte, o offer) bool {
		return o.player == player || !now.Before(o.until)
	})
}

// ownerless begins the ID of a player whose first key was taken away from
// another: it is nobody's fingerprint.
const ownerless = "player:"

// RestoreKeys tells the lobby which keys were given to whom. It is called before
// anybody is let in.
func (l *Lobby) RestoreKeys(keys []Key) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range keys {
		l.keys.give(k)
	}
}

// Owner is the ID of the player whose key that is; who has never linked one is
// their key.
func (l *Lobby) Owner(key string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.keys.owner(key)
}

// KeysOf are the keys of a player, the first one first.
func (l *Lobby) KeysOf(player string) []Key {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.keys.of(player)
}

// Offer makes a code by which another key becomes the player's who comes in by
// this one. It holds once, until that time, and an older one no more.
func (l *Lobby) Offer(key string) (code string, until time.Time, err error) {
	if key == "" {
		return "", time.Time{}, ErrNoKey
	}
	code, now := drawCode(linkCode), time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	player := l.keys.owner(key)
	if len(l.keys.of(player)) >= keysEach {
		return "", time.Time{}, ErrManyKeys
	}
	l.keys.withdraw(player, now)
	until = now.Add(linkTime)
	l.keys.codes[sha256.Sum256([]byte(code))] = offer{player, until}
	return code[:4] + "-" + code[4:8] + "-" + code[8:], until, nil
}

// Link makes the key another key of the player whose code that is, and returns
// that player's ID. What the key was before is given up, and its name is
// forgotten. It must have no seat anywhere; a visit of it in the lobby ends with
// ErrLinked. ErrNoCode for a code that was never
// given, is used or too old; after five in a minute table.ErrRateLimited,
// whatever the next.
func (l *Lobby) Link(key, typed string) (player string, err error) {
	if key == "" {
		return "", ErrNoKey
	}
	l.changing.Lock()
	defer l.changing.Unlock()
	player, before, err := l.beginLink(key, typed)
	if err != nil {
		return "", err
	}
	k := Key{ID: key, Player: player, Since: time.Now().UTC()}
	if err := l.config.Memory.Give(k, before); err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.keys.moving, key)
		return "", fmt.Errorf("%w: %w", table.ErrNotKept, err)
	}
	l.give(k, before, ErrLinked)
	return player, nil
}

// beginLink uses a code up, and keeps the key out of every door until it is given.
func (l *Lobby) beginLink(key, typed string) (player, before string, err error) {
	code, now := sha256.Sum256([]byte(readCode(typed))), time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	before = l.keys.owner(key)
	missed := &l.budget(before).missed
	if missed.full(now, codeLimit) {
		return "", "", table.ErrRateLimited
	}
	offered, ok := l.keys.codes[code]
	if !ok || !now.Before(offered.until) {
		missed.take(now, codeLimit)
		return "", "", ErrNoCode
	}
	p := l.people[before]
	switch {
	case offered.player == before:
		return "", "", ErrOwnKey
	case len(l.keys.of(before)) > 1:
		return "", "", ErrKeyShared
	case p != nil && l.bound(p):
		return "", "", ErrKeySeated
	case len(l.keys.of(offered.player)) >= keysEach:
		return "", "", ErrManyKeys
	}
	delete(l.keys.codes, code)
	l.keys.moving[key] = true
	return offered.player, before, nil
}

// Unlink takes a key away from the player who comes in by another one, or by the
// same. Whoever comes in by it from then on is somebody new; a visit by it ends
// with ErrUnlinked. ErrLastKey if there is no other.
func (l *Lobby) Unlink(by, key string) error {
	if by == "" {
		return ErrNoKey
	}
	l.changing.Lock()
	defer l.changing.Unlock()
	l.mu.Lock()
	player := l.keys.owner(by)
	own := l.keys.of(player)
	l.mu.Unlock()
	switch {
	case !slices.ContainsFunc(own, func(k Key) bool { return k.ID == key }):
		return ErrNotYours
	case len(own) == 1:
		return ErrLastKey
	}
	k := Key{ID: key, Player: ownerless + rand.Text(), Since: time.Now().UTC()}
	if err := l.config.Memory.Give(k, ""); err != nil {
		return fmt.Errorf("%w: %w", table.ErrNotKept, err)
	}
	l.give(k, player, ErrUnlinked)
	return nil
}

// give makes a key somebody's. A visit by it of who had it before ends, and so do
// that player's codes: whoever had a key that was taken away may have asked for
// one. Who may not talk may not as the other player either.
func (l *Lobby) give(k Key, before string, why error) {
	l.mu.Lock()
	l.keys.give(k)
	l.keys.withdraw(before, time.Now())
	delete(l.keys.moving, k.ID)
	if until := l.muted[before]; until.After(l.muted[k.Player]) {
		l.muted[k.Player] = until
	}
	var over *Visit
	var at *table.Visit
	if p := l.people[before]; p != nil && p.visit != nil && p.visit.key == k.ID {
		over = p.visit
		at = l.strike(over, why)
		p.visit = nil
	}
	l.mu.Unlock()
	if over == nil {
		return
	}
	over.news.Close(why)
	if at != nil {
		together(l, (*table.Visit).Leave, at)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(over.person)
}

// keyMoved reports whether a key is being given to somebody, or is another's by
// now. The mutex is held.
func (l *Lobby) keyMoved(p table.Player) bool {
	return p.Key != "" && (l.keys.moving[p.Key] || l.keys.owner(p.Key) != p.ID)
}

// Keys are the keys of the visit's player, the first one first; none for a guest.
func (v *Visit) Keys() []Key {
	if v.key == "" {
		return nil
	}
	return v.lobby.KeysOf(v.person.id)
}

// Key is the fingerprint of the key by which the person came in; "" for a guest.
func (v *Visit) Key() string { return v.key }

// Offer is Lobby.Offer for the visit's player.
func (v *Visit) Offer() (code string, until time.Time, err error) { return v.lobby.Offer(v.key) }

// Link is Lobby.Link for the key by which the person came in. When it returns
// nil, the visit has ended with ErrLinked.
func (v *Visit) Link(code string) error {
	_, err := v.lobby.Link(v.key, code)
	return err
}

// Unlink is Lobby.Unlink for the visit's player.
func (v *Visit) Unlink(key string) error { return v.lobby.Unlink(v.key, key) }
