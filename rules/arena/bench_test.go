package arena

import (
	"io"
	"testing"

	"deathtrap/rules"
)

func BenchmarkSimulate(b *testing.B) {
	for _, kind := range []string{"random"} {
		b.Run(kind, func(b *testing.B) {
			b.ReportAllocs()
			s := Settings{Games: b.N, Seed: "7", Options: rules.DefaultOptions(), Bots: []string{kind}}
			if err := Simulate(io.Discard, s); err != nil {
				b.Fatal(err)
			}
		})
	}
}
func BenchmarkSummarize(b *testing.B) {
	s := Settings{Games: b.N, Seed: "7", Options: rules.DefaultOptions(), Bots: []string{"random"}}
	b.ReportAllocs()
	if _, err := Summarize(s, false); err != nil {
		b.Fatal(err)
	}
}
