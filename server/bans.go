package server

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// ban keeps a key or a network out.
type ban struct {
	Who    string     `json:"who"` // a key's fingerprint, or a network
	Since  time.Time  `json:"since"`
	Until  *time.Time `json:"until,omitempty"` // absent: for good
	By     string     `json:"by"`              // the admin's key
	Reason string     `json:"reason,omitempty"`

	network netip.Prefix // of a ban of one
}

var (
	errBanned  = errors.New("you are banned from this server")
	errWhom    = errors.New("one can ban a key (SHA256:...), an address, a network (192.0.2.0/24) or the name of somebody here")
	errTooMany = errors.New("that network is nearly everybody")
	errNoBan   = errors.New("there is no such ban")
)

// The widest networks that can be banned, in bits: a typing mistake is not to
// lock everybody out.
const (
	widest4 = 8
	widest6 = 16
)

// parseBan is a ban of what was typed. An IPv6 address stands for its /64, as
// whoever has one has them all.
func parseBan(who string) (ban, error) {
	if hash, isKey := strings.CutPrefix(who, "SHA256:"); isKey {
		if sum, err := base64.RawStdEncoding.Strict().DecodeString(hash); err != nil || len(sum) != 32 {
			return ban{}, errWhom
		}
		return ban{Who: who}, nil
	}
	if ip, err := netip.ParseAddr(who); err == nil {
		network := sourceOf(ip.Unmap().WithZone(""))
		return ban{Who: network.String(), network: network}, nil
	}
	network, err := netip.ParsePrefix(who)
	if err != nil {
		return ban{}, errWhom
	}
	network = network.Masked()
	if network.Addr().Is4() && network.Bits() < widest4 || network.Addr().Is6() && network.Bits() < widest6 {
		return ban{}, errTooMany
	}
	return ban{Who: network.String(), network: network}, nil
}

func (b *ban) over(now time.Time) bool { return b.Until != nil && !now.Before(*b.Until) }

// covers reports whether a ban means somebody with those keys, of whom one is
// enough: to have another key is no way round it.
func (b *ban) covers(keys []string, ip netip.Addr) bool {
	if b.network.IsValid() {
		return b.network.Contains(ip)
	}
	return slices.Contains(keys, b.Who)
}

// bans are all there are, kept in a file. Safe for concurrent use.
type bans struct {
	path string // "": they end with the process

	mu   sync.Mutex
	list []ban
}

// openBans reads the file, if there is one yet.
func openBans(path string) (*bans, error) {
	b := &bans{path: path}
	if path == "" {
		return b, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read bans: %w", err)
	}
	if err := json.Unmarshal(text, &b.list); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i := range b.list {
		parsed, err := parseBan(b.list[i].Who)
		if err != nil {
			return nil, fmt.Errorf("%s: %q: %w", path, b.list[i].Who, err)
		}
		b.list[i].network = parsed.network
	}
	return b, nil
}

// covers reports whether one of the keys or the address is banned now.
func (b *bans) covers(keys []string, ip netip.Addr, now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(b.list, func(one ban) bool { return !one.over(now) && one.covers(keys, ip) })
}

// all are the bans that are not over.
func (b *bans) all(now time.Time) []ban {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.current(now)
}

func (b *bans) current(now time.Time) []ban {
	return slices.DeleteFunc(slices.Clone(b.list), func(one ban) bool { return one.over(now) })
}

// add takes a ban in, instead of one of the same. It holds once it is written.
func (b *bans) add(one ban) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := slices.DeleteFunc(b.current(one.Since), func(old ban) bool { return old.Who == one.Who })
	return b.keep(append(list, one))
}

// lift ends a ban, or returns errNoBan.
func (b *bans) lift(who string, now time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	before := b.current(now)
	list := slices.DeleteFunc(slices.Clone(before), func(old ban) bool { return old.Who == who })
	if len(list) == len(before) {
		return errNoBan
	}
	return b.keep(list)
}

// keep makes the list the one that holds, whole or not at all.
func (b *bans) keep(list []ban) error {
	if b.path != "" {
		text, err := json.MarshalIndent(list, "", "  ")
		if err != nil {
			return fmt.Errorf("write bans: %w", err)
		}
		if err := replaceFile(b.path, append(text, '\n')); err != nil {
			return fmt.Errorf("write bans: %w", err)
		}
	}
	b.list = list
	return nil
}

// replaceFile puts a new file in the place of an old one, so that there is always
// one of them whole.
func replaceFile(path string, text []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
