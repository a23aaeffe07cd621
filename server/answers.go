package server

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"deathtrap/server/lines"
)

// The verbs that answer a question and are done. None of them is a visit, so
// nothing changes for whoever plays in another window.

func (s *session) tables() int { return s.reply(lines.Tables(s.line.server.lobby.Board())) }

func (s *session) rules() int { return s.reply(lines.Rules()) }

func (s *session) whoami() int {
	p := s.player
	p.Name = s.line.server.lobby.NameOf(s.ctx, p)
	return s.reply(lines.Who(p))
}

func (s *session) version() int {
	version := strings.ReplaceAll(s.line.server.version, "_", " ")
	return s.reply(lines.Answer{Text: version + "\n", Data: struct {
		Version  string `json:"version"`
		Protocol int    `json:"protocol"`
	}{version, lines.Protocol}})
}

// helpLine is what help says of a verb.
type helpLine struct {
	Verb  string `json:"verb"`
	Usage string `json:"usage"`
	About string `json:"about"`
}

// typed is what is typed for it.
func (l helpLine) typed() string { return cmp.Or(strings.TrimSpace(l.Verb+" "+l.Usage), "(nothing)") }

func (s *session) help() int {
	list := []helpLine{}
	var text strings.Builder
	fmt.Fprintf(&text, "Deathtrap Dungeon, a card game for 4 to 8. Play: %s\n\n", s.address.command(""))
	width := 0
	for _, name := range slices.Sorted(maps.Keys(s.line.server.verbs)) {
		v := s.line.server.verbs[name]
		if v.about == "" {
			continue
		}
		list = append(list, helpLine{name, v.usage, v.about})
		width = max(width, len(list[len(list)-1].typed()))
	}
	for _, l := range list {
		fmt.Fprintf(&text, "  %-*s  %s\n", width, l.typed(), l.About)
	}
	fmt.Fprintf(&text, "\nTo sit down at a table at once: %s\n", s.address.command("CODE"))
	fmt.Fprintf(&text, "To look on there: %s\n", s.address.command("watch-CODE"))
	return s.reply(lines.Answer{Text: text.String(), Data: struct {
		Verbs []helpLine `json:"verbs"`
	}{list}})
}

// verbNames lists the verbs with what follows them.
func (s *session) verbNames() string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(s.line.server.verbs)) {
		if v := s.line.server.verbs[name]; name != "" && v.about != "" {
			usage := strings.TrimSpace(strings.ReplaceAll(v.usage, "["+dataFlag+"]", ""))
			names = append(names, strings.TrimSpace(name+" "+strings.Trim(usage, "[]")))
		}
	}
	return strings.Join(names, ", ")
}

// reply gives an answer in the form that was asked for.
func (s *session) reply(a lines.Answer) int {
	if !s.data {
		s.print(a.Text)
		return ok
	}
	text, err := json.Marshal(a.Data)
	if err != nil {
		s.logger.Error("an answer is no data", "error", err)
		return failed
	}
	s.print(string(text) + "\n")
	return ok
}
