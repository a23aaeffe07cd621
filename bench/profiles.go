package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// profiled is how much of a load is profiled, from its beginning.
const profiled = 5 * time.Second

// profile has the real server write profiles of what spent measures: of the CPU, and
// of the memory at the end.
type profile struct {
	metrics string // the server's address for them
	file    string // begins the files' names
	loads   int    // measured so far
}

// profile is that of a server to be started, or nil; and the flags it takes.
func (b *bench) profile(name string) (*profile, []string, error) {
	if b.profiles == "" || name != deathtrap {
		return nil, nil, nil
	}
	address, err := freePort()
	if err != nil {
		return nil, nil, err
	}
	b.profiledServers++
	file := filepath.Join(b.profiles, fmt.Sprintf("%s-%d", b.phase, b.profiledServers))
	return &profile{metrics: address, file: file}, []string{"--metrics", address}, os.MkdirAll(b.profiles, 0o700)
}

// begin profiles a load; the function it returns is called when that is over.
func (p *profile) begin() (end func() error) {
	if p == nil {
		return func() error { return nil }
	}
	p.loads++
	cpu := make(chan error, 1)
	go func() { cpu <- p.save("cpu", fmt.Sprintf("profile?seconds=%.0f", profiled.Seconds())) }()
	return func() error {
		return errors.Join(<-cpu, p.save("heap", "heap?gc=1"), p.save("goroutines", "goroutine?debug=1"))
	}
}

// save writes a page of the server's to a file.
func (p *profile) save(what, page string) error {
	answer, err := http.Get("http://" + p.metrics + "/debug/pprof/" + page)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	return os.WriteFile(fmt.Sprintf("%s-%d.%s", p.file, p.loads, what), text, 0o600)
}
