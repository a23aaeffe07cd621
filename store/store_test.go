package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"deathtrap/rules"
	"deathtrap/table"
)

func TestMain(m *testing.M) {
	if plan := os.Getenv(crashEnvironment); plan != "" {
		if err := runPlan(plan); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("database/sql.(*DB).connectionOpener"))
}

// opened opens the store of a folder; it is closed when the test ends.
func opened(t *testing.T, folder string) *Store {
	t.Helper()
	s, err := Open(folder, nil)
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// tale is a table's log: opened, somebody sits, and somebody talks.
func tale(talk int) []table.Entry {
	setup := table.Setup{Title: "t", Options: rules.DefaultOptions()}
	ana := table.Player{ID: "a", Name: "ana"}
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	entries := []table.Entry{
		{Seq: 1, Time: at, Kind: table.Opened, Seat: rules.Nobody, Setup: &setup},
		{Seq: 2, Time: at, Kind: table.Sat, Seat: 0, Player: &ana},
	}
	for i := range talk {
		entries = append(entries, table.Entry{Seq: uint64(3 + i), Time: at, Kind: table.Said, Seat: 0, Player: &ana, Text: fmt.Sprint("line ", i)})
	}
	return entries
}

// write appends entries to a new log.
func write(t *testing.T, s *Store, code string, entries []table.Entry) table.Log {
	t.Helper()
	log := s.Table(code, "a")
	for _, e := range entries {
		must(t, log.Append(e))
	}
	return log
}

func TestALogComesBack(t *testing.T) {
	folder := t.TempDir()
	s, err := Open(folder, nil)
	must(t, err)
	want := tale(3)
	write(t, s, "K7QD", want)
	before := time.Now().Add(-time.Second)
	must(t, s.Close())

	s = opened(t, folder)
	kept, err := s.Tables(t.Context())
	must(t, err)
	if len(kept) != 1 || kept[0].Code != "K7QD" || kept[0].Maker != "a" || kept[0].Alive.Before(before) {
		t.Fatalf("kept: %+v", kept)
	}
	if got, want := fmt.Sprintf("%+v", talkOf(kept[0].Past)), fmt.Sprintf("%+v", talkOf(want)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	next := tale(4)[5]
	must(t, kept[0].Log.Append(next))
	closing := table.Entry{Seq: next.Seq + 1, Kind: table.Closed, Seat: rules.Nobody}
	must(t, kept[0].Log.Append(closing))
	if kept, err := s.Tables(t.Context()); err != nil || len(kept) != 0 {
		t.Errorf("a closed table is kept: %v, %v", kept, err)
	}
	if past, err := s.entries(t.Context(), 1); err != nil || len(past) != 7 {
		t.Errorf("the log of a closed table has %d entries, %v", len(past), err)
	}
}

func talkOf(entries []table.Entry) (talk []string) {
	for _, e := range entries {
		talk = append(talk, fmt.Sprintf("%d %s %s %v %q", e.Seq, e.Time, e.Kind, e.Player, e.Text))
	}
	return talk
}

func TestNothingIsWrittenTwice(t *testing.T) {
	s := opened(t, t.TempDir())
	entries := tale(1)
	log := write(t, s, "K7QD", entries)
	other := s.Table("K8QD", "a")
	var all sync.WaitGroup
	all.Go(func() { must(t, other.Append(entries[0])) })
	if err := log.Append(entries[2]); err == nil {
		t.Error("an entry was written twice")
	}
	all.Wait()
	if past, err := s.entries(t.Context(), 1); err != nil || len(past) != 3 {
		t.Errorf("%d entries, %v", len(past), err)
	}
}

func TestOneProcessAtATime(t *testing.T) {
	folder := t.TempDir()
	opened(t, folder)
	if _, err := Open(folder, nil); !errors.Is(err, ErrTaken) {
		t.Errorf("a second one got in: %v", err)
	}
}

func TestManyTablesShareATransaction(t *testing.T) {
	s := opened(t, t.TempDir())
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() { write(t, s, fmt.Sprint("T", i), tale(10)) })
	}
	all.Wait()
	kept, err := s.Tables(t.Context())
	must(t, err)
	if len(kept) != 50 {
		t.Errorf("%d tables", len(kept))
	}
	for _, k := range kept {
		if len(k.Past) != 12 {
			t.Errorf("table %s has %d entries", k.Code, len(k.Past))
		}
	}
}

func TestAClosedStoreRefuses(t *testing.T) {
	s, err := Open(t.TempDir(), nil)
	must(t, err)
	log := write(t, s, "K7QD", tale(0))
	must(t, s.Close())
	if err := log.Append(tale(1)[2]); !errors.Is(err, ErrClosed) {
		t.Errorf("got %v", err)
	}
}

// TestWhatCantBeRebuiltIsSetAside damages logs in several ways.
func TestWhatCantBeRebuiltIsSetAside(t *testing.T) {
	for _, c := range []struct{ name, sql string }{
		{"not JSON", "UPDATE entries SET body = 'moo' WHERE table_id = 1 AND seq = 3"},
		{"a gap", "DELETE FROM entries WHERE table_id = 1 AND seq = 2"},
		{"no such seat", `UPDATE entries SET body = '{"seq":2,"kind":"sat","seat":7,"player":{}}' WHERE table_id = 1 AND seq = 2`},
		{"a move without a game", `UPDATE entries SET body = '{"seq":3,"kind":"moved","seat":0,"action":{"kind":"pass"}}' WHERE table_id = 1 AND seq = 3`},
		{"no options", `UPDATE entries SET body = '{"seq":1,"kind":"opened","setup":{}}' WHERE table_id = 1 AND seq = 1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var logged bytes.Buffer
			s := opened(t, t.TempDir())
			s.logger = slog.New(slog.NewTextHandler(&logged, nil))
			write(t, s, "K7QD", tale(1))
			write(t, s, "K8QD", tale(1))
			_, err := s.db.Exec(c.sql)
			must(t, err)
			kept, err := s.Tables(t.Context())
			must(t, err)
			if len(kept) != 1 || kept[0].Code != "K8QD" {
				t.Errorf("kept: %+v", kept)
			}
			if !strings.Contains(logged.String(), "set aside") || !strings.Contains(logged.String(), "K7QD") {
				t.Errorf("the operator reads %q", logged.String())
			}
			var state string
			must(t, s.db.QueryRow("SELECT state FROM tables WHERE id = 1").Scan(&state))
			if state != "aside" {
				t.Errorf("its state is %s", state)
			}
		})
	}
}

func TestATableNobodySatAtIsClosed(t *testing.T) {
	s := opened(t, t.TempDir())
	write(t, s, "K7QD", tale(0)[:1])
	if kept, err := s.Tables(t.Context()); err != nil || len(kept) != 0 {
		t.Errorf("kept %v, %v", kept, err)
	}
}

func TestNames(t *testing.T) {
	s := opened(t, t.TempDir())
	for _, name := range []string{"", "ana", "bo"} {
		if name != "" {
			must(t, s.Call("SHA256:x", name))
		}
		if got, err := s.Name(t.Context(), "SHA256:x"); err != nil || got != name {
			t.Errorf("got %q, %v, want %q", got, err, name)
		}
	}
}

func TestSettings(t *testing.T) {
	folder := t.TempDir()
	s := opened(t, folder)
	for _, body := range []string{"", `{"colours":"light"}`, `{"colours":"dark"}`} {
		if body != "" {
			must(t, s.Keep("SHA256:x", body))
		}
		if got, err := s.Settings(t.Context(), "SHA256:x"); err != nil || got != body {
			t.Errorf("got %q, %v, want %q", got, err, body)
		}
	}
	if got, err := s.Settings(t.Context(), "SHA256:y"); err != nil || got != "" {
		t.Errorf("somebody else's: %q, %v", got, err)
	}
}

func TestMigrations(t *testing.T) {
	file := filepath.Join(t.TempDir(), fileName)
	db, err := connect(file)
	must(t, err)
	defer db.Close()
	logger := slog.New(slog.DiscardHandler)
	must(t, upgrade(t.Context(), db, file, migrations(), logger))
	_, err = db.Exec("INSERT INTO players (id, name) VALUES ('a', 'ana')")
	must(t, err)

	bad := append(migrations(), "CREATE TABLE more (x) STRICT;")
	if err := upgrade(t.Context(), db, file, bad, logger); err == nil {
		t.Error("a step that fails was taken")
	}
	old := fmt.Sprintf("%s.v%d", file, len(migrations()))
	must(t, os.Remove(old))
	better := append(migrations(), "CREATE TABLE more (x TEXT) STRICT; INSERT INTO more SELECT name FROM players;")
	must(t, upgrade(t.Context(), db, file, better, logger))
	if got := query(t, db, "SELECT x FROM more"); got != "ana" {
		t.Errorf("the step did nothing: %q", got)
	}
	saved, err := connect(old)
	must(t, err)
	defer saved.Close()
	if got := query(t, saved, "SELECT name FROM players"); got != "ana" {
		t.Errorf("the copy has %q", got)
	}
	if err := upgrade(t.Context(), db, file, migrations(), logger); !errors.Is(err, ErrNewer) {
		t.Errorf("an older program opens it: %v", err)
	}
}

func query(t *testing.T, db *sql.DB, sql string) (value string) {
	t.Helper()
	must(t, db.QueryRow(sql).Scan(&value))
	return value
}

func TestADamagedDatabaseIsNotTouched(t *testing.T) {
	folder := t.TempDir()
	s, err := Open(folder, nil)
	must(t, err)
	write(t, s, "K7QD", tale(200))
	must(t, s.Close())
	file := filepath.Join(folder, fileName)
	for name, damage := range map[string]func([]byte) []byte{
		"no database":    func([]byte) []byte { return bytes.Repeat([]byte("moo"), 4000) },
		"a torn page":    func(b []byte) []byte { copy(b[len(b)-8192:], make([]byte, 6000)); return b },
		"half of a file": func(b []byte) []byte { return b[:len(b)/2] },
	} {
		t.Run(name, func(t *testing.T) {
			whole, err := os.ReadFile(file)
			must(t, err)
			defer os.WriteFile(file, whole, 0o600)
			broken := damage(bytes.Clone(whole))
			must(t, os.WriteFile(file, broken, 0o600))
			if _, err := Open(folder, nil); !errors.Is(err, ErrDamaged) {
				t.Errorf("got %v", err)
			}
			if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, broken) {
				t.Error("it was written to")
			}
		})
	}
}

func TestBackup(t *testing.T) {
	folder := t.TempDir()
	s := opened(t, folder)
	write(t, s, "K7QD", tale(3))
	to := t.TempDir()
	must(t, Backup(t.Context(), folder, filepath.Join(to, fileName)))
	if err := Backup(t.Context(), folder, filepath.Join(to, fileName)); err == nil {
		t.Error("a file was written over")
	}
	if err := Backup(t.Context(), t.TempDir(), filepath.Join(to, "other")); err == nil {
		t.Error("there is nothing to copy, and nobody says so")
	}
	kept, err := opened(t, to).Tables(t.Context())
	must(t, err)
	if len(kept) != 1 || len(kept[0].Past) != 5 {
		t.Errorf("the copy has %+v", kept)
	}
}

func TestOnlyTheOwnerMayRead(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	write(t, opened(t, folder), "K7QD", tale(3))
	files, err := os.ReadDir(folder)
	must(t, err)
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm()&0o077 != 0 && f.Name() != "lock" {
			t.Errorf("%s is open to others: %v, %v", f.Name(), info.Mode(), err)
		}
	}
}

// TestARefusedEntryLeavesNothing: a commit may fail after all was written. What
// was refused then is taken out before anything else is written.
func TestARefusedEntryLeavesNothing(t *testing.T) {
	s := opened(t, t.TempDir())
	entries := tale(3)
	log := write(t, s, "K7QD", entries[:3])
	doubt := job{write: func(context.Context, *statements) error {
		s.writer.doubt(job{log: log.(*tableLog), seq: 3})
		return errors.New("no answer from the disk")
	}}
	if err := s.writer.do(doubt); err == nil {
		t.Fatal("nothing was refused")
	}
	other := entries[3]
	other.Seq = 3
	must(t, log.Append(other))
	past, err := s.entries(t.Context(), 1)
	must(t, err)
	if len(past) != 3 || past[2].Text != other.Text {
		t.Errorf("the log has %v", talkOf(past))
	}
}
