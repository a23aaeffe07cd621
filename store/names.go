package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Name is what the person with that ID chose to be called, "" if they never did.
func (s *Store) Name(ctx context.Context, id string) (string, error) {
	var name string
	err := s.db.QueryRowContext(ctx, "SELECT name FROM players WHERE id = ?", id).Scan(&name)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("database: %w", err)
	}
	return name, nil
}

// Call keeps what a person chose to be called.
func (s *Store) Call(id, name string) error {
	return s.writer.do(job{write: func(ctx context.Context, ready *statements) error {
		_, err := ready.name.ExecContext(ctx, id, name)
		return err
	}})
}
