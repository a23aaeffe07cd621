package server

import (
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"deathtrap/table"
)

// Hosting is what a host decides beside the limits. The zero value is a server
// for everybody, which nobody is an admin of.
type Hosting struct {
	Admins string // file with the keys of the admins, in the form of authorized_keys
	Allow  string // the same of those who alone are let in, besides admins; "": everybody
	Notice string // file with the message of the day
	Data   string // folder for bans and the audit log; "": they end with the process
}

// hosting is that at work.
type hosting struct {
	admins, allow keyFile
	notice        string
	bans          *bans
	audit         *audit
}

var (
	errNotListed = errors.New("this server is for those its host has listed; ask them to add your key")
	errKicked    = errors.New("the host of this server has sent you out")
)

func openHosting(h Hosting) (*hosting, error) {
	o := &hosting{notice: h.Notice}
	o.admins.path, o.allow.path = h.Admins, h.Allow
	within := func(name string) string {
		if h.Data == "" {
			return ""
		}
		return filepath.Join(h.Data, name)
	}
	var err error
	if o.bans, err = openBans(within("bans.json")); err != nil {
		return nil, err
	}
	o.audit, err = openAudit(within("audit.jsonl"))
	return o, err
}

// Reload reads the files of Hosting anew. What can't be read stays as it was.
func (s *Server) Reload() error {
	err := errors.Join(s.hosting.admins.load(), s.hosting.allow.load())
	if s.hosting.notice == "" {
		return err
	}
	text, readErr := os.ReadFile(s.hosting.notice)
	if readErr != nil {
		return errors.Join(err, fmt.Errorf("message of the day: %w", readErr))
	}
	s.lobby.Post(strings.Join(strings.Fields(string(text)), " "))
	return err
}

// mayEnter says why somebody who has logged in is not let in, or nil. An admin
// is never kept out: a ban by mistake could not be lifted.
func (l *line) mayEnter(who identity) error {
	h := l.server.hosting
	if h.admins.has(who.key) {
		return nil
	}
	var ip netip.Addr // none for who can be banned by key alone
	if !l.ticket.exempt {
		ip = ipOf(l.socket.RemoteAddr())
	}
	switch {
	case h.bans.covers(l.server.keysOf(who.id), ip, time.Now()):
		return errBanned
	case h.allow.path != "" && !h.allow.has(who.key):
		return errNotListed
	}
	return nil
}

// Stats are what has happened so far, and how things stand.
type Stats struct {
	Since     time.Time `json:"since"`
	Strangers int       `json:"strangers"` // not yet logged in
	People    int       `json:"people"`
	Tables    int       `json:"tables"`
	Games     int       `json:"games"` // under way
	Draining  bool      `json:"draining"`

	Connections uint64 `json:"connections"`
	Refused     uint64 `json:"refused"` // at the door
	Failed      uint64 `json:"failed"`  // logins
	Sessions    uint64 `json:"sessions"`
	Panics      uint64 `json:"panics"`
}

// counts are the parts of Stats that only grow.
type counts struct{ connections, refused, failed, sessions, panics atomic.Uint64 }

// Stats tells how things stand. Safe for concurrent use.
func (s *Server) Stats() Stats {
	board := s.lobby.Board()
	stats := Stats{
		Since: s.began.UTC(), Draining: board.Draining,
		Connections: s.counts.connections.Load(), Refused: s.counts.refused.Load(), Failed: s.counts.failed.Load(),
		Sessions: s.counts.sessions.Load(), Panics: s.counts.panics.Load(),
	}
	stats.Strangers, stats.People = s.admission.count()
	for _, t := range s.lobby.Everything() {
		stats.Tables++
		if t.State == table.Playing {
			stats.Games++
		}
	}
	return stats
}
