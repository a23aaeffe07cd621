package store

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"deathtrap/rules"
	"deathtrap/table"
)

var tornEvery = flag.Int("torn.every", 100, "tear the write of every so many entries of a game; 1: of each")

// wholeGame is the log of a table at which computer players played a game.
func wholeGame(t testing.TB) []table.Entry {
	t.Helper()
	entries := tale(0)
	o := rules.DefaultOptions()
	o.Players, o.Rounds = 4, 2
	entries[0].Setup.Options = o
	g, _, err := rules.New(o, []rules.Player{{Seat: 0, Name: "ana"}, {Seat: 1, Name: "b", Bot: true}, {Seat: 2, Name: "c", Bot: true}, {Seat: 3, Name: "d", Bot: true}})
	must(t, err)
	add := func(e table.Entry) {
		e.Seq, e.Time = uint64(len(entries)+1), entries[0].Time
		entries = append(entries, e)
	}
	seed := rules.Seed{1}
	bots := []table.Bot{{Seat: 1, Name: "b", Kind: "novice"}, {Seat: 2, Name: "c", Kind: "novice"}, {Seat: 3, Name: "d", Kind: "novice"}}
	add(table.Entry{Kind: table.Started, Seat: 0, Setup: entries[0].Setup, Seed: &seed, Bots: bots, Players: []rules.Player{
		{Seat: 0, Name: "ana"}, {Seat: 1, Name: "b", Bot: true}, {Seat: 2, Name: "c", Bot: true}, {Seat: 3, Name: "d", Bot: true},
	}})
	_, err = g.Deal(seed)
	for err == nil && g.Phase() != rules.PhaseOver {
		switch {
		case g.Phase() == rules.PhaseScored:
			add(table.Entry{Kind: table.Dealt, Seat: rules.Nobody, Seed: &seed})
			_, err = g.Deal(seed)
		case g.Finished():
			add(table.Entry{Kind: table.Cleared, Seat: rules.Nobody})
			_, err = g.Clear()
		default:
			seat := rules.Seat(0)
			for !g.Owes(seat) {
				seat++
			}
			a := g.TimeOut(seat)
			add(table.Entry{Kind: table.Moved, Seat: seat, Action: &a})
			_, err = g.Apply(seat, a)
		}
	}
	must(t, err)
	return entries
}

// TestATornWrite stops the writing of an entry at several points, as if the
// machine had lost its power there: with the rest missing, or zeros or old bytes
// in its place. All entries before it must be there, and that one whole or not
// at all.
func TestATornWrite(t *testing.T) {
	folder := t.TempDir()
	s := opened(t, folder)
	entries := wholeGame(t)
	log := s.Table("K7QD", "a")
	torn := 0
	for n, e := range entries {
		before := files(t, folder)
		must(t, log.Append(e))
		if n < 2 || (n-2)%*tornEvery != 0 {
			continue
		}
		after := files(t, folder)
		for _, cut := range tears(before[1], after[1]) {
			reopen(t, before[0], cut, n)
			torn++
		}
	}
	t.Logf("%d entries, %d torn writes", len(entries), torn)
}

// files are the database and its write-ahead log.
func files(t *testing.T, folder string) (all [2][]byte) {
	t.Helper()
	for i, suffix := range []string{"", "-wal"} {
		text, err := os.ReadFile(filepath.Join(folder, fileName+suffix))
		must(t, err)
		all[i] = text
	}
	return all
}

// tears are the states in which an interrupted write can leave a file.
func tears(before, after []byte) (all [][]byte) {
	first := 0 // where the two differ
	for first < len(before) && before[first] == after[first] {
		first++
	}
	for i := range 6 {
		at := first + (len(after)-first)*i/6
		short := bytes.Clone(after[:at])
		zeros := append(bytes.Clone(short), make([]byte, len(after)-at)...)
		older := append(bytes.Clone(short), bytes.Repeat([]byte("old junk"), (len(after)-at)/8)...)
		swapped := bytes.Clone(after) // the end arrived, the middle did not
		clear(swapped[first:max(first, at)])
		all = append(all, short, zeros, older, swapped)
	}
	return all
}

// reopen opens what is left, and counts.
func reopen(t *testing.T, database, wal []byte, n int) {
	t.Helper()
	folder, err := os.MkdirTemp(t.TempDir(), "")
	must(t, err)
	must(t, os.WriteFile(filepath.Join(folder, fileName), database, 0o600))
	must(t, os.WriteFile(filepath.Join(folder, fileName+"-wal"), wal, 0o600))
	s, err := Open(folder, nil)
	must(t, err)
	defer func() { must(t, s.Close()) }()
	kept, err := s.Tables(t.Context())
	must(t, err)
	if len(kept) != 1 || len(kept[0].Past) < n || len(kept[0].Past) > n+1 {
		t.Errorf("of %d entries and one torn, %d tables are left: %+v", n, len(kept), kept)
	}
}
