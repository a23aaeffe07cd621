package main

import (
	"maps"
	"slices"
	"time"
)

// figures are measurements by name; a name ends with its unit.
type figures map[string]float64

// report is what bench writes: phase, then server, then figures.
type report map[string]map[string]figures

// add puts figures where they belong.
func (r report) add(phase, server string, f figures) {
	if r[phase] == nil {
		r[phase] = map[string]figures{}
	}
	if r[phase][server] == nil {
		r[phase][server] = figures{}
	}
	maps.Copy(r[phase][server], f)
}

// median is the report whose figures are the medians of those of several runs.
func median(runs []report) report {
	all := map[[3]string][]float64{}
	for _, r := range runs {
		for phase, servers := range r {
			for server, f := range servers {
				for name, value := range f {
					key := [3]string{phase, server, name}
					all[key] = append(all[key], value)
				}
			}
		}
	}
	middle := report{}
	for key, values := range all {
		slices.Sort(values)
		middle.add(key[0], key[1], figures{key[2]: values[len(values)/2]})
	}
	return middle
}

// latencies are in no order.
type latencies []time.Duration

// figures are the usual three, in milliseconds.
func (l latencies) figures(what string) figures {
	if len(l) == 0 {
		return nil
	}
	slices.Sort(l)
	at := func(share float64) float64 { return milliseconds(l[int(share*float64(len(l)-1))]) }
	return figures{what + "_p50_ms": at(0.5), what + "_p99_ms": at(0.99), what + "_max_ms": at(1)}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// quantile is the value below which a share of the values lie.
func quantile(values []int, share float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return float64(values[int(share*float64(len(values)-1))])
}
