package server

import (
	"errors"
	"fmt"
	"time"

	"deathtrap/lobby"
	"deathtrap/server/lines"
	"deathtrap/table"
)

// The verbs about the keys of a player. Like those of answers.go they are no
// visit of the lobby.

// keys lists the keys of the person.
func (s *session) keys() int {
	if s.who.guest() {
		return s.refuse(lobby.ErrNoKey)
	}
	return s.reply(lines.Keys(s.line.server.lobby.KeysOf(s.player.ID), s.who.key))
}

// link gives a code out, or takes one.
func (s *session) link() int {
	if len(s.args) == 0 {
		return s.offerLink()
	}
	house := s.line.server.lobby
	player, err := house.Link(s.who.key, s.args[0])
	if errors.Is(err, lobby.ErrNoCode) { // a guess costs what a failed login does
		s.line.ticket.punish(s.line.server.limits.PenaltyFailed, time.Now())
	}
	if err != nil {
		return s.refuse(err)
	}
	s.logger.Info("linked", "to", player)
	name := house.NameOf(s.ctx, table.Player{ID: player, Name: s.player.Name})
	return s.reply(lines.Answer{Text: fmt.Sprintf("Linked: by this key you are %s from now on.\n", name), Data: struct {
		Linked string `json:"linked"`
		Player string `json:"player"`
		Name   string `json:"name"`
	}{s.who.key, player, name}})
}

func (s *session) offerLink() int {
	code, until, err := s.line.server.lobby.Offer(s.who.key)
	if err != nil {
		return s.refuse(err)
	}
	text := fmt.Sprintf("At your other machine: %s link %s\n"+
		"The code holds once, for ten minutes. Whoever has it can be you: tell it to nobody.\n", s.address.command(""), code)
	return s.reply(lines.Answer{Text: text, Data: struct {
		Code  string    `json:"code"`
		Until time.Time `json:"until"`
	}{code, until.UTC()}})
}

// unlink takes a key away.
func (s *session) unlink() int {
	if len(s.args) == 0 {
		s.say("Which key? The number or the fingerprint from: " + s.address.command("") + " keys")
		return failed
	}
	house := s.line.server.lobby
	key := lines.WhichKey(house.KeysOf(s.player.ID), s.args[0])
	if err := house.Unlink(s.who.key, key); err != nil {
		return s.refuse(err)
	}
	s.logger.Info("unlinked", "key", key)
	return s.reply(lines.Answer{Text: key + " is no longer yours.\n", Data: struct {
		Unlinked string `json:"unlinked"`
	}{key}})
}

// refuse says why something was not done.
func (s *session) refuse(err error) int {
	s.say(lines.Sentence(err))
	return failed
}
