package server

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"deathtrap/lobby"
	"deathtrap/server/lines"
)

var errNoReport = errors.New("there is no report with that number")

// reportsTold is how many reports an admin is told, unless said otherwise.
const reportsTold = 20

// orderReports tells what people have reported of others. Their words are here and
// nowhere else: not in the log.
func (s *session) orderReports() (lines.Answer, error) {
	most, err := s.number(reportsTold)
	if err != nil {
		return lines.Answer{}, err
	}
	reports, err := s.line.server.lobby.Reports(s.ctx, most)
	if err != nil {
		return lines.Answer{}, err
	}
	var text strings.Builder
	for _, r := range reports {
		text.WriteString(reportText(r))
	}
	if len(reports) == 0 {
		text.WriteString("Nobody is reported.\n")
	}
	return lines.Answer{Text: text.String(), Data: reportsData{append([]lobby.Report{}, reports...)}}, nil
}

// number is the number that follows the order, or another one.
func (s *session) number(otherwise int) (int, error) {
	if len(s.args) == 0 {
		return otherwise, nil
	}
	n, err := strconv.Atoi(s.args[0])
	if err != nil || n < 1 {
		return 0, errNumber
	}
	return n, nil
}

func reportText(r lobby.Report) string {
	where := "in the lobby"
	if r.Table != "" {
		where = "at table " + r.Table
	}
	text := fmt.Sprintf("%d. %s  %s is reported by %s, %s\n", r.Number, r.Time.Format(time.RFC3339), r.About.Name, r.By.Name, where)
	text += fmt.Sprintf("    %s: %s\n    %s: %s\n", r.About.Name, r.About.ID, r.By.Name, r.By.ID)
	if r.Reason != "" {
		text += "    why: " + r.Reason + "\n"
	}
	for _, said := range r.Said {
		text += "    said: " + said + "\n"
	}
	return text
}

func (s *session) orderDismiss() (lines.Answer, error) {
	n, err := s.number(0)
	if err != nil {
		return lines.Answer{}, err
	}
	was, err := s.line.server.lobby.Dismiss(int64(n))
	switch {
	case err != nil:
		return lines.Answer{}, err
	case !was:
		return lines.Answer{}, errNoReport
	}
	return done("Report %d is dismissed.", n)
}
