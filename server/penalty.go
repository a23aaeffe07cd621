package server

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"deathtrap/server/lines"
	"deathtrap/table/words"
)

// The orders of an admin that keep somebody from something for a time.

// parseTime reads a time as an admin types it; for good is 0 and true.
func parseTime(typed string) (d time.Duration, ever bool, err error) {
	if typed == "ever" {
		return 0, true, nil
	}
	if days, isDays := strings.CutSuffix(typed, "d"); isDays {
		typed = days + "h"
		defer func() { d *= 24 }()
	}
	d, err = time.ParseDuration(typed)
	if err != nil || d < 0 || d > 10*365*24*time.Hour {
		return 0, false, errTime
	}
	return d, false, nil
}

func (s *session) orderBan() (lines.Answer, error) {
	b, err := s.bannable(s.args[0])
	if err != nil {
		return lines.Answer{}, err
	}
	b.Since, b.By = time.Now().UTC(), s.who.key
	span, ever := banTime, false
	if len(s.args) > 1 {
		if span, ever, err = parseTime(s.args[1]); err != nil {
			return lines.Answer{}, err
		}
		b.Reason = words.Clip(words.Term(strings.Join(s.args[2:], " ")), 200)
	}
	if !ever {
		until := b.Since.Add(span)
		b.Until = &until
	}
	if err := s.line.server.hosting.bans.add(b); err != nil {
		return lines.Answer{}, err
	}
	server := s.line.server
	server.sendOut(errBanned, func(here *session) bool {
		ip := ipOf(here.line.socket.RemoteAddr())
		return b.covers(server.keysOf(here.player.ID), ip) && !server.hosting.admins.has(here.who.key) &&
			(!b.network.IsValid() || !server.admission.exempt(ip))
	})
	return done("%s", b.sentence())
}

// bannable is a ban of what an admin typed, which may be a name.
func (s *session) bannable(who string) (ban, error) {
	b, err := parseBan(who)
	if !errors.Is(err, errWhom) {
		return b, err
	}
	p, missing := s.line.server.somebody(who)
	switch {
	case missing != nil:
		return ban{}, err
	case p.Guest:
		return ban{}, errGuestBan
	}
	return parseBan(cmp.Or(p.Key, p.Player))
}

func (b *ban) sentence() string {
	text := b.Who + " is banned"
	if b.Until != nil {
		text += " until " + b.Until.Format(time.RFC3339)
	}
	if b.Reason != "" {
		text += ": " + b.Reason
	}
	return text + "."
}

func (s *session) orderUnban() (lines.Answer, error) {
	who := s.args[0]
	if b, err := parseBan(who); err == nil {
		who = b.Who
	}
	if err := s.line.server.hosting.bans.lift(who, time.Now()); err != nil {
		return lines.Answer{}, err
	}
	return done("%s may come in again.", who)
}

func (s *session) orderBans() (lines.Answer, error) {
	all := append([]ban{}, s.line.server.hosting.bans.all(time.Now())...)
	var text strings.Builder
	for i := range all {
		fmt.Fprintln(&text, all[i].sentence())
	}
	if len(all) == 0 {
		text.WriteString("Nobody is banned.\n")
	}
	return lines.Answer{Text: text.String(), Data: bansData{all}}, nil
}

func (s *session) orderMute() (lines.Answer, error) {
	p, err := s.line.server.somebody(s.args[0])
	if err != nil {
		return lines.Answer{}, err
	}
	span, ever := muteTime, false
	if len(s.args) > 1 {
		if span, ever, err = parseTime(s.args[1]); err != nil {
			return lines.Answer{}, err
		}
	}
	if ever {
		span = 10 * 365 * 24 * time.Hour
	}
	until := time.Now().Add(span).UTC()
	s.line.server.lobby.Mute(p.Player, until)
	if span == 0 {
		return done("%s may talk.", p.Name)
	}
	return done("%s is muted until %s, or until the server restarts.", p.Name, until.Format(time.RFC3339))
}
