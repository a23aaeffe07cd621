package terminal

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// decode is what bytes say, in words, if nothing follows them.
func decode(parts ...string) []string {
	var got []string
	d := decoder{
		emit:  func(m tea.Msg) { got = append(got, describe(m)) },
		reply: func(r reply) { got = append(got, fmt.Sprintf("reply %d column %d dark %v", r.kind, r.column, r.dark)) },
	}
	for _, part := range parts {
		d.feed([]byte(part))
	}
	d.quiet()
	return got
}

func describe(m tea.Msg) string {
	switch m := m.(type) {
	case tea.KeyPressMsg:
		return m.Keystroke()
	case tea.PasteMsg:
		return fmt.Sprintf("paste %q", m.Content)
	case tea.MouseMsg:
		at := m.Mouse()
		return fmt.Sprintf("%s %s at %d,%d", strings.TrimPrefix(fmt.Sprintf("%T", m), "tea.Mouse"), at, at.X, at.Y)
	}
	return fmt.Sprintf("%T", m)
}

func TestKeys(t *testing.T) {
	for typed, want := range map[string]string{
		"a": "a", "A": "shift+a", "1": "1", "?": "?", " ": "space", "é": "é", "世": "世", "😀": "😀",
		"\r": "enter", "\n": "enter", "\r\n": "enter", "\n\r": "enter enter", "\t": "tab", "\x7f": "backspace", "\b": "backspace",
		"\x00": "ctrl+space", "\x03": "ctrl+c", "\x1a": "ctrl+z", "\x0c": "ctrl+l", "\x1c": "ctrl+\\",
		"\x1b": "esc", "\x1b\x1b": "esc esc", "\x1ba": "alt+a", "\x1b\r": "alt+enter", "\x1b\x1b[A": "esc up", "\x1bé": "esc é",
		"\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "right", "\x1b[D": "left", "\x1b[H": "home", "\x1b[F": "end",
		"\x1bOA": "up", "\x1bOP": "f1", "\x1bOS": "f4", "\x1bOM": "enter", "\x1bOq": "1", "\x1bOk": "+", "\x1bOm": "-",
		"\x1b[1;5C": "ctrl+right", "\x1b[1;2A": "shift+up", "\x1b[1;3D": "alt+left", "\x1b[1;6H": "ctrl+shift+home",
		"\x1b[Z": "shift+tab", "\x1b[2~": "insert", "\x1b[3~": "delete", "\x1b[3;5~": "ctrl+delete", "\x1b[5~": "pgup", "\x1b[6~": "pgdown",
		"\x1b[1~": "home", "\x1b[4~": "end", "\x1b[11~": "f1", "\x1b[15~": "f5", "\x1b[17~": "f6", "\x1b[24~": "f12",
		"\x1b[I": "tea.FocusMsg", "\x1b[O": "tea.BlurMsg",
	} {
		if got := strings.Join(decode(typed), " "); got != want {
			t.Errorf("%q: %s, want %s", typed, got, want)
		}
	}
}

func TestMouse(t *testing.T) {
	for typed, want := range map[string]string{
		"\x1b[<0;1;1M":                    "ClickMsg left at 0,0",
		"\x1b[<2;10;5M":                   "ClickMsg right at 9,4",
		"\x1b[<0;300;100m":                "ReleaseMsg left at 299,99",
		"\x1b[<16;3;3M":                   "ClickMsg ctrl+left at 2,2",
		"\x1b[<64;3;3M":                   "WheelMsg wheelup at 2,2",
		"\x1b[<65;3;3M":                   "WheelMsg wheeldown at 2,2",
		"\x1b[<35;3;3M":                   "MotionMsg  at 2,2",
		"\x1b[<32;3;3M":                   "MotionMsg left at 2,2",
		"\x1b[<35;1;1M\x1b[<35;2;1M":      "MotionMsg  at 1,0",
		"\x1b[<35;1;1Mx\x1b[<35;2;1M":     "MotionMsg  at 0,0 x MotionMsg  at 1,0",
		"\x1b[<0;0;1M":                    "",
		"\x1b[<0;301;1M":                  "",
		"\x1b[<0;1M":                      "",
		"\x1b[<0;-1;5M":                   "",
		"\x1b[<0;99999999999999999999;1M": "",
		"\x1b[<9999999;1;1M":              "",
		"\x1b[<128;1;1M":                  "",
	} {
		if got := strings.Join(decode(typed), " "); got != want {
			t.Errorf("%q: %s, want %s", typed, got, want)
		}
	}
}

// TestNothingOfThisComesThrough has each thing a terminal may send, or a person
// pretend that it sent, and that the game must not hear of. An x follows each.
func TestNothingOfThisComesThrough(t *testing.T) {
	for name, typed := range map[string]string{
		"X10 mouse":                      "\x1b[M !!",
		"X10 mouse with high bytes":      "\x1b[M\xff\xff\xff",
		"X10 mouse that looks like keys": "\x1b[Mqqq",
		"title":                          "\x1b]2;qqq\a",
		"title, the other end":           "\x1b]2;qqq\x1b\\",
		"clipboard":                      "\x1b]52;c;cXFx\a",
		"DCS":                            "\x1bP$qm\x1b\\",
		"DCS is not ended by a bell":     "\x1bPq\aq\x1b\\",
		"APC":                            "\x1b_Gi=1;OK\x1b\\",
		"PM":                             "\x1b^qqq\x1b\\",
		"SOS":                            "\x1bXqqq\x1b\\",
		"cancelled string":               "\x1b]2;qqq\x18",
		"resize":                         "\x1b[8;9999;9999t",
		"in-band resize":                 "\x1b[48;24;80;480;800t",
		"mode report":                    "\x1b[?2026;1$y",
		"DA2":                            "\x1b[>0;276;0c",
		"kitty keyboard":                 "\x1b[?1u",
		"kitty key":                      "\x1b[97;5u",
		"modified other key":             "\x1b[27;5;97~",
		"win32 key":                      "\x1b[65;30;97;1;0;1_",
		"unknown final":                  "\x1b[5y",
		"too long":                       "\x1b[" + strings.Repeat("1", 1000) + "A",
		"too many numbers":               "\x1b[1;2;3;4A",
		"a control in a sequence":        "\x1b[1\x00",
		"Linux console key":              "\x1b[[A",
		"unknown SS3":                    "\x1bOz",
		"end of no paste":                "\x1b[201~",
		"C1 alone":                       "\x80\x84\x8f\x90\x98\x9b\x9d\x9e\x9f",
		"C1 as UTF-8":                    "\u0080\u009b\u009d",
		"broken UTF-8":                   "\xc3\xff\xfe\xf5\xc0\x80\xed\xa0\x80",
		"format characters":              "\u202e\u200d\ufeff\u2066",
	} {
		if got := strings.Join(decode(typed+"x"), " "); got != "x" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestFiveBytes are the ones that end a process that uses Bubble Tea's own reader.
func TestFiveBytes(t *testing.T) {
	if got := strings.Join(decode("\x9b\x4d\x21\x21\x21"), " "); got != "shift+m ! ! !" {
		t.Error(got)
	}
}

func TestWhatIsUnfinishedIsForgotten(t *testing.T) {
	for _, typed := range []string{"\x1b[", "\x1b[1;5", "\x1bO", "\x1b]2;q", "\x1bPq", "\x1b_q\x1b", "\x1b[M", "\x1b[M!", "\xe4\xb8", "\x1b[200~"} {
		var got []string
		d := decoder{emit: func(m tea.Msg) { got = append(got, describe(m)) }}
		d.feed([]byte(typed))
		d.quiet()
		d.feed([]byte("x"))
		if len(got) != 1 || got[0] != "x" {
			t.Errorf("%q: %v", typed, got)
		}
	}
}

func TestReplies(t *testing.T) {
	for typed, want := range map[string]string{
		"\x1b[1;2R":                                          "reply 1 column 2 dark false",
		"\x1b[?62;1;6;22c":                                   "reply 4 column 0 dark false",
		"\x1b]11;rgb:1515/1111/0e0e\x1b\\":                   "reply 2 column 0 dark true",
		"\x1b]11;rgb:fbfb/f6f6/eaea\a":                       "reply 2 column 0 dark false",
		"\x1b]11;rgb:f/f/f\a":                                "reply 2 column 0 dark false",
		"\x1b]11;rgb:00/00/00\a":                             "reply 2 column 0 dark true",
		"\x1b]11;rgb:0000/0000\a":                            "",
		"\x1b]11;rgb:00000/0/0\a":                            "",
		"\x1b]11;rgb:/0/0\a":                                 "",
		"\x1b]11;rgb:zz/0/0\a":                               "",
		"\x1b]10;rgb:0/0/0\a":                                "",
		"\x1b]11;rgb:0/0/0" + strings.Repeat("/", 99) + "\a": "",
	} {
		if got := strings.Join(decode(typed), " "); got != want {
			t.Errorf("%q: %s, want %s", typed, got, want)
		}
	}
}

func TestPastes(t *testing.T) {
	long := strings.Repeat("å", maxPaste)
	for text, want := range map[string]string{
		"hello":                    "hello",
		"two\r\nlines\rthree\nend": "two\nlines\nthree\nend",
		"a\tb":                     "a b",
		"q\x1b[A\x1b[201q\x07":     "q[A[201q",
		"\x1b[20\x1b[20":           "[20[20",
		"\u202eevil\u009b\xff":     "evil",
		long:                       long[:maxPaste],
	} {
		got := decode("\x1b[200~" + text + "\x1b[201~" + "x")
		if want := []string{fmt.Sprintf("paste %q", want), "x"}; !reflect.DeepEqual(got, want) {
			t.Errorf("%.40q: %.80q", text, got)
		}
	}
	if got := decode("\x1b[200~never ended"); !reflect.DeepEqual(got, []string{`paste "never ended"`}) {
		t.Errorf("%q", got)
	}
	if got := decode("\x1b[200~\x1b[201~x"); !reflect.DeepEqual(got, []string{"x"}) {
		t.Errorf("an empty paste: %q", got)
	}
}

// TestKeysAreThoseOfBubbleTea compares with the decoder whose names the bindings use.
func TestKeysAreThoseOfBubbleTea(t *testing.T) {
	theirs := uv.EventDecoder{}
	known := []string{
		"\x1b[A", "\x1b[1;5C", "\x1b[1;6H", "\x1bOP", "\x1bOQ", "\x1bOR", "\x1b[Z", "\x1b[2~", "\x1b[3~", "\x1b[5~", "\x1b[6~",
		"\x1b[11~", "\x1b[15~", "\x1b[17~", "\x1b[21~", "\x1b[23~", "\x1b[24~", "\x1b[3;5~", "\x1ba", "\x1bA", "é", "世", "ж",
		"\x1b[<0;3;4M", "\x1b[<0;3;4m", "\x1b[<35;3;4M", "\x1b[<34;3;4M", "\x1b[<64;3;4M", "\x1b[<65;3;4M", "\x1b[<20;3;4M", "\x1b[<8;3;4M",
	}
	for c := range byte(0x80) {
		if c != 0x1b && c != '\b' && c != '\n' { // which mean more here: esc alone, backspace, enter
			known = append(known, string(rune(c)))
		}
	}
	for _, typed := range known {
		var ours tea.Msg
		d := decoder{emit: func(m tea.Msg) { ours = m }}
		d.feed([]byte(typed))
		_, want := theirs.Decode([]byte(typed))
		if k, ok := want.(uv.KeyPressEvent); ok {
			want = tea.KeyPressMsg(k)
		}
		if fmt.Sprintf("%+v", ours) != fmt.Sprintf("%+v", want) {
			t.Errorf("%q: %#v, theirs %#v", typed, ours, want)
		}
	}
}
