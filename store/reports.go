package store

import (
	"context"
	"encoding/json"
	"fmt"

	"deathtrap/lobby"
)

// Ignored is whom a person ignores.
func (s *Store) Ignored(ctx context.Context, id string) (ignored []lobby.Acquaintance, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT whom, name FROM ignored WHERE player = ?", id)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var a lobby.Acquaintance
		if err := rows.Scan(&a.ID, &a.Name); err != nil {
			return nil, fmt.Errorf("database: %w", err)
		}
		ignored = append(ignored, a)
	}
	return ignored, rows.Err()
}

// Ignore adds somebody whom a person ignores.
func (s *Store) Ignore(id string, whom lobby.Acquaintance) error {
	return s.writer.do(job{write: func(ctx context.Context, ready *statements) error {
		_, err := ready.ignore.ExecContext(ctx, id, whom.ID, whom.Name)
		return err
	}})
}

// Unignore takes somebody out whom a person ignores.
func (s *Store) Unignore(id, whom string) error {
	return s.writer.do(job{write: func(ctx context.Context, ready *statements) error {
		_, err := ready.unignore.ExecContext(ctx, id, whom)
		return err
	}})
}

// Report keeps a report, and no more than the newest lobby.ReportsKept.
func (s *Store) Report(r lobby.Report) error {
	body, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return s.writer.do(job{write: func(ctx context.Context, ready *statements) error {
		if _, err := ready.report.ExecContext(ctx, string(body)); err != nil {
			return err
		}
		_, err := ready.prune.ExecContext(ctx, lobby.ReportsKept)
		return err
	}})
}

// Reports are the newest reports, oldest first.
func (s *Store) Reports(ctx context.Context, most int) (reports []lobby.Report, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT number, body FROM (SELECT number, body FROM reports ORDER BY number DESC LIMIT ?) ORDER BY number", most)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var number int64
		var body []byte
		if err := rows.Scan(&number, &body); err != nil {
			return nil, fmt.Errorf("database: %w", err)
		}
		var r lobby.Report
		if err := json.Unmarshal(body, &r); err != nil {
			return nil, fmt.Errorf("report %d: %w", number, err)
		}
		r.Number = number
		reports = append(reports, r)
	}
	return reports, rows.Err()
}

// Dismiss takes a report out, and reports whether it was there.
func (s *Store) Dismiss(number int64) (was bool, err error) {
	err = s.writer.do(job{write: func(ctx context.Context, ready *statements) error {
		done, err := ready.dismiss.ExecContext(ctx, number)
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		was = n > 0
		return err
	}})
	return was, err
}
