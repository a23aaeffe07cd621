package arena

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// playDeals plays the games of each deal, some deals at a time, and lists what
// they came to in the deals' order. The first deal that fails ends it.
func (s Settings) playDeals(games int) ([]deal, thoughts, error) {
	deals, errs := make([]deal, s.Games), make([]error, s.Games)
	var next atomic.Int64
	var failed atomic.Bool
	work := func(thought thoughts) {
		for !failed.Load() {
			i := int(next.Add(1)) - 1
			if i >= s.Games {
				return
			}
			if deals[i], errs[i] = s.tryDeal(i, games, thought); errs[i] != nil {
				failed.Store(true)
			}
		}
	}
	var all sync.WaitGroup
	thought := make([]thoughts, max(1, min(s.Jobs, s.Games)))
	for job := range thought {
		thought[job] = thoughts{}
		all.Go(func() { work(thought[job]) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, nil, err
		}
	}
	for _, more := range thought[1:] {
		thought[0].add(more)
	}
	return deals, thought[0], nil
}

// tryDeal plays a deal's games; a panic is an error that wraps ErrBot.
func (s Settings) tryDeal(number, games int, thought thoughts) (d deal, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%w: %v\n%s", ErrBot, reason, debug.Stack())
		}
		if err != nil {
			err = fmt.Errorf("game %d: %w", number, err)
		}
	}()
	return s.playDeal(number, games, thought)
}
