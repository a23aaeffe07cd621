package lines

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"unicode"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/rules/bots"
	"deathtrap/table"
)

// policy is the computer players of the real house.
type policy struct{}

func (policy) Choose(kind string, v rules.View, seed uint64) (rules.Action, bool) {
	return bots.Choose(kind, v, seed)
}

// FuzzPlain says any lines to the plain face, in the lobby and at a table: each is
// answered with signs alone, and nothing panics.
func FuzzPlain(f *testing.F) {
	for _, said := range []string{
		"again\nmore\nwho\ntables\nrules\nhelp\nsay hello\nquit",
		"new players 4 laps open private title Cellar\nbot novice\nbot\nchange players 5 turn off\nready\nstart\nhand\nleave\nleave",
		"new players 4\nchange players 8\nbot\nchange players 5\nstart\ntable",
		"practice\nhand\ntable\nlast\nout\nhint\nplay 2 orc chaindog\npass\nmachine\nauto on\ntime\nhurry\npause\ngo\nverify\n1\n2\n99999999999999999999",
		"join KKKK\nwatch \x1b[2J\nname \u202eana\nname\nnew players 99 laps \xff title \u009b2J",
		"practice\npig imp\ngive imp imp\nplay 1e9 imp\nplay -1 imp\nplay pig\nplay\nsay " + strings.Repeat("a\u0301", 300),
	} {
		f.Add(said)
	}
	ctx, end := context.WithCancel(context.Background())
	f.Cleanup(end)
	house := lobby.New(ctx, lobby.Config{Policy: policy{}})
	var people atomic.Int64 // each has limits of their own
	f.Fuzz(func(t *testing.T, said string) {
		visit, err := house.Visit(ctx, table.Player{ID: fmt.Sprint(people.Add(1)), Name: "ana", Guest: true, Face: table.Plain})
		if err != nil {
			t.Fatal(err)
		}
		defer visit.Leave()
		r := &reader{
			stream: &stream{line: Line{Visit: visit, Logger: slog.New(slog.DiscardHandler), Hint: bots.Hint}, out: newOutbox()},
			visit:  visit, commits: map[int]rules.Digest{},
		}
		r.ctx, r.end = context.WithCancelCause(ctx)
		defer r.work.Wait()
		defer r.end(nil)
		r.board = house.Board() // the visit's own comes with the next edition, a moment later
		r.offerLobby()
		for _, line := range strings.SplitN(said, "\n", 20) {
			r.hear(input{text: []byte(line)})
			select {
			case a := <-r.updates:
				if err := r.hearTable(a); err != nil {
					t.Fatal(err)
				}
			default:
			}
		}
		if r.at != nil {
			if err := r.backToLobby(true); err != nil {
				t.Fatal(err)
			}
		}
		text, err := r.out.take()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range string(text) {
			if c != '\n' && !unicode.IsPrint(c) {
				t.Fatalf("%q is answered with %q", said, text)
			}
		}
	})
}
