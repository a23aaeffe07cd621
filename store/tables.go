package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"deathtrap/lobby"
	"deathtrap/table"
)

// errGap says that a log lacks an entry.
var errGap = errors.New("an entry is missing")

// count finds out which numbers tables have already.
func (s *Store) count(ctx context.Context) error {
	var last int64
	if err := s.db.QueryRowContext(ctx, "SELECT COALESCE(MAX(id), 0) FROM tables").Scan(&last); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	s.lastTable.Store(last)
	return nil
}

// Tables are all tables that were open when the last process ended, oldest
// first, each with its log to go on with. One whose log can't be made a table
// of is set aside instead: it stays in the database, and the operator's log
// names it. Tables at which nobody ever sat are closed.
func (s *Store) Tables(ctx context.Context) ([]lobby.Kept, error) {
	alive, err := s.alive(ctx)
	if err != nil {
		return nil, err
	}
	logs, err := s.logs(ctx, "state = 'open'")
	if err != nil {
		return nil, err
	}
	var tables []lobby.Kept
	for _, l := range logs {
		past, err := s.entries(ctx, l.id)
		if disk(err) != nil {
			return nil, explain(fmt.Errorf("table %s: %w", l.code, err))
		}
		if err == nil && !sat(past) {
			s.putAway(l, "closed")
			continue
		}
		if err == nil {
			err = table.Rehearse(past)
		}
		if err != nil {
			s.logger.Error("a table can't be rebuilt and is set aside", "table", l.code, "number", l.id, "entries", len(past), "err", err)
			s.putAway(l, "aside")
			continue
		}
		since := alive
		if last := past[len(past)-1].Time; last.After(since) {
			since = last
		}
		tables = append(tables, lobby.Kept{Code: l.code, Maker: l.maker, Log: l, Past: past, Alive: since})
	}
	return tables, nil
}

// sat reports whether somebody ever sat at the table.
func sat(past []table.Entry) bool {
	for i := range past {
		if past[i].Kind == table.Sat {
			return true
		}
	}
	return false
}

// alive is the last pulse.
func (s *Store) alive(ctx context.Context) (time.Time, error) {
	var at int64
	if err := s.db.QueryRowContext(ctx, "SELECT COALESCE(MAX(at), 0) FROM pulse").Scan(&at); err != nil {
		return time.Time{}, fmt.Errorf("database: %w", err)
	}
	return time.UnixMilli(at).UTC(), nil
}

// logs are the logs of all tables for which a condition is true, oldest first.
func (s *Store) logs(ctx context.Context, condition string) (logs []*tableLog, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT id, code, maker FROM tables WHERE "+condition+" ORDER BY id")
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		l := &tableLog{store: s}
		if err := rows.Scan(&l.id, &l.code, &l.maker); err != nil {
			return nil, fmt.Errorf("database: %w", err)
		}
		logs = append(logs, l)
	}
	return logs, rows.Err()
}

// entries is the log of a table. With an error come the entries before it.
func (s *Store) entries(ctx context.Context, id int64) (past []table.Entry, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT seq, body FROM entries WHERE table_id = ? ORDER BY seq", id)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var seq uint64
		var body []byte
		if err := rows.Scan(&seq, &body); err != nil {
			return past, fmt.Errorf("database: %w", err)
		}
		var e table.Entry
		if err := json.Unmarshal(body, &e); err != nil {
			return past, fmt.Errorf("entry %d: %w", seq, err)
		}
		if want := uint64(len(past) + 1); seq != want || e.Seq != want {
			return past, fmt.Errorf("entry %d: %w", want, errGap)
		}
		past = append(past, e)
	}
	return past, rows.Err()
}

// putAway marks a table that is not opened again. If the disk is full that has
// time until the next start.
func (s *Store) putAway(l *tableLog, state string) {
	if err := s.mark(l, state); err != nil {
		s.logger.Error("a table was not marked", "table", l.code, "number", l.id, "state", state, "err", err)
	}
}

// mark changes what state a table is in.
func (s *Store) mark(l *tableLog, state string) error {
	return s.writer.do(job{write: func(ctx context.Context, ready *statements) error {
		_, err := ready.state.ExecContext(ctx, state, l.id)
		return err
	}})
}
