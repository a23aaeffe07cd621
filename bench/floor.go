package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync"

	"golang.org/x/crypto/ssh"
)

// echoed is what the floor answers a key with, in bytes.
const echoed = 300

// shown is what the floor shows, as much of it as is asked for.
var (
	shown      = bytes.Repeat([]byte{'x'}, 64<<10)
	errTooMuch = errors.New("so much is not shown at once")
)

// echo is the floor: a server that does nothing but what SSH must. A key is
// answered with 300 bytes; "m500;" is a move: 500 bytes for everybody who came in
// under the same name.
type echo struct {
	config *ssh.ServerConfig

	mu     sync.Mutex
	tables map[string][]ssh.Channel
}

// serveFloor runs the floor until the listener fails.
func serveFloor(out io.Writer) error {
	signer, err := hostKey()
	if err != nil {
		return err
	}
	e := &echo{tables: map[string][]ssh.Channel{}, config: &ssh.ServerConfig{
		KeyboardInteractiveCallback: func(ssh.ConnMetadata, ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
			return nil, nil // a guest
		},
	}}
	e.config.AddHostKey(signer)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if err := sayPort(out, listener); err != nil {
		return err
	}
	for {
		conn, err := listener.Accept()
		if err != nil {
			return err
		}
		go e.serve(conn)
	}
}

// hostKey makes one, of the kind that the product has.
func hostKey() (ssh.Signer, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	return ssh.NewSignerFromKey(key)
}

// sayPort tells bench where to come in.
func sayPort(out io.Writer, l net.Listener) error {
	_, err := fmt.Fprintf(out, "ssh -p %d 127.0.0.1\n", l.Addr().(*net.TCPAddr).Port)
	return err
}

// serve is one connection. Its errors are hangups.
func (e *echo) serve(conn net.Conn) {
	defer conn.Close()
	line, channels, requests, err := ssh.NewServerConn(conn, e.config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for offered := range channels {
		channel, requests, err := offered.Accept()
		if err != nil {
			return
		}
		go e.session(line.User(), channel, requests)
	}
}

func (e *echo) session(table string, c ssh.Channel, requests <-chan *ssh.Request) {
	for req := range requests {
		if err := req.Reply(true, nil); err != nil {
			return
		}
		if req.Type == "shell" {
			break
		}
	}
	go ssh.DiscardRequests(requests)
	e.sit(table, c)
	defer e.leave(table, c)
	if _, err := c.Write(shown[:echoed]); err != nil {
		return
	}
	_ = e.keys(table, c)
}

func (e *echo) sit(table string, c ssh.Channel) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tables[table] = append(e.tables[table], c)
}

func (e *echo) leave(table string, c ssh.Channel) {
	e.mu.Lock()
	defer e.mu.Unlock()
	rest := e.tables[table][:0:0]
	for _, other := range e.tables[table] {
		if other != c {
			rest = append(rest, other)
		}
	}
	e.tables[table] = rest
}

// keys answers until the line ends.
func (e *echo) keys(table string, c ssh.Channel) error {
	var typed []byte
	buf := make([]byte, 256)
	for {
		n, err := c.Read(buf)
		if err != nil {
			return err
		}
		typed = append(typed, buf[:n]...)
		for {
			end := bytes.IndexAny(typed, "CD;\r")
			if end < 0 {
				break
			}
			if size, move := bytes.CutPrefix(typed[:end], []byte("m")); move {
				err = e.move(table, string(size))
			} else {
				_, err = c.Write(shown[:echoed])
			}
			if err != nil {
				return err
			}
			typed = typed[end+1:]
		}
	}
}

// move shows a table that many bytes.
func (e *echo) move(table, size string) error {
	n, err := strconv.Atoi(size)
	if err != nil || n > len(shown) {
		return errors.Join(err, errTooMuch)
	}
	e.mu.Lock()
	seats := e.tables[table]
	e.mu.Unlock()
	for _, c := range seats {
		_, wrote := c.Write(shown[:n])
		err = errors.Join(err, wrote)
	}
	return err
}
