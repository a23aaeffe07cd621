package server

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"deathtrap/table"
	"deathtrap/tui"
)

// The admins' desk: the orders of admin.go on a screen. Its lists are what the
// orders that only read answer, so there is nothing on it that a verb doesn't
// tell: no card, and no talk but what somebody has reported.

// desk is the desk for an admin; nil for everybody else.
func (s *session) desk() *tui.Desk {
	if !s.isAdmin() {
		return nil
	}
	pages := []tui.DeskPage{
		{Name: "who", Rows: deskRows(s, "who", whoRows)},
		{Name: "tables", Rows: func() ([]tui.DeskRow, error) {
			if !s.isAdmin() {
				return nil, errNoAdmin
			}
			return tableRows(s.line.server.lobby.Everything()), nil
		}},
		{Name: "reports", Rows: deskRows(s, "reports", reportRows)},
		{Name: "bans", Rows: deskRows(s, "bans", banRows)},
		{Name: "audit", Rows: deskRows(s, "audit", deedRows)},
		{Name: "stats", Rows: func() ([]tui.DeskRow, error) {
			if !s.isAdmin() {
				return nil, errNoAdmin
			}
			answer, err := s.orderStats()
			return statRows(answer.Text), err
		}},
	}
	return &tui.Desk{
		Pages: pages,
		Orders: []tui.DeskOrder{
			{Key: "s", Words: "say", Line: "say "}, {Key: "d", Words: "drain", Line: "drain"}, {Key: "r", Words: "reload", Line: "reload"},
		},
		Order: func(line string) (string, error) {
			answer, err := s.order(strings.Fields(line))
			return answer.Text, err
		},
	}
}

// deskRows is a list of the desk from an order's answer.
func deskRows[T any](s *session, order string, rows func(T) []tui.DeskRow) func() ([]tui.DeskRow, error) {
	return func() ([]tui.DeskRow, error) {
		if !s.isAdmin() { // any more; once a second is no deed
			return nil, errNoAdmin
		}
		answer, err := s.order([]string{order})
		if err != nil {
			return nil, err
		}
		data, ok := answer.Data.(T)
		if !ok {
			return nil, fmt.Errorf("%s answers %T", order, answer.Data)
		}
		return rows(data), nil
	}
}

func whoRows(d peopleData) []tui.DeskRow {
	var rows []tui.DeskRow
	for _, p := range d.People {
		where := "in the lobby"
		if p.Table != "" {
			where = "at table " + p.Table
		}
		from := "from " + cmp.Or(p.From, "nowhere")
		row := tui.DeskRow{
			Head: p.Name, Mark: where,
			Below:   strings.Join([]string{string(p.Face), from, "since " + clock(p.Since)}, ", "),
			Details: []string{where + ", " + string(p.Face), from + ", since " + clock(p.Since), cmp.Or(p.Key, "a guest")},
			Orders: []tui.DeskOrder{
				{Key: "k", Words: "kick", Line: "kick " + p.Name}, {Key: "m", Words: "mute", Line: "mute " + p.Name + " 1h"},
			},
		}
		if !p.Guest {
			row.Orders = append(row.Orders, tui.DeskOrder{Key: "b", Words: "ban", Line: "ban " + p.Name + " 24h "})
		}
		if ip, err := netip.ParseAddr(p.From); err == nil {
			row.Orders = append(row.Orders, tui.DeskOrder{Key: "n", Words: "ban the address", Line: "ban " + ip.String() + " 24h "})
		}
		rows = append(rows, row)
	}
	return rows
}

func tableRows(boards []table.Board) []tui.DeskRow {
	var rows []tui.DeskRow
	for _, b := range boards {
		var names []string
		for _, c := range b.Seats {
			if !c.Free() {
				names = append(names, c.Name)
			}
		}
		state := string(b.State)
		if b.Setup.Private {
			state += ", private"
		}
		taken := fmt.Sprintf("%d of %d", len(names), len(b.Seats))
		rows = append(rows, tui.DeskRow{
			Head: b.Code + "  " + b.Setup.Title, Mark: taken + ", " + state, Below: strings.Join(names, ", "),
			Details: []string{taken + " seats taken, " + state, strings.Join(names, ", "), strconv.Itoa(len(b.Watchers)) + " look on"},
		})
	}
	return rows
}

// reportRows are reports, each with what its about has said for all to hear.
func reportRows(d reportsData) []tui.DeskRow {
	var rows []tui.DeskRow
	for _, r := range d.Reports {
		number := strconv.FormatInt(r.Number, 10)
		row := tui.DeskRow{
			Head: number + ". " + r.About.Name, Mark: clock(r.Time), Below: "by " + r.By.Name + ": " + cmp.Or(r.Reason, "no reason given"),
			Orders: []tui.DeskOrder{
				{Key: "k", Words: "kick", Line: "kick " + r.About.Name},
				{Key: "m", Words: "mute", Line: "mute " + r.About.Name + " 1h"},
				{Key: "x", Words: "dismiss", Line: "dismiss " + number},
			},
		}
		row.Details = append([]string{row.Below}, r.Said...)
		rows = append(rows, row)
	}
	return rows
}

func banRows(d bansData) []tui.DeskRow {
	var rows []tui.DeskRow
	for _, b := range d.Bans {
		until := "for good"
		if b.Until != nil {
			until = "until " + clock(*b.Until)
		}
		rows = append(rows, tui.DeskRow{
			Head: b.Who, Mark: until, Below: b.Reason,
			Details: []string{until + ", since " + clock(b.Since), b.Reason, "by " + b.By},
			Orders:  []tui.DeskOrder{{Key: "u", Words: "unban", Line: "unban " + b.Who}},
		})
	}
	return rows
}

// deedRows are deeds, the newest first.
func deedRows(d deedsData) []tui.DeskRow {
	var rows []tui.DeskRow
	for _, deed := range slices.Backward(d.Deeds) {
		below := deed.By + " from " + deed.From
		row := tui.DeskRow{Head: deed.Command, Mark: clock(deed.Time), Below: below, Details: []string{clock(deed.Time), below}}
		if deed.Error != "" {
			row.Below = "refused: " + deed.Error
			row.Details = append(row.Details, row.Below)
		}
		rows = append(rows, row)
	}
	return rows
}

// statRows are the sentences of the stats, one a row.
func statRows(text string) []tui.DeskRow {
	var rows []tui.DeskRow
	for sentence := range strings.SplitSeq(strings.ReplaceAll(strings.TrimSpace(text), "\n", " "), ". ") {
		rows = append(rows, tui.DeskRow{Head: strings.TrimSuffix(sentence, ".") + ".", Details: []string{sentence}})
	}
	return rows
}

// clock is a time as it is shown on the desk.
func clock(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// showDesk runs the desk alone, without a visit of the lobby: whoever plays in
// another window goes on playing.
func (s *session) showDesk() int {
	s.run(tui.NewDesk(s.ctx, tui.Options{Desk: s.desk()}), func() {})
	return goesOn
}
