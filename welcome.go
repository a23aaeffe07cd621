package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"

	"charm.land/lipgloss/v2"
)

// welcome tells the host how people come in, and by which fingerprint
// they know that they are in the right place.
func welcome(out io.Writer, address net.Addr, s settings, fingerprint string) error {
	data, err := filepath.Abs(s.data)
	if err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	title, command := lipgloss.NewStyle().Bold(true), lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Yellow)
	var text strings.Builder
	fmt.Fprintln(&text, title.Render("Deathtrap Dungeon is open."))
	fmt.Fprintln(&text)
	for _, way := range waysIn(address, s.public) {
		fmt.Fprintf(&text, "  %-10s %s\n", way.from, command.Render(way.command))
	}
	fmt.Fprintln(&text)
	fmt.Fprintf(&text, "  %-10s %s (ED25519)\n", "host key", fingerprint)
	fmt.Fprintf(&text, "  %-10s %s\n", "data", data)
	fmt.Fprintf(&text, "  %-10s %s\n\n", "to end", "Ctrl+C")
	_, err = lipgloss.Fprint(out, text.String())
	return err
}

// way is how somebody comes in from somewhere.
type way struct{ from, command string }

func waysIn(address net.Addr, public string) []way {
	host, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return nil
	}
	ip := net.ParseIP(host)
	if public != "" {
		publicHost, publicPort, err := net.SplitHostPort(public)
		if err != nil {
			publicHost, publicPort = public, ""
		}
		return []way{{"here", sshTo("localhost", port)}, {"friends", sshTo(publicHost, publicPort)}}
	}
	switch {
	case ip == nil || ip.IsUnspecified():
		return []way{{"here", sshTo("localhost", port)}, {"elsewhere", sshTo(ownAddress(), port)}}
	case ip.IsLoopback():
		return []way{{"here only", sshTo(host, port)}}
	}
	return []way{{"join", sshTo(host, port)}}
}

func sshTo(host, port string) string {
	if port == "" || port == "22" {
		return "ssh " + host
	}
	return "ssh -p " + port + " " + host
}

// ownAddress is this machine as others in its network can reach it, as far as
// it can tell.
func ownAddress() string {
	addresses, err := net.InterfaceAddrs()
	if err == nil {
		for _, a := range addresses {
			if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsGlobalUnicast() {
				return n.IP.String()
			}
		}
	}
	if name, err := os.Hostname(); err == nil {
		return name
	}
	return "HOST"
}
