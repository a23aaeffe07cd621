package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"deathtrap/lobby"
	"deathtrap/table"
	"deathtrap/table/words"
)

// session is one person at a channel: who they are and what they asked for.
type session struct {
	*channel
	player  table.Player
	user    string // as the client calls its user
	want    string // the code of a table to sit down at at once, or ""
	look    string // or to look on at
	data    bool   // the answer is wanted as data
	began   time.Time
	args    []string // what follows the verb
	address address  // by which friends reach the server
	logger  *slog.Logger
}

// recovered is the outermost middleware: a panic ends this session alone.
func (l *line) recovered(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		c := l.channel.Load()
		defer func() {
			if !c.goesOn.Load() {
				c.end()
			}
		}()
		defer c.mend()
		next(sess)
	}
}

// mend is deferred: it turns a panic into the end of the session.
func (c *channel) mend() {
	if r := recover(); r != nil {
		c.line.server.counts.panics.Add(1)
		c.line.logger.Error("panic", "in", "session", "panic", r, "stack", string(debug.Stack()))
		c.say("\r\nSomething broke on our side. Please come in again.")
		c.exit(failed)
		c.goesOn.Store(false)
	}
}

// admitted lets in whom there is room for.
func (l *line) admitted(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		c := l.channel.Load()
		c.who = identify(sess.User(), sess.PublicKey(), l.word, l.server.lobby)
		err := l.mayEnter(c.who)
		if err == nil {
			err = l.ticket.admit(applicant{c.who.id, c.who.guest(), l.server.lobby.Seated(c.who.id)})
		}
		if err != nil {
			l.logger.Info("not let in", "error", err)
			c.say(sentence(err))
			c.exit(failed)
			return
		}
		next(sess)
	}
}

// session is the innermost middleware: the session itself.
func (l *line) session(ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		c := l.channel.Load()
		l.server.counts.sessions.Add(1)
		s := l.newSession(sess, c)
		var command []string
		if sess.RawCommand() != "" { // even to find that there is none takes 4 KiB
			command = sess.Command()
		}
		s.logger.Info("came in", "name", s.player.Name, "guest", s.player.Guest, "verb", brief(verbOf(command)), "term", c.term)
		if status := s.answer(command); status != goesOn {
			s.finish(status)
		}
	}
}

// finish is the end of a session that was let in.
func (s *session) finish(status int) {
	s.logger.Info("left", "seconds", int(time.Since(s.began).Seconds()), "status", status, "cause", context.Cause(s.ctx))
	s.exit(status)
}

// verbOf is the first word of a command: what follows may be a secret.
func verbOf(command []string) string {
	if len(command) == 0 {
		return ""
	}
	return command[0]
}

func (l *line) newSession(sess ssh.Session, c *channel) *session {
	s := &session{
		channel: c,
		user:    sess.User(),
		player:  table.Player{ID: c.who.id, Key: c.who.key, Name: words.Propose(sess.User()), Guest: c.who.guest(), Face: table.Screen},
		address: l.address(),
		began:   time.Now(),
		logger:  l.logger.With("player", c.who.id),
	}
	if s.want, s.look = deepLink(sess.User()); s.want != "" || s.look != "" || isResume(sess.User()) {
		s.player.Name = words.Nameless // the user name is none, or even a secret
	}
	if !l.ticket.exempt {
		s.player.Source = l.ticket.source.String()
	}
	if s.player.Guest {
		s.player.Way = s.address.command(resumes + c.who.word)
	}
	return s
}

// deepLink is the table that a user name asks for, to sit down at or to look on
// at: CODE, join-CODE or watch-CODE. Behind join- and watch- a code that was
// misread is one that no table has; alone it may be a name.
func deepLink(user string) (join, watch string) {
	before, code, _ := strings.Cut(user, "-")
	meant := lobby.IsCode(code) || lobby.NearlyCode(code)
	switch {
	case lobby.IsCode(user):
		return user, ""
	case strings.EqualFold(before, "join") && meant:
		return code, ""
	case strings.EqualFold(before, "watch") && meant:
		return "", code
	}
	return "", ""
}

func isResume(user string) bool { return strings.HasPrefix(strings.ToLower(user), resumes) }

// errWordUnknown is told to whom a word to come back with brings nowhere.
var errWordUnknown = errors.New("no seat is kept for that word any more")

// notMeant says that the user name was taken for something else than was
// probably meant: "" if there is no sign of that. Who is known here under the name
// has heard it before.
func (s *session) notMeant(v *lobby.Visit) string {
	user, name := s.user, v.Player().Name
	switch {
	case s.want != "" || s.look != "":
		return ""
	case s.wordUnknown():
		return sentence(errWordUnknown)
	case lobby.NearlyCode(user) && (v.New() || !strings.EqualFold(name, user)):
		return fmt.Sprintf("There is no table %s. You are in the lobby as %s.", strings.ToUpper(user), name)
	}
	return ""
}

// wordUnknown reports whether the person came with a word that names nobody.
func (s *session) wordUnknown() bool {
	user := strings.ToLower(s.user)
	return isResume(user) && user != resumes+s.who.word
}

// visit lets the person into the lobby, looking at it in that way. It ends the
// session in which the same person is there already; leave must be called.
func (s *session) visit(face table.Face) (v *lobby.Visit, leave func(), err error) {
	s.player.Face = face
	v, err = s.line.server.lobby.Visit(s.ctx, s.player)
	if err != nil {
		return nil, nil, err
	}
	s.line.server.arrive(s)
	seated := func() bool { return s.line.server.lobby.Seated(s.player.ID) }
	s.out.seated.Store(&seated)
	return v, func() {
		s.line.server.depart(s)
		v.Leave()
	}, nil
}

// arrive enters a session as the newest of its player.
func (s *Server) arrive(newest *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if older := s.present[newest.player.ID]; older != nil {
		older.cancel(table.ErrReplaced)
	}
	s.present[newest.player.ID] = newest
}

// depart forgets a session, unless a newer one has taken its place.
func (s *Server) depart(old *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.present[old.player.ID] == old {
		delete(s.present, old.player.ID)
	}
}

// Rest has the screens, and the crew that draws them, take less memory until they
// change: for when hardly anything happens.
func (s *Server) Rest() {
	s.mu.Lock()
	present := slices.Collect(maps.Values(s.present))
	s.mu.Unlock()
	for _, p := range present {
		p.rest()
	}
	s.crew.Rest()
}

// exit sends the exit status and closes the channel. What the client then does,
// it does within the time of a line without a session.
func (c *channel) exit(status int) {
	cause := context.Cause(c.ctx)
	forGood := errors.Is(cause, table.ErrReplaced) || errors.Is(cause, errKicked) || errors.Is(cause, errBanned)
	c.shut()
	defer c.line.rest(forGood)
	_, err := c.Channel.SendRequest("exit-status", false, gossh.Marshal(&struct{ Status uint32 }{uint32(status)}))
	if err == nil {
		err = c.Channel.Close()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		c.line.logger.Debug("no exit status sent", "error", err)
	}
}

// SendRequest and Close are what the SSH library says when its handler returns; the
// session may go on then, and exit has the last word.
func (c *channel) SendRequest(string, bool, []byte) (bool, error) { return false, nil }

// Close does nothing either.
func (c *channel) Close() error { return nil }

// print writes a text for the person, whose terminal may want its own line ends.
func (s *session) print(text string) {
	if s.pty {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if _, err := io.WriteString(s.out, text); err != nil {
		s.logger.Debug("not told", "error", err)
	}
}

// sentence makes a sentence of an error's words.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
