package server

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
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
		one, two := sourceOf(ipOf(from(c.one))), sourceOf(ipOf(from(c.two)))
		if (one == two) != c.same {
			t.Errorf("%s and %s: %v, %v", c.one, c.two, one, two)
		}
	}
	proxies := []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}
	for ip, want := range map[string]bool{
		"127.0.0.1": true, "::1": true, "127.9.9.9": true, "::ffff:127.0.0.1": true, "198.51.100.7": true, "192.0.2.1": false,
	} {
		if got := newAdmission(Limits{}, proxies).exempt(ipOf(from(ip))); got != want {
			t.Errorf("%s is exempt: %v", ip, got)
		}
		if newAdmission(Limits{Local: true}, proxies).exempt(ipOf(from(ip))) {
			t.Errorf("%s is exempt, against the will of the host", ip)
		}
	}
}

func TestPenalties(t *testing.T) {
	d := newDoor(Limits{Burst: 1000})
	fail := func(ip string, penalty time.Duration) error {
		ticket, err := d.knock(ip)
		if err == nil {
			ticket.punish(penalty, d.now)
			ticket.leave()
		}
		return err
	}
	const ip, local = "192.0.2.1", "127.0.0.1"
	for n := range 3 { // 15 s of penalty are needed
		if err := fail(ip, 5*time.Second); err != nil {
			t.Errorf("after %d failures: %v", n, err)
		}
		if err := fail(local, time.Hour); err != nil {
			t.Errorf("this machine: %v", err)
		}
	}
	if err := fail(ip, 0); !errors.Is(err, errPenalty) {
		t.Errorf("after three failures: %v", err)
	}
	if err := fail("192.0.2.2", 0); err != nil {
		t.Errorf("another source: %v", err)
	}
	d.now = d.now.Add(14 * time.Second)
	if err := fail(ip, 0); !errors.Is(err, errPenalty) {
		t.Errorf("before the penalty is over: %v", err)
	}
	d.now = d.now.Add(2 * time.Second)
	if err := fail(ip, 24*time.Hour); err != nil {
		t.Errorf("once it is over: %v", err)
	}
	d.now = d.now.Add(10*time.Minute + time.Second)
	if err := fail(ip, 0); err != nil {
		t.Errorf("a penalty longer than the longest: %v", err)
	}
}

// TestPenaltiesForWhatClientsDo: each way of not coming in has its price.
func TestPenaltiesForWhatClientsDo(t *testing.T) {
	for name, c := range map[string]struct {
		limits Limits
		visit  func(address string)
	}{
		"failed": {Limits{PenaltyFailed: time.Hour}, func(address string) {
			gossh.Dial("tcp", address, clientConfig("ana", gossh.PublicKeys(certificate(t))))
		}},
		"none": {Limits{PenaltyNone: time.Hour}, func(address string) {
			config := clientConfig("ana", asGuest(t))
			config.HostKeyCallback = func(string, net.Addr, gossh.PublicKey) error { return errors.New("not mine") }
			gossh.Dial("tcp", address, config)
		}},
		"slow": {Limits{PenaltySlow: time.Hour, Greeting: 50 * time.Millisecond}, func(address string) {
			if conn, err := net.Dial("tcp", address); err == nil {
				soon(t, "the end", readAll(conn))
				conn.Close()
			}
		}},
		"slow to log in": {Limits{PenaltySlow: time.Hour, Login: 50 * time.Millisecond}, func(address string) {
			config := clientConfig("ana", asGuest(t))
			config.HostKeyCallback = func(string, net.Addr, gossh.PublicKey) error {
				time.Sleep(200 * time.Millisecond) // time itself is tried
				return nil
			}
			gossh.Dial("tcp", address, config)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c.limits.Local, c.limits.PenaltyLeast = true, time.Minute
			h := open(t, c.limits)
			h.ask("who", "ana") // who comes in pays nothing
			c.visit(h.address)
			waitUntil(t, "the penalty", func() bool {
				conn, err := net.Dial("tcp", h.address)
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
				greeting, _ := bufio.NewReader(conn).ReadString('\n')
				return strings.Contains(greeting, errPenalty.Error())
			})
		})
	}
}

// TestWhenNearlyFull guests are refused before players with a key, and who has a
// seat never is.
func TestWhenNearlyFull(t *testing.T) {
	d := newDoor(Limits{Burst: 1000, People: 4, PeopleSpare: 2, PeoplePerSource: 3})
	for _, c := range []struct {
		ip   string
		who  applicant
		want error
	}{
		{"192.0.2.1", applicant{id: "a", guest: true}, nil},
		{"192.0.2.1", applicant{id: "b", guest: true}, nil},
		{"192.0.2.2", applicant{id: "c", guest: true}, errNearlyFull},
		{"192.0.2.1", applicant{id: "d"}, nil},
		{"192.0.2.1", applicant{id: "e"}, errFullSource},
		{"192.0.2.1", applicant{id: "f", guest: true, seated: true}, nil},
		{"192.0.2.2", applicant{id: "g"}, errFull},
		{"192.0.2.1", applicant{id: "h", seated: true}, nil},
	} {
		ticket, err := d.knock(c.ip)
		if err != nil {
			t.Fatal(err)
		}
		if err := ticket.admit(c.who); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.who, err, c.want)
		}
	}
}

// TestASeatIsAlwaysReached: whoever's line drops comes back into a full house.
func TestASeatIsAlwaysReached(t *testing.T) {
	h := open(t, Limits{People: 1})
	key := gossh.PublicKeys(newKey(t))
	line := h.dial("ana", key)
	d := h.program(line)
	d.ask(`{"id":1,"do":"create","options":{"players":4,"bots":"novice"}}`, `"ok":true`)
	d.ask(`{"id":2,"do":"start"}`, `"ok":true`)
	line.Close()
	waitUntil(t, "room for another", func() bool {
		_, people := h.server.admission.count()
		return people == 0
	})
	h.begin(h.session(h.dial("bo")), "stare")
	if got := h.ask("who", "ana", key); !strings.Contains(got, "ana") {
		t.Errorf("got %q", got)
	}
}

// TestANearlyFullHouse is that at the door: a guest is refused with a sentence, a
// player is let in, and who has a seat is even when the house is full.
func TestANearlyFullHouse(t *testing.T) {
	h := open(t, Limits{People: 3, PeopleSpare: 1})
	seated := gossh.PublicKeys(newKey(t))
	line := h.dial("ana", seated)
	d := h.program(line)
	d.ask(`{"id":1,"do":"create","options":{"players":4,"bots":"novice"}}`, `"ok":true`)
	d.ask(`{"id":2,"do":"start"}`, `"ok":true`)
	line.Close()
	waitUntil(t, "the end of the line", func() bool {
		_, people := h.server.admission.count()
		return people == 0
	})
	h.begin(h.session(h.dial("guest1")), "stare")
	h.begin(h.session(h.dial("guest2")), "stare")
	refused := func(words string, auth gossh.AuthMethod) {
		t.Helper()
		if status, said := h.run("who", "bo", auth); status != 1 || !strings.Contains(said, words) {
			t.Errorf("%d, %q", status, said)
		}
	}
	refused("The dungeon is nearly full", asGuest(t))
	h.begin(h.session(h.dial("player", gossh.PublicKeys(newKey(t)))), "stare")
	refused("The dungeon is full", asGuest(t))
	refused("The dungeon is full", gossh.PublicKeys(newKey(t)))
	if got := h.ask("who", "ana", seated); !strings.Contains(got, "ana") {
		t.Errorf("who has a seat is told %q", got)
	}
}

// door is an admission with its clock and the tickets that were dropped.
type door struct {
	*admission
	now     time.Time
	dropped []string
}

func newDoor(l Limits) *door {
	return &door{admission: newAdmission(l.orDefault(), nil), now: time.Unix(1e9, 0)}
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
	if strangers, people := d.count(); strangers != 4 || people != 0 {
		t.Errorf("%d strangers, %d people", strangers, people)
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
		if err := ticket.admit(applicant{id: key}); !errors.Is(err, want) {
			t.Errorf("%s %s: %v, want %v", ip, key, err, want)
		}
		return ticket
	}
	ana := enter("192.0.2.1", "ana", nil)
	enter("192.0.2.1", "bo", nil)
	enter("192.0.2.1", "cleo", errFullSource)
	enter("192.0.2.2", "ana", nil)
	if got := strings.Join(d.dropped, " "); got != "192.0.2.1" {
		t.Errorf("dropped were %q; the oldest of the key should make room", got)
	}
	ana.leave()
	ana.leave()
	enter("127.0.0.1", "dan", nil)
	enter("127.0.0.1", "eva", nil)
	enter("127.0.0.1", "flo", errFull)
	if strangers, people := d.count(); strangers != 2 || people != 4 {
		t.Errorf("%d strangers, %d people", strangers, people)
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
