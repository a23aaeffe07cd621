package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// The moments of an event at which the real server is killed.
const (
	beforeTheWrite     = "before the write"
	afterTheWrite      = "after the write"      // and before it is synced
	afterTheCommit     = "after the commit"     // and before the server knows
	beforeTheBroadcast = "before the broadcast" // and before anybody is sent a byte
)

// TestKilledAtEachMoment plays a game at each moment, in which the built server
// is killed at every event just then.
func TestKilledAtEachMoment(t *testing.T) {
	needsGate(t)
	for _, moment := range []string{beforeTheWrite, afterTheWrite, afterTheCommit, beforeTheBroadcast} {
		t.Run(moment, func(t *testing.T) {
			c := newCrashes(t, 1)
			k := &killer{t: t, data: c.data, moment: moment}
			c.start = func(cmd *exec.Cmd) error {
				k.begin()
				return gate(t, cmd, k.decide)
			}
			c.play()
			t.Logf("killed %s of %d of %d events", moment, k.kills, k.events)
			if want := k.events / *crashEvery; k.kills < want-1 || k.kills < 2 {
				t.Errorf("killed at %d events, should be at %d", k.kills, want)
			}
		})
	}
}

// killer kills a server at one moment of its events.
type killer struct {
	t      *testing.T
	data   string
	moment string

	mu      sync.Mutex
	written []byte // of the transaction that is under way
	held    []*attempt
	synced  bool // an event that is to be shown
	events  int
	since   int // events since the last kill
	kills   int
}

// begin is a new process.
func (k *killer) begin() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.written, k.held, k.synced = nil, nil, false
}

// decide lets a call through unless the moment has come.
func (k *killer) decide(c *attempt) verdict {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case c.wire() && k.synced:
		return k.kill()
	case c.file != filepath.Join(k.data, "deathtrap.db-wal"):
	case c.sync():
		return k.decideSync(c)
	case c.nr == unix.SYS_PWRITE64:
		return k.decideWrite(c)
	}
	return verdict{}
}

// decideWrite notes what is written. Which event that is shows only when all of
// it has come; to kill before the write, none of it is done until then.
func (k *killer) decideWrite(c *attempt) verdict {
	text, err := c.text()
	if err != nil {
		k.t.Error(err)
	}
	k.written = append(k.written, text...)
	if k.moment != beforeTheWrite {
		return verdict{}
	}
	k.held = append(k.held, c)
	return verdict{done: len(text)}
}

// decideSync is that a transaction is complete but for its sync.
func (k *killer) decideSync(c *attempt) verdict {
	event, written, held := eventIn(k.written), k.written, k.held
	k.written, k.held = nil, nil
	if event {
		k.events++
		k.since++
	}
	due := event && k.since >= *crashEvery
	switch {
	case due && k.moment == beforeTheWrite:
		k.events--
		v := k.kill()
		k.since = -1 // it will come again
		return v
	case due && k.moment == afterTheWrite:
		return k.kill()
	case due && k.moment == afterTheCommit:
		if err := c.doSync(); err != nil {
			k.t.Error(err)
		}
		return k.kill()
	}
	k.synced = due && k.moment == beforeTheBroadcast
	for _, w := range held {
		if err := w.doWrite(written[:w.args[2]]); err != nil {
			k.t.Error(err)
		}
		written = written[w.args[2]:]
	}
	return verdict{}
}

func (k *killer) kill() verdict {
	k.kills++
	k.since, k.synced = 0, false
	return verdict{kill: true}
}

var entrySaid = regexp.MustCompile(`\{"seq":(\d+),"time":"[^"]*","kind":"([a-z-]+)"`)

// eventIn reports whether the newest entry in what was written moves a game.
func eventIn(written []byte) bool {
	kind := newestIn(written)
	return strings.Contains(" started dealt moved cleared ", " "+kind+" ") && kind != ""
}

// newestIn is the kind of the newest entry in what was written, or "".
func newestIn(written []byte) string {
	newest, kind := 0, ""
	for _, m := range entrySaid.FindAllSubmatch(written, -1) {
		if seq, err := strconv.Atoi(string(m[1])); err == nil && seq > newest {
			newest, kind = seq, string(m[2])
		}
	}
	return kind
}
