package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// lock is a file that one process holds. It is a database of its own, without
// content, in which a transaction is kept open: SQLite's locks are there on every
// system and end with the process, however it ends.
type lock struct {
	db   *sql.DB
	conn *sql.Conn
}

// takeLock takes the lock, or returns ErrTaken. It waits a second for a process
// that is ending.
func takeLock(file string) (*lock, error) {
	ctx := context.Background()
	settings := url.Values{"_pragma": {"busy_timeout(1000)", "journal_mode(MEMORY)"}}
	db, err := sql.Open("sqlite", (&url.URL{
		Scheme: "file", OmitHost: true, Path: filepath.ToSlash(file), RawQuery: settings.Encode(),
	}).String())
	if err != nil {
		return nil, fmt.Errorf("lock of the data folder: %w", err)
	}
	conn, err := db.Conn(ctx)
	if err == nil {
		_, err = conn.ExecContext(ctx, "BEGIN EXCLUSIVE")
	}
	if err != nil {
		if isCode(err, sqlite3.SQLITE_BUSY) {
			err = ErrTaken
		}
		return nil, errors.Join(fmt.Errorf("%s: %w", file, err), db.Close())
	}
	return &lock{db, conn}, nil
}

func (l *lock) release() error { return errors.Join(l.conn.Close(), l.db.Close()) }

// isCode reports whether an error is SQLite's with that primary code.
func isCode(err error, code int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == code
}
