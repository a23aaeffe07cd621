package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	proxyproto "github.com/pires/go-proxyproto"

	"deathtrap/server"
)

// onHangup calls back at every SIGHUP, until stop.
func onHangup(call func()) (stop func()) {
	hangups, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		for {
			select {
			case <-hangups:
				call()
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(hangups)
		close(done)
	}
}

// reload reads the files of keys and the message of the day anew.
func reload(door *server.Server, logger *slog.Logger) {
	defer func() {
		if broken := recover(); broken != nil {
			logger.Error("panic", "in", "reload", "panic", broken)
		}
	}()
	if err := door.Reload(); err != nil {
		logger.Error("not all files could be read anew", "error", err)
		return
	}
	logger.Info("files are read anew")
}

// The widest networks that proxies may be in, in bits. Whoever is in one can
// claim to come from anywhere.
const (
	widestProxies4 = 16
	widestProxies6 = 48
)

var errProxy = errors.New("it must be an address or a network of at most /16 (IPv6: /48): whoever is in it can claim any address")

// parseProxies reads the networks of the proxies in front.
func parseProxies(list []string) ([]netip.Prefix, error) {
	var proxies []netip.Prefix
	for _, text := range list {
		text = strings.TrimSpace(text)
		p, err := netip.ParsePrefix(text)
		if err != nil {
			ip, err := netip.ParseAddr(text)
			if err != nil {
				return nil, fmt.Errorf("--proxy %q: %w", text, errProxy)
			}
			p = netip.PrefixFrom(ip, ip.BitLen())
		}
		if a := p.Addr(); a.Is4In6() || a.Is4() && p.Bits() < widestProxies4 || a.Is6() && p.Bits() < widestProxies6 {
			return nil, fmt.Errorf("--proxy %q: %w", text, errProxy)
		}
		proxies = append(proxies, p.Masked())
	}
	return proxies, nil
}

// headerTime is how long a proxy may take to say who it brings.
const headerTime = 5 * time.Second

// behind is the listener of a server with proxies in front: they must say whom
// they bring, and nobody else is answered, as whoever reached this port past the
// proxies would be past their limits too. This machine may come in without, for
// its host. Without proxies it is the listener itself.
func behind(listener net.Listener, proxies []netip.Prefix) net.Listener {
	if len(proxies) == 0 {
		return listener
	}
	return &proxyproto.Listener{
		Listener:          listener,
		ReadHeaderTimeout: headerTime,
		ConnPolicy: func(o proxyproto.ConnPolicyOptions) (proxyproto.Policy, error) {
			from, ok := o.Upstream.(*net.TCPAddr)
			if !ok {
				return proxyproto.REJECT, proxyproto.ErrInvalidUpstream
			}
			ip := from.AddrPort().Addr().Unmap()
			switch {
			case slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(ip) }):
				return proxyproto.REQUIRE, nil
			case ip.IsLoopback():
				return proxyproto.SKIP, nil
			}
			return proxyproto.REJECT, proxyproto.ErrInvalidUpstream
		},
	}
}
