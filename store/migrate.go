package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"syscall"

	sqlite3 "modernc.org/sqlite/lib"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrations are the steps from an empty database to today's, in order: the
// first n of them make version n. A step is never changed once it was released.
func migrations() []string {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql") // sorted
	if err != nil {
		panic(err) // the pattern is wrong
	}
	steps := make([]string, len(names))
	for i, name := range names {
		text, err := migrationFiles.ReadFile(name)
		if err != nil {
			panic(err) // it is in the binary
		}
		steps[i] = string(text)
	}
	return steps
}

// upgrade checks the database and takes the steps that it lacks, each in a
// transaction. An older database is copied first, to the file with its version
// in its name.
func upgrade(ctx context.Context, db *sql.DB, file string, steps []string, logger *slog.Logger) error {
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return damaged(file, err)
	}
	switch {
	case version > len(steps):
		return fmt.Errorf("%s: %w", file, ErrNewer)
	case version == len(steps):
		return check(ctx, db, file, "quick_check")
	}
	if err := check(ctx, db, file, "integrity_check"); err != nil {
		return err
	}
	if version > 0 {
		saved := fmt.Sprintf("%s.v%d", file, version)
		if err := copyTo(ctx, db, saved); err != nil {
			return fmt.Errorf("before the upgrade: %w", err)
		}
		logger.Info("the database is brought up to date", "from", version, "to", len(steps), "copy", saved)
	}
	for ; version < len(steps); version++ {
		if err := step(ctx, db, steps[version], version+1); err != nil {
			return fmt.Errorf("%s: upgrade to version %d: %w", file, version+1, err)
		}
	}
	return nil
}

// check has SQLite read through the database; the longer check compares the
// indexes, too.
func check(ctx context.Context, db *sql.DB, file, pragma string) error {
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA "+pragma+"(1)").Scan(&verdict); err != nil {
		return damaged(file, err)
	}
	if verdict != "ok" {
		return damaged(file, errors.New(verdict))
	}
	return nil
}

// damaged is the error of a check: it is the database's fault only if the disk
// does what it should.
func damaged(file string, err error) error {
	if why := disk(err); why != nil {
		return fmt.Errorf("%s: %w (%w)", file, why, err)
	}
	return fmt.Errorf("%s: %w (%w)", file, ErrDamaged, err)
}

// disk is what is wrong with the disk, or nil if that error is none of its.
func disk(err error) error {
	switch {
	case isCode(err, sqlite3.SQLITE_FULL), errors.Is(err, syscall.ENOSPC):
		return ErrNoRoom
	case isCode(err, sqlite3.SQLITE_READONLY), isCode(err, sqlite3.SQLITE_CANTOPEN), isCode(err, sqlite3.SQLITE_PERM),
		errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return ErrReadOnly
	case isCode(err, sqlite3.SQLITE_IOERR), isCode(err, sqlite3.SQLITE_NOMEM):
		return ErrDisk
	}
	return nil
}

func step(ctx context.Context, db *sql.DB, statements string, version int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, statements); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
