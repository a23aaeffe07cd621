package lines

import (
	"errors"
	"strings"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
)

// What people can do to each other: whisper, ignore, report; and what a table's
// host can do.

// thanks is what a reporter is told.
const thanks = "Thank you. The host of this server will read it; nobody else does."

// sentOut reports whether a table has shown somebody out, who is in the lobby
// then.
func sentOut(err error) bool {
	return errors.Is(err, table.ErrClosed) || errors.Is(err, table.ErrKicked) || errors.Is(err, table.ErrBanned)
}

// hostOrder is what a table's host orders by name; nil if it is no such word.
func hostOrder(word, name string, off bool) table.Command {
	switch word {
	case "kick":
		return table.Kick{Name: name}
	case "ban":
		return table.Kick{Name: name, Ban: true}
	case "unban":
		return table.Unban{Name: name}
	case "lock":
		return table.Lock{Off: off}
	}
	return nil
}

// withPeople carries out what a program asks about other people, and reports
// whether it was such a request.
func (d *door) withPeople(r *request, to *reply) (done bool, err error) {
	switch r.Do {
	case "whisper":
		var w lobby.Whisper
		w, err = d.visit.Whisper(d.ctx, r.Name, r.Text)
		to.Name = w.To
	case "ignore":
		to.Name, err = d.visit.Ignore(r.Name)
	case "unignore":
		to.Name, err = d.visit.Unignore(r.Name)
	case "ignored":
		to.Ignored = d.visit.Ignored()
	case "report":
		to.Name, err = d.visit.Report(r.Name, r.Text)
	default:
		return false, nil
	}
	return true, err
}

// hearWhispers tells whispers aloud.
func (r *reader) hearWhispers(whispers []lobby.Whisper) {
	for _, w := range whispers {
		r.whisperer = w.From
		r.say(w.From + " whispers: " + w.Text)
	}
}

// hearPeople obeys the words about other people, and reports whether it was one.
func (r *reader) hearPeople(word, rest string) bool {
	name, text, _ := strings.Cut(rest, " ")
	var err error
	switch word {
	case "whisper", "w", "tell":
		err = r.whisper(name, text)
	case "reply", "r":
		if r.whisperer == "" {
			r.say("Nobody has whispered to you.")
			return true
		}
		err = r.whisper(r.whisperer, rest)
	case "ignore":
		err = r.ignore(name)
	case "unignore":
		if name, err = r.visit.Unignore(name); err == nil {
			r.say("You hear " + name + " again.")
		}
	case "report":
		if _, err = r.visit.Report(name, text); err == nil {
			r.say(thanks)
		}
	default:
		return false
	}
	if err != nil {
		r.complain(err)
	}
	return true
}

func (r *reader) whisper(to, text string) error {
	w, err := r.visit.Whisper(r.ctx, to, text)
	if err == nil {
		r.say("You whisper to " + w.To + ": " + w.Text)
	}
	return err
}

// ignore ignores somebody, or tells who is ignored.
func (r *reader) ignore(name string) error {
	if name == "" {
		if all := r.visit.Ignored(); len(all) > 0 {
			r.say("You ignore " + and(all) + ".")
		} else {
			r.say("You ignore nobody.")
		}
		return nil
	}
	name, err := r.visit.Ignore(name)
	if err == nil {
		r.say("You hear no more of " + name + ". Say unignore " + name + " to hear them again.")
	}
	return err
}

// hearHost obeys a table's host. To send a player out of a running game is asked
// about once.
func (r *reader) hearHost(word, name string) {
	command := hostOrder(strings.TrimPrefix(word, "un"), name, word == "unlock")
	if word == "unban" {
		command = hostOrder(word, name, false)
	}
	order := word + " " + strings.ToLower(name)
	if r.plays(name) && (word == "kick" || word == "ban") && r.ordered != order {
		r.ordered = order
		r.say("A computer player would play the cards of " + name + " to the end. Say " + order + " again to do it.")
		return
	}
	r.ordered = ""
	if err := r.at.Do(r.ctx, command); err != nil {
		r.complain(err)
	}
}

// plays reports whether somebody of that name plays in a running game here, of
// which the listener is the host.
func (r *reader) plays(name string) bool {
	b := r.last.Board
	if b.State != table.Playing || b.Host == rules.Nobody || b.Host != r.last.You {
		return false
	}
	seat := r.seatOf(name)
	return seat != rules.Nobody && seat != r.last.You && b.Seats[seat].Bot == "" && !b.Seats[seat].Left
}
