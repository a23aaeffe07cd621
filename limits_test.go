package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"deathtrap/server"
)

func settleFile(t *testing.T, text string) (server.Limits, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var s settings
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	s.flags(flags)
	if err := flags.Parse([]string{"--config", path}); err != nil {
		t.Fatal(err)
	}
	err := s.settle(flags, func(string) (string, bool) { return "", false })
	return s.limits, err
}

func TestLimitsInTheConfigFile(t *testing.T) {
	got, err := settleFile(t, "listen = \":22\"\n[limits]\nlogin = \"1m\"\npeople-per-key = 5\nlocal = true\n")
	want := server.Limits{Login: time.Minute, PeoplePerKey: 5, Local: true}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	for text, words := range map[string]string{
		"[limits]\nlogins = 1":       `there is no limit "logins"`,
		"[limits]\nLogin = \"1m\"":   `there is no limit "Login"`,
		"[limits]\nlogin = 10":       `limit login: it is a time such as "10s", not 10`,
		"[limits]\nlogin = \"-1s\"":  "not -1s",
		"[limits]\npeople = 0":       "limit people: it is a number from 1, not 0",
		"[limits]\npeople = \"all\"": "not all",
		"[limits]\nlocal = 1":        "it is true or false",
		"limits = 3":                 "limits is a table",
	} {
		if _, err := settleFile(t, text); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestEveryLimitCanBeSet: no field is of a kind that a file can't say.
func TestEveryLimitCanBeSet(t *testing.T) {
	kind := reflect.TypeFor[server.Limits]()
	for i := range kind.NumField() {
		value := map[reflect.Kind]any{reflect.Bool: true, reflect.Int: int64(7), reflect.Int64: "7s"}[kind.Field(i).Type.Kind()]
		var l server.Limits
		if err := setLimits(&l, map[string]any{kebab(kind.Field(i).Name): value}); err != nil || reflect.ValueOf(l).Field(i).IsZero() {
			t.Errorf("%s: %v", kind.Field(i).Name, err)
		}
	}
}
