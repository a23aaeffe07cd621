package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the driver

	"deathtrap/table"
)

// Why a store can't be opened or written.
var (
	ErrTaken   = errors.New("another deathtrap uses this data folder; end it first, or choose another folder with --data")
	ErrNewer   = errors.New("the data was written by a newer deathtrap; use that one, or put back the copy from before the upgrade")
	ErrDamaged = errors.New("the database is damaged; put back a copy of it")
	ErrClosed  = errors.New("the store is closed")

	ErrNoRoom   = errors.New("the disk is full; make room and start again, nothing is lost")
	ErrReadOnly = errors.New("the data folder can't be written; let this user write there, or choose another folder with --data")
	ErrDisk     = errors.New("the disk is full or fails; make room or look after it, and start again")

	errNoData = errors.New("there is no database")
)

// fileName is the database in the data folder.
const fileName = "deathtrap.db"

// Store is the open database. All its methods are safe for concurrent use.
type Store struct {
	db     *sql.DB
	lock   *lock
	writer *writer
	logger *slog.Logger
	now    func() time.Time

	lastTable atomic.Int64 // the highest number of a table's log
}

// Open opens the database in that folder, or makes both. It checks the database,
// and brings an older one up to date after making a copy. The logger may be nil.
func Open(folder string, logger *slog.Logger) (*Store, error) {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, explain(fmt.Errorf("data folder: %w", err))
	}
	held, err := takeLock(filepath.Join(folder, "lock"))
	if err != nil {
		return nil, explain(err)
	}
	s, err := open(filepath.Join(folder, fileName), logger)
	if err != nil {
		return nil, errors.Join(explain(err), held.release())
	}
	s.lock = held
	return s, nil
}

// Try makes the data folder if it isn't there, and says in a sentence why nothing
// can be written in it: ErrNoRoom, ErrReadOnly, or what the system says.
func Try(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return explain(fmt.Errorf("data folder: %w", err))
	}
	f, err := os.CreateTemp(folder, ".try-*")
	if err != nil {
		return explain(err)
	}
	_, err = f.Write(make([]byte, 4096))
	if err == nil {
		err = f.Sync()
	}
	return explain(errors.Join(err, f.Close(), os.Remove(f.Name())))
}

// explain puts before an error what is wrong with the disk, if it is that.
func explain(err error) error {
	if why := disk(err); why != nil && !errors.Is(err, why) {
		return fmt.Errorf("%w (%w)", why, err)
	}
	return err
}

func open(file string, logger *slog.Logger) (*Store, error) {
	db, err := connect(file)
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, logger: logger, now: table.Steady(time.Now())}
	if err := upgrade(context.Background(), db, file, migrations(), logger); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := s.count(context.Background()); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s.writer, err = startWriter(db, s.now, logger)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// connect opens a database file. What is in it is for its owner alone: it knows
// the cards of the round that is being played.
func connect(file string) (*sql.DB, error) {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	db, err := sql.Open("sqlite", source(file))
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	return db, nil
}

// source is a file as the driver wants it.
func source(file string) string {
	settings := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
	}}
	return (&url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(file), RawQuery: settings.Encode()}).String()
}

// Now is the store's time: the wall clock's when it was opened, and on from there,
// see [table.Steady]. When it last was is kept; it is to be the tables' time, too.
func (s *Store) Now() time.Time { return s.now() }

// Close writes down what waits and closes the database. Append fails from then on.
func (s *Store) Close() error {
	return errors.Join(s.writer.stop(), s.db.Close(), s.lock.release())
}

// Backup copies the database of a data folder into a new file, whole and
// consistent, also while a server uses it.
func Backup(ctx context.Context, folder, to string) error {
	file := filepath.Join(folder, fileName)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w in %s", errNoData, folder)
	}
	db, err := connect(file)
	if err != nil {
		return err
	}
	return errors.Join(copyTo(ctx, db, to), db.Close())
}

// copyTo writes a copy of a database to a file that isn't there yet.
func copyTo(ctx context.Context, db *sql.DB, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s is there already", to)
	}
	f, err := os.OpenFile(to, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("copy of the database: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("copy of the database: %w", err)
	}
	// Into an empty file it goes without a complaint, and the file is for its owner alone.
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return errors.Join(fmt.Errorf("copy of the database: %w", err), os.Remove(to))
	}
	return nil
}
