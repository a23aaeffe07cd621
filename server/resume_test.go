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
	for _, near := range []string{ // the hash does without hyphens; a word doesn't
		strings.ReplaceAll(user, "-", "")[:6] + "-" + strings.ReplaceAll(user[7:], "-", ""), user[:len(user)-1], user + "-",
	} {
		other := h.program(h.dial(near))
		if reply := other.ask(`{"id":3,"do":"resume"}`, `"reply"`); !strings.Contains(reply, `"ok":false`) {
			t.Errorf("%s has a seat: %s", near, reply)
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

// TestAWordOfOnesOwnIsNobody: two people who choose the same word are two, and
// who has a key stays who they are.
func TestAWordOfOnesOwnIsNobody(t *testing.T) {
	h := open(t, Limits{})
	for _, user := range []string{"resume-", "resume-aaaa-bbbb-cccc", "resume-x", "RESUME-AAAA-BBBB-CCCC", "resume---", "resume-aaaabbbbcccc"} {
		one, two := h.dial(user), h.dial(user)
		who := func(client *gossh.Client) string {
			out, err := h.session(client).Output("who")
			if err != nil {
				t.Fatal(err)
			}
			return strings.Fields(string(out))[0]
		}
		if a, b := who(one), who(two); a == b || a == guestID(strings.TrimPrefix(strings.ToLower(user), resumes)) {
			t.Errorf("by %q one is %s, the other %s", user, a, b)
		}
		// Also while somebody of that user name is in the house.
		in := h.program(one)
		in.ask("", "welcome")
		if a, b := who(two), who(h.dial(user)); a == b {
			t.Errorf("by %q both are %s", user, a)
		}
	}
	key := newKey(t)
	got := h.ask("who", "resume-aaaa-bbbb-cccc", gossh.PublicKeys(key))
	if !strings.HasPrefix(got, gossh.FingerprintSHA256(key.PublicKey())) {
		t.Errorf("who has a key is %q", got)
	}
}

// TestAGuestIsToldTheWayBackAtParting: whoever leaves while a seat is kept reads
// on the restored terminal, or hears last, how to come back to it.
func TestAGuestIsToldTheWayBackAtParting(t *testing.T) {
	h := open(t, Limits{})
	way := regexp.MustCompile(`Your seat is kept, in a game until its end\. You come back to it with:\r?\nssh -p \d+ resume-[a-z2-7-]{14}@localhost`)
	s, keys, out := h.sitAt("ana", "play now")
	press(t, keys, "b")
	out.await(t, "round 1")
	press(t, keys, "\x1b")
	out.await(t, "seat kept")
	press(t, keys, "q")
	out.await(t, "is kept. Your cards")
	press(t, keys, "q")
	out.await(t, "minds your cards")
	press(t, keys, "y")
	exit(t, soon(t, "the end", later(s.Wait)))
	if text := out.String(); !way.MatchString(text[strings.LastIndex(text, "\x1b[?1049l"):]) {
		t.Errorf("the last words are %q", text[max(0, len(text)-200):])
	}

	plain := h.session(h.dial("bo"))
	plain.Stdin = strings.NewReader("practice\nquit\n")
	said, err := plain.Output("plain")
	if err != nil || !way.Match(said) {
		t.Errorf("%v; the last words are %q", err, said[max(0, len(said)-200):])
	}
}
