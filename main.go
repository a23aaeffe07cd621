// Deathtrap is the card game Deathtrap Dungeon over SSH: a server in one binary,
// and games between computer players.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"charm.land/fang/v2"
	"charm.land/log/v2"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"deathtrap/hostkeys"
	"deathtrap/lobby"
	"deathtrap/server"
	"deathtrap/store"
)

// version is set by the release build.
var version = ""

// drainTime is how long the last people may take to leave; typically it takes a
// second.
const drainTime = 15 * time.Second

// closeTime is how long tables may then take to end; typically it takes none.
const closeTime = 3 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	err := fang.Execute(ctx, rootCommand(),
		fang.WithVersion(versionText()), fang.WithoutManpage(), fang.WithErrorHandler(complain))
	if err != nil {
		os.Exit(1)
	}
}

// complain says on one line, which can be copied, what is wrong.
func complain(w io.Writer, _ fang.Styles, err error) {
	// There is nowhere to tell if this fails.
	_, _ = fmt.Fprintf(w, "deathtrap: %v\n(deathtrap --help says what there is)\n", err)
}

func rootCommand() *cobra.Command {
	root := serveCommand("deathtrap")
	root.Long = "The card game Deathtrap Dungeon over SSH. Start it, and everybody who can reach this\n" +
		"machine plays with: ssh -p 2222 HOST\n\n" +
		"Every setting is a flag, an environment variable (DEATHTRAP_LISTEN for --listen) or a line\n" +
		"of the --config file (listen = \":2222\"), in this order of precedence."
	root.Example = "deathtrap\n" +
		"deathtrap --listen :22 --data /var/lib/deathtrap --public play.example.org:22\n" +
		"deathtrap simulate --players 6 --games 100 --seed 7 --summary"
	root.AddCommand(serveCommand("serve"), simulateCommand(), verifyCommand(), gamesCommand(), backupCommand(), &cobra.Command{
		Use:   "version",
		Short: "Say which version this is",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "deathtrap", versionText())
			return err
		},
	})
	return root
}

func serveCommand(name string) *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   name,
		Short: "Let people in over SSH (what deathtrap does without a command)",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.settle(cmd.Flags(), os.LookupEnv); err != nil {
				return err
			}
			return serve(cmd.Context(), s, cmd.OutOrStdout())
		},
	}
	s.flags(cmd.Flags())
	return cmd
}

// serve runs the house until the context ends, then sees everybody out.
func serve(ctx context.Context, s settings, out io.Writer) error {
	logger, err := newLogger(s.logLevel)
	if err != nil {
		return err
	}
	slog.SetDefault(logger) // for the libraries
	if err := store.Try(s.data); err != nil {
		return err
	}
	signers, err := hostkeys.Load(filepath.Join(s.data, "hostkeys"))
	if err != nil {
		return err
	}
	proxies, err := parseProxies(s.proxies)
	if err != nil {
		return err
	}
	listener, err := listen(ctx, s.listen)
	if err != nil {
		return err
	}
	listener = behind(listener, proxies)
	s.hosting.Data = s.data
	thinking := newMinds()
	house, closeHouse, err := openHouse(context.WithoutCancel(ctx), s, thinking, logger)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer closeHouse()
	collectAt(whileServing)
	door, err := server.New(server.Config{
		Lobby:   house,
		Signers: signers,
		Logger:  logger,
		Version: strings.Fields(versionText())[0],
		Public:  s.public,
		Hint:    thinking.Hint,
		Limits:  s.limits,
		Hosting: s.hosting,
		Proxies: proxies,
	})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	quiet, endTidying := context.WithCancel(ctx)
	defer endTidying()
	go tidy(quiet, door.Rest, logger) // can't panic
	defer onHangup(func() { reload(door, logger) })()
	endMetrics, err := serveMetrics(s.metrics, door, logger)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer endMetrics()
	if err := welcome(out, listener.Addr(), s, hostkeys.Fingerprint(signers[0])); err != nil {
		return errors.Join(err, listener.Close())
	}
	return admit(ctx, door, listener, logger)
}

// openHouse opens the lobby with all tables as they were when the last process
// ended, however it ended. To close it is to write down what there is.
func openHouse(ctx context.Context, s settings, thinking *minds, logger *slog.Logger) (*lobby.Lobby, func(), error) {
	memory, err := store.Open(s.data, logger)
	if err != nil {
		return nil, nil, err
	}
	kept, err := memory.Tables(ctx)
	if err != nil {
		return nil, nil, errors.Join(err, memory.Close())
	}
	keys, err := memory.Keys(ctx)
	if err != nil {
		return nil, nil, errors.Join(err, memory.Close())
	}
	ctx, closeTables := context.WithCancel(ctx)
	house := lobby.New(ctx, lobby.Config{
		Tables: tablesFor(s.limits.People), Policy: thinking, Pace: s.pace, Memory: memory, Now: memory.Now, Logger: logger,
	})
	house.RestoreKeys(keys)
	house.Restore(kept)
	if len(kept) > 0 {
		logger.Info("tables are back", "tables", len(kept))
	}
	return house, func() {
		closeTables()
		house.Await(closeTime)
		if err := memory.Close(); err != nil {
			logger.Error("closing the store", "err", err)
		}
	}, nil
}

// tablesFor is how many tables may be open where so many people are let in: one for
// two of them, so that a few play by themselves; 0 is the lobby's own number, which
// is also the least.
func tablesFor(people int) int {
	if people < 1000 {
		return 0
	}
	return people / 2
}

// admit serves until the context ends, then drains.
func admit(ctx context.Context, door *server.Server, listener net.Listener, logger *slog.Logger) error {
	drained := make(chan error, 1)
	context.AfterFunc(ctx, func() {
		logger.Info("ending")
		limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
		defer cancel()
		drained <- door.Shutdown(limit)
	})
	if err := door.Serve(listener); err != nil {
		return err
	}
	if err := <-drained; err != nil {
		logger.Warn("some connections had to be cut", "error", err)
	}
	logger.Info("ended")
	return nil
}

func listen(ctx context.Context, address string) (net.Listener, error) {
	if strings.Trim(address, "0123456789") == "" {
		address = ":" + address
	}
	listener, err := server.Listening.Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is taken: another program listens there, perhaps another deathtrap; choose another port with --listen :2223", address)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("%s is not allowed: ports below 1024 are the administrator's; choose another with --listen :2222", address)
	case err != nil:
		return nil, fmt.Errorf("can't listen on %q, it must be [HOST]:PORT: %w", address, err)
	}
	return listener, nil
}

// newLogger writes for people on a terminal, and JSON for everything else.
func newLogger(level string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("log-level is debug, info, warn or error, not %q", level)
	}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		return slog.New(log.NewWithOptions(os.Stderr, log.Options{
			Level: log.Level(l), ReportTimestamp: true, TimeFormat: time.TimeOnly,
		})), nil
	}
	return slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: l})), nil
}

// versionText is the version, or the commit of a build without one.
func versionText() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 7 {
			return "dev-" + s.Value[:7]
		}
	}
	return "dev"
}
