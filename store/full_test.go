package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"deathtrap/lobby"
	"deathtrap/table"
)

// full lets the database grow no more, or again.
func (s *Store) full(t *testing.T, full bool) {
	t.Helper()
	pages := 1 << 30
	if full {
		pages = 1 // what there is stays
	}
	_, err := s.writer.conn.ExecContext(t.Context(), fmt.Sprint("PRAGMA max_page_count = ", pages))
	must(t, err)
}

// TestAFullDisk: what can't be written is refused, and nothing else.
func TestAFullDisk(t *testing.T) {
	s := opened(t, t.TempDir())
	log := write(t, s, "K7QD", tale(0))
	s.full(t, true)
	entries := tale(1000)
	n := 2
	for ; log.Append(entries[n]) == nil; n++ {
	}
	for range 3 {
		if err := log.Append(entries[n]); err == nil || !strings.Contains(err.Error(), "full") {
			t.Fatalf("got %v", err)
		}
	}
	s.full(t, false)
	for ; n < 400; n++ {
		must(t, log.Append(entries[n]))
	}
	past, err := s.entries(t.Context(), 1)
	must(t, err)
	if len(past) != n {
		t.Errorf("%d entries of %d", len(past), n)
	}
}

// TestAFullDiskStopsATable for as long as it is full, and no longer.
func TestAFullDiskStopsATable(t *testing.T) {
	s := opened(t, t.TempDir())
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	house := lobby.New(ctx, lobby.Config{Memory: s, Policy: firstLegal{}})
	defer house.Await(time.Second)
	defer cancel()
	v, err := house.Visit(ctx, table.Player{ID: "a", Name: "ana"})
	must(t, err)
	at, err := begin(ctx, v)
	must(t, err)
	s.full(t, true)
	refused := 0
	for went := false; !went; {
		u, err := at.Next(ctx)
		must(t, err)
		for _, n := range u.News {
			switch {
			case strings.Contains(n.Notice, "can't write anything down"):
				refused++
				s.full(t, false)
			case strings.Contains(n.Notice, "goes on."):
				went = true
			}
		}
		if u.View != nil && u.View.Owes() && refused == 0 {
			err := at.Do(ctx, table.Act{Seen: u.Seen, Action: u.View.Legal[0]})
			if err != nil && !errors.Is(err, table.ErrNotKept) {
				t.Fatal(err)
			}
		}
	}
	must(t, at.Do(ctx, table.Say{Text: "here we go"}))
	if past, err := s.entries(ctx, 1); err != nil || past[len(past)-1].Kind == table.Stood {
		t.Errorf("nothing was written afterwards: %v, %v", past, err)
	}
}
