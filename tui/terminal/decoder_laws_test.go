package terminal

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"
)

// anyInput makes bytes that are likely to be something.
func anyInput() *rapid.Generator[[]byte] {
	piece := rapid.OneOf(
		rapid.SliceOfN(rapid.Byte(), 0, 6),
		rapid.Map(rapid.SampledFrom([]string{
			"\x1b", "\x1b[", "\x1bO", "\x1b]", "\x1bP", "\x1b\\", "\a", "\x1b[M", "\x1b[<", "\x1b[200~", "\x1b[201~",
			";", "1", "M", "m", "R", "~", "11;rgb:0/0/0", "é", "世", "q", "\r", "\r\n",
		}), func(s string) []byte { return []byte(s) }),
	)
	return rapid.Map(rapid.SliceOfN(piece, 0, 12), func(p [][]byte) []byte { return bytes.Join(p, nil) })
}

func TestItDoesNotMatterHowBytesArrive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typed := string(bytes.ReplaceAll(anyInput().Draw(t, "typed"), []byte("\r\n"), nil))
		cut := rapid.IntRange(0, len(typed)).Draw(t, "cut")
		whole, parts := decode(typed), decode(typed[:cut], typed[cut:])
		if whole, parts = moves(whole), moves(parts); !reflect.DeepEqual(whole, parts) {
			t.Fatalf("whole %q\nparts %q", whole, parts)
		}
	})
}

// moves leaves the last of a row of movements.
func moves(all []string) []string {
	var few []string
	for i, m := range all {
		if i+1 < len(all) && strings.HasPrefix(m, "Motion") && strings.HasPrefix(all[i+1], "Motion") {
			continue
		}
		few = append(few, m)
	}
	return few
}

// check fails if a message carries what a model must never get.
func check(t testing.TB, m tea.Msg) {
	switch m := m.(type) {
	case tea.KeyPressMsg:
		for _, r := range m.Text {
			if !unicode.IsGraphic(r) {
				t.Fatalf("a key of %q", m.Text)
			}
		}
		_ = m.String()
	case tea.PasteMsg:
		if len(m.Content) > maxPaste || !utf8.ValidString(m.Content) {
			t.Fatalf("a paste of %d bytes", len(m.Content))
		}
		for _, r := range m.Content {
			if r != '\n' && !unicode.IsGraphic(r) {
				t.Fatalf("a paste with %q", r)
			}
		}
	case tea.MouseMsg:
		if at := m.Mouse(); at.X < 0 || at.Y < 0 || at.X >= maxWidth || at.Y >= maxHeight {
			t.Fatalf("a mouse at %v", at)
		}
		_ = m.String()
	case tea.FocusMsg, tea.BlurMsg:
	default:
		t.Fatalf("a %T", m)
	}
}

func FuzzDecoder(f *testing.F) {
	for _, typed := range []string{
		"\x9b\x4d\x21\x21\x21", "\x1b[M\xff\xff\xff", "\x1b[<0;1;1M", "\x1b[200~\x1b[20\x1b[201~", "\x1b]11;rgb:0/0/0\x1b\\",
		"\x1b[1;2R", "\x1b[8;5000;5000t", "\x1bP\x1b", "世\xe4", "\x1b[?62c", "\x1bO",
	} {
		f.Add([]byte(typed))
	}
	f.Fuzz(func(t *testing.T, typed []byte) {
		messages := 0
		d := decoder{emit: func(m tea.Msg) { messages++; check(t, m) }, reply: func(reply) {}}
		d.feed(typed)
		d.quiet()
		if d.state != ground || d.paste != nil || messages > len(typed) {
			t.Fatalf("state %d, %d bytes of paste, %d messages of %d bytes", d.state, len(d.paste), messages, len(typed))
		}
	})
}

// TestHugeInputTakesLinearTime feeds what is quadratic elsewhere.
func TestHugeInputTakesLinearTime(t *testing.T) {
	for name, c := range map[string]struct {
		begin, more string
		times       int
	}{
		"a paste of 2 MB":      {"\x1b[200~", strings.Repeat("\x1b[20", 1<<10), 512},
		"an OSC of 2 MB":       {"\x1b]", strings.Repeat("1;", 2<<10), 512},
		"a CSI of 2 MB":        {"\x1b[", strings.Repeat("1;", 2<<10), 512},
		"2 MB of broken runes": {"", strings.Repeat("\xe4\xb8", 2<<10), 512},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			d := decoder{emit: func(tea.Msg) {}, reply: func(reply) {}}
			d.feed([]byte(c.begin))
			for range c.times {
				d.feed([]byte(c.more))
			}
			d.quiet()
			if took := time.Since(began); took > 10*time.Second { // 10 ms on a quiet machine, an hour if it were quadratic
				t.Errorf("took %v", took)
			}
		})
	}
}
