package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"deathtrap/lobby"
)

// pipe is one end of a connection in a bubble: what is written waits until it is
// read, as on a real one.
type pipe struct {
	net.Conn
	out chan []byte
	end context.CancelFunc
	ctx context.Context
}

func newPipe(conn net.Conn) *pipe {
	w := &pipe{Conn: conn, out: make(chan []byte, 1000)}
	w.ctx, w.end = context.WithCancel(context.Background())
	go func() {
		for {
			select {
			case b := <-w.out:
				if _, err := conn.Write(b); err != nil {
					return
				}
			case <-w.ctx.Done():
				return
			}
		}
	}()
	return w
}

func (w *pipe) Write(b []byte) (int, error) {
	select {
	case w.out <- append([]byte(nil), b...):
		return len(b), nil
	case <-w.ctx.Done():
		return 0, net.ErrClosed
	}
}

func (w *pipe) Close() error {
	w.end()
	return w.Conn.Close()
}

func (w *pipe) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9} }

// port is where connections of a bubble come in.
type port chan net.Conn

func (p port) Accept() (net.Conn, error) {
	if conn, open := <-p; open {
		return conn, nil
	}
	return nil, net.ErrClosed
}

func (p port) Close() error   { return nil }
func (p port) Addr() net.Addr { return &net.TCPAddr{} }

// wired is a person at the JSON door, over SSH.
type wired struct {
	t      *testing.T
	client *gossh.Client
	in     io.Writer

	mu    sync.Mutex
	reply *doorLine // the newest
	seats []doorSeat
}

type doorLine struct {
	Type  string `json:"type"`
	OK    bool   `json:"ok"`
	Code  string `json:"code"`
	Seat  *int   `json:"seat"`
	Table struct {
		Seats []doorSeat `json:"seats"`
	} `json:"table"`
}

type doorSeat struct {
	Name string `json:"name"`
	Away bool   `json:"away"`
}

func (p port) call(t *testing.T, name string, key gossh.Signer) *wired {
	t.Helper()
	near, far := net.Pipe()
	p <- newPipe(far)
	conn, channels, requests, err := gossh.NewClientConn(newPipe(near), "", clientConfig(name, gossh.PublicKeys(key)))
	if err != nil {
		t.Fatal(err)
	}
	w := &wired{t: t, client: gossh.NewClient(conn, channels, requests)}
	s, err := w.client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if w.in, err = s.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start("json"); err != nil {
		t.Fatal(err)
	}
	go w.listen(out)
	return w
}

// listen keeps the newest of what is heard; it is read when all is quiet.
func (w *wired) listen(out io.Reader) {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var m doorLine
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			w.t.Error(err)
		}
		w.hear(&m)
	}
}

func (w *wired) hear(m *doorLine) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch m.Type {
	case "reply":
		w.reply = m
	case "view":
		w.seats = m.Table.Seats
	}
}

// seat is what is seen of one, once all is quiet.
func (w *wired) seat(n int) (s doorSeat) {
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if n < len(w.seats) { // free ones are left out
		s = w.seats[n]
	}
	return s
}

// ask asks for something and returns the reply.
func (w *wired) ask(format string, a ...any) *doorLine {
	w.t.Helper()
	if _, err := fmt.Fprintf(w.in, format+"\n", a...); err != nil {
		w.t.Fatal(err)
	}
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.reply == nil || !w.reply.OK {
		w.t.Fatalf("%s: %+v", fmt.Sprintf(format, a...), w.reply)
	}
	return w.reply
}

// TestASeatIsKeptForAMinute at a table that waits for its game, for whose line has
// dropped: the server, its SSH and its clients as they are, a minute of a bubble's.
func TestASeatIsKeptForAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tables, closeTables := context.WithCancel(t.Context())
		logger := slog.New(slog.NewTextHandler(t.Output(), nil))
		server, err := New(Config{
			Lobby: lobby.New(tables, lobby.Config{Policy: first{}, Logger: logger}), Signers: []gossh.Signer{newKey(t)}, Logger: logger,
		})
		if err != nil {
			t.Fatal(err)
		}
		p, served := make(port), make(chan error, 1)
		go func() { served <- server.Serve(p) }()
		defer func() {
			if err := server.Shutdown(t.Context()); err != nil {
				t.Error(err)
			}
			close(p) // now it is no failure
			closeTables()
			if err := <-served; err != nil {
				t.Error(err)
			}
		}()

		key := newKey(t)
		ana, bo := p.call(t, "ana", newKey(t)), p.call(t, "bo", key)
		code := ana.ask(`{"id":1,"do":"create","options":{"players":4}}`).Code
		bo.ask(`{"id":1,"do":"join","code":%q}`, code)
		bo.ask(`{"id":2,"do":"ready"}`)
		drop := func() {
			if err := bo.client.Close(); err != nil {
				t.Error(err)
			}
		}
		is := func(when string, want doorSeat) {
			t.Helper()
			if got := ana.seat(1); got != want {
				t.Errorf("%s the seat is %+v, want %+v", when, got, want)
			}
		}
		drop()
		is("at once", doorSeat{"bo", true})
		time.Sleep(time.Minute - time.Second)
		is("after 59 seconds", doorSeat{"bo", true})
		bo = p.call(t, "bo", key)
		if m := bo.ask(`{"id":3,"do":"resume"}`); m.Seat == nil || *m.Seat != 1 {
			t.Errorf("back in seat %v", m.Seat)
		}
		is("back", doorSeat{"bo", false})
		time.Sleep(time.Minute)
		is("a minute later", doorSeat{"bo", false})
		drop()
		time.Sleep(time.Minute - time.Second)
		is("59 seconds after that", doorSeat{"bo", true})
		time.Sleep(2 * time.Second)
		is("after a minute", doorSeat{})
	})
}
