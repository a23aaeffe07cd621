package main

import (
	"bufio"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

// A sequence of ways to be somebody else, over real SSH, on one running server
// that is also restarted in between.

// shownOnly is a key that somebody has seen but does not own: it can be asked
// about, and never signs.
type shownOnly struct{ key ssh.PublicKey }

func (s shownOnly) PublicKey() ssh.PublicKey { return s.key }

func (shownOnly) Sign(io.Reader, []byte) (*ssh.Signature, error) {
	return nil, errors.New("not my key")
}

// forged is one that somebody signs for with a key of their own.
type forged struct {
	shown shownOnly
	own   ssh.Signer
}

func (f forged) PublicKey() ssh.PublicKey { return f.shown.key }

func (f forged) Sign(random io.Reader, data []byte) (*ssh.Signature, error) {
	return f.own.Sign(random, data)
}

// asGuest is a login that must ask nothing.
func asGuest(t *testing.T) ssh.AuthMethod {
	return ssh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
		if len(questions) > 0 {
			t.Errorf("the server asks %q", questions)
		}
		return nil, nil
	})
}

// who is what whoami says.
type who struct {
	Player, Name, Key string
	Guest             bool
}

// try comes in and runs a verb, with lines for it to read.
func (p *process) try(user, verb, lines string, auth ...ssh.AuthMethod) (string, error) {
	client, err := ssh.Dial("tcp", "127.0.0.1:"+p.port, &ssh.ClientConfig{
		User: user, Auth: auth, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		return "", err
	}
	defer client.Close()
	s, err := client.NewSession()
	if err != nil {
		return "", err
	}
	s.Stdin = strings.NewReader(lines)
	out, err := s.CombinedOutput(verb)
	return string(out), err
}

// whoami comes in and asks who one is.
func (p *process) whoami(user string, auth ...ssh.AuthMethod) who {
	p.t.Helper()
	text, err := p.try(user, "whoami --json", "", auth...)
	var w who
	if err := errors.Join(err, json.Unmarshal([]byte(text), &w)); err != nil {
		p.t.Fatalf("whoami: %v, %q", err, text)
	}
	return w
}

// seated opens a table with computer players, begins the game, and says which
// cards the person has; the line stays open.
func (p *process) seated(key ssh.Signer) (cards string) {
	p.t.Helper()
	client := p.dial(key)
	s, err := client.NewSession()
	if err != nil {
		p.t.Fatal(err)
	}
	in, inErr := s.StdinPipe()
	out, outErr := s.StdoutPipe()
	if err := errors.Join(inErr, outErr, s.Start("json")); err != nil {
		p.t.Fatal(err)
	}
	_, err = fmt.Fprintln(in, `{"id":1,"do":"create","options":{"players":4,"bots":"novice","turn":"off"}}
{"id":2,"do":"start"}`)
	if err != nil {
		p.t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if cards = handIn(lines.Text()); cards != "" {
			return cards
		}
	}
	p.t.Fatal("no cards came")
	return ""
}

var handWords = regexp.MustCompile(`"hand":\[("[^]]*)\]`)

func handIn(text string) string {
	if m := handWords.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

const resume = `{"id":1,"do":"resume"}` + "\n"

func certified(t *testing.T, key, authority ssh.Signer, principals ...string) ssh.Signer {
	t.Helper()
	cert := &ssh.Certificate{
		Key: key.PublicKey(), CertType: ssh.UserCert, ValidPrincipals: principals, ValidBefore: ssh.CertTimeInfinity,
	}
	if err := cert.SignCert(rand.Reader, authority); err != nil {
		t.Fatal(err)
	}
	s, err := ssh.NewCertSigner(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestNobodyIsSomebodyElse goes through all the ways in turn; each time whoever
// tries is themselves, and the victim's name, seat and cards are untouched.
func TestNobodyIsSomebodyElse(t *testing.T) {
	data := t.TempDir()
	p := launch(t, data, "--pace", "200ms")
	victim, other, own, authority := newKey(t), newKey(t), newKey(t), newKey(t)
	cards := p.seated(victim)
	id := ssh.FingerprintSHA256(victim.PublicKey())
	untouched := func(step string, key ssh.Signer) {
		t.Helper()
		if w := p.whoami("x", ssh.PublicKeys(key)); w.Player != id || w.Name != "ana" || w.Guest || w.Key != ssh.FingerprintSHA256(key.PublicKey()) {
			t.Errorf("%s: the victim is %+v", step, w)
		}
	}
	stranger := func(step, user string, auth ...ssh.AuthMethod) {
		t.Helper()
		w := p.whoami(user, auth...)
		if w.Player == id || w.Name == "ana" || w.Key == id {
			t.Errorf("%s: the stranger is %+v", step, w)
		}
		text, err := p.try(user, "json", resume, auth...)
		if err != nil || !strings.Contains(text, `"ok":false`) || handIn(text) != "" {
			t.Errorf("%s: the stranger sits down: %v, %s", step, err, text)
		}
		untouched(step, victim)
	}
	asked := func() ssh.AuthMethod { return ssh.PublicKeys(shownOnly{victim.PublicKey()}) }
	ways := func() {
		stranger("asks about the key, goes on as a guest", "ana", asked(), asGuest(t))
		if out, err := p.try("ana", "whoami", "", ssh.PublicKeys(forged{shownOnly{victim.PublicKey()}, own}, own), asGuest(t)); err == nil {
			t.Errorf("a forged signature is let in: %s", out)
		}
		stranger("comes by their own key", "ana", ssh.PublicKeys(own))
		for name, cert := range map[string]ssh.Signer{
			"of the victim's key, signed by the stranger": certified(t, victim, authority, "ana"),
			"of their own key, for the victim's name":     certified(t, own, own, "ana", id),
		} {
			if out, err := p.try("ana", "whoami", "", ssh.PublicKeys(cert)); err == nil {
				t.Errorf("a certificate %s is let in: %s", name, out)
			}
			stranger("a certificate "+name+", then as a guest", "ana", ssh.PublicKeys(cert), asGuest(t))
		}
		for _, user := range []string{"ana", "ANA", id, "resume-" + id, "player:" + id, "resume-aaaa-bbbb-cccc"} {
			stranger("as the user "+user, user, asGuest(t))
			stranger("as the user "+user+" with a key", user, ssh.PublicKeys(own))
		}
	}
	ways()

	// Codes: one is there to be guessed at, and it isn't.
	code := linkCode(t, p, victim)
	for _, guess := range []string{"AAAA-AAAA-AAA2", code[:13] + other13(code[13]), code[:9], code[:13], code + code} {
		if out, err := p.try("ana", "link "+guess, "", ssh.PublicKeys(own)); err == nil || !strings.Contains(out, "No such code") {
			t.Errorf("the code %q: %v, %s", guess, err, out)
		}
	}
	if out, err := p.try("ana", "link "+code, "", ssh.PublicKeys(own)); err == nil || !strings.Contains(out, "Too much") && !strings.Contains(out, "too much") {
		t.Errorf("after five guesses: %v, %s", err, out)
	}
	stranger("after guessing at codes", "ana", ssh.PublicKeys(own))

	// The right one makes another key the victim's, and no stranger's.
	if out, err := p.try("bo", "link "+code, "", ssh.PublicKeys(other)); err != nil {
		t.Fatalf("link: %v, %s", err, out)
	}
	untouched("linked", other)
	ways()

	p.end()
	p = launch(t, data, "--pace", "200ms")
	if out, err := p.try("eve", "link "+code, "", ssh.PublicKeys(newKey(t))); err == nil {
		t.Errorf("a code is good twice: %s", out)
	}
	for _, key := range []ssh.Signer{other, victim} {
		untouched("after a restart", key)
		text, err := p.try("x", "json", resume, ssh.PublicKeys(key))
		if err != nil || !strings.Contains(text, `"seat":0`) || handIn(text) != cards {
			t.Errorf("the victim's seat: %v, cards %s, they were %s", err, handIn(text), cards)
		}
	}
	ways()
	p.end()
}

func linkCode(t *testing.T, p *process, key ssh.Signer) string {
	t.Helper()
	text, err := p.try("ana", "link --json", "", ssh.PublicKeys(key))
	var offered struct{ Code string }
	if err := errors.Join(err, json.Unmarshal([]byte(text), &offered)); err != nil || len(offered.Code) != 14 {
		t.Fatalf("link: %v, %q", err, text)
	}
	return offered.Code
}

// other13 is another sign than the one that is there.
func other13(sign byte) string {
	if sign == 'K' {
		return "M"
	}
	return "K"
}
