package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"deathtrap/rules"
	"deathtrap/table"
)

// Games calls each with the events of every finished game in a data folder, in
// the order of their tables, also while a server uses it. Games of tables that
// were set aside are left out.
func Games(ctx context.Context, folder string, each func([]rules.Event) error) error {
	file := filepath.Join(folder, fileName)
	if _, err := os.Stat(file); err != nil {
		return fmt.Errorf("%w in %s", errNoData, folder)
	}
	db, err := connect(file)
	if err != nil {
		return err
	}
	return errors.Join((&Store{db: db}).games(ctx, each), db.Close())
}

func (s *Store) games(ctx context.Context, each func([]rules.Event) error) error {
	logs, err := s.logs(ctx, "state <> 'aside'")
	if err != nil {
		return err
	}
	for _, l := range logs {
		past, err := s.entries(ctx, l.id)
		if err != nil {
			return fmt.Errorf("table %s: %w", l.code, err)
		}
		var game []rules.Event
		err = table.Replay(past, func(e table.Entry, g *rules.Game, events []rules.Event) error {
			if e.Kind == table.Started {
				game = nil
			}
			game = append(game, events...)
			if g.Phase() != rules.PhaseOver {
				return nil
			}
			return each(game)
		})
		if err != nil {
			return fmt.Errorf("table %s: %w", l.code, err)
		}
	}
	return nil
}
