package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"

	"deathtrap/server"
)

// settings are what a host chooses.
type settings struct {
	listen   string
	data     string
	pace     time.Duration
	public   string
	logLevel string
	limits   server.Limits
	hosting  server.Hosting
	metrics  string
	proxies  []string
}

// configFlag names the file with the settings; it can't be set in the file.
const configFlag = "config"

func (s *settings) flags(f *pflag.FlagSet) {
	f.SortFlags = false
	f.StringVar(&s.listen, "listen", ":2222", "address to listen on, [HOST]:PORT")
	s.dataFlags(f)
	f.StringVar(&s.public, "public", "", "where friends reach this server, HOST:PORT, for the line that invites them (default what they dialled)")
	f.DurationVar(&s.pace, "pace", time.Second, "the length of a pause at the table; computer players think for about as long")
	f.StringVar(&s.logLevel, "log-level", "info", "how much to log: debug, info, warn or error")
	f.StringVar(&s.hosting.Admins, "admins", "", "file with the keys of those who may ssh HOST admin, as in authorized_keys")
	f.StringVar(&s.hosting.Allow, "allow", "", "file with the keys of those who alone are let in (default everybody)")
	f.StringVar(&s.hosting.Notice, "motd", "", "file with the message of the day")
	f.StringVar(&s.metrics, "metrics", "", "address on this machine for metrics, health and profiles, such as 127.0.0.1:9090 (default none)")
	f.StringSliceVar(&s.proxies, "proxy", nil, "networks of the proxies in front, which alone connect and speak the PROXY protocol, such as 10.0.0.5/32")
	f.BoolVar(&s.limits.Local, "limit-local", false, "limit connections from this machine and listed proxies as any others")
	f.String(configFlag, "", "file with any of these settings, and a table [limits] (TOML)")
}

// dataFlags are those of the commands that read the data folder.
func (s *settings) dataFlags(f *pflag.FlagSet) {
	f.StringVar(&s.data, "data", dataDir(os.LookupEnv), "folder for what must outlive a restart")
}

// dataDir is where data survives a restart without anybody having to choose:
// the user's own data folder (XDG base directories), or ./data for a user
// without a home.
func dataDir(env func(string) (string, bool)) string {
	if dir, ok := env("XDG_DATA_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "deathtrap")
	}
	if home, ok := env("HOME"); ok && filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "share", "deathtrap")
	}
	return "data"
}

// settle gives every flag that was not typed its value: from the environment,
// or else from the config file, or else its default.
func (s *settings) settle(flags *pflag.FlagSet, env func(string) (string, bool)) error {
	if err := settleByEnvironment(flags, env); err != nil {
		return err
	}
	path, err := flags.GetString(configFlag)
	if err != nil || path == "" {
		return err
	}
	file, err := readConfig(path)
	if err != nil {
		return err
	}
	if said, ok := file[limitsTable]; ok {
		if err := setLimits(&s.limits, said); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		delete(file, limitsTable)
	}
	for name := range file {
		if name == configFlag || name == "help" || flags.Lookup(name) == nil {
			return fmt.Errorf("%s: there is no setting %q", path, name)
		}
	}
	return settleFrom(flags, path, func(name string) (any, bool) {
		value, ok := file[name]
		return value, ok
	})
}

func settleByEnvironment(flags *pflag.FlagSet, env func(string) (string, bool)) error {
	return settleFrom(flags, "the environment", func(name string) (any, bool) {
		name = "DEATHTRAP_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
		value, ok := env(name)
		return value, ok && value != ""
	})
}

// settleFrom sets every flag that was not set yet and that the source knows.
func settleFrom(flags *pflag.FlagSet, source string, value func(name string) (any, bool)) error {
	var wrong error
	flags.VisitAll(func(f *pflag.Flag) {
		if v, ok := value(f.Name); ok && !f.Changed && wrong == nil {
			if err := flags.Set(f.Name, fmt.Sprint(v)); err != nil {
				wrong = fmt.Errorf("%s: %w", source, err)
			}
		}
	})
	return wrong
}

func readConfig(path string) (map[string]any, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no config file %s", path)
	}
	if err != nil {
		return nil, fmt.Errorf("read config: %w", err)
	}
	file := map[string]any{}
	if err := toml.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("%s is not TOML: %w", path, err)
	}
	return file, nil
}
