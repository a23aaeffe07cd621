package server

import (
	"errors"
	"testing"
)

func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"play.example.org":      "ssh K7QD@play.example.org",
		"play.example.org:22":   "ssh K7QD@play.example.org",
		"play.example.org:2222": "ssh -p 2222 K7QD@play.example.org",
		"2001:db8::1":           "ssh K7QD@2001:db8::1",
		"[2001:db8::1]:2222":    "ssh -p 2222 K7QD@2001:db8::1",
	} {
		a, err := parseAddress(text)
		if got := a.command("K7QD"); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"a b", "x@y", ":2222", "a:b:c", "ssh://host"} {
		if a, err := parseAddress(text); !errors.Is(err, errAddress) {
			t.Errorf("%q is taken for %v", text, a)
		}
	}
}
