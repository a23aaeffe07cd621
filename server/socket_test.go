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

// compute has a socket's slot held that often for so long.
func (k *knocker) compute(t *testing.T, times int, each time.Duration) {
	for range times {
		if err := <-k.read(1); err != nil {
			t.Fatal(err)
		}
		time.Sleep(each)
		k.release()
	}
	k.strangers.slots <- struct{}{} // the pause after the last
	<-k.strangers.slots
}

// Strangers get a share of the time, and no more: for what they have the server
// compute, and for coming and going.
func TestStrangersHaveABudget(t *testing.T) {
	const each, times = 10 * time.Millisecond, 300
	for _, lines := range []int{1, times} {
		synctest.Test(t, func(t *testing.T) {
			strangers := newExchanges(1)
			began := time.Now()
			for range lines {
				k := newKnocker(strangers)
				k.compute(t, times/lines, each)
				k.close()
			}
			newKnocker(strangers).compute(t, 1, 0)
			least := time.Duration(float64(each*times+comeAndGone*time.Duration(lines)-strangersBurst) / strangersShare)
			if d := time.Since(began); d < least || d > least+time.Second {
				t.Errorf("%d lines that compute %v in all took %v, not %v", lines, each*times, d, least)
			}
		})
	}
}

// Who is turned away before anything is computed for them takes nothing from those who
// are let in.
func TestWhoIsTurnedAwayCostsTheBudgetNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		strangers := newExchanges(1)
		for range 10_000 {
			newKnocker(strangers).close()
		}
		began := time.Now()
		newKnocker(strangers).compute(t, 1, strangersBurst)
		if d := time.Since(began); d != strangersBurst {
			t.Errorf("they take %v from the others", d-strangersBurst)
		}
	})
}

// Who logs in is no stranger: a crowd that comes back waits for nobody.
func TestWhoLogsInCostsTheBudgetNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		strangers := newExchanges(1)
		began := time.Now()
		const each, times = 10 * time.Millisecond, 300
		for range times {
			k := newKnocker(strangers)
			k.compute(t, 1, each)
			k.login()
			k.close()
		}
		if d := time.Since(began); d != each*times {
			t.Errorf("%d logins took %v, not %v", times, d, each*times)
		}
		began = time.Now()
		newKnocker(strangers).compute(t, 2*int(strangersBurst/each), each)
		least := time.Duration(float64(strangersBurst) / strangersShare)
		if d := time.Since(began); d < least {
			t.Errorf("logins leave the budget too much: twice the burst took %v, not %v", d, least)
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

// The SSH library asks for a client's first line byte by byte. What has come with it is not lost.
func TestTheFirstLineIsReadInOneGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKnocker(newExchanges(1))
		defer k.close()
		const sent = "SSH-2.0-x\r\nand more"
		sending := later(func() error { _, err := k.far.Write([]byte(sent)); return err })
		one, got := make([]byte, 1), ""
		for range len("SSH-2.0-x\r\n") {
			n, err := k.Read(one)
			if err != nil {
				t.Fatal(err)
			}
			got += string(one[:n])
			synctest.Wait()
			if len(sending) == 0 {
				t.Fatal("the rest of the line is still in the kernel")
			}
		}
		rest := make([]byte, 100)
		n, err := k.Read(rest)
		if got += string(rest[:n]); got != sent || err != nil {
			t.Errorf("%q arrived, %v", got, err)
		}
		k.Close()
		if n, err := k.Read(one); n != 0 || err == nil {
			t.Errorf("after the end there were %d bytes, %v", n, err)
		}
	})
}
