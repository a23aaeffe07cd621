package main

import (
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestARefusedMoveStaysRefused plays a game on a built server whose disk takes a
// move and then can't sync it. Whoever made the move is told that it has not
// happened, or, if the server can't take it back either, that it isn't known. Then
// the server is killed before it writes anything else. What was refused must not be
// there for the next one.
func TestARefusedMoveStaysRefused(t *testing.T) {
	needsGate(t)
	c := newCrashes(t, 1)
	c.rounds, c.patient = 1, true
	r := &refuser{t: t, wal: filepath.Join(c.data, "deathtrap.db-wal")}
	c.start = func(cmd *exec.Cmd) error {
		r.begin()
		return gate(t, cmd, r.decide)
	}
	c.play()
	t.Logf("%d of %d moves refused and killed, %d of them in doubt", r.kills, r.moves, c.doubts)
	if want := r.moves / refuseEvery(); r.kills < want-1 || r.kills < 2 {
		t.Errorf("%d moves were refused, should be %d", r.kills, want)
	}
	if c.doubts == 0 || c.doubts > r.kills*2/3 {
		t.Error("that is not when it isn't known")
	}
}

// refuseEvery is after how many moves one is refused: at least two are in a game.
func refuseEvery() int { return min(*crashEvery, 30) }

// refuser is a disk on which the sync of a move fails, and what then kills the
// server.
type refuser struct {
	t   *testing.T
	wal string

	mu      sync.Mutex
	written []byte // of the transaction that is under way
	refused bool   // the sync of a move
	when    time.Time
	told    bool // and somebody was sent something after that
	moves   int
	since   int // moves since the last kill
	kills   int
}

// begin is a new process.
func (r *refuser) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.written, r.refused, r.told = nil, false, false
}

func (r *refuser) decide(c *attempt) verdict {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case c.wire():
		r.told = r.refused
	case c.file != r.wal:
	case r.told && time.Since(r.when) > time.Second/2: // else it is taking it back
		r.kills++
		r.since = 0
		return verdict{kill: true}
	case c.sync():
		return r.decideSync()
	case c.nr == unix.SYS_PWRITE64 && r.refused && r.kills%3 == 2:
		return verdict{error: unix.EIO}
	case c.nr == unix.SYS_PWRITE64:
		text, err := c.text()
		if err != nil {
			r.t.Error(err)
		}
		r.written = append(r.written, text...)
	}
	return verdict{}
}

// decideSync has the sync of a move fail when it is time. To take that back works
// the first time; then its sync fails, then the writing of it, and so on.
func (r *refuser) decideSync() verdict {
	move := newestIn(r.written) == "moved"
	r.written = nil
	switch {
	case r.refused && r.kills%3 == 1:
		return verdict{error: unix.EIO}
	case r.refused || !move:
		return verdict{}
	}
	r.moves++
	r.since++
	r.refused = r.since >= refuseEvery()
	if r.refused {
		r.when = time.Now()
		return verdict{error: unix.EIO}
	}
	return verdict{}
}
