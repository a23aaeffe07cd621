package store

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"deathtrap/lobby"
)

func TestTheIgnoredAreKept(t *testing.T) {
	folder := t.TempDir()
	s, err := Open(folder, nil)
	must(t, err)
	rude, bore := lobby.Acquaintance{ID: "key of rude", Name: "rude"}, lobby.Acquaintance{ID: "key of bore", Name: "bore"}
	must(t, s.Ignore("ana", rude))
	must(t, s.Ignore("ana", bore))
	must(t, s.Ignore("ana", lobby.Acquaintance{ID: rude.ID, Name: "ruder"}))
	must(t, s.Ignore("bo", bore))
	must(t, s.Unignore("ana", bore.ID))
	must(t, s.Unignore("ana", "nobody"))
	must(t, s.Close())
	s = opened(t, folder)
	for id, want := range map[string][]lobby.Acquaintance{"ana": {{ID: rude.ID, Name: "ruder"}}, "bo": {bore}, "cleo": nil} {
		if got, err := s.Ignored(t.Context(), id); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s ignores %v, %v", id, got, err)
		}
	}
}

func TestReportsAreKept(t *testing.T) {
	folder := t.TempDir()
	s, err := Open(folder, nil)
	must(t, err)
	report := lobby.Report{
		Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), By: lobby.Acquaintance{ID: "a", Name: "ana"},
		About: lobby.Acquaintance{ID: "r", Name: "rude", Guest: true}, Table: "K7QD", Reason: "why", Said: []string{"you fool"},
	}
	for i := range lobby.ReportsKept + 3 {
		report.Reason = fmt.Sprint("why ", i+1)
		must(t, s.Report(report))
	}
	must(t, s.Close())
	s = opened(t, folder)
	all, err := s.Reports(t.Context(), 10*lobby.ReportsKept)
	must(t, err)
	report.Number = lobby.ReportsKept + 3
	if last := all[len(all)-1]; len(all) != lobby.ReportsKept || all[0].Number != 4 || !reflect.DeepEqual(last, report) {
		t.Errorf("%d reports, from %d, the last %+v", len(all), all[0].Number, last)
	}
	for _, want := range []bool{true, false} {
		if was, err := s.Dismiss(report.Number); err != nil || was != want {
			t.Errorf("dismissed: %v, %v", was, err)
		}
	}
	must(t, s.Report(report))
	few, err := s.Reports(t.Context(), 2)
	must(t, err)
	if len(few) != 2 || few[0].Number != report.Number-1 || few[1].Number != report.Number+1 {
		t.Errorf("a number is used again: %+v", few)
	}
}
