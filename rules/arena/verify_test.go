package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"deathtrap/rules"
)

// tampering is one way to falsify the events of a game.
type tampering struct {
	name    string
	options string // "" for the defaults
	change  func(f *file)
}

// file is the lines of a file of events, to be falsified.
type file struct {
	t     testing.TB
	lines []string
	wrong int    // the line, from 1, that Verify must name
	why   string // a piece of the sentence
}

// find is the index of the nth event of a kind, from 0.
func (f *file) find(kind string, nth int) int {
	f.t.Helper()
	for i, line := range f.lines {
		if strings.Contains(line, `"kind":"`+kind+`"`) {
			if nth == 0 {
				return i
			}
			nth--
		}
	}
	f.t.Fatalf("there are not enough %s", kind)
	return 0
}

// expect says what Verify must answer: index counts from 0.
func (f *file) expect(index int, why string) { f.wrong, f.why = index+1, why }

// edit changes fields of one event, and expects it to be named.
func (f *file) edit(index int, why string, how func(e map[string]any)) {
	f.t.Helper()
	var e map[string]any
	if err := json.Unmarshal([]byte(f.lines[index]), &e); err != nil {
		f.t.Fatal(err)
	}
	how(e)
	text, err := json.Marshal(e)
	if err != nil {
		f.t.Fatal(err)
	}
	f.lines[index] = string(text)
	f.expect(index, why)
}

// renumber makes n count through each game again, as a careful forger would.
func (f *file) renumber() {
	f.t.Helper()
	n, wrong, why := 0, f.wrong, f.why
	for i := range f.lines {
		if strings.Contains(f.lines[i], `"game-started"`) {
			n = 0
		}
		n++
		f.edit(i, "", func(e map[string]any) { e["n"] = n })
	}
	f.wrong, f.why = wrong, why
}

// set makes an edit of one field.
func set(kind string, nth int, field string, value any) func(*file) {
	return func(f *file) {
		f.edit(f.find(kind, nth), field, func(e map[string]any) { e[field] = value })
	}
}

// drop makes an edit that leaves a field out.
func drop(kind string, nth int, field string) func(*file) {
	return func(f *file) {
		f.edit(f.find(kind, nth), field, func(e map[string]any) { delete(e, field) })
	}
}

func cut(kind string, nth int) func(*file) {
	return func(f *file) {
		i := f.find(kind, nth)
		f.lines = slices.Delete(f.lines, i, i+1)
		f.expect(i, "is missing, doubled or out of place")
	}
}

func cutSmoothly(kind string, nth int, why string) func(*file) {
	return func(f *file) {
		i := f.find(kind, nth)
		f.lines = slices.Delete(f.lines, i, i+1)
		f.expect(i, why)
		f.renumber()
	}
}

func cards(slugs ...any) []any { return slugs }

// played is a file of three games.
func played(t testing.TB, options string) *file {
	t.Helper()
	o, err := rules.ReadOptions([]byte(options))
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := Simulate(&text, Settings{Games: 3, Seed: "7", Options: o, Bots: []string{"random"}}); err != nil {
		t.Fatal(err)
	}
	return &file{t: t, lines: strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")}
}

func (f *file) reader() io.Reader { return strings.NewReader(strings.Join(f.lines, "\n")) }

// Each way to falsify a file is found, at the right line, for the right reason.
func TestTampering(t *testing.T) {
	for _, c := range tamperings {
		t.Run(c.name, func(t *testing.T) {
			f := played(t, c.options)
			c.change(f)
			_, err := Verify(f.reader())
			var wrong *Wrong
			if !errors.As(err, &wrong) {
				t.Fatalf("nothing is wrong: %v", err)
			}
			if wrong.Line != f.wrong || !strings.Contains(wrong.Why, f.why) {
				t.Errorf("%v; it should be line %d and say %q", err, f.wrong, f.why)
			}
			if !strings.HasSuffix(wrong.Why, ".") {
				t.Errorf("%q is no sentence", wrong.Why)
			}
		})
	}
}

// What is written otherwise, but says the same, is right.
func TestVerifyIsTolerant(t *testing.T) {
	everyLine := func(how func(e map[string]any)) func(*file) {
		return func(f *file) {
			for i := range f.lines {
				f.edit(i, "", how)
			}
		}
	}
	for name, change := range map[string]func(*file){
		"as it is":         func(*file) {},
		"keys sorted":      everyLine(func(map[string]any) {}),
		"no game":          everyLine(func(e map[string]any) { delete(e, "game") }),
		"games from 5":     everyLine(func(e map[string]any) { e["game"] = e["game"].(float64) + 5 }),
		"unknown fields":   everyLine(func(e map[string]any) { e["time"], e["seen"] = "2026-01-02T15:04:05Z", 7 }),
		"blank lines":      func(f *file) { f.lines = append([]string{"", " "}, append(f.lines, "")...) },
		"spaces":           func(f *file) { f.lines[3] = "  " + strings.ReplaceAll(f.lines[3], ":", " : ") + " \r" },
		"one game of many": func(f *file) { f.lines = f.lines[f.find("game-started", 1):f.find("game-started", 2)] },
		"passes of the clock": everyLine(func(e map[string]any) {
			if e["kind"] == "passed" {
				e["auto"] = true
			}
		}),
	} {
		f := played(t, "{}")
		change(f)
		if checked, err := Verify(f.reader()); err != nil {
			t.Errorf("%s: %v after %+v", name, err, checked)
		}
	}
}

func TestVerifyCounts(t *testing.T) {
	f := played(t, sealed)
	checked, err := Verify(f.reader())
	if want := (Checked{Games: 3, Rounds: 12, Events: len(f.lines)}); err != nil || checked != want {
		t.Errorf("%+v, %v; want %+v", checked, err, want)
	}
}

// An event is judged as soon as its line has come.
func TestVerifyStreams(t *testing.T) {
	f := played(t, "{}")
	i := f.find("played", 3)
	f.edit(i, "", func(e map[string]any) { e["value"] = 12 })
	r, w := io.Pipe()
	done := make(chan error)
	go func() {
		_, err := Verify(r)
		done <- err
	}()
	if _, err := io.WriteString(w, strings.Join(f.lines[:i+1], "\n")+"\n"); err != nil {
		t.Fatal(err)
	}
	var wrong *Wrong
	if err := <-done; !errors.As(err, &wrong) || wrong.Line != i+1 {
		t.Errorf("%v", err)
	}
}

func TestVerifyTellsReadersError(t *testing.T) {
	broken := errors.New("the disk is gone")
	f := played(t, "{}")
	_, err := Verify(io.MultiReader(strings.NewReader(f.lines[0]+"\n"), brokenReader{broken}))
	if !errors.Is(err, broken) {
		t.Error(err)
	}
	var wrong *Wrong
	if _, err := Verify(strings.NewReader(strings.Repeat("x", longestLine+1))); !errors.As(err, &wrong) || wrong.Line != 1 {
		t.Error(err)
	}
}

type brokenReader struct{ err error }

func (b brokenReader) Read([]byte) (int, error) { return 0, b.err }

// No line can be put in between.
func FuzzVerify(f *testing.F) {
	right := played(f, "{}")
	for _, line := range right.lines[:40] {
		f.Add([]byte(line), 4)
	}
	f.Fuzz(func(t *testing.T, line []byte, at int) {
		if bytes.ContainsAny(line, "\r\n") || len(bytes.TrimSpace(line)) == 0 {
			return
		}
		at = max(0, min(at, len(right.lines)))
		forged := file{lines: slices.Insert(slices.Clone(right.lines), at, string(line))}
		if _, err := Verify(forged.reader()); err == nil {
			t.Errorf("%s is taken in line %d", line, at+1)
		}
	})
}
