package store

import (
	"context"
	"fmt"
	"time"

	"deathtrap/lobby"
)

// Keys are all keys that were given to a player or taken away from one.
func (s *Store) Keys(ctx context.Context) (keys []lobby.Key, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT id, player, since FROM keys ORDER BY id")
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var k lobby.Key
		var since int64
		if err := rows.Scan(&k.ID, &k.Player, &since); err != nil {
			return nil, fmt.Errorf("database: %w", err)
		}
		k.Since = time.UnixMilli(since).UTC()
		keys = append(keys, k)
	}
	return keys, rows.Err()
}

// Give keeps whose a key is from now on, and forgets the name, the settings
// and the ignored of the player with that ID, unless it is "": all of that or
// nothing.
func (s *Store) Give(k lobby.Key, gone string) error {
	return s.writer.do(job{write: func(ctx context.Context, ready *statements) error {
		if _, err := ready.key.ExecContext(ctx, k.ID, k.Player, k.Since.UnixMilli()); err != nil {
			return err
		}
		if _, err := ready.unname.ExecContext(ctx, gone); err != nil {
			return err
		}
		if _, err := ready.unset.ExecContext(ctx, gone); err != nil {
			return err
		}
		_, err := ready.unmeet.ExecContext(ctx, gone)
		return err
	}})
}
