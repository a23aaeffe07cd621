package lines

import (
	"testing"
	"time"
)

// A program reads a deadline by the wall clock, also after that was set.
func TestADeadlineIsByTheWallClock(t *testing.T) {
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name      string
		wall, set time.Duration // the wall clock's reading, and how it comes
	}{
		{"never set", 0, 0},
		{"read a moment later", 40 * time.Microsecond, 0},
		{"set forward", time.Hour, time.Hour},
		{"set back", -90*time.Minute - 3*time.Microsecond, -90 * time.Minute},
	} {
		if got, want := wallTime(noon.Add(30*time.Second), 30*time.Second, noon.Add(c.wall)), noon.Add(30*time.Second+c.set); !got.Equal(want) {
			t.Errorf("%s: the deadline is %v, want %v", c.name, got, want)
		}
	}
}
