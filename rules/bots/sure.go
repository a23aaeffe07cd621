package bots

// sureness is how sure a master is of its choice.
type sureness int

const (
	closeCall sureness = iota // the next best may be as good
	fairly
	sure
)

// duel is how the last two candidates did against each other: by how much the
// first of them, and in the end the better, was ahead in each of the same worlds.
type duel struct{ worlds, sum, squares int }

func (d *duel) note(ahead int) {
	d.worlds++
	d.sum += ahead
	d.squares += ahead * ahead
}

// sureness goes by how many standard errors the two are apart: from one and a
// half a master is fairly sure, from three sure. How often it would choose the
// same with other worlds is held against that by a test.
func (d *duel) sureness() sureness {
	apart := 4 * d.sum * d.sum * (d.worlds - 1)
	spread := d.worlds*d.squares - d.sum*d.sum // zero if one is always as much better
	switch {
	case d.sum <= 0, apart < 3*3*spread:
		return closeCall
	case apart < 6*6*spread:
		return fairly
	}
	return sure
}
