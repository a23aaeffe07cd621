package server

import (
	"errors"
	"net"
	"strings"
)

// address is how friends reach the server: the zero value is "not said".
type address struct {
	host string
	port string // "" is ssh's own, 22
}

var errAddress = errors.New("it must be HOST or HOST:PORT, like play.example.org:2222")

func parseAddress(s string) (address, error) {
	if s == "" {
		return address{}, nil
	}
	host, port := s, ""
	if strings.Contains(s, ":") && net.ParseIP(s) == nil {
		var err error
		if host, port, err = net.SplitHostPort(s); err != nil {
			return address{}, errAddress
		}
	}
	if host == "" || strings.ContainsAny(host, " \t\"'@/") || strings.Trim(port, "0123456789") != "" {
		return address{}, errAddress
	}
	return address{host, port}, nil
}

// address is the server's public address, or else the one the client dialled.
func (l *line) address() address {
	if l.server.public != (address{}) {
		return l.server.public
	}
	host, port, err := net.SplitHostPort(l.socket.LocalAddr().String())
	if err != nil {
		return address{host: "HOST"}
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
		host = "localhost"
	}
	return address{host, port}
}

// command is what a friend types to come in, as a user if one is given.
func (a address) command(user string) string {
	words := []string{"ssh"}
	if a.port != "" && a.port != "22" {
		words = append(words, "-p", a.port)
	}
	if user != "" {
		user += "@"
	}
	return strings.Join(append(words, user+a.host), " ")
}
