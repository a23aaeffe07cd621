package lobby

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deathtrap/table"
)

func (h *house) told() []Report {
	h.Helper()
	all, err := h.Reports(h.ctx, 1000)
	h.wantErr(err, nil)
	return all
}

func TestAReportTellsWhoSaidWhatAndWhere(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "rude", "cleo")
		ana, rude := people[0], people[1]
		at := h.must(ana.Open(h.ctx, setup(4)))
		code := h.code(at)
		seat := h.must(rude.Join(h.ctx, code))
		for i := range 7 {
			h.do(seat, table.Say{Text: fmt.Sprint("insult ", i)})
			time.Sleep(4 * time.Second)
		}
		h.do(at, table.Say{Text: "my own words"})
		h.wantErr(rude.whisper("ana", "whispered"), nil)
		rude.Leave()
		name, err := ana.Report("RUDE", "this\x1b[2J is\nenough")
		h.wantErr(err, nil)
		all := h.told()
		if name != "rude" || len(all) != 1 {
			t.Fatalf("%q is reported: %+v", name, all)
		}
		r := all[0]
		if got, want := fmt.Sprint(r.Number, r.By.Name, r.By.ID, r.About.Name, r.About.ID, r.Table, r.Reason, r.Said),
			fmt.Sprint(1, "ana", "ana", "rude", "rude", code, "this[2J is enough", []string{"insult 2", "insult 3", "insult 4", "insult 5", "insult 6"}); got != want {
			t.Errorf("the report is %s, want %s", got, want)
		}
		for name, want := range map[string]error{"ana": ErrYourself, "nobody": ErrNobody} {
			_, err := ana.Report(name, "")
			h.wantErr(err, want)
		}
		_, err = ana.Report("cleo", strings.Repeat("x", reasonCells+1))
		h.wantErr(err, table.ErrTooLong)
		if seen := people[2].hears(); strings.Contains(seen, "rude") || strings.Contains(seen, "report") {
			t.Errorf("others see %q", seen)
		}
		for _, want := range []bool{true, false} {
			if was, err := h.Dismiss(1); err != nil || was != want {
				t.Errorf("dismissed: %v %v", was, err)
			}
		}
		if all := h.told(); len(all) != 0 {
			t.Errorf("left over: %v", all)
		}
	})
}

func TestOnlySoManyReports(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		h.come("rude", "rude")
		report := func(id, source string) error {
			v, err := h.Visit(h.ctx, table.Player{ID: id, Name: id, Source: source})
			h.wantErr(err, nil)
			defer v.Leave()
			_, err = v.Report("rude", "")
			return err
		}
		for range reportLimit.most {
			h.wantErr(report("ana", "here"), nil)
			time.Sleep(time.Minute)
		}
		h.wantErr(report("ana", "here"), table.ErrRateLimited)
		for i := reportLimit.most; i < reportLimitSource.most; i++ {
			h.wantErr(report(fmt.Sprint("p", i), "here"), nil)
		}
		h.wantErr(report("bo", "here"), table.ErrRateLimited)
		h.wantErr(report("bo", "there"), nil)
		time.Sleep(reportLimit.in)
		h.wantErr(report("ana", "here"), nil)
	})
}
