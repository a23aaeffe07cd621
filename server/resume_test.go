package server

import (
	"bufio"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// program is a session at the JSON door.
type program struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Scanner
}

func (h *house) program(client *gossh.Client) *program {
	h.t.Helper()
	s := h.session(client)
	in, err := s.StdinPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	out, err := s.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := s.Start("json"); err != nil {
		h.t.Fatal(err)
	}
	return &program{h.t, in, bufio.NewScanner(out)}
}

// ask asks for something, and reads on to a line with these words.
func (d *program) ask(request, words string) string {
	d.t.Helper()
	if request != "" {
		if _, err := io.WriteString(d.in, request+"\n"); err != nil {
			d.t.Fatal(err)
		}
	}
	for d.out.Scan() {
		if line := d.out.Text(); strings.Contains(line, words) {
			return line
		}
	}
	d.t.Fatalf("%q never came: %v", words, d.out.Err())
	return ""
}

// TestAGuestComesBackByTheWord: to the same seat, under the same name, and
// nobody else is told the word.
func TestAGuestComesBackByTheWord(t *testing.T) {
	h := open(t, Limits{})
	line := h.dial("bo")
	d := h.program(line)
	d.ask(`{"id":1,"do":"create","options":{"players":4,"bots":"novice"}}`, `"ok":true`)
	told := d.ask("", "brings you back")
	user := regexp.MustCompile(`resume-[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}`).FindString(told)
	if user == "" {
		t.Fatalf("no word in %s", told)
	}
	d.ask(`{"id":2,"do":"start"}`, `"ok":true`)
	line.Close()

	for _, name := range []string{strings.ToUpper(user), user} {
		back := h.program(h.dial(name, gossh.PublicKeys(newKey(t)), asGuest(t)))
		var welcome struct{ You struct{ Name string } }
		if err := json.Unmarshal([]byte(back.ask("", "welcome")), &welcome); err != nil || welcome.You.Name != "bo" {
			t.Errorf("who is back is %q, %v", welcome.You.Name, err)
		}
		reply := back.ask(`{"id":3,"do":"resume"}`, `"reply"`)
		if !strings.Contains(reply, `"ok":true`) || !strings.Contains(reply, `"seat":0`) {
			t.Errorf("no seat: %s", reply)
		}
	}
	other := h.program(h.dial("resume-aaaa-bbbb-cccc"))
	if reply := other.ask(`{"id":3,"do":"resume"}`, `"reply"`); !strings.Contains(reply, `"ok":false`) {
		t.Errorf("a wrong word has a seat: %s", reply)
	}
	if log := h.log.String(); strings.Contains(log, strings.TrimPrefix(user, "resume-")) {
		t.Error("the word is in the log")
	}
}
