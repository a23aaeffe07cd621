package bots

import (
	"math/rand/v2"
	"testing"

	"deathtrap/rules"
)

// TestSurenessIsTrue decides again with other worlds: the surer a master was, the
// more often it chooses the same, and when it was sure hardly ever anything else.
func TestSurenessIsTrue(t *testing.T) {
	o := rules.DefaultOptions()
	o.Rounds = 2
	var asked, same [sure + 1]int
	for i, v := range positions(t, o) {
		m := newSearch(&v, rand.NewPCG(1, uint64(i)))
		if i%3 > 0 || len(m.candidates) == 1 {
			continue
		}
		first := m.best()
		how := m.duel.sureness()
		for luck := range uint64(2) {
			again := newSearch(&v, rand.NewPCG(2+luck, uint64(i)))
			second := again.best()
			asked[how]++
			if first.kind == second.kind && first.set == second.set && first.gift == second.gift && first.leader == second.leader {
				same[how]++
			}
		}
	}
	share := func(how sureness) float64 { return float64(same[how]) / float64(asked[how]) }
	t.Logf("sure %.2f of %d, fairly %.2f of %d, close %.2f of %d", share(sure), asked[sure], share(fairly), asked[fairly], share(closeCall), asked[closeCall])
	if share(sure) < 0.95 || share(fairly) < 0.75 || share(closeCall) > share(fairly) || share(fairly) > share(sure) {
		t.Error("it is as sure as it should not be")
	}
}
