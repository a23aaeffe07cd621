package store

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
)

// BenchmarkDurability counts the moves a second of 100 busy tables, without a
// log and with one, in turns; the ratio is what it costs that nothing is lost.
func BenchmarkDurability(b *testing.B) {
	const tables, span = 100, time.Second
	s, err := Open(b.TempDir(), nil)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	var bare, kept uint64
	b.ResetTimer()
	for range b.N {
		bare += movesOf(b, tables, span, func(int) table.Log { return nil })
		kept += movesOf(b, tables, span, func(i int) table.Log { return s.Table(fmt.Sprint("T", i), "a") })
	}
	seconds := span.Seconds() * float64(b.N)
	b.ReportMetric(float64(bare)/seconds, "moves/s-without")
	b.ReportMetric(float64(kept)/seconds, "moves/s-with")
	b.ReportMetric(float64(kept)/float64(bare), "with/without")
}

// movesOf counts the changes of so many tables in that time.
func movesOf(b *testing.B, tables int, span time.Duration, log func(int) table.Log) uint64 {
	ctx, cancel := context.WithTimeout(b.Context(), span)
	defer cancel()
	var all sync.WaitGroup
	var moves atomic.Uint64
	for i := range tables {
		all.Go(func() {
			setup := table.Setup{Options: rules.DefaultOptions()}
			setup.Options.Players, setup.Options.Rounds, setup.Options.Bots, setup.Options.Turn = 4, 12, "novice", 0
			t := table.Open(ctx, table.Config{Code: "BENCH", Setup: setup, Policy: firstLegal{}, Log: log(i)})
			moves.Add(busy(ctx, t))
			<-t.Done()
		})
	}
	all.Wait()
	return moves.Load()
}

// busy plays at a table until the context ends, and returns how many changes
// there were.
func busy(ctx context.Context, t *table.Table) (seen uint64) {
	v, err := t.Visit(ctx, table.Player{ID: "a", Name: "ana"})
	if err != nil {
		return 0
	}
	act := func(c table.Command) { _ = v.Do(ctx, c) } // it ends in the middle of something
	act(table.Sit{})
	act(table.Start{})
	for {
		u, err := v.Next(ctx)
		if err != nil {
			return seen
		}
		seen = u.Seen
		switch {
		case u.Board.State == table.Over:
			act(table.Rematch{})
			act(table.Start{})
		case u.View != nil && u.View.Owes():
			act(table.Act{Seen: u.Seen, Action: u.View.Legal[0]})
		}
	}
}

// writeAs writes the log of a table at which somebody sits.
func writeAs(s *Store, name string, entries []table.Entry) error {
	log := s.Table(name, name)
	for _, e := range entries {
		if e.Player != nil {
			e.Player = &table.Player{ID: name, Name: name}
		}
		if err := log.Append(e); err != nil {
			return err
		}
	}
	return nil
}

// BenchmarkRestart brings 100 tables back, each in the middle of a game.
func BenchmarkRestart(b *testing.B) {
	folder := b.TempDir()
	s, err := Open(folder, nil)
	if err != nil {
		b.Fatal(err)
	}
	entries := wholeGame(b)
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() { must(b, writeAs(s, fmt.Sprint("ana", i), entries[:len(entries)-1])) })
	}
	all.Wait()
	b.ResetTimer()
	for range b.N {
		kept, err := s.Tables(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		ctx, cancel := context.WithCancel(b.Context())
		for i := range kept {
			kept[i].Log = nil // so that it can be done again
		}
		house := lobby.New(ctx, lobby.Config{Policy: firstLegal{}, Pace: time.Second})
		house.Restore(kept)
		cancel()
		house.Await(time.Second)
	}
	b.StopTimer()
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkAppend is one entry of a log, on the disk when it returns.
func BenchmarkAppend(b *testing.B) {
	s, err := Open(b.TempDir(), nil)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	log := s.Table("BENCH", "a")
	setup := table.Setup{Options: rules.DefaultOptions()}
	entry := table.Entry{Kind: table.Opened, Seat: rules.Nobody, Setup: &setup}
	b.ReportAllocs()
	for b.Loop() {
		entry.Seq++
		entry.Time = time.Now()
		if err := log.Append(entry); err != nil {
			b.Fatal(err)
		}
	}
}
