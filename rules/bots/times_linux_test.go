package bots

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"deathtrap/rules"
)

// BenchmarkMasterTimes is how much CPU the decisions of a game take where there
// is a choice: on average, and the worst. Each is made three times and the least
// counts: other work on the machine slows what shares its caches.
func BenchmarkMasterTimes(b *testing.B) {
	for _, options := range []string{`{}`, `{"players":4}`, `{"players":8}`, `{"laps":"open"}`, `{"players":8,"laps":"open"}`} {
		b.Run(options, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			o, err := rules.ReadOptions([]byte(options))
			if err != nil {
				b.Fatal(err)
			}
			var sum, worst time.Duration
			n := 0
			for _, v := range positions(b, o) {
				if len(v.Legal) > 1 {
					took := masterTime(b, v)
					sum, worst, n = sum+took, max(worst, took), n+1
				}
			}
			b.ReportMetric(float64(sum.Microseconds())/float64(n)/1000, "ms/decision")
			b.ReportMetric(float64(worst.Microseconds())/1000, "ms-worst")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func masterTime(b *testing.B, v rules.View) time.Duration {
	least := time.Hour
	for range 3 {
		begun := threadTime(b)
		Choose(Master, v, 1)
		least = min(least, threadTime(b)-begun)
	}
	return least
}

// threadTime is the CPU time of this thread so far.
func threadTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
