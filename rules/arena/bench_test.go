package arena

import (
	"io"
	"testing"

	"deathtrap/rules"
)

// One operation is one game of six players and four rounds.
func BenchmarkSimulate(b *testing.B) {
	s := Settings{Games: b.N, Seed: "7", Options: rules.DefaultOptions(), Bots: []string{"random"}}
	b.ReportAllocs()
	if err := Simulate(io.Discard, s); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkSummarize(b *testing.B) {
	s := Settings{Games: b.N, Seed: "7", Options: rules.DefaultOptions(), Bots: []string{"random"}}
	b.ReportAllocs()
	if _, err := Summarize(s, false); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkVerify(b *testing.B) {
	r, w := io.Pipe()
	go func() {
		w.CloseWithError(Simulate(w, Settings{Games: b.N, Seed: "7", Options: rules.DefaultOptions(), Bots: []string{"random"}}))
	}()
	b.ReportAllocs()
	if _, err := Verify(r); err != nil {
		b.Fatal(err)
	}
}
