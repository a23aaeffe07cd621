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

// invitation is the line with which a friend comes, on a band. It is whole, as
// nobody could type a part of it; where it can't be, the key that copies it is told.
func (b brush) invitation(r terminal.Rect, i invitation) {
	x, end, on := r.X+2, r.X+r.W, band
	if b.size() == phone {
		x, on = r.X, ground
	} else {
		b.clear(r, band)
	}
	width := terminal.Width(i.line)
	switch {
	case i.line == "":
		b.clip(x, r.Y, end-x, i.words, b.on(on, quiet))
		return
	case x+width > end:
		b.clip(b.text(x, r.Y, "i ", b.on(on, turn)), r.Y, end-x-2, "copies the line for a friend", b.on(on, quiet))
		return
	}
	if before := i.words + "   "; on == band && len(before)+width+2 <= r.W {
		x = b.text(x, r.Y, before, b.on(on, quiet))
	}
	x = b.text(x, r.Y, i.line, bold(b.on(on, text)))
	if on == ground || x+4+len("i copies it") > end {
		return
	}
	x = b.text(x+4, r.Y, "i ", b.on(on, turn))
	b.text(x, r.Y, "copies it", b.on(on, quiet))
}
