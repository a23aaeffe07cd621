package lobby

import (
	"context"
	"slices"
	"sync"

	"deathtrap/table"
)

// forgetful is the memory of a lobby without one: all but the reports, which are
// told to the host as long as the lobby lives.
type forgetful struct {
	mu      sync.Mutex
	last    int64
	reports []Report
}

func (*forgetful) Table(string, string) table.Log                          { return nil }
func (*forgetful) Name(context.Context, string) (string, error)            { return "", nil }
func (*forgetful) Call(string, string) error                               { return nil }
func (*forgetful) Settings(context.Context, string) (string, error)        { return "", nil }
func (*forgetful) Keep(string, string) error                               { return nil }
func (*forgetful) Give(Key, string) error                                  { return nil }
func (*forgetful) Ignored(context.Context, string) ([]Acquaintance, error) { return nil, nil }
func (*forgetful) Ignore(string, Acquaintance) error                       { return nil }
func (*forgetful) Unignore(string, string) error                           { return nil }

func (f *forgetful) Report(r Report) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last++
	r.Number = f.last
	f.reports = append(f.reports, r)
	f.reports = f.reports[max(0, len(f.reports)-ReportsKept):]
	return nil
}

func (f *forgetful) Reports(_ context.Context, most int) ([]Report, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.reports[max(0, len(f.reports)-most):]), nil
}

func (f *forgetful) Dismiss(number int64) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := len(f.reports)
	f.reports = slices.DeleteFunc(slices.Clone(f.reports), func(r Report) bool { return r.Number == number })
	return len(f.reports) < before, nil
}
