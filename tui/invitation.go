package tui

import (
	tea "charm.land/bubbletea/v2"

	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// invitation is what a friend types to come to a table: to sit down, or to look on
// where no seat is to be had.
type invitation struct {
	words string // what it is good for
	line  string // "" where nobody new is let in
}

func (s *session) invitation(b *table.Board) invitation {
	user, words := b.Code, "A friend sits down with"
	switch {
	case b.Locked:
		return invitation{words: "The table is locked: nobody new is let in."}
	case !canSit(b):
		user, words = "watch-"+b.Code, "A friend can watch"
	}
	port := ""
	if s.options.Port != "" && s.options.Port != "22" {
		port = "-p " + s.options.Port + " "
	}
	return invitation{words, "ssh " + port + user + "@" + s.options.Host}
}

// copyInvitation puts the line for a friend on the clipboard, if there is one.
func (s *session) copyInvitation(b *table.Board) tea.Cmd {
	invited := s.invitation(b)
	if invited.line == "" {
		s.tell(invited.words)
		return nil
	}
	s.tell("Copied, if your terminal allows it: " + invited.line)
	return terminal.Copy(invited.line)
}

// invitation is the line with which a friend comes, on a band.
func (b brush) invitation(r terminal.Rect, i invitation) {
	words, strongly := i.line, bold(b.on(ground, text))
	if words == "" {
		words, strongly = i.words, b.on(ground, quiet)
	}
	if b.size() == phone {
		b.clip(r.X, r.Y, r.W, words, strongly)
		return
	}
	b.clear(r, band)
	x := r.X + 2
	if i.line == "" {
		b.clip(x, r.Y, r.W-2, words, b.on(band, quiet))
		return
	}
	if before := i.words + "   "; len(before)+terminal.Width(words)+2 <= r.W {
		x = b.text(x, r.Y, before, b.on(band, quiet))
	}
	x = b.clip(x, r.Y, r.X+r.W-x, words, bold(b.on(band, text)))
	if x+4+len("i copies it") > r.X+r.W {
		return
	}
	x = b.text(x+4, r.Y, "i ", b.on(band, turn))
	b.text(x, r.Y, "copies it", b.on(band, quiet))
}
