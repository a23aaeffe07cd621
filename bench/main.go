package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	if len(os.Args) == 2 {
		switch os.Args[1] {
		case floor:
			exit(serveFloor(os.Stdout))
		case stock:
			exit(serveStock(os.Stdout))
		}
	}
	exit(run())
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// bench is one run of the program.
type bench struct {
	short    bool
	binary   string // of the real server; built if it isn't given
	only     []string
	servers  []string
	seats    string        // of the phase seated: numbers of people
	people   int           // of the phases connect, keys, moves and storm; 0 for the usual number
	rate     int           // keys a second of the phase keys
	sessions int           // of the phase big
	every    time.Duration // between two moves of a table there
	soak     time.Duration
	profiles string // a folder for them; "" for none

	phase           string // that is being measured
	profiledServers int

	dir    string // for what the servers keep
	report report
}

func run() (err error) {
	var b bench
	var only, servers string
	var runs int
	flag.BoolVar(&b.short, "short", false, "a small run of each phase, under a minute")
	flag.StringVar(&b.binary, "binary", "", "the server to measure (default: build it)")
	flag.StringVar(&only, "only", "", "these phases, with commas between: "+strings.Join(phaseNames(), ","))
	flag.StringVar(&servers, "servers", strings.Join(everyServer, ","), "the servers that are measured side by side, with commas between")
	flag.IntVar(&runs, "runs", 1, "how often; the figures are the medians")
	flag.StringVar(&b.seats, "seats", "500,2000,5000", "how many people in the phase seated, with commas between")
	flag.IntVar(&b.people, "people", 0, "how many people in the phases connect, keys and moves (default: 500) and storm (5000)")
	flag.IntVar(&b.rate, "rate", 4000, "keys a second in the phase keys, an eighth of it for the stock server")
	flag.IntVar(&b.sessions, "sessions", 10_000, "people in the phase big")
	flag.DurationVar(&b.every, "every", 2*time.Second, "between two moves of a table in the phases big and soak")
	flag.DurationVar(&b.soak, "soak", time.Hour, "how long the phase soak lasts")
	flag.StringVar(&b.profiles, "profiles", "", "a folder for profiles of the real server; they cost it some time")
	flag.Parse()
	if b.only = strings.Split(only, ","); only == "" {
		b.only = usualPhases(b.short)
	}
	b.servers = strings.Split(servers, ",")
	if b.dir, err = os.MkdirTemp("", "deathtrap-bench"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	if err := b.build(); err != nil {
		return err
	}
	var reports []report
	for i := range runs {
		b.report = report{}
		reports = append(reports, b.report)
		if err = b.phases(fmt.Sprintf("run %d of %d: ", i+1, runs)); err != nil {
			break // what was measured before is worth something
		}
	}
	return errors.Join(err, write(os.Stdout, median(reports)))
}

func write(out io.Writer, r report) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// phases measures everything that was asked for.
func (b *bench) phases(title string) error {
	for _, p := range allPhases {
		if !slices.Contains(b.only, p.name) {
			continue
		}
		b.phase = p.name
		fmt.Fprint(os.Stderr, title, p.name, " ")
		began := time.Now()
		if err := p.measure(b); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		fmt.Fprintf(os.Stderr, "(%.0f s)\n", time.Since(began).Seconds())
	}
	return nil
}

// build builds the real server.
func (b *bench) build() error {
	if b.binary != "" {
		return nil
	}
	b.binary = filepath.Join(b.dir, "deathtrap")
	out, err := exec.Command("go", "build", "-o", b.binary, "deathtrap").CombinedOutput()
	if err != nil {
		return fmt.Errorf("build the server: %w\n%s", err, out)
	}
	return nil
}

// with starts a server that lets so many people in, measures it and ends it.
func (b *bench) with(name string, people int, measure func(*server) error, flags ...string) error {
	profile, more, err := b.profile(name)
	if err != nil {
		return err
	}
	cmd, err := b.command(name, people, append(flags, more...))
	if err != nil {
		return err
	}
	s, err := start(name, cmd)
	if err != nil {
		return err
	}
	s.profile = profile
	return errors.Join(measure(s), s.end())
}

func (b *bench) command(name string, people int, flags []string) (*exec.Cmd, error) {
	if name == deathtrap {
		data, err := os.MkdirTemp(b.dir, "data")
		if err != nil {
			return nil, err
		}
		config, err := b.config(people)
		args := append([]string{"--listen", "127.0.0.1:0", "--data", data, "--config", config, "--log-level", "error"}, flags...)
		return exec.Command(b.binary, args...), err
	}
	self, err := os.Executable()
	return exec.Command(self, name), err
}

// config writes the settings under which the real server lets so many in.
func (b *bench) config(people int) (string, error) {
	file := filepath.Join(b.dir, "config.toml")
	text := fmt.Sprintf("[limits]\npeople = %d\npeople-spare = 1\n", people+100)
	return file, os.WriteFile(file, []byte(text), 0o600)
}

// crowd is the number of people in most phases.
func (b *bench) crowd() int { return cmp.Or(b.people, b.size(500, 40)) }

// size is a number of people or seconds, smaller in a short run.
func (b *bench) size(whole, short int) int {
	if b.short {
		return short
	}
	return whole
}
