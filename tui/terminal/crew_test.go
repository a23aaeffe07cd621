package terminal

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
)

// waiter waits for things and shows what comes of them.
type waiter struct {
	echo
	waits *[]Wait
}

func (w waiter) Waits() []Wait {
	begun := *w.waits
	*w.waits = nil
	return begun
}

func (w waiter) Update(m tea.Msg) (Model, tea.Cmd) {
	next, cmd := w.echo.Update(m)
	w.echo = next.(echo)
	return w, cmd
}

func TestWhatOnlyWaitsComesInTime(t *testing.T) {
	for name, hire := range map[string]func() *Crew{"alone": func() *Crew { return nil }, "with a crew": NewCrew} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				crew := hire()
				if crew != nil {
					defer crew.Dismiss()
				}
				var ready func()
				began := time.Now()
				p := sit(t, t.Context(), waiter{waits: &[]Wait{
					Await(func(r func()) { ready = r }, func() tea.Msg { return "news" }),
					After(time.Minute, func(now time.Time) tea.Msg { return now.Sub(began) }),
				}}, func(c *Config) { c.Crew = crew })
				time.Sleep(59 * time.Second)
				synctest.Wait()
				early := p.sees()
				ready()
				synctest.Wait()
				told := p.sees()
				time.Sleep(time.Second)
				synctest.Wait()
				late := p.sees()
				if strings.Contains(early, "news") || !strings.Contains(told, "news") || strings.Contains(told, "1m0s") || !strings.Contains(late, "1m0s") {
					t.Errorf("before:\n%s\nwhen it is ready:\n%s\na minute after:\n%s", early, told, late)
				}
				p.types(t, "q")
				<-p.done
			})
		})
	}
}

// One that is stuck holds up nobody.
func TestACrewNeverWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCrew()
		stuck := make(chan struct{})
		done := make(chan int, mostIdle+2)
		for i := range mostIdle {
			c.do(func() { <-stuck })
			c.do(func() { done <- i })
		}
		synctest.Wait()
		if len(done) != mostIdle {
			t.Errorf("%d of %d tasks are done", len(done), mostIdle)
		}
		close(stuck)
		synctest.Wait()
		if len(c.idle) != mostIdle {
			t.Errorf("%d wait, not %d", len(c.idle), mostIdle)
		}
		time.Sleep(spareTime)
		synctest.Wait()
		if len(c.idle) > fewIdle {
			t.Errorf("%d wait after a while, and not %d at most", len(c.idle), fewIdle)
		}
		c.Rest()
		synctest.Wait()
		if len(c.idle) != 0 {
			t.Errorf("%d wait in rest", len(c.idle))
		}
		c.do(func() { done <- mostIdle })
		synctest.Wait()
		if len(done) != mostIdle+1 || len(c.idle) != 1 {
			t.Errorf("after a rest %d tasks are done, and %d wait", len(done), len(c.idle))
		}
		c.Dismiss()
		c.do(func() { done <- mostIdle + 1 }) // what still comes up is done
	})
}
