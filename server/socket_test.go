package server

import (
	"context"
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"
)

// knocker is a socket with the far end of its connection.
type knocker struct {
	*socket
	far    net.Conn
	cancel context.CancelFunc
}

func newKnocker(strangers *exchanges) *knocker {
	near, far := net.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	return &knocker{&socket{
		Conn: near, strangers: strangers, inbound: rate.NewLimiter(1<<10, 4<<10), greeted: func() {}, ctx: ctx,
	}, far, cancel}
}

// read reads n bytes that the client sends now; of 0 it waits for what never comes.
func (k *knocker) read(n int) <-chan error {
	if n > 0 { // a pipe delivers an empty write too
		go k.far.Write(make([]byte, n))
	}
	return later(func() error {
		_, err := k.Read(make([]byte, n))
		return err
	})
}

func (k *knocker) close() {
	k.cancel()
	k.Close()
	k.far.Close()
}

func TestOneComputesAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		strangers := newExchanges(1)
		a, b, c := newKnocker(strangers), newKnocker(strangers), newKnocker(strangers)
		defer a.close()
		defer b.close()
		if err := <-a.read(100); err != nil {
			t.Fatal(err)
		}
		second, third := b.read(100), c.read(100)
		c.cancel()
		if err := <-third; !errors.Is(err, context.Canceled) {
			t.Errorf("a line that ends goes on waiting: %v", err)
		}
		c.close()
		synctest.Wait()
		select {
		case err := <-second:
			t.Fatalf("two compute at once: %v", err)
		default:
		}
		waits := a.read(0) // a waits for its client: another may compute
		if err := <-second; err != nil {
			t.Error(err)
		}
		b.login()
		if len(strangers.slots) != 0 {
			t.Error("a slot is held after the login")
		}
		a.close()
		<-waits
		if len(strangers.slots) != 0 {
			t.Error("a slot is held by a closed connection")
		}
	})
}

// Whoever has the server compute on and on gets a share of the time, and no more.
func TestComputingForStrangersHasABudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		strangers := newExchanges(1)
		k := newKnocker(strangers)
		defer k.close()
		began := time.Now()
		const each, times = 10 * time.Millisecond, 300
		for range times {
			if err := <-k.read(1); err != nil {
				t.Fatal(err)
			}
			time.Sleep(each) // it computes
			k.release()
		}
		strangers.slots <- struct{}{} // the pause after the last
		<-strangers.slots
		least := time.Duration(float64(each*times-exchangeBurst) / exchangeShare)
		if d := time.Since(began); d < least || d > least+time.Second {
			t.Errorf("to compute for %v took %v, not %v", each*times, d, least)
		}
	})
}

func TestInputHasARate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKnocker(newExchanges(1))
		defer k.close()
		k.login()
		began := time.Now()
		for range 8 {
			if err := <-k.read(1 << 10); err != nil {
				t.Fatal(err)
			}
		}
		if d := time.Since(began); d != 4*time.Second { // 4 KiB at once, 4 KiB at 1 KiB/s
			t.Errorf("8 KiB took %v", d)
		}
		waits := k.read(4 << 10)
		synctest.Wait()
		k.cancel()
		if err := <-waits; !errors.Is(err, context.Canceled) {
			t.Errorf("the wait ended with %v", err)
		}
	})
}
