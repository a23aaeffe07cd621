package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"time"
)

// What is kept of where people come from: whole addresses for a week, in the
// audit log; after that the network, which is many people's. A ban keeps its
// address for as long as it holds, as it could keep nobody out without, and
// no longer.

const (
	addressTime = 7 * 24 * time.Hour
	tidyStep    = time.Hour
	shared4     = 24 // bits of an IPv4 network that many share
	shared6     = 48
)

// tidyUp shortens what has become old, now and every hour, until the context ends.
func (o *hosting) tidyUp(ctx context.Context, logger *slog.Logger) {
	defer func() {
		if r := recover(); r != nil {
			logger.Error("panic", "in", "tidying up", "panic", r, "stack", string(debug.Stack()))
		}
	}()
	for {
		now := time.Now()
		if err := errors.Join(o.audit.shorten(now), o.bans.sweep(now)); err != nil {
			logger.Error("old addresses are still kept", "error", err)
		}
		select {
		case <-time.After(tidyStep):
		case <-ctx.Done():
			return
		}
	}
}

// shorten makes networks of the addresses in deeds of more than a week ago.
func (a *audit) shorten(now time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range a.newest {
		a.newest[i] = a.newest[i].short(now)
	}
	if a.path == "" {
		return nil
	}
	before, err := os.ReadFile(a.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("audit log: %w", err)
	}
	after, err := shortLines(before, now)
	if err != nil || bytes.Equal(before, after) {
		return err
	}
	if err := replaceFile(a.path, after); err != nil {
		return fmt.Errorf("audit log: %w", err)
	}
	return nil
}

// shortLines is an audit log with short addresses. A line that a crash has torn
// is left out: nobody can say how old it is.
func shortLines(text []byte, now time.Time) ([]byte, error) {
	var after []byte
	for line := range bytes.Lines(text) {
		var d deed
		if json.Unmarshal(line, &d) != nil {
			continue
		}
		if short := d.short(now); short != d {
			written, err := json.Marshal(short)
			if err != nil {
				return nil, fmt.Errorf("audit log: %w", err)
			}
			line = append(written, '\n')
		}
		after = append(after, line...)
	}
	return after, nil
}

// short is a deed as it may be kept now.
func (d deed) short(now time.Time) deed {
	if now.Sub(d.Time) < addressTime {
		return d
	}
	d.From, d.Command, d.Error = shortened(d.From), shortened(d.Command), shortened(d.Error)
	return d
}

var likeAddress = regexp.MustCompile(`[0-9A-Fa-f:./\[\]]{2,}(%\w+[\]:0-9]*)?`)

// shortened is a text with networks in the place of addresses.
func shortened(text string) string {
	return likeAddress.ReplaceAllStringFunc(text, func(word string) string {
		bare := strings.TrimRight(word, ".:/")
		if strings.HasSuffix(word, "::") {
			bare = word
		}
		network, ok := networkOf(bare)
		if !ok {
			return word
		}
		return network.String() + word[len(bare):]
	})
}

// networkOf is the network that an address, an address with a port or a smaller
// network is in.
func networkOf(word string) (netip.Prefix, bool) {
	p, err := netip.ParsePrefix(word)
	if err != nil {
		ip, err := netip.ParseAddr(strings.Trim(word, "[]"))
		if err != nil {
			port, err := netip.ParseAddrPort(word)
			if err != nil {
				return netip.Prefix{}, false
			}
			ip = port.Addr()
		}
		ip = ip.Unmap().WithZone("")
		p = netip.PrefixFrom(ip, ip.BitLen())
	}
	bits := shared6
	if p.Addr().Is4() {
		bits = shared4
	}
	return netip.PrefixFrom(p.Addr(), min(bits, p.Bits())).Masked(), true
}

// sweep takes bans that are over out of the file.
func (b *bans) sweep(now time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.current(now)
	if len(list) == len(b.list) {
		return nil
	}
	return b.keep(list)
}
