package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Settings is what the person with that ID has set for themselves, as Keep got
// it; "" if they never did.
func (s *Store) Settings(ctx context.Context, id string) (string, error) {
	var body string
	err := s.db.QueryRowContext(ctx, "SELECT body FROM settings WHERE player = ?", id).Scan(&body)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("database: %w", err)
	}
	return body, nil
}

// Keep keeps what a person has set for themselves, in place of what was kept.
func (s *Store) Keep(id, body string) error {
	return s.writer.do(job{write: func(ctx context.Context, ready *statements) error {
		_, err := ready.settings.ExecContext(ctx, id, body)
		return err
	}})
}
