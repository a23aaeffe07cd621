package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestShortened(t *testing.T) {
	for text, want := range map[string]string{
		"192.0.2.77:51234":                                       "192.0.2.0/24",
		"192.0.2.77":                                             "192.0.2.0/24",
		"[2001:db8:1:2::7]:22":                                   "2001:db8:1::/48",
		"[fe80::1%eth0]:22":                                      "fe80::/48",
		"ban 192.0.2.77 7d":                                      "ban 192.0.2.0/24 7d",
		"ban 2001:db8:1:2:3:4:5:6 12h":                           "ban 2001:db8:1::/48 12h",
		"ban ::ffff:192.0.2.77":                                  "ban 192.0.2.0/24",
		"ban 192.0.2.128/25 ever":                                "ban 192.0.2.0/24 ever",
		"ban 10.0.0.0/8 ever":                                    "ban 10.0.0.0/8 ever",
		"ban rude 7d as 192.0.2.7, 192.0.2.9.":                   "ban rude 7d as 192.0.2.0/24, 192.0.2.0/24.",
		"unban 2001:db8::":                                       "unban 2001:db8::/48",
		"say at 12:30 there is cake, 1.5 pieces":                 "say at 12:30 there is cake, 1.5 pieces",
		"ban SHA256:NB7AdFOAhGgbTVV+yFrfK9fEphHpbKGN5+Fa/Q0VLCA": "ban SHA256:NB7AdFOAhGgbTVV+yFrfK9fEphHpbKGN5+Fa/Q0VLCA",
		"": "",
	} {
		if got := shortened(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// TestAddressesAreKeptForAWeek: whole in the audit log for seven days, and in a
// ban while it holds; then nowhere.
func TestAddressesAreKeptForAWeek(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		o, err := openHosting(Hosting{Data: folder})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go o.tidyUp(ctx, slog.New(slog.DiscardHandler))
		files := func() string {
			t.Helper()
			audit, err := os.ReadFile(folder + "/audit.jsonl")
			if err != nil {
				t.Fatal(err)
			}
			bans, err := os.ReadFile(folder + "/bans.json")
			if err != nil {
				t.Fatal(err)
			}
			return string(audit) + string(bans)
		}
		holds := func(when string, want map[string]bool) {
			t.Helper()
			synctest.Wait()
			text, told := files(), fmt.Sprint(o.audit.last(10))
			for words, is := range want {
				if strings.Contains(text, words) != is {
					t.Errorf("%s, %q is in the files: %t\n%s", when, words, !is, text)
				}
			}
			if strings.Contains(told, "198.51.100.7:") != want["198.51.100.7:"] {
				t.Errorf("%s, told is %s", when, told)
			}
		}
		ban := func(who string, span time.Duration) {
			t.Helper()
			b, err := parseBan(who)
			if err != nil {
				t.Fatal(err)
			}
			until := time.Now().Add(span)
			b.Since, b.Until = time.Now(), &until
			d := deed{Time: time.Now(), By: "SHA256:x", From: "198.51.100.7:40000", Command: "ban " + who}
			if err := errors.Join(o.bans.add(b), o.audit.write(d)); err != nil {
				t.Fatal(err)
			}
		}
		const from, network, short, long = "198.51.100.7:", "198.51.100.0/24", "192.0.2.1/32", "203.0.113.9/32"
		ban("192.0.2.1", 24*time.Hour)
		ban("203.0.113.9", 30*24*time.Hour)
		holds("at first", map[string]bool{from: true, network: false, short: true, long: true, "ban 203.0.113.9": true})
		time.Sleep(addressTime - time.Minute)
		holds("before a week is over", map[string]bool{from: true, network: false, short: false, long: true, "ban 203.0.113.9": true})
		d := deed{Time: time.Now(), By: "SHA256:x", From: "198.51.100.8:1", Command: "drain"}
		if err := o.audit.write(d); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * tidyStep)
		holds("after a week", map[string]bool{
			from: false, network: true, short: false, long: true, "ban 203.0.113.9": false, "ban 203.0.113.0/24": true,
			"198.51.100.8:1": true, `"command":"drain"`: true,
		})
		again, err := openAudit(folder + "/audit.jsonl")
		if err != nil || len(again.last(10)) != 3 {
			t.Errorf("the log has %v, %v", again.last(10), err)
		}
		time.Sleep(23 * 24 * time.Hour)
		holds("when every ban is over", map[string]bool{from: false, long: false, "198.51.100.8": false})
		if info, err := os.Stat(folder + "/audit.jsonl"); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the log is %v, %v", info.Mode(), err)
		}
	})
}
