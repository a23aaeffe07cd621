package main

import (
	"bufio"
	"crypto/rand"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

// What may be done before there is a session.

// knockAndWait opens connections that say something and then nothing.
func (a *attacker) knockAndWait(n int, words string) {
	for range n {
		conn, err := net.Dial("tcp", a.address)
		if err != nil {
			a.t.Error(err)
			return
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, words) // it may be cut already
	}
	for a.wait(10 * time.Millisecond) {
	}
}

func (a *attacker) storm() {
	var all sync.WaitGroup
	defer all.Wait()
	for a.wait(time.Second / 300) {
		all.Go(func() {
			conn, err := net.Dial("tcp", a.address)
			if err != nil {
				return // the kernel's queue is full: the storm is strong
			}
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
			_, _ = bufio.NewReader(conn).ReadString('\n')
		})
	}
}

func (a *attacker) logins() {
	for a.wait(0) {
		if client := a.dial(); client != nil {
			client.Close()
		}
	}
}

// costly are key exchanges that take the server milliseconds.
var costly = []string{"diffie-hellman-group14-sha256", "diffie-hellman-group16-sha512", "ecdh-sha2-nistp384", "ecdh-sha2-nistp521"}

func (a *attacker) exchanges() {
	for n := 0; a.wait(0); n++ {
		config := guestConfig("mallory")
		config.KeyExchanges = costly[n%len(costly):][:1]
		if client, err := ssh.Dial("tcp", a.address, config); err == nil {
			a.t.Errorf("the server does %s", config.KeyExchanges[0])
			client.Close()
		}
	}
}

// mask is somebody else's key: it can be shown, and not signed with.
type mask struct{ victim ssh.PublicKey }

func (m mask) PublicKey() ssh.PublicKey { return m.victim }

func (mask) Sign(io.Reader, []byte) (*ssh.Signature, error) {
	forged := make([]byte, 64)
	_, err := rand.Read(forged)
	return &ssh.Signature{Format: ssh.KeyAlgoED25519, Blob: forged}, err
}

func (a *attacker) masks() {
	victim := newKey(a.t).PublicKey()
	for a.wait(0) {
		config := guestConfig("mallory")
		config.Auth = append([]ssh.AuthMethod{ssh.PublicKeys(mask{victim})}, config.Auth...)
		client, err := ssh.Dial("tcp", a.address, config)
		if err != nil {
			continue
		}
		if session, err := client.NewSession(); err == nil {
			out, err := session.Output("whoami --json")
			if err == nil && strings.Contains(string(out), ssh.FingerprintSHA256(victim)) {
				a.t.Errorf("taken for somebody else: %s", out)
			}
		}
		client.Close()
	}
}
