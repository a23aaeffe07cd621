package arena

import (
	"math/bits"
	"time"
)

// Decisions is how long a kind of computer player thought, in microseconds of
// the clock on the wall, where there was a choice of two actions or more.
// Percentiles are at most a sixteenth too large. Other work on the same
// processors is in these figures.
type Decisions struct {
	Count int     `json:"count"`
	Mean  float64 `json:"mean"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
	Worst float64 `json:"worst"`
}

// durations counts durations in classes, sixteen to each doubling, so that
// millions of them take no room.
type durations struct {
	classes    [64 * fineness]int
	count      int
	sum, worst time.Duration
}

const fineness = 16

func (d *durations) note(took time.Duration) {
	d.classes[class(took)]++
	d.count++
	d.sum += took
	d.worst = max(d.worst, took)
}

func (d *durations) add(other *durations) {
	for i, n := range other.classes {
		d.classes[i] += n
	}
	d.count += other.count
	d.sum += other.sum
	d.worst = max(d.worst, other.worst)
}

func (d *durations) decisions() Decisions {
	s := Decisions{Count: d.count, Worst: micros(d.worst)}
	if d.count > 0 {
		s.Mean, s.P50, s.P99 = micros(d.sum)/float64(d.count), micros(d.percentile(50)), micros(d.percentile(99))
	}
	return s
}

// percentile is the upper end of the class that it falls into.
func (d *durations) percentile(p int) time.Duration {
	seen := 0
	for i, n := range d.classes {
		if seen += n; 100*seen >= p*d.count {
			return min(upperEnd(i), d.worst)
		}
	}
	return d.worst
}

// class is by the leading five bits.
func class(took time.Duration) int {
	n := uint64(max(took, 0))
	if n < fineness {
		return int(n)
	}
	shift := bits.Len64(n) - 5
	return (shift+1)*fineness + int(n>>shift) - fineness
}

// upperEnd is the least duration above a class.
func upperEnd(class int) time.Duration {
	if class < fineness {
		return time.Duration(class + 1)
	}
	shift := class/fineness - 1
	return time.Duration(class%fineness+fineness+1) << shift
}

// clock is the time since the program began. It reads no date, which is what time.Now
// needs most of its time for.
func clock() time.Duration { return time.Since(began) }

var began = time.Now()

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }

// thoughts is how long each kind of computer player thought.
type thoughts map[string]*durations

func (t thoughts) of(kind string) *durations {
	if t[kind] == nil {
		t[kind] = &durations{}
	}
	return t[kind]
}

func (t thoughts) add(more thoughts) {
	for kind, d := range more {
		t.of(kind).add(d)
	}
}
