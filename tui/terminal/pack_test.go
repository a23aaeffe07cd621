package terminal

import (
	"bytes"
	"io"
	"slices"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"
)

func TestPackedCellsComeBack(t *testing.T) {
	cells := rapid.SliceOf(rapid.OneOf(
		rapid.SampledFrom([]cell{blank, newCell('x', 0, 1), newCell('x', 3, 1), newCell('x', 3, 0), newCell(0, 0, 1)}),
		rapid.Map(rapid.Uint32(), func(n uint32) cell { return cell(n) }),
	))
	rapid.Check(t, func(t *rapid.T) {
		before := append(cells.Draw(t, "cells"), blank)
		times := rapid.IntRange(1, 400).Draw(t, "times") // of the last one
		for range times {
			before = append(before, before[len(before)-1:]...)
		}
		if after := unpack(nil, pack(nil, before)); !slices.Equal(after, before) {
			t.Fatalf("%x come back as %x", before, after)
		}
	})
}

// What is written after a rest is what would have been written without.
func TestARestIsNotSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var written [2]string
		for i, rests := range []bool{false, true} {
			in, keys := io.Pipe()
			ended := make(chan error)
			var out bytes.Buffer
			terminal := Start(t.Context(), echo{}, Config{In: in, Out: &out, Term: "vt100", Size: Size{80, 24}},
				func(err error) { ended <- err })
			for _, key := range "abc" {
				synctest.Wait()
				screen := &terminal.session.painter.screen
				if terminal.Resize(Size{80, 24}); rests {
					synctest.Wait()
					terminal.Rest()
					terminal.Rest()
					if len(screen.packed) == 0 || len(screen.packed) > 500 || screen.shown.cells != nil {
						t.Errorf("a screen at rest takes %d bytes and %d cells", len(screen.packed), len(screen.shown.cells))
					}
				}
				_, _ = io.WriteString(keys, string(key))
			}
			synctest.Wait()
			written[i] = out.String() // the last key's frame may be left out
			_, _ = io.WriteString(keys, "q")
			if err := <-ended; err != nil {
				t.Error(err)
			}
			keys.Close()
		}
		if written[0] != written[1] {
			t.Errorf("after a rest is written\n%q\nand without\n%q", written[1], written[0])
		}
	})
}
