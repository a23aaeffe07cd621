package main

import (
	"context"
	"log/slog"
	"os"
	"runtime/debug"
	numbers "runtime/metrics"
	"time"
)

// tidyEvery is between two looks at the memory.
const tidyEvery = 3 * time.Second

// How much garbage there may be for what is in use, in percent, instead of the usual
// 100. With that a seated person takes 139 KiB, with 50 they take 130. Who plays or
// judges games by the thousand has a few hundred KiB in use and throws all of it away
// again: with 400 that takes a seventh less CPU, and 25 MiB more in all. With 800 it is
// 70 MiB, and what is saved goes into taking that memory from the system.
const (
	whileServing    = 50
	whileSimulating = 400
)

// collectAt sets that; GOGC has the last word.
func collectAt(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// tidiness is when the memory is left alone, as shares of what is in use: while more
// than busyShare is allocated between two looks the collector comes by itself soon
// enough, and less than wasteShare isn't worth the work.
const (
	busyShare  = 1.0 / 64
	wasteShare = 1.0 / 16
)

// tidy gives memory back to the machine whenever it has become quiet, until the
// context ends. The runtime by itself collects in a quiet process every two minutes,
// and a stack halves with each collection; so what a crowd needed to come in would
// stay for a quarter of an hour. What can take less memory does so in rest.
func tidy(ctx context.Context, rest func(), logger *slog.Logger) {
	look := time.NewTicker(tidyEvery)
	defer look.Stop()
	before := readMemory()
	clean := before
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		now := readMemory()
		quiet := now.allocated-before.allocated < busyShare*now.used
		waste := now.allocated-clean.allocated > wasteShare*now.used
		before = now
		if !quiet || !waste && clean.settled {
			continue
		}
		rest()
		debug.FreeOSMemory()
		clean = readMemory()
		clean.settled = now.used-clean.used < wasteShare*now.used
		before = clean
		logger.Debug("memory tidied", "before", int64(now.used), "after", int64(clean.used))
	}
}

// memory is how much of it there is, in bytes.
type memory struct {
	allocated float64 // since the process began
	used      float64 // by the heap and the stacks
	settled   bool    // collecting once more would free little
}

func readMemory() memory {
	read := []numbers.Sample{
		{Name: "/gc/heap/allocs:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/stacks:bytes"},
	}
	numbers.Read(read)
	bytes := func(i int) float64 { return float64(read[i].Value.Uint64()) }
	return memory{allocated: bytes(0), used: bytes(1) + bytes(2) + bytes(3)}
}
