package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"deathtrap/table"
)

const (
	batchMost = 256              // jobs in one transaction
	pulseStep = 2 * time.Second  // how often the time is written down
	pulseLast = 10 * time.Minute // since the last entry: then no clock runs at any table
)

// job is something to be written, and where the verdict goes.
type job struct {
	write func(context.Context, *statements) error
	log   *tableLog // whose entry it is, or nil
	seq   uint64    // of that entry
	done  chan error
}

// writer is the one goroutine that writes.
type writer struct {
	conn   *sql.Conn
	ready  *statements
	now    func() time.Time
	logger *slog.Logger
	jobs   chan job
	ending chan struct{} // closed by stop
	ended  chan struct{} // closed when the goroutine has ended
	once   sync.Once

	newest  time.Time            // when the last entry was written
	dubious map[*tableLog]uint64 // entries that were refused but may have been written
}

// statements are what is written often, prepared once.
type statements struct {
	table, entry, retract, state, name, settings, pulse *sql.Stmt
	key, unname, unset                                  *sql.Stmt
	ignore, unignore, unmeet, report, prune, dismiss    *sql.Stmt
}

func startWriter(db *sql.DB, now func() time.Time, logger *slog.Logger) (*writer, error) {
	ctx := context.Background()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	ready, err := prepare(ctx, conn)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("database: %w", err), conn.Close())
	}
	w := &writer{
		conn: conn, ready: ready, now: now, logger: logger, jobs: make(chan job, batchMost),
		ending: make(chan struct{}), ended: make(chan struct{}), dubious: map[*tableLog]uint64{},
	}
	go w.run()
	return w, nil
}

func prepare(ctx context.Context, conn *sql.Conn) (*statements, error) {
	s := &statements{}
	for _, p := range []struct {
		to  **sql.Stmt
		sql string
	}{
		{&s.table, "INSERT INTO tables (id, code, maker, opened) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"},
		{&s.entry, "INSERT INTO entries (table_id, seq, body) VALUES (?, ?, ?)"},
		{&s.retract, "DELETE FROM entries WHERE table_id = ? AND seq >= ?"},
		{&s.state, "UPDATE tables SET state = ? WHERE id = ?"},
		{&s.name, "INSERT INTO players (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name"},
		{&s.settings, "INSERT INTO settings (player, body) VALUES (?, ?) ON CONFLICT (player) DO UPDATE SET body = excluded.body"},
		{&s.key, "INSERT INTO keys (id, player, since) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET player = excluded.player, since = excluded.since"},
		{&s.unname, "DELETE FROM players WHERE id = ?"},
		{&s.unset, "DELETE FROM settings WHERE player = ?"},
		{&s.ignore, "INSERT INTO ignored (player, whom, name) VALUES (?, ?, ?) ON CONFLICT (player, whom) DO UPDATE SET name = excluded.name"},
		{&s.unignore, "DELETE FROM ignored WHERE player = ? AND whom = ?"},
		{&s.unmeet, "DELETE FROM ignored WHERE player = ?"},
		{&s.report, "INSERT INTO reports (body) VALUES (?)"},
		{&s.prune, "DELETE FROM reports WHERE number NOT IN (SELECT number FROM reports ORDER BY number DESC LIMIT ?)"},
		{&s.dismiss, "DELETE FROM reports WHERE number = ?"},
		{&s.pulse, "INSERT INTO pulse (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at"},
	} {
		stmt, err := conn.PrepareContext(ctx, p.sql)
		if err != nil {
			return nil, err
		}
		*p.to = stmt
	}
	return s, nil
}

// close makes the last connection able to tidy up the write-ahead log.
func (s *statements) close() (err error) {
	for _, stmt := range []*sql.Stmt{
		s.table, s.entry, s.retract, s.state, s.name, s.settings, s.pulse, s.key, s.unname, s.unset,
		s.ignore, s.unignore, s.unmeet, s.report, s.prune, s.dismiss,
	} {
		err = errors.Join(err, stmt.Close())
	}
	return err
}

// do has a job done and waits for the verdict.
func (w *writer) do(j job) error {
	j.done = make(chan error, 1)
	select {
	case <-w.ending:
		return ErrClosed
	default:
	}
	select {
	case w.jobs <- j:
	case <-w.ended:
		return ErrClosed
	}
	select {
	case err := <-j.done:
		return err
	case <-w.ended:
		select {
		case err := <-j.done: // it was the last thing done
			return err
		default:
			return ErrClosed
		}
	}
}

// stop does what waits, writes a last pulse, and ends.
func (w *writer) stop() error {
	w.once.Do(func() { close(w.ending) })
	<-w.ended
	return errors.Join(w.ready.close(), w.conn.Close())
}

func (w *writer) run() {
	defer close(w.ended)
	defer func() {
		if reason := recover(); reason != nil {
			w.logger.Error("the store's writer has crashed", "panic", reason, "stack", string(debug.Stack()))
		}
	}()
	pulse := time.NewTicker(pulseStep)
	defer pulse.Stop()
	for {
		select {
		case first := <-w.jobs:
			w.commit(w.gather(first))
		case <-pulse.C:
			if time.Since(w.newest) < pulseLast || len(w.dubious) > 0 {
				w.commit(nil)
			}
		case <-w.ending:
			for len(w.jobs) > 0 {
				w.commit(w.gather(<-w.jobs))
			}
			w.commit(nil)
			return
		}
	}
}

// gather takes the jobs that wait already.
func (w *writer) gather(first job) []job {
	batch := []job{first}
	for len(batch) < batchMost {
		select {
		case next := <-w.jobs:
			batch = append(batch, next)
		default:
			return batch
		}
	}
	return batch
}

// errBroken is what comes of a job that panicked.
var errBroken = errors.New("something broke while it was written")

// errUnsynced is that a transaction may be in the file whole, and is not synced.
// That is so of a COMMIT which fails, except when there was no room for it.
var errUnsynced = errors.New("it can't be synced")

// commit does a batch in one transaction, with the pulse. A job that the data
// itself refuses fails alone, and so does one that panics; whatever else goes
// wrong fails them all.
func (w *writer) commit(batch []job) {
	verdicts := make([]error, len(batch))
	err := w.transact(batch, verdicts)
	if errors.Is(err, errBroken) && len(batch) > 1 {
		for _, j := range batch { // each by itself, to find out whose fault it is
			w.commit([]job{j})
		}
		return
	}
	if err != nil {
		w.logger.Error("can't write to the database", "err", err, "jobs", len(batch))
	}
	if err != nil {
		for i, j := range batch {
			w.doubt(j)
			verdicts[i] = fmt.Errorf("write to the database: %w", err)
		}
	}
	if errors.Is(err, errUnsynced) && len(batch) > 0 {
		w.withdraw(verdicts)
	}
	for i, j := range batch {
		j.done <- verdicts[i]
	}
	if len(batch) > 0 {
		w.newest = time.Now()
	}
}

// withdraw makes sure that what was refused is not there for the next process. All
// of it may be in the file, but for the sync, and would be found. What is written
// next takes its place there. Nobody is told of a refusal before that is done, so if
// the process ends until then nobody was told anything. If it can't be done either,
// the verdict is that it isn't known.
func (w *writer) withdraw(verdicts []error) {
	err := w.transact(nil, nil)
	if err == nil {
		return
	}
	w.logger.Error("can't take back what the disk did not sync", "err", err)
	for i := range verdicts {
		verdicts[i] = fmt.Errorf("%w: %w", table.ErrDoubtful, verdicts[i])
	}
}

// doubt remembers an entry that was refused though it may be there.
func (w *writer) doubt(j job) {
	if j.log == nil {
		return
	}
	if seq, ok := w.dubious[j.log]; !ok || j.seq < seq {
		w.dubious[j.log] = j.seq
	}
}

func (w *writer) transact(batch []job, verdicts []error) (err error) {
	ctx := context.Background()
	if _, err := w.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	defer func() {
		if reason := recover(); reason != nil {
			w.logger.Error("writing to the database has crashed", "panic", reason, "stack", string(debug.Stack()))
			err = errBroken
		}
		if err != nil {
			// SQLite may have rolled back already; then this fails, and says nothing.
			_, _ = w.conn.ExecContext(ctx, "ROLLBACK")
		}
	}()
	for log, seq := range w.dubious {
		if _, err := w.ready.retract.ExecContext(ctx, log.id, seq); err != nil {
			return err
		}
	}
	for i, j := range batch {
		verdicts[i] = j.write(ctx, w.ready)
		if verdicts[i] != nil && !isCode(verdicts[i], sqlite3.SQLITE_CONSTRAINT) {
			return verdicts[i]
		}
	}
	if _, err := w.ready.pulse.ExecContext(ctx, w.now().UnixMilli()); err != nil {
		return err
	}
	if _, err := w.conn.ExecContext(ctx, "COMMIT"); err != nil {
		if isCode(err, sqlite3.SQLITE_FULL) {
			return err
		}
		return fmt.Errorf("%w: %w", errUnsynced, err)
	}
	clear(w.dubious)
	return nil
}
