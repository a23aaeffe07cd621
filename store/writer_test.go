package store

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
)

// TestAJobThatBreaks spoils nothing for those that are written along with it, nor
// for those that come later.
func TestAJobThatBreaks(t *testing.T) {
	s := opened(t, t.TempDir())
	began, goOn := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() { // holds the writer up, so that what follows is one batch
		err := s.writer.do(job{write: func(context.Context, *statements) error {
			close(began)
			<-goOn
			return nil
		}})
		if err != nil {
			t.Error(err)
		}
	})
	<-began
	verdicts := make([]error, 3)
	for i := range verdicts {
		all.Go(func() {
			if i == 1 {
				verdicts[i] = s.writer.do(job{write: func(context.Context, *statements) error { panic("broken") }})
				return
			}
			verdicts[i] = s.Call([]string{"a", "", "b"}[i], "ana")
		})
	}
	for len(s.writer.jobs) < len(verdicts) { // nothing else tells that they wait
		runtime.Gosched()
	}
	close(goOn)
	all.Wait()
	if verdicts[0] != nil || !errors.Is(verdicts[1], errBroken) || verdicts[2] != nil {
		t.Errorf("got %v", verdicts)
	}
	write(t, s, "K7QD", tale(3))
	for _, id := range []string{"a", "b"} {
		if name, err := s.Name(t.Context(), id); name != "ana" || err != nil {
			t.Errorf("%s is called %q, %v", id, name, err)
		}
	}
}
