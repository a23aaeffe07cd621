package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"deathtrap/table"
	"deathtrap/table/words"
)

var errNotIgnored = fmt.Errorf("%w: you ignore nobody of that name", table.ErrNotAllowed)

// Report is what one person tells the host of the server about another.
type Report struct {
	Number int64        `json:"number"` // the memory's, from 1
	Time   time.Time    `json:"time"`
	By     Acquaintance `json:"by"`
	About  Acquaintance `json:"about"`
	Table  string       `json:"table"`  // the code of the table where it was; "" in the lobby
	Reason string       `json:"reason"` // "" if none is given
	Said   []string     `json:"said"`   // what the other has said last, as far as the reporter could read it; no whispers
}

const (
	reasonCells = 200
	saidKept    = 5 // lines of who is reported
)

// Report tells the host of the server about somebody: who, by whom, at which
// table, why, and what they said last for all to hear. Nobody else learns of it.
// Three in ten minutes, ten from one place.
func (v *Visit) Report(name, reason string) (string, error) {
	clean, err := words.Line(reason, reasonCells)
	if err != nil && !errors.Is(err, words.ErrEmpty) {
		return "", fmt.Errorf("%w: a reason has at most %d characters", table.ErrTooLong, reasonCells)
	}
	report, err := v.report(name)
	if err != nil {
		return "", err
	}
	report.Reason = clean
	if err := v.lobby.config.Memory.Report(report); err != nil {
		v.lobby.config.Logger.Error("a report was not kept", "by", report.By.ID, "about", report.About.ID, "err", err)
		return "", table.ErrNotKept
	}
	v.lobby.config.Logger.Info("somebody is reported", "by", report.By.ID, "about", report.About.ID, "table", report.Table)
	return report.About.Name, nil
}

func (v *Visit) report(name string) (Report, error) {
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	if v.ended != nil {
		return Report{}, v.ended
	}
	about, err := v.acquainted(name)
	if err != nil {
		return Report{}, err
	}
	budgets := l.reports(v.player())
	if spent(budgets) {
		return Report{}, table.ErrRateLimited
	}
	spend(budgets)
	r := Report{Time: time.Now().UTC(), By: v.person.acquaintance(), About: about, Said: []string{}}
	if at := v.room; at != nil && !at.gone && at.knows(v.person) {
		r.Table = at.board.Code
	}
	for _, said := range v.within() {
		if said.By == about.ID && said.From != "" {
			r.Said = append(r.Said, said.Text)
		}
	}
	r.Said = slices.Clone(r.Said[max(0, len(r.Said)-saidKept):])
	return r, nil
}

// Reports are the newest reports, oldest first, for the host of the server.
func (l *Lobby) Reports(ctx context.Context, most int) ([]Report, error) {
	return l.config.Memory.Reports(ctx, most)
}

// Dismiss takes a report away, and reports whether there was one.
func (l *Lobby) Dismiss(number int64) (bool, error) { return l.config.Memory.Dismiss(number) }

// ReportsKept is how many reports a memory keeps: the newest.
const ReportsKept = 500
