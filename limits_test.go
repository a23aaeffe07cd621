package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
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

// TestTheExampleConfig: what hosts copy is right, and says the defaults.
func TestTheExampleConfig(t *testing.T) {
	text, err := os.ReadFile("deploy/config.toml")
	if err != nil {
		t.Fatal(err)
	}
	got, err := settleFile(t, string(text))
	if err != nil || got.Login != 10*time.Second || got.People != 1000 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestTheGuideHasEveryLimit: docs/hosting.md names all there are, and nothing
// else.
func TestTheGuideHasEveryLimit(t *testing.T) {
	guide, err := os.ReadFile("docs/hosting.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(guide), "\n## What strangers may cost\n")
	section, _, _ = strings.Cut(section, "\n## ")
	file := "[limits]\n"
	for _, m := range regexp.MustCompile("`([a-z-]+ = [^`]+)`").FindAllStringSubmatch(section, -1) {
		file += strings.Replace(m[1], "false", "true", 1) + "\n"
	}
	got, err := settleFile(t, file)
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	fields := reflect.ValueOf(got)
	for i := range fields.NumField() {
		if fields.Field(i).IsZero() {
			t.Errorf("the guide does not tell of %s", kebab(fields.Type().Field(i).Name))
		}
	}
}
