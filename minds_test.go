package main

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/rules"
	"deathtrap/rules/bots"
)

// slowMinds are two that think for a second each, and how many thought at once.
func slowMinds() (m *minds, most *atomic.Int64) {
	var now atomic.Int64
	most = &atomic.Int64{}
	think := func() {
		most.Store(max(most.Load(), now.Add(1)))
		time.Sleep(time.Second)
		now.Add(-1)
	}
	return &minds{
		places: make(chan struct{}, 2),
		choose: func(kind string, _ rules.View, _ uint64) (rules.Action, bool) {
			if kind == bots.Master {
				think()
			}
			return rules.Pass(), true
		},
		hint: func(rules.View, uint64) (rules.Action, string) { think(); return rules.Pass(), "So be it." },
	}, most
}

// TestOnlySoManyThink: a hundred tables ask at once, and people for hints; no more
// think than there are places, everybody is answered, and who needs no thought
// does not wait.
func TestOnlySoManyThink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, most := slowMinds()
		begun := time.Now()
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { m.Choose(bots.Master, rules.View{}, 1) })
			all.Go(func() { m.Hint(rules.View{}, 1) })
		}
		synctest.Wait()
		m.Choose(bots.Regular, rules.View{}, 1)
		if waited := time.Since(begun); waited != 0 {
			t.Errorf("a regular has waited %v", waited)
		}
		all.Wait()
		if most.Load() != 2 || time.Since(begun) != 50*time.Second {
			t.Errorf("%d thought at once, for %v in all", most.Load(), time.Since(begun))
		}
	})
}

// TestPanicLeavesItsPlace: a mind that breaks down keeps nobody from thinking.
func TestPanicLeavesItsPlace(t *testing.T) {
	m := newMinds()
	m.choose = func(string, rules.View, uint64) (rules.Action, bool) { panic("broken") }
	for range 2 * cap(m.places) {
		func() {
			defer func() { _ = recover() }()
			m.Choose(bots.Master, rules.View{}, 1)
		}()
	}
	if len(m.places) > 0 {
		t.Errorf("%d places are lost", len(m.places))
	}
}
