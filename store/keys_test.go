package store

import (
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"deathtrap/lobby"
)

func TestKeys(t *testing.T) {
	folder := t.TempDir()
	s, err := Open(folder, nil)
	must(t, err)
	must(t, s.Call("desk", "ana"))
	must(t, s.Call("laptop", "bo"))
	must(t, s.Keep("desk", "dark"))
	must(t, s.Keep("laptop", "light"))
	at := time.UnixMilli(1e12).UTC()
	must(t, s.Give(lobby.Key{ID: "laptop", Player: "desk", Since: at}, "laptop"))
	must(t, s.Give(lobby.Key{ID: "phone", Player: "else", Since: at}, ""))
	must(t, s.Give(lobby.Key{ID: "phone", Player: "desk", Since: at.Add(time.Hour)}, "else"))
	must(t, s.Close())

	s = opened(t, folder)
	keys, err := s.Keys(t.Context())
	must(t, err)
	want := []lobby.Key{{ID: "laptop", Player: "desk", Since: at}, {ID: "phone", Player: "desk", Since: at.Add(time.Hour)}}
	if fmt.Sprint(keys) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", keys, want)
	}
	for id, want := range map[string]string{"desk": "ana", "laptop": ""} {
		if got, err := s.Name(t.Context(), id); err != nil || got != want {
			t.Errorf("%s is called %q, %v", id, got, err)
		}
		wantSet := map[string]string{"ana": "dark"}[want]
		if got, err := s.Settings(t.Context(), id); err != nil || got != wantSet {
			t.Errorf("%s has set %q, %v", id, got, err)
		}
	}
}

// TestUpgradeToKeys takes a database from before keys could be linked: a copy of
// it is kept, and everybody is who they were.
func TestUpgradeToKeys(t *testing.T) {
	steps, err := fs.Glob(migrationFiles, "migrations/*.sql")
	must(t, err)
	before := 0
	for filepath.Base(steps[before]) != keysStep {
		before++
	}
	folder := t.TempDir()
	file := filepath.Join(folder, fileName)
	db, err := connect(file)
	must(t, err)
	must(t, upgrade(t.Context(), db, file, migrations()[:before], slog.New(slog.DiscardHandler)))
	_, err = db.Exec("INSERT INTO players (id, name) VALUES ('desk', 'ana')")
	must(t, err)
	must(t, db.Close())

	s := opened(t, folder)
	keys, err := s.Keys(t.Context())
	if name, nameErr := s.Name(t.Context(), "desk"); err != nil || nameErr != nil || len(keys) != 0 || name != "ana" {
		t.Errorf("keys %v, %v; name %q, %v", keys, err, name, nameErr)
	}
	if _, err := os.Stat(fmt.Sprintf("%s.v%d", file, before)); err != nil {
		t.Errorf("no copy was made before: %v", err)
	}
}

const keysStep = "0003_keys.sql"
