package arena

import "math"

// Mean is a mean with its 95 % interval. Games of the same deal, and seats of
// the same game, depend on each other: the deals are what is counted. One deal
// alone has no interval.
type Mean struct {
	Mean     float64     `json:"mean"`
	Interval *[2]float64 `json:"interval_95"`
}

// meanOf is the mean of the deals' means. Every deal has as many games and seats
// as the others, so that they weigh the same.
func meanOf(deals []float64) Mean {
	n := float64(len(deals))
	sum := 0.0
	for _, d := range deals {
		sum += d
	}
	m := Mean{Mean: sum / n}
	if len(deals) < 2 {
		return m
	}
	squares := 0.0
	for _, d := range deals {
		squares += (d - m.Mean) * (d - m.Mean)
	}
	margin := student95(n-1) * math.Sqrt(squares/(n-1)/n)
	m.Interval = &[2]float64{m.Mean - margin, m.Mean + margin}
	return m
}

// student95 is the 97.5 % quantile of Student's t, by the expansion of
// Abramowitz and Stegun 26.7.5; below three degrees of freedom the exact one.
func student95(freedom float64) float64 {
	const x = 1.959963984540054
	switch freedom {
	case 1:
		return 12.706204736174694
	case 2:
		return 4.302652729749462
	}
	x3, x5, x7 := x*x*x, x*x*x*x*x, x*x*x*x*x*x*x
	return x + (x3+x)/4/freedom +
		(5*x5+16*x3+3*x)/96/(freedom*freedom) +
		(3*x7+19*x5+17*x3-15*x)/384/(freedom*freedom*freedom)
}
