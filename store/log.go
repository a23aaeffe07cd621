package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"deathtrap/table"
)

// tableLog is the log of one table.
type tableLog struct {
	store       *Store
	id          int64
	code, maker string
}

// Table is the log of a new table with that code, opened by the person with that
// ID. Nothing is written before its first entry.
func (s *Store) Table(code, maker string) table.Log {
	return &tableLog{store: s, id: s.lastTable.Add(1), code: code, maker: maker}
}

// Append writes an entry down and returns when it is safe. A number that is
// taken is refused. The entry that closes the table closes its log.
func (l *tableLog) Append(e table.Entry) error {
	body, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("entry %d of table %s: %w", e.Seq, l.code, err)
	}
	return l.store.writer.do(job{log: l, seq: e.Seq, write: func(ctx context.Context, s *statements) error {
		if e.Seq == 1 {
			if _, err := s.table.ExecContext(ctx, l.id, l.code, l.maker, time.Now().UnixMilli()); err != nil {
				return err
			}
		}
		if _, err := s.entry.ExecContext(ctx, l.id, int64(e.Seq), string(body)); err != nil {
			return err
		}
		if e.Kind == table.Closed {
			_, err := s.state.ExecContext(ctx, "closed", l.id)
			return err
		}
		return nil
	}})
}
