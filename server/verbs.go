package server

import (
	"context"
	"errors"
	"fmt"
	"io"
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
)

// verb is what `ssh HOST VERB` does. It has the session to itself and returns
// the exit status.
type verb struct {
	usage string // what follows the verb; "" if nothing may
	about string // for help; "" for those who need none
	run   func(*session) int
}

// verbs are all there are; "" is what comes without one.
func verbs() map[string]verb {
	return map[string]verb{
		"":        {"", "the game, on the whole screen", (*session).play},
		"join":    {"CODE", "sit down at a table (use ssh -t for the screen)", (*session).join},
		"watch":   {"CODE", "look on at a table (use ssh -t for the screen)", (*session).watch},
		"plain":   {"[CODE]", "the game as sentences, for screen readers", (*session).plain},
		"json":    {"", "the game as data, for programs (use ssh -T)", (*session).json},
		"tables":  {"[--json]", "the tables there are", (*session).tables},
		"rules":   {"[--json]", "the game in a minute", (*session).rules},
		"whoami":  {"[--json]", "who you are here", (*session).whoami},
		"keys":    {"[--json]", "the keys by which you come in", (*session).keys},
		"link":    {"[CODE] [--json]", "a code for your other machine, to be said there", (*session).link},
		"unlink":  {"KEY [--json]", "take a key of yours away, by number or fingerprint", (*session).unlink},
		"version": {"[--json]", "what runs here", (*session).version},
		"help":    {"[--json]", "this list", (*session).help},
		"admin":   {anything, "", (*session).admin},
	}
}

// most is how many words may follow the verb.
func (v verb) most() int {
	return len(strings.Fields(strings.ReplaceAll(v.usage, "["+dataFlag+"]", "")))
}

// dataFlag asks for data where a verb answers with it.
const dataFlag = "--json"

// answer does what the command says.
func (s *session) answer(command []string) int {
	name := ""
	if len(command) > 0 {
		name, s.args = command[0], command[1:]
	}
	v, known := s.line.server.verbs[name]
	switch {
	case slices.Contains(fileVerbs, name):
		s.say(noFiles(s.address))
		return failed
	case !known:
		s.say(fmt.Sprintf("There is no %q here. There is: %s.", brief(name), s.verbNames()))
		return failed
	}
	if strings.Contains(v.usage, dataFlag) {
		all := len(s.args)
		s.args = slices.DeleteFunc(s.args, func(arg string) bool { return arg == dataFlag })
		s.data = len(s.args) < all
	}
	if v.usage != anything && len(s.args) > v.most() {
		s.say(fmt.Sprintf("%s is all that can be said, not %q.", strings.TrimSpace(name+" "+v.usage), brief(s.args[v.most()])))
		return failed
	}
	return v.run(s)
}

// anything is the usage of a verb that reads its words itself.
const anything = "..."

// fileVerbs are what programs that copy files try to run.
var fileVerbs = []string{"scp", "sftp", "sftp-server", "rsync", "git-upload-pack", "git-receive-pack"}

func noFiles(at address) string {
	return "There are no files here, only cards. Come in with: " + at.command("")
}

// play is the game in the way that fits the terminal: on the whole screen, or in
// sentences where it can only print, and where there is none.
func (s *session) play() int {
	if s.dumb() {
		return s.sentences()
	}
	return s.show(tui.Options{Want: s.want, Watch: s.look})
}

func (s *session) join() int {
	if len(s.args) == 0 {
		s.say("Join which table? " + s.address.command("") + " -t join CODE")
		return failed
	}
	s.want, s.look = s.args[0], ""
	return s.play()
}

func (s *session) watch() int {
	if len(s.args) == 0 {
		s.say("Watch which table? " + s.address.command("") + " -t watch CODE")
		return failed
	}
	s.want, s.look = "", s.args[0]
	return s.play()
}

func (s *session) plain() int {
	if len(s.args) > 0 {
		if s.want, s.look = deepLink(s.args[0]); s.want+s.look == "" {
			s.want = s.args[0]
		}
	}
	return s.sentences()
}

// sentences is the game in sentences. Without a terminal there may be nobody to
// choose another table than the one that was asked for.
func (s *session) sentences() int {
	if !s.pty && s.wordUnknown() {
		return s.refuse(errWordUnknown)
	}
	return s.lines(table.Plain, func(ctx context.Context, l lines.Line) error {
		l.Once, l.Told = !s.pty, s.notMeant(l.Visit)
		return lines.Plain(ctx, l, s.want, s.look)
	})
}

func (s *session) json() int {
	return s.lines(table.JSON, lines.JSON)
}

// show runs the screens.
func (s *session) show(o tui.Options) int {
	visit, leave, err := s.visit(table.Screen)
	if err != nil {
		s.say(sentence(err))
		return failed
	}
	defer func() {
		if !s.goesOn.Load() { // something broke
			leave()
		}
	}()
	o.Known, o.Settings, o.Told = !visit.New(), visit.Settings(s.ctx), s.notMeant(visit)
	o.Way = s.player.Way
	o.Host, o.Port, o.Hint, o.Desk = s.address.host, s.address.port, s.line.server.hint, s.desk()
	s.run(tui.New(s.ctx, visit, o), leave)
	return goesOn
}

// goesOn is no status: the session goes on, and ends by itself.
const goesOn = -1

// run runs the screens without anybody waiting for their end: a goroutine that did
// would take as much memory as two others.
func (s *session) run(m terminal.Model, leave func()) {
	s.goesOn.Store(true)
	s.follow(terminal.Start(s.ctx, m, s.screen(), func(err error) {
		defer s.end()
		defer s.mend()
		status := func() int { defer leave(); return s.farewell(err) }()
		s.finish(status)
	}))
}

// screen is the person's terminal.
func (s *session) screen() terminal.Config {
	return terminal.Config{
		In:     s.Channel,
		Out:    s.out,
		Hangup: func() { s.line.close(errStalled) },
		Term:   s.term,
		Env:    s.env,
		Size:   s.size,
		Crew:   s.line.server.crew,
		Logger: s.logger,
	}
}

// farewell says on the restored terminal why the screen is gone.
func (s *session) farewell(err error) int {
	var broken *terminal.PanicError
	switch {
	case err == nil:
		s.print("Goodbye.\n" + s.wayBack())
		return ok
	case errors.Is(err, errDraining):
		s.print("The server restarts. Please come back in a minute.\n" + s.wayBack())
		return ok
	case errors.Is(err, table.ErrReplaced):
		s.print("You came back by another line, so this one ends here.\n")
		return ok
	case errors.Is(err, errKicked), errors.Is(err, errBanned):
		s.print(sentence(err) + "\n")
		return ok
	case errors.As(err, &broken):
		s.line.server.counts.panics.Add(1)
		s.logger.Error("panic", "in", broken.During, "panic", broken.Value, "stack", string(broken.Stack))
		s.print("Something broke on our side. Please come in again.\n")
		return failed
	}
	s.logger.Debug("screen ended", "error", err)
	return failed
}

// wayBack is a line that tells how to come back to a seat that is kept; "" for who
// has none.
func (s *session) wayBack() string {
	switch {
	case !s.line.server.lobby.Seated(s.player.ID):
		return ""
	case !s.player.Guest:
		return "Your seat is kept, in a game until its end. The same key brings you back to it.\n"
	}
	return "Your seat is kept, in a game until its end. You come back to it with:\n" + s.player.Way + "\n"
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
		Hint:   s.line.server.hint,
	})
	var refused *lines.Refusal
	switch {
	case errors.As(err, &refused):
		s.say(lines.Sentence(refused.Err))
		if len(s.args) == 0 { // it was the user name
			s.say("To come in without a table: " + s.address.command("NAME"))
		}
		return failed
	case err != nil && !errors.Is(context.Cause(s.ctx), errDraining):
		s.logger.Debug("lines ended", "error", err)
		return failed
	case face == table.Plain:
		s.print(s.wayBack())
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
