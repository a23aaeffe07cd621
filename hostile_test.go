package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/vt"
	"golang.org/x/crypto/ssh"
)

// hostile is what people try on others' terminals, as a name, as a title and as
// talk.
var hostile = []string{
	"\x1bP+q544e\x1b\\DCS",
	"\x1bP$q\"p\x1b\\\x1bPtmux;\x1b\x1b]52;c;AA\a\x1b\\",
	"\x1b_Ga=T,f=100;AAAA\x1b\\APC",
	"\x1b^pm\x1b\\\x1bXsos\x1b\\",
	"\x1b]0;owned\a\x1b]2;owned\x1b\\",
	"\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\",
	"\x1b]52;c;cm0gLXJmIC8=\a",
	"\x1b]52;c;never ended",
	"\x1b[2J\x1b[Hgone\x1b[8;1;1t\x1b[5i",
	"\x9b2J\x90q\x9c\x9d52;c;AAAA\x9c\x84\x85",
	"\u009b2J\u0090q\u009c\u009d52;c;AAAA\u009c\u0084\u0085",
	"a\nb\r\nc\vd\fe\u2028f\u2029g\x00h\ai\bj\x7fk\x0e\x0f",
	"\xc0\x9b\xe0\x80\x9b2J\xf4\x90\x80\x80\xff\xfe",
	"abc\xe2\x82\xed\xa0\x80\xed\xbf\xbf",
	"user\u202egnp.exe\u202c",
	"\u2066\u2067a\u2068\u2069\u200e\u200f\u061cbidi",
	"שלום مرحبا",
	"a" + strings.Repeat("\u0301", 2000),
	"z" + strings.Repeat("\u0301\u0323\u0489", 667) + "algo",
	strings.Repeat("क्", 300) + " ที่นี่",
	"가" + strings.Repeat("\u1161", 1000) + "\u11a8\u11a8",
	"pаypаl раураl Аdmin",
	"a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg\u115f\u3164\u2800",
	"👨\u200d👩\u200d👧\u200d👦👍🏽" + strings.Repeat("🏿", 9) + "🇺🇦🇺",
	"1\ufe0f\u20e3☃\ufe0f☃\ufe0e\U000e0100\U000e0061\U000e007f",
	"﷽ ⸻ 𒐫 ꧅ ꧁",
	strings.Repeat("龍", 40) + "ｆｕｌｌ",
	"\ue000\U000f0000\U0010fffd\ufffe\uffff\U0001fffe",
}

// straight is what a tame person says last.
const straight = "are the columns straight?"

// TestHostileText has people with hostile names say hostile things at tables with
// hostile titles. Of that nothing but signs reaches the others, whatever they look
// through, and what they see stays in its columns.
func TestHostileText(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	h := openAttacked(t, build(t))
	for texts := range slices.Chunk(hostile, 7) {
		x := &exposed{t: t, ctx: ctx, house: h}
		x.come(texts)
		x.play(texts)
		x.see()
		x.leave()
	}
}

// exposed are people who see what hostile ones say, in every way there is.
type exposed struct {
	t     *testing.T
	ctx   context.Context
	house *attacked

	host     *door
	talker   *door // in the lobby
	code     string
	screens  []*exposedScreen
	plain    *glass
	door     *door
	sessions []*ssh.Client
}

type exposedScreen struct {
	*glass
	width, height int
	last          string // that is shown when the game has begun
	check         func(*picture, *testing.T)
}

func (x *exposed) dial(user string) *ssh.Client {
	x.t.Helper()
	client, err := ssh.Dial("tcp", x.house.address, guestConfig(user))
	if err != nil {
		x.t.Fatal(err)
	}
	x.sessions = append(x.sessions, client)
	return client
}

func (x *exposed) leave() {
	for _, client := range x.sessions {
		client.Close()
	}
}

// come has a table made, and everybody look on.
func (x *exposed) come(texts []string) {
	x.host, x.talker = beginDoor(x.ctx, x.t, x.dial("tame")), beginDoor(x.ctx, x.t, x.dial("talker"))
	x.code = x.host.create(`"options":{"players":8,"turn":"off"},"title":` + quoted(clipped(texts[0], 30)))
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		x.look("", size, straight, (*picture).lobby)
		x.look("watch "+x.code, size, "round 1", (*picture).table)
	}
	session, err := x.dial("reader").NewSession()
	if err != nil {
		x.t.Fatal(err)
	}
	x.plain = &glass{changed: make(chan struct{}, 1)}
	session.Stdout = x.plain
	if _, err := session.StdinPipe(); err != nil {
		x.t.Fatal(err)
	}
	// It comes in with the lobby's next edition, and tells nothing of what was said before.
	if err := errors.Join(session.Start("plain watch-"+x.code), x.plain.await(x.ctx, "You watch.")); err != nil {
		x.t.Fatal(err)
	}
	x.door = beginDoor(x.ctx, x.t, x.dial("program"))
	x.door.ask(`{"id":1,"do":"watch","code":"`+x.code+`"}`, `"id":1`)
}

// look begins a session at a screen, with that verb.
func (x *exposed) look(verb string, size [2]int, last string, check func(*picture, *testing.T)) {
	x.t.Helper()
	session, err := x.dial("watcher").NewSession()
	if err != nil {
		x.t.Fatal(err)
	}
	g := &glass{changed: make(chan struct{}, 1)}
	session.Stdout = g
	in, err := session.StdinPipe()
	if err := errors.Join(err, session.RequestPty("xterm-256color", size[1], size[0], nil), session.Start(verb)); err != nil {
		x.t.Fatal(err)
	}
	if verb == "" { // past the welcome
		err = errors.Join(g.await(x.ctx, "play now"), press(in, "\r"))
	}
	if err != nil {
		x.t.Fatal(err)
	}
	x.screens = append(x.screens, &exposedScreen{g, size[0], size[1], last, check})
}

func press(in io.Writer, keys string) error {
	_, err := io.WriteString(in, keys)
	return err
}

// play has the hostile ones talk, sit down, talk again, and play.
func (x *exposed) play(texts []string) {
	for _, text := range texts {
		d := beginDoor(x.ctx, x.t, x.dial(text))
		d.ask(`{"id":1,"do":"chat","text":`+quoted(text)+`}`, `"id":1`)
		d.ask(`{"id":2,"do":"join","code":"`+x.code+`"}`, `"id":2`)
		d.ask(`{"id":3,"do":"chat","text":`+quoted(text)+`}`, `"id":3`)
		d.ask(`{"id":4,"do":"chat","text":`+quoted(clipped(text, 40))+`}`, `"id":4`)
		d.ask(`{"id":5,"do":"ready"}`, `"id":5`)
	}
	for _, one := range []*door{x.host, x.talker} {
		one.ask(`{"id":8,"do":"chat","text":"`+straight+`"}`, `"id":8`)
	}
	for _, s := range x.screens {
		x.awaits(s, straight)
	}
	x.host.begin()
}

// awaits waits until a screen shows a text.
func (x *exposed) awaits(s *exposedScreen, text string) *picture {
	x.t.Helper()
	for {
		p := pictured(x.t, s.String(), s.width, s.height)
		if strings.Contains(p.String(), text) {
			return p
		}
		select {
		case <-s.changed:
		case <-x.ctx.Done():
			x.t.Fatalf("%q is never shown:\n%s", text, p)
		}
	}
}

// clipped is the beginning of a text, which isn't refused for its length.
func clipped(text string, most int) string { return text[:min(len(text), most)] }

// quoted is a text in JSON with the bytes that it has, also where they are none of
// UTF-8.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(text) {
		if c < ' ' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, `\u%04x`, c)
			continue
		}
		b.WriteByte(c)
	}
	b.WriteByte('"')
	return b.String()
}

// see judges what has come to everybody.
func (x *exposed) see() {
	x.door.hear(straight)
	for line := range strings.Lines(x.door.heard.String()) {
		if strings.HasSuffix(line, "\n") { // the last may not be whole yet
			harmlessJSON(x.t, line)
		}
	}
	if err := x.plain.await(x.ctx, straight); err != nil {
		x.t.Fatal(err)
	}
	harmless(x.t, "plain", strings.NewReplacer("\r\n", "", "\n", "").Replace(x.plain.String()))
	for _, s := range x.screens {
		s.check(x.awaits(s, s.last), x.t)
		harmless(x.t, "a screen", ours.ReplaceAllString(s.String(), ""))
	}
	for _, verb := range []string{"tables", "tables --json"} {
		session, err := x.dial("asker").NewSession()
		if err != nil {
			x.t.Fatal(err)
		}
		out, err := session.Output(verb)
		if err != nil {
			x.t.Error(err)
		}
		harmless(x.t, verb, strings.ReplaceAll(string(out), "\n", ""))
	}
}

// ours are the control sequences that a screen is drawn with: those that move,
// colour and erase, modes, questions, and a title, of which there are two.
var ours = regexp.MustCompile(`\x1b\[[0-9;]*[ABCDGHJKXm]|\x1b\[\?[0-9;]+[hl]|\x1b\[6n|\x1b\[c|\x1b\[2[23];2t|` +
	`\x1b\]2;(?:your turn - )?Deathtrap Dungeon\a|\x1b\]11;\?\x1b\\|\r|\n`)

// harmless fails unless a text is signs alone.
func harmless(t *testing.T, where, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: bytes that are no text in %q", where, text)
		return
	}
	marks := 0
	for i, r := range text {
		if !unicode.IsPrint(r) || unicode.In(r, unicode.Bidi_Control, unicode.Join_Control, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
			t.Errorf("%s: %U in %q", where, r, text[max(0, i-30):min(len(text), i+30)])
			return
		}
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if marks > 2 {
			t.Errorf("%s: more than two marks in %q", where, text[max(0, i-30):min(len(text), i+30)])
			return
		}
	}
}

// harmlessJSON fails unless a line, and every text in it, is signs alone.
func harmlessJSON(t *testing.T, line string) {
	t.Helper()
	harmless(t, "the door", strings.TrimSuffix(line, "\n"))
	decoder := json.NewDecoder(bytes.NewBufferString(line))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Errorf("the door says %q: %v", line, err)
			return
		}
		if text, ok := token.(string); ok {
			harmless(t, "the door", text)
		}
	}
}

// picture is what a terminal shows, cell by cell.
type picture struct {
	cells [][]string // by line; "" goes with the cell before it
}

// pictured is what a terminal of that size makes of bytes.
func pictured(t *testing.T, text string, width, height int) *picture {
	t.Helper()
	screen := vt.NewSafeEmulator(width, height)
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		_, _ = io.Copy(io.Discard, screen)
	}()
	if _, err := io.WriteString(screen, text); err != nil {
		t.Error(err)
	}
	p := &picture{}
	for y := range height {
		var line []string
		for x := range width {
			content := ""
			if c := screen.CellAt(x, y); c != nil {
				content = c.Content
				if c.Width == 1 && content == "" {
					content = " "
				}
			}
			line = append(line, content)
		}
		p.cells = append(p.cells, line)
	}
	_ = screen.InputPipe().(io.Closer).Close()
	<-answered
	return p
}

func (p *picture) String() string {
	var b strings.Builder
	for _, line := range p.cells {
		b.WriteString(strings.TrimRight(strings.Join(line, ""), " ") + "\n")
	}
	return b.String()
}

// find is where a text stands.
func (p *picture) find(text string) (x, y int, ok bool) {
	for y, line := range p.cells {
		for x := range line {
			if strings.HasPrefix(strings.Join(line[x:], ""), text) {
				return x, y, true
			}
		}
	}
	return 0, 0, false
}

// lobby: to the left of who is here, no line reaches into the gap.
func (p *picture) lobby(t *testing.T) {
	t.Helper()
	here, y, ok := p.find("HERE")
	if !ok {
		t.Errorf("no lobby:\n%s", p)
		return
	}
	for _, line := range p.cells[y : y+10] {
		if line[here-1] != " " || line[here-2] != " " {
			t.Errorf("a line of the lobby isn't straight: %q\n%s", strings.Join(line, ""), p)
		}
	}
}

// table: the frame of the table stands upright.
func (p *picture) table(t *testing.T) {
	t.Helper()
	left, top, begins := p.find("┌──────────")
	_, bottom, ends := p.find("└──────────")
	right := left
	for begins && p.cells[top][right] != "┐" && right < len(p.cells[top])-1 {
		right++
	}
	if !begins || !ends {
		t.Errorf("no table:\n%s", p)
		return
	}
	for _, line := range p.cells[top+1 : bottom] {
		if line[left] != "│" || line[right] != "│" {
			t.Errorf("a line of the table isn't straight: %q\n%s", strings.Join(line, ""), p)
		}
	}
}
