package server

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

func from(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 1} }

func TestSources(t *testing.T) {
	for _, c := range []struct {
		one, two string
		same     bool
	}{
		{"192.0.2.1", "192.0.2.2", false},
		{"192.0.2.1", "::ffff:192.0.2.1", true},
		{"2001:db8::1", "2001:db8::ffff:1", true},
		{"2001:db8::1", "2001:db8:0:1::1", false},
	} {
		one, _ := sourceOf(from(c.one))
		two, _ := sourceOf(from(c.two))
		if (one == two) != c.same {
			t.Errorf("%s and %s: %v, %v", c.one, c.two, one, two)
		}
	}
	for ip, want := range map[string]bool{"127.0.0.1": true, "::1": true, "127.9.9.9": true, "192.0.2.1": false} {
		if _, local := sourceOf(from(ip)); local != want {
			t.Errorf("%s is local: %v", ip, local)
		}
	}
}

// door is an admission with its clock and the tickets that were dropped.
type door struct {
	*admission
	now     time.Time
	dropped []string
}

func newDoor(l Limits) *door {
	return &door{admission: newAdmission(l.orDefault()), now: time.Unix(1e9, 0)}
}

func (d *door) knock(ip string) (*ticket, error) {
	return d.admission.knock(from(ip), d.now, func(error) { d.dropped = append(d.dropped, ip) })
}

func TestASourceHasABucket(t *testing.T) {
	d := newDoor(Limits{})
	let := func(ip string, tries int) (n int) {
		for range tries {
			if ticket, err := d.knock(ip); err == nil {
				n++
				ticket.leave()
			} else if !errors.Is(err, errTooOften) {
				t.Fatal(err)
			}
		}
		return n
	}
	if n := let("192.0.2.1", 50); n != 10 {
		t.Errorf("%d connections at once", n)
	}
	if n := let("192.0.2.2", 1); n != 1 {
		t.Error("another source has to pay for it")
	}
	if n := let("127.0.0.1", 500); n != 500 {
		t.Errorf("this machine itself got %d", n)
	}
	d.now = d.now.Add(10 * time.Second)
	if n := let("192.0.2.1", 50); n != 5 {
		t.Errorf("%d connections after 10 s, want 5", n)
	}
	d.now = d.now.Add(time.Hour)
	let("192.0.2.3", 1)
	if n := len(d.sources); n != 1 {
		t.Errorf("%d sources are remembered for an hour", n)
	}
}

func TestSilentStrangersLockNobodyOut(t *testing.T) {
	d := newDoor(Limits{Burst: 1000, Strangers: 4, StrangersPerSource: 2})
	for _, ip := range []string{"192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3", "127.0.0.1", "127.0.0.1", "127.0.0.1"} {
		if _, err := d.knock(ip); err != nil {
			t.Fatal(err)
		}
	}
	want := "192.0.2.1 192.0.2.1 192.0.2.1 192.0.2.2" // the first for its own source, the others for the house
	if got := strings.Join(d.dropped, " "); got != want {
		t.Errorf("dropped were %s, want %s", got, want)
	}
	if got := d.count(); got != "4 strangers, 0 people" {
		t.Error(got)
	}
}

func TestPeopleAreCounted(t *testing.T) {
	d := newDoor(Limits{Burst: 1000, People: 4, PeoplePerSource: 2, PeoplePerKey: 1})
	enter := func(ip, key string, want error) *ticket {
		t.Helper()
		ticket, err := d.knock(ip)
		if err != nil {
			t.Fatal(err)
		}
		if err := ticket.admit(key); !errors.Is(err, want) {
			t.Errorf("%s %s: %v, want %v", ip, key, err, want)
		}
		return ticket
	}
	ana := enter("192.0.2.1", "ana", nil)
	enter("192.0.2.1", "", nil)
	enter("192.0.2.1", "", errFullSource)
	enter("192.0.2.2", "ana", nil)
	if got := strings.Join(d.dropped, " "); got != "192.0.2.1" {
		t.Errorf("dropped were %q; the oldest of the key should make room", got)
	}
	ana.leave()
	ana.leave()
	enter("127.0.0.1", "", nil)
	enter("127.0.0.1", "", nil)
	enter("127.0.0.1", "", errFull)
	if got := d.count(); got != "2 strangers, 4 people" {
		t.Error(got)
	}
}

func TestNoRoomIsSaid(t *testing.T) {
	h := open(t, Limits{People: 1})
	h.begin(h.session(h.dial("ana")), "stare")
	s := h.session(h.dial("bo"))
	stderr := newScreen()
	s.Stderr = stderr
	if status := exit(t, s.Run("who")); status != 1 || !strings.HasPrefix(stderr.String(), "The dungeon is full") {
		t.Errorf("status %d, %q", status, stderr)
	}
}

// elsewhere is a listener whose connections seem to come from another machine.
type elsewhere struct{ net.Listener }

type distant struct{ net.Conn }

func (distant) RemoteAddr() net.Addr { return from("192.0.2.1") }

func (e elsewhere) Accept() (net.Conn, error) {
	conn, err := e.Listener.Accept()
	return distant{conn}, err
}

func TestTooManyConnectionsAreToldSo(t *testing.T) {
	h := open(t, Limits{Burst: 1})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := later(func() error { return h.server.Serve(elsewhere{listener}) })
	client, err := gossh.Dial("tcp", listener.Addr().String(), clientConfig("ana", asGuest(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if got := soon(t, "the refusal", readAll(conn)); !strings.Contains(got, errTooOften.Error()) {
		t.Errorf("told was %q", got)
	}
	h.shutdown()
	if err := soon(t, "the end of Serve", served); err != nil {
		t.Error(err)
	}
}

func TestSlowLoris(t *testing.T) {
	h := open(t, Limits{Greeting: 200 * time.Millisecond})
	for _, words := range []string{"", "SSH-2.0-loris", "SSH-2.0-loris\r\n", "GET / HTTP/1.1\r\n\r\n"} {
		conn, err := net.Dial("tcp", h.address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, words); err != nil {
			t.Fatal(err)
		}
		soon(t, fmt.Sprintf("the end of a connection that says %q", words), readAll(conn))
		conn.Close()
	}
	for range 30 {
		conn, err := net.Dial("tcp", h.address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	h.ask("who", "ana") // nobody is locked out meanwhile
}

func TestSilentClientsHoldNoKeyExchange(t *testing.T) {
	h := open(t, Limits{Exchanges: 1})
	for range 20 {
		conn, err := net.Dial("tcp", h.address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, "SSH-2.0-loris\r\n"); err != nil {
			t.Fatal(err)
		}
	}
	h.ask("who", "ana")
}

func TestAPersonMayCompareTheHostKey(t *testing.T) {
	h := open(t, Limits{Greeting: 100 * time.Millisecond})
	config := clientConfig("ana", asGuest(t))
	config.HostKeyCallback = func(string, net.Addr, gossh.PublicKey) error {
		time.Sleep(300 * time.Millisecond) // a person thinking: it is time itself that is tried
		return nil
	}
	client, err := gossh.Dial("tcp", h.address, config)
	if err != nil {
		t.Fatal(err)
	}
	client.Close()
}

func TestButNotForEver(t *testing.T) {
	h := open(t, Limits{Login: 200 * time.Millisecond})
	done := make(chan struct{})
	config := clientConfig("ana", asGuest(t))
	config.HostKeyCallback = func(string, net.Addr, gossh.PublicKey) error {
		<-done
		return nil
	}
	dialled := later(func() error {
		_, err := gossh.Dial("tcp", h.address, config)
		return err
	})
	waitUntil(t, "the line's end", func() bool { return strings.Contains(h.log.String(), "login failed") })
	close(done)
	if err := soon(t, "the login's end", dialled); err == nil {
		t.Error("it came in after all")
	}
}

// waitUntil asks again and again; for what has no event.
func waitUntil(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for limit := time.Now().Add(patience); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("%s did not happen", what)
		}
	}
}
