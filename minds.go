package main

import (
	"runtime"

	"deathtrap/rules"
	"deathtrap/rules/bots"
)

// minds are the computer players of all tables, and what gives hints. Only so
// many masters think at a time, whoever has waited longest next: the processors
// that are left go on serving everybody else. Each table asks in a goroutine
// beside its own (package table), so that waiting holds up nobody but the
// computer players of that table, and these for milliseconds. The other kinds
// think for microseconds and never wait. It is safe for concurrent use.
type minds struct {
	places chan struct{} // taken by who thinks
	choose func(kind string, v rules.View, seed uint64) (rules.Action, bool)
	hint   func(v rules.View, seed uint64) (rules.Action, string)
}

// newMinds lets half of the processors think, and one at least.
func newMinds() *minds {
	return &minds{
		places: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
		choose: bots.Choose,
		hint:   bots.Hint,
	}
}

// Choose chooses for a computer player; see table.Policy.
func (m *minds) Choose(kind string, v rules.View, seed uint64) (rules.Action, bool) {
	if kind == bots.Master {
		m.places <- struct{}{}
		defer func() { <-m.places }()
	}
	return m.choose(kind, v, seed)
}

// Hint is what a good player would do, and why.
func (m *minds) Hint(v rules.View, seed uint64) (rules.Action, string) {
	m.places <- struct{}{}
	defer func() { <-m.places }()
	return m.hint(v, seed)
}
