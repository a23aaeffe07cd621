package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// The names of the servers that are measured.
const (
	deathtrap = "deathtrap"
	floor     = "floor"
	stock     = "stock"
)

// server is a running server in a process of its own.
type server struct {
	name    string
	address string
	cmd     *exec.Cmd
	errors  *stderr
	empty   usage // right after the start
	profile *profile
}

var portLine = regexp.MustCompile(`ssh -p (\d+)`)

// start starts a server, which says on its standard output by which port people
// come in.
func start(name string, cmd *exec.Cmd) (*server, error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	in, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	cmd.Env = append(os.Environ(), "GODEBUG=gctrace=1", "GOTRACEBACK=all")
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	s := &server{name: name, cmd: cmd, errors: readErrors(in)}
	lines := bufio.NewScanner(out)
	for s.address == "" {
		if !lines.Scan() {
			return nil, errors.Join(fmt.Errorf("%s does not start: %s", name, s.errors.last()), s.end())
		}
		if m := portLine.FindStringSubmatch(lines.Text()); m != nil {
			s.address = "127.0.0.1:" + m[1]
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // until the process ends
	time.Sleep(200 * time.Millisecond)
	s.empty, err = s.used()
	return s, err
}

// end ends the process. Only the real server can be asked to: the stock server
// gives the signal to its programs.
func (s *server) end() error {
	signal := os.Signal(syscall.SIGTERM)
	if s.name != deathtrap {
		signal = os.Kill
	}
	if err := s.cmd.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	kill := time.AfterFunc(20*time.Second, func() { _ = s.cmd.Process.Kill() })
	defer kill.Stop()
	<-s.errors.ended
	_ = s.cmd.Wait() // how it ended is no figure
	return nil
}

// goroutines ends the process with a dump of its goroutines, and counts them by
// the function that started them.
func (s *server) goroutines() (map[string]int, error) {
	if err := s.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		return nil, err
	}
	<-s.errors.ended
	_ = s.cmd.Wait()
	return s.errors.started, nil
}

// usage is what a process has used up to a moment.
type usage struct {
	at          time.Time
	cpu         time.Duration
	gc          time.Duration // of cpu
	rss         int64         // bytes
	descriptors int
}

// clockTick is the unit of CPU time in /proc: 100 a second on every Linux.
const clockTick = 10 * time.Millisecond

func (s *server) used() (usage, error) {
	pid := s.cmd.Process.Pid
	u := usage{at: time.Now(), gc: s.errors.collected()}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return u, err
	}
	// The fields are counted behind the name, which may have blanks in it.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	for _, field := range fields[11:13] { // utime and stime
		ticks, err := strconv.Atoi(string(field))
		if err != nil {
			return u, err
		}
		u.cpu += time.Duration(ticks) * clockTick
	}
	pages, err := strconv.ParseInt(string(fields[21]), 10, 64)
	if err != nil {
		return u, err
	}
	u.rss = pages * int64(os.Getpagesize())
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	u.descriptors = len(open)
	return u, err
}

// spent runs a load and says what the server used for it.
func (s *server) spent(load func() error) (usage, time.Duration, error) {
	before, err := s.used()
	if err != nil {
		return usage{}, 0, err
	}
	profiled := s.profile.begin()
	if err := load(); err != nil {
		return usage{}, 0, fmt.Errorf("%w; the server's last words: %s", err, s.errors.last())
	}
	after, err := s.used()
	after.cpu -= before.cpu
	after.gc -= before.gc
	return after, after.at.Sub(before.at), errors.Join(err, profiled())
}

// gcPercent is the garbage collector's share of the CPU.
func (u usage) gcPercent() float64 {
	if u.cpu == 0 {
		return 0
	}
	return 100 * float64(u.gc) / float64(u.cpu)
}

// perSession is the memory a session takes, in KiB, at n of them.
func (s *server) perSession(n int) (float64, error) {
	u, err := s.used()
	return float64(u.rss-s.empty.rss) / float64(n) / 1024, err
}

// starter is the function in a line "created by starter in goroutine 7".
func starter(line string) string {
	by, _, _ := strings.Cut(strings.TrimPrefix(line, "created by "), " in goroutine")
	return by
}
