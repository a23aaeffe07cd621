package main

import (
	"flag"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

var (
	diskEvery = flag.Int("disk.every", 97, "every so many-th thing that is done to the disk fails in a game")
	diskFull  = flag.Duration("disk.full", 3*time.Second, "how long the disk is full in the middle of a game")
	diskGames = flag.Int("disk.games", 1, "games with another write first; with -disk.every=N and N games every write fails in one of them")
)

// TestAFailingDisk plays games on a built server whose disk fails now and then,
// from the first byte on: with an error, a full disk, or half of it written.
func TestAFailingDisk(t *testing.T) {
	needsGate(t)
	failingGames(t, func(f *faults, n int, c *attempt) verdict {
		switch n % 3 {
		case 0:
			return verdict{error: unix.EIO}
		case 1:
			return verdict{error: unix.ENOSPC}
		}
		f.half(c)
		return verdict{error: unix.EIO}
	})
}

// TestTheMachineDies plays games on a machine that dies in the middle of a
// write, again and again, from the first byte on.
func TestTheMachineDies(t *testing.T) {
	needsGate(t)
	failingGames(t, func(f *faults, _ int, c *attempt) verdict {
		f.half(c)
		return verdict{kill: true}
	})
}

func failingGames(t *testing.T, fault func(*faults, int, *attempt) verdict) {
	for game := range *diskGames {
		t.Run(fmt.Sprint("game ", game), func(t *testing.T) {
			c := newCrashes(t, 1)
			c.rounds, c.brittle = 1, true
			f := &faults{t: t, data: c.data, next: 1 + game, fault: fault}
			c.start = func(cmd *exec.Cmd) error { return gate(t, cmd, f.decide) }
			c.play()
			t.Logf("%d of %d writes failed", f.failed, f.calls)
			if f.failed < f.calls / *diskEvery {
				t.Error("fewer than there should be")
			}
		})
	}
}

// TestTheDiskIsFull for a while in the middle of a game: the table says so and
// waits, refuses moves, and goes on by itself.
func TestTheDiskIsFull(t *testing.T) {
	needsGate(t)
	c := newCrashes(t, 1)
	c.rounds, c.patient = 1, true
	var full atomic.Bool
	var once sync.Once
	var refused atomic.Int64
	c.due = func(seen, _ uint64) bool {
		if seen > 40 {
			once.Do(func() {
				full.Store(true)
				time.AfterFunc(*diskFull, func() { full.Store(false) })
			})
		}
		return false
	}
	c.start = func(cmd *exec.Cmd) error {
		return gate(t, cmd, func(a *attempt) verdict {
			if !full.Load() || !strings.HasPrefix(a.file, c.data) {
				return verdict{}
			}
			refused.Add(1)
			return verdict{error: unix.ENOSPC}
		})
	}
	c.play()
	t.Logf("full for %v: %d writes refused, %d times somebody heard that the table stood still and went on", *diskFull, refused.Load(), c.stood)
	if refused.Load() == 0 || c.stood < 4 {
		t.Error("nobody noticed")
	}
}

// faults is a disk that fails now and then.
type faults struct {
	t     *testing.T
	data  string
	fault func(*faults, int, *attempt) verdict

	mu     sync.Mutex
	calls  int // to the disk
	next   int // the one that fails
	failed int
}

func (f *faults) decide(c *attempt) verdict {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !strings.HasPrefix(c.file, f.data) {
		return verdict{}
	}
	f.calls++
	if f.calls < f.next {
		return verdict{}
	}
	f.next += *diskEvery
	f.failed++
	return f.fault(f, f.failed, c)
}

// half does half of a write.
func (f *faults) half(c *attempt) {
	text, err := c.text()
	if err == nil && c.nr == unix.SYS_PWRITE64 {
		err = c.doWrite(text[:len(text)/2])
	}
	if err != nil {
		f.t.Error(err)
	}
}
