package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// simulate: games between computer players, on one processor.
func (b *bench) simulate() error {
	for _, run := range []struct {
		kind  string
		games int
	}{{"random", 3000}, {"regular", 1000}} {
		cmd := exec.Command(b.binary, "simulate", "--summary", "--games", strconv.Itoa(run.games), "--bots", run.kind)
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		began := time.Now()
		out, err := cmd.Output()
		if err != nil {
			return err
		}
		if !json.Valid(out) {
			return fmt.Errorf("no summary came: %s", out)
		}
		used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		b.report.add("simulate", run.kind, figures{
			"games_a_second":     float64(run.games) / time.Since(began).Seconds(),
			"games_a_cpu_second": float64(run.games) / used.Seconds(),
		})
	}
	return nil
}

// big: as many people as were asked for play at tables of eight.
func (b *bench) big() error {
	return b.with(deathtrap, b.sessions, func(s *server) error {
		c, err := seat(s, b.sessions, seating{people: 8, turn: "off", look: usual})
		if err != nil {
			return err
		}
		defer c.leave()
		f, err := playing(s, c, b.every, 30*time.Second)
		if err != nil {
			return err
		}
		u, err := s.used()
		f["people"], f["rss_mib"], f["descriptors"] = float64(len(c.people)), float64(u.rss)/(1<<20), float64(u.descriptors)
		b.report.add("big", deathtrap, f)
		return err
	})
}

// soaked: 500 people play for an hour, one game after the other, and nothing grows.
func (b *bench) soaked() error {
	metrics, err := freePort()
	if err != nil {
		return err
	}
	return b.with(deathtrap, 500, func(s *server) error {
		c, err := seat(s, 496, seating{people: 8, turn: "off", brief: true, look: usual})
		if err != nil {
			return err
		}
		defer c.leave()
		f := figures{"people": float64(len(c.people))}
		minutes := 0
		for end := time.Now().Add(b.soak); time.Now().Before(end); {
			m, err := c.play(b.every, min(time.Minute, time.Until(end)))
			if err != nil {
				return err
			}
			u, err := s.used()
			if err != nil {
				return err
			}
			threads, err := goroutinesNow(metrics)
			if err != nil {
				return err
			}
			minutes++
			f["moves"] += float64(m.count)
			f["missed"] += float64(m.missed)
			f[fmt.Sprintf("rss_mib_minute_%03d", minutes)] = float64(u.rss) / (1 << 20)
			f[fmt.Sprintf("descriptors_minute_%03d", minutes)] = float64(u.descriptors)
			f[fmt.Sprintf("goroutines_minute_%03d", minutes)] = threads
			fmt.Fprintf(os.Stderr, "\n%3d min %5d moves %6.1f MiB %5d descriptors %6.0f goroutines ", minutes, m.count, float64(u.rss)/(1<<20), u.descriptors, threads)
		}
		b.report.add("soak", deathtrap, f)
		return nil
	}, "--metrics", metrics)
}

// freePort is an address on this machine where nobody listens.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// goroutinesNow is how many goroutines a server with that address for its metrics
// has.
func goroutinesNow(metrics string) (n float64, err error) {
	answer, err := http.Get("http://" + metrics + "/metrics")
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), "go_goroutines "); ok {
			return strconv.ParseFloat(value, 64)
		}
	}
	return 0, errors.Join(errors.New("the metrics have no go_goroutines"), lines.Err())
}
