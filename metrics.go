package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"deathtrap/server"
)

var errNotLoopback = errors.New("metrics are for this machine alone: the address must be like 127.0.0.1:9090")

// serveMetrics answers /metrics, /healthz, /readyz and /debug/pprof on an
// address of this machine, until end; "" is none.
func serveMetrics(address string, door *server.Server, logger *slog.Logger) (end func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	listener, err := listenLoopback(address)
	if err != nil {
		return nil, err
	}
	web := &http.Server{Handler: metricsPages(door), ReadHeaderTimeout: 5 * time.Second}
	go func() { // the library recovers what its pages panic with
		if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			logger.Error("metrics ended", "error", err)
		}
	}()
	logger.Info("metrics", "address", listener.Addr().String())
	return func() {
		limit, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := web.Shutdown(limit); err != nil {
			logger.Warn("metrics had to be cut", "error", err)
		}
	}, nil
}

// listenLoopback listens on this machine alone. A name is not enough: it may
// mean something else tomorrow.
func listenLoopback(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("--metrics %q: %w", address, errNotLoopback)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	return listener, nil
}

func metricsPages(door *server.Server) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		houseMetrics{door},
	)
	pages := http.NewServeMux()
	pages.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	pages.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, "ok") })
	pages.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if door.Stats().Draining {
			answer(w, http.StatusServiceUnavailable, "draining")
			return
		}
		answer(w, http.StatusOK, "ready")
	})
	pages.HandleFunc("GET /debug/pprof/", pprof.Index)
	pages.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	pages.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	pages.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return pages
}

func answer(w http.ResponseWriter, status int, word string) {
	w.WriteHeader(status)
	// Whoever asked is gone if this fails.
	_, _ = fmt.Fprintln(w, word)
}

// houseMetrics is server.Stats for Prometheus.
type houseMetrics struct{ door *server.Server }

// metric is one of them.
type metric struct {
	about *prometheus.Desc
	kind  prometheus.ValueType
	value func(server.Stats) float64
}

var metrics = []metric{
	gauge("people", "people in the house", func(s server.Stats) int { return s.People }),
	gauge("strangers", "connections that have not logged in", func(s server.Stats) int { return s.Strangers }),
	gauge("tables", "tables", func(s server.Stats) int { return s.Tables }),
	gauge("games", "games under way", func(s server.Stats) int { return s.Games }),
	counter("connections_total", "connections so far", func(s server.Stats) uint64 { return s.Connections }),
	counter("refused_total", "connections refused at the door", func(s server.Stats) uint64 { return s.Refused }),
	counter("failed_logins_total", "connections that ended before the login", func(s server.Stats) uint64 { return s.Failed }),
	counter("sessions_total", "sessions begun", func(s server.Stats) uint64 { return s.Sessions }),
	counter("panics_total", "sessions and connections that broke on our side", func(s server.Stats) uint64 { return s.Panics }),
}

func gauge(name, about string, value func(server.Stats) int) metric {
	return metric{describe(name, about), prometheus.GaugeValue, func(s server.Stats) float64 { return float64(value(s)) }}
}

func counter(name, about string, value func(server.Stats) uint64) metric {
	return metric{describe(name, about), prometheus.CounterValue, func(s server.Stats) float64 { return float64(value(s)) }}
}

func describe(name, about string) *prometheus.Desc {
	return prometheus.NewDesc("deathtrap_"+name, about, nil, nil)
}

// Describe tells which metrics there are.
func (houseMetrics) Describe(to chan<- *prometheus.Desc) {
	for _, m := range metrics {
		to <- m.about
	}
}

// Collect tells all of them as of one moment.
func (h houseMetrics) Collect(to chan<- prometheus.Metric) {
	stats := h.door.Stats()
	for _, m := range metrics {
		to <- prometheus.MustNewConstMetric(m.about, m.kind, m.value(stats))
	}
}
