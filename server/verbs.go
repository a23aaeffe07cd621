package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"charm.land/ssh"

	"deathtrap/server/lines"
	"deathtrap/table"
	"deathtrap/table/words"
	"deathtrap/tui"
	"deathtrap/tui/terminal"
)

// The exit statuses of a session.
const (
	ok     = 0
	failed = 1
	misuse = 2
)

// verb is what `ssh HOST VERB` does. It has the session to itself and returns
// the exit status.
type verb struct {
	about string // for help
	run   func(*session) int
}

// verbs are all there are; "" is what comes without one.
func verbs() map[string]verb {
	return map[string]verb{
		"":      {"the game, on the whole screen", (*session).screen},
		"watch": {"look on at a table: watch CODE", (*session).watch},
		"plain": {"the game as sentences, for screen readers and simple terminals: plain [CODE]", (*session).plain},
		"json":  {"the game as data, for programs (use ssh -T)", (*session).json},
		"help":  {"this list", (*session).help},
	}
}

// answer does what the command says.
func (s *session) answer(command []string) int {
	name := ""
	if len(command) > 0 {
		name, s.args = command[0], command[1:]
	}
	v, known := s.line.server.verbs[name]
	if !known {
		s.say(fmt.Sprintf("There is no %q here. What there is: %s help", brief(name), s.address.command("")))
		return misuse
	}
	return v.run(s)
}

// screen is the full screen, or sentences where the terminal can only print.
func (s *session) screen() int {
	if !s.pty {
		s.say("No terminal, no screen. For sentences: " + s.address.command("") + " plain")
		return failed
	}
	if s.dumb() {
		return s.plain()
	}
	return s.show(tui.Options{Want: s.want})
}

func (s *session) watch() int {
	if len(s.args) != 1 {
		s.say("Watch which table? " + s.address.command("") + " -t watch CODE")
		return misuse
	}
	if s.dumb() {
		return s.lines(table.Plain, func(ctx context.Context, l lines.Line) error {
			return lines.Plain(ctx, l, "", s.args[0])
		})
	}
	return s.show(tui.Options{Watch: s.args[0]})
}

func (s *session) plain() int {
	if len(s.args) > 0 {
		s.want = s.args[0]
	}
	return s.lines(table.Plain, func(ctx context.Context, l lines.Line) error {
		return lines.Plain(ctx, l, s.want, "")
	})
}

func (s *session) json() int {
	return s.lines(table.JSON, lines.JSON)
}

func (s *session) help() int {
	var text strings.Builder
	fmt.Fprintf(&text, "Deathtrap Dungeon, a card game for 4 to 8. Play: %s\n\n", s.address.command(""))
	for _, name := range slices.Sorted(maps.Keys(s.line.server.verbs)) {
		fmt.Fprintf(&text, "  %-9s %s\n", cmp.Or(name, "(nothing)"), s.line.server.verbs[name].about)
	}
	fmt.Fprintf(&text, "\nThe code of a table as user name sits you down there: %s\n", s.address.command("CODE"))
	s.print(text.String())
	return ok
}

// show runs the screens.
func (s *session) show(o tui.Options) int {
	visit, leave, err := s.visit(table.Screen)
	if err != nil {
		s.say(sentence(err))
		return failed
	}
	defer leave()
	o.Host, o.Port, o.Hint = s.address.host, s.address.port, s.line.server.hint
	err = terminal.Run(s.ctx, tui.New(s.ctx, visit, o), terminal.Config{
		In:     s.Channel,
		Out:    s.out,
		Hangup: func() { s.line.close(errStalled) },
		Term:   s.term,
		Env:    s.env,
		Size:   s.size,
		Sizes:  s.sizes,
		Logger: s.logger,
	})
	return s.farewell(err)
}

// farewell says on the restored terminal why the screen is gone.
func (s *session) farewell(err error) int {
	var broken *terminal.PanicError
	switch {
	case err == nil:
		s.print("Goodbye.\n")
		return ok
	case errors.Is(err, errDraining):
		s.print("The server restarts. Please come back in a minute.\n")
		return ok
	case errors.Is(err, table.ErrReplaced):
		s.print("You came back by another line, so this one ends here.\n")
		return ok
	case errors.As(err, &broken):
		s.logger.Error("panic", "in", broken.During, "panic", broken.Value, "stack", string(broken.Stack))
		s.print("Something broke on our side. Please come in again.\n")
		return failed
	}
	s.logger.Debug("screen ended", "error", err)
	return failed
}

// lines runs a face of lines. At a terminal, which is in raw mode, it needs a
// line discipline.
func (s *session) lines(face table.Face, run func(context.Context, lines.Line) error) int {
	visit, leave, err := s.visit(face)
	if err != nil {
		s.say(sentence(err))
		return failed
	}
	defer leave()
	input, endInput := s.input()
	var in io.Reader = input
	var out io.Writer = s.out
	if s.pty {
		out = ssh.NewPtyWriter(out)
		in = lines.NewCooked(in, out)
	}
	err = run(s.ctx, lines.Line{
		In:  in,
		Out: out,
		Hangup: func() {
			endInput()
			if s.out.busy() {
				s.line.close(errStalled)
			}
		},
		Visit:  visit,
		Logger: s.logger,
	})
	if err != nil && !errors.Is(context.Cause(s.ctx), errDraining) {
		s.logger.Debug("lines ended", "error", err)
		return failed
	}
	return ok
}

// input is what the person sends, as a stream that can be ended from here. The
// channel's own can't, unless by closing it, and the exit status comes first.
func (s *session) input() (in io.Reader, end func()) {
	in, feed := io.Pipe()
	s.line.spawn("input", func() {
		_, err := io.Copy(feed, s.Channel)
		feed.CloseWithError(err) // io.EOF for nil
	})
	return in, func() { feed.CloseWithError(io.EOF) }
}

// brief is the beginning of a foreign text, fit to be shown.
func brief(s string) string { return words.Clip(words.Term(s), 20) }
