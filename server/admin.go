package server

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deathtrap/lobby"
	"deathtrap/server/lines"
	"deathtrap/table/words"
)

// order is what `ssh HOST admin ORDER` does.
type order struct {
	usage string // what follows
	about string
	least int  // words that must follow
	reads bool // changes nothing, so it is not in the audit log
	run   func(*session) (lines.Answer, error)
}

func orders() map[string]order {
	return map[string]order{
		"who":     {"", "everybody who is here", 0, true, (*session).orderWho},
		"tables":  {"", "all tables, private ones too", 0, true, (*session).orderTables},
		"stats":   {"", "how things stand", 0, true, (*session).orderStats},
		"audit":   {"[N]", "what admins did last", 0, true, (*session).orderAudit},
		"bans":    {"", "who is kept out", 0, true, (*session).orderBans},
		"reports": {"[N]", "what people report of others", 0, true, (*session).orderReports},
		"dismiss": {"NUMBER", "take a report away", 1, false, (*session).orderDismiss},
		"say":     {"TEXT", "tell everybody something", 1, false, (*session).orderSay},
		"kick":    {"WHO", "end somebody's sessions; a seat is kept", 1, false, (*session).orderKick},
		"ban":     {"WHO [TIME [REASON]]", "keep a key, an address or a network out; TIME is 30m, 12h, 7d or ever", 1, false, (*session).orderBan},
		"unban":   {"WHO", "let them in again", 1, false, (*session).orderUnban},
		"mute":    {"WHO [TIME]", "let somebody play, but not talk; TIME 0 ends it", 1, false, (*session).orderMute},
		"drain":   {"", "begin no more games; those that run go on", 0, false, (*session).orderDrain},
		"reload":  {"", "read the files of keys and the message of the day anew", 0, false, (*session).orderReload},
	}
}

var (
	errNoAdmin  = errors.New("that is for the admins of this server")
	errNoOrder  = errors.New("that is no order, or lacks a word")
	errNotHere  = errors.New("nobody of that name or key is here")
	errTime     = errors.New("a time is 30m, 12h, 7d or ever")
	errNumber   = errors.New("that is no number from 1")
	errGuestBan = errors.New("a guest has no key: ban the address that who shows")
)

// Unless said otherwise.
const (
	banTime   = 24 * time.Hour
	muteTime  = time.Hour
	deedsTold = 20
)

// admin obeys somebody whose key is in the file of admins; without an order it
// shows the desk, where there is a screen.
func (s *session) admin() int {
	all := len(s.args)
	s.args = slices.DeleteFunc(s.args, func(arg string) bool { return arg == dataFlag })
	s.data = len(s.args) < all
	if len(s.args) == 0 && !s.dumb() && s.isAdmin() {
		return s.showDesk()
	}
	answer, err := s.order(s.args)
	switch {
	case errors.Is(err, errNoOrder) && len(s.args) == 0:
		s.print(ordersText(s.address))
		return ok
	case errors.Is(err, errNoOrder):
		s.say(sentence(err) + " The orders there are: " + s.address.command("") + " admin")
		return failed
	case err != nil:
		s.say(sentence(err))
		return failed
	}
	return s.reply(answer)
}

// isAdmin reports whether the key is in the file of admins now.
func (s *session) isAdmin() bool { return s.line.server.hosting.admins.has(s.who.key) }

// order obeys an order, whichever way it came. What changes something, and what
// is tried by who is no admin, goes into the audit log.
func (s *session) order(typed []string) (lines.Answer, error) {
	if !s.isAdmin() {
		s.note(brief(strings.Join(typed, " ")), errNoAdmin)
		return lines.Answer{}, errNoAdmin
	}
	if len(typed) == 0 {
		return lines.Answer{}, errNoOrder
	}
	ordered := *s // several may be under way at the desk
	ordered.args = typed[1:]
	o, known := orders()[typed[0]]
	if !known || len(ordered.args) < o.least {
		return lines.Answer{}, errNoOrder
	}
	answer, err := o.run(&ordered)
	if !o.reads {
		s.note(strings.TrimSpace(typed[0]+" "+words.Clip(words.Term(strings.Join(typed[1:], " ")), 200)), err)
	}
	return answer, err
}

func ordersText(at address) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s admin ORDER [--json], where ORDER is\n\n", at.command(""))
	all := orders()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&text, "  %s\n      %s\n", strings.TrimSpace(name+" "+all[name].usage), all[name].about)
	}
	return text.String()
}

// note writes a deed into the audit log.
func (s *session) note(command string, refused error) {
	d := deed{Time: time.Now().UTC(), By: cmp.Or(s.who.key, s.who.id), From: s.line.socket.RemoteAddr().String(), Command: command}
	if refused != nil {
		d.Error = refused.Error()
	}
	s.logger.Info("admin", "command", command, "error", refused)
	if err := s.line.server.hosting.audit.write(d); err != nil {
		s.logger.Error("a deed is not in the audit log", "error", err)
	}
}

// inside is somebody in the house as an admin sees them.
type inside struct {
	Player   string    `json:"player"`
	Key      string    `json:"key"` // by which they came; "" for a guest
	Name     string    `json:"name"`
	Guest    bool      `json:"guest"`
	Face     string    `json:"face"`
	Table    string    `json:"table"` // "" in the lobby
	Watching bool      `json:"watching"`
	From     string    `json:"from"`
	Since    time.Time `json:"since"`
}

// What the orders that only read answer, as data.
type (
	peopleData struct {
		People []inside `json:"people"`
	}
	deedsData struct {
		Deeds []deed `json:"deeds"`
	}
	bansData struct {
		Bans []ban `json:"bans"`
	}
	reportsData struct {
		Reports []lobby.Report `json:"reports"`
	}
)

// everybody is who is here, with where they come from.
func (s *Server) everybody() []inside {
	all := []inside{}
	people := s.lobby.Everybody()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range people {
		one := inside{Player: p.ID, Name: p.Name, Guest: p.Guest, Face: string(p.Face), Table: p.Code, Watching: p.Watching}
		if here := s.present[p.ID]; here != nil {
			one.Key = here.who.key
			one.From, one.Since = ipOf(here.line.socket.RemoteAddr()).String(), here.began.UTC()
		}
		all = append(all, one)
	}
	return all
}

// keysOf are all the names by which a player can be meant: their keys and their ID.
func (s *Server) keysOf(id string) []string {
	names := []string{id}
	for _, k := range s.lobby.KeysOf(id) {
		names = append(names, k.ID)
	}
	return names
}

// somebody is who is meant: by name, by any of their keys, or by ID.
func (s *Server) somebody(who string) (inside, error) {
	owner := s.lobby.Owner(who)
	for _, p := range s.everybody() {
		if p.Player == owner || strings.EqualFold(p.Name, who) {
			return p, nil
		}
	}
	return inside{}, errNotHere
}

func (s *session) orderWho() (lines.Answer, error) {
	all := s.line.server.everybody()
	var text strings.Builder
	for _, p := range all {
		where := "in the lobby"
		if p.Table != "" {
			where = "at table " + p.Table
		}
		fmt.Fprintf(&text, "%-16s %s, %s, from %s\n    %s\n", p.Name, where, p.Face, p.From, cmp.Or(p.Key, p.Player))
	}
	if len(all) == 0 {
		text.WriteString("Nobody is here.\n")
	}
	return lines.Answer{Text: text.String(), Data: peopleData{all}}, nil
}

func (s *session) orderTables() (lines.Answer, error) {
	board := *s.line.server.lobby.Board()
	board.Tables = s.line.server.lobby.Everything()
	return lines.Tables(&board), nil
}

func (s *session) orderStats() (lines.Answer, error) {
	stats := s.line.server.Stats()
	text := fmt.Sprintf("Up since %s.\n%d people, %d not yet logged in. %d tables, %d games under way.\n"+
		"So far %d connections: %d refused at the door, %d failed to log in. %d sessions, %d panics.\n",
		stats.Since.Format(time.RFC3339), stats.People, stats.Strangers, stats.Tables, stats.Games,
		stats.Connections, stats.Refused, stats.Failed, stats.Sessions, stats.Panics)
	if stats.Draining {
		text += "No new game begins: the server is draining.\n"
	}
	return lines.Answer{Text: text, Data: stats}, nil
}

func (s *session) orderAudit() (lines.Answer, error) {
	most, err := s.number(deedsTold)
	if err != nil {
		return lines.Answer{}, err
	}
	deeds := s.line.server.hosting.audit.last(most)
	var text strings.Builder
	for _, d := range deeds {
		fmt.Fprintf(&text, "%s  %s", d.Time.Format(time.RFC3339), d.Command)
		if d.Error != "" {
			fmt.Fprintf(&text, "  (refused: %s)", d.Error)
		}
		fmt.Fprintf(&text, "\n    %s from %s\n", d.By, d.From)
	}
	return lines.Answer{Text: text.String(), Data: deedsData{deeds}}, nil
}

// done is the answer to an order that changed something.
func done(format string, args ...any) (lines.Answer, error) {
	text := fmt.Sprintf(format, args...)
	return lines.Answer{Text: text + "\n", Data: struct {
		Done string `json:"done"`
	}{text}}, nil
}

func (s *session) orderSay() (lines.Answer, error) {
	if err := s.line.server.lobby.Announce(strings.Join(s.args, " ")); err != nil {
		return lines.Answer{}, err
	}
	return done("Everybody is told.")
}

func (s *session) orderKick() (lines.Answer, error) {
	p, err := s.line.server.somebody(s.args[0])
	if err != nil {
		return lines.Answer{}, err
	}
	s.line.server.sendOut(errKicked, func(here *session) bool { return here.player.ID == p.Player })
	return done("%s is out.", p.Name)
}

// sendOut ends the sessions of everybody who is meant.
func (s *Server) sendOut(why error, meant func(*session) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, here := range s.present {
		if meant(here) {
			here.cancel(why)
		}
	}
}

func (s *session) orderDrain() (lines.Answer, error) {
	s.line.server.lobby.Drain()
	return done("No new game begins, and everybody is told. End the process whenever you like: tables are kept.")
}

func (s *session) orderReload() (lines.Answer, error) {
	if err := s.line.server.Reload(); err != nil {
		return lines.Answer{}, err
	}
	return done("The files are read anew.")
}
