package server

import (
	"errors"
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

func asItIs(f func()) func() { return f }

func TestTheOutboxWaitsForAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := make(chan struct{})
		hungUp := make(chan error, 1)
		answer := make(chan struct{})
		o := newOutbox(io.Discard, Limits{Unread: 4 << 10}.orDefault(), done, func(err error) { hungUp <- err })
		o.keepalive(func() error { <-answer; return nil }, asItIs)
		wrote := later(func() error {
			_, err := o.Write(make([]byte, 10<<10))
			return err
		})
		synctest.Wait()
		if sent := o.sent.Load(); sent != 4<<10 {
			t.Errorf("%d bytes are on their way", sent)
		}
		if !o.busy() {
			t.Error("it is not busy while it waits")
		}
		answer <- struct{}{}
		synctest.Wait()
		if sent := o.sent.Load(); sent != 8<<10 {
			t.Errorf("%d bytes after an answer", sent)
		}
		began := time.Now()
		if err := <-hungUp; !errors.Is(err, errStalled) || time.Since(began) != 10*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		close(done)
		if err := <-wrote; err == nil {
			t.Error("the write succeeded")
		}
		close(answer)
	})
}

func TestUnansweredKeepalivesEndTheLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := make(chan struct{})
		o := newOutbox(io.Discard, Limits{}.orDefault(), done, func(err error) {
			if !errors.Is(err, errGone) {
				t.Error(err)
			}
			close(done)
		})
		began := time.Now()
		o.keepalive(func() error { <-done; return io.EOF }, asItIs)
		<-done
		if d := time.Since(began); d != (90+45)*time.Second {
			t.Errorf("it took %v", d)
		}
	})
}

// All are asked at whole seconds, those of one moment not all at the next one; what is
// short is not touched.
func TestQuestionsAreAskedTogether(t *testing.T) {
	now := time.Unix(1_700_000_000, 300_000_000)
	moments := map[time.Duration]int{}
	for range 1000 {
		pause := together(now, 15*time.Second)
		moments[pause]++
		if at := now.Add(pause); !at.Equal(at.Truncate(time.Second)) || pause <= 14*time.Second || pause >= 16*time.Second {
			t.Fatalf("after %v, at %v", pause, at)
		}
	}
	if len(moments) != 2 {
		t.Errorf("a crowd is asked at these moments: %v", moments)
	}
	if pause := together(now, 100*time.Millisecond); pause != 100*time.Millisecond {
		t.Errorf("100 ms have become %v", pause)
	}
}

// deaf is a connection whose client can stop reading.
type deaf struct {
	net.Conn
	mu sync.Mutex // held: nothing is read
}

func (d *deaf) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.Conn.Read(p)
}

func TestAClientThatStopsReadingIsCut(t *testing.T) {
	h := open(t, Limits{Stall: 300 * time.Millisecond})
	other := h.session(h.dial("bo"))
	h.begin(other, "stare")

	raw, err := net.Dial("tcp", h.address)
	if err != nil {
		t.Fatal(err)
	}
	conn := &deaf{Conn: raw}
	defer conn.Close()
	c, chans, reqs, err := gossh.NewClientConn(conn, h.address, clientConfig("ana", asGuest(t)))
	if err != nil {
		t.Fatal(err)
	}
	s := h.session(gossh.NewClient(c, chans, reqs))
	out := newScreen()
	s.Stdout = out
	if err := s.Start("flood"); err != nil {
		t.Fatal(err)
	}
	<-out.changed
	conn.mu.Lock() // from here on it reads nothing
	defer conn.mu.Unlock()
	if err := soon(t, "the cut", h.ended); !errors.Is(err, errStalled) {
		t.Errorf("cut by %v", err)
	}
	h.ask("who", "cleo") // and nobody else noticed
}

// A client may read its socket, answer every question and still take nothing
// of the channel: its window closes.
func TestAClosedWindowIsCut(t *testing.T) {
	h := open(t, Limits{Stall: 300 * time.Millisecond})
	client := h.dial("ana")
	channel, requests, err := client.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(requests)
	if _, err := channel.SendRequest("exec", true, gossh.Marshal(&struct{ Command string }{"flood"})); err != nil {
		t.Fatal(err)
	}
	if err := soon(t, "the cut", h.ended); !errors.Is(err, errStalled) {
		t.Errorf("cut by %v", err)
	}
}

func TestAClientThatDoesNotAnswerIsGone(t *testing.T) {
	h := open(t, Limits{Keepalive: 50 * time.Millisecond, Answer: 150 * time.Millisecond})
	raw, err := net.Dial("tcp", h.address)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	// The requests are not served, so no question is answered.
	c, chans, _, err := gossh.NewClientConn(raw, h.address, clientConfig("ana", asGuest(t)))
	if err != nil {
		t.Fatal(err)
	}
	none := make(chan *gossh.Request)
	close(none)
	s := h.session(gossh.NewClient(c, chans, none))
	h.begin(s, "stare")
	if err := soon(t, "the end", h.ended); !errors.Is(err, errGone) {
		t.Errorf("ended by %v", err)
	}
}

func TestAQuietClientIsNotGone(t *testing.T) {
	h := open(t, Limits{Keepalive: 100 * time.Millisecond, Answer: 300 * time.Millisecond})
	s := h.session(h.dial("ana"))
	h.begin(s, "stare")
	select {
	case err := <-h.ended:
		t.Errorf("it was ended: %v", err)
	case <-time.After(600 * time.Millisecond): // it has been asked several times
	}
}

// A paste of megabytes costs the client its own time only.
func TestInputIsRationed(t *testing.T) {
	h := open(t, Limits{InBurst: 64 << 10, InRate: 32 << 10, Keepalive: 300 * time.Millisecond, Answer: 900 * time.Millisecond})
	client := h.dial("ana")
	s := h.session(client)
	in, err := s.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	h.begin(s, "stare")
	go func() {
		for {
			if _, err := in.Write(make([]byte, 32<<10)); err != nil {
				return
			}
		}
	}()
	h.ask("who", "bo")
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	soon(t, "the end of a line that waits for its ration", h.ended)
}

// BenchmarkOutbox is one frame's way through the outbox.
func BenchmarkOutbox(b *testing.B) {
	done := make(chan struct{})
	defer close(done)
	o := newOutbox(io.Discard, Limits{Unread: 1 << 30}.orDefault(), done, func(err error) { b.Error(err) })
	o.keepalive(func() error { return nil }, asItIs)
	frame := make([]byte, 300)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := o.Write(frame); err != nil {
			b.Fatal(err)
		}
	}
}
