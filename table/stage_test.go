package table

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing/synctest"
	"time"

	"deathtrap/rules"
)

// open is "table players=4 seed=3 ...". A crow watches everything and is the
// one through whom the script hears.
func (s *stage) open(settings []string) {
	o := rules.DefaultOptions()
	o.Players = 4
	pace, seed := time.Second, uint64(1)
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		var err error
		switch name {
		case "seed":
			seed, err = strconv.ParseUint(value, 10, 64)
		case "pace":
			pace, err = time.ParseDuration(value)
		default:
			err = set(&o, name, value)
		}
		must(s.t, err)
	}
	s.log = &faultyLog{}
	s.table = Open(s.ctx, Config{
		Code: "KRAK", Setup: Setup{Options: o}, Policy: lowest{}, Pace: pace, Seed: seeds(seed), Random: seed, Log: s.log,
		Closed: func() { s.hear("", "the table has ended") },
	})
	must(s.t, s.enter("crow"))
}

func set(o *rules.Options, name, value string) (err error) {
	switch name {
	case "players":
		o.Players, err = strconv.Atoi(value)
	case "rounds":
		o.Rounds, err = strconv.Atoi(value)
	case "turn":
		o.Turn, err = rules.ParseTurnTime(value)
	case "bots":
		o.Bots = value
	case "machine":
		o.Machine = rules.Stopping(value)
	case "exchange":
		o.Exchange = rules.Trading(value)
	case "laps":
		o.Laps = rules.Laps(value)
	case "leader":
		o.Leader = rules.Leading(value)
	default:
		err = fmt.Errorf("no option %q", name)
	}
	return err
}

// lowest is a policy for scripts: the first legal action, which is the cheapest
// set or the lowest card; a master plays the Machine as soon as it may.
type lowest struct{}

func (lowest) Choose(kind string, v rules.View, _ uint64) (rules.Action, bool) {
	if !v.Owes() {
		return rules.Stop(), kind == "master"
	}
	return v.Legal[0], true
}

// enter lets somebody in and has them read on.
func (s *stage) enter(name string) error {
	v, err := s.table.Visit(s.ctx, Player{ID: "id of " + name, Name: name, Face: Plain, Guest: strings.HasPrefix(name, "guest")})
	if err != nil {
		return err
	}
	a := &actor{visit: v}
	s.actors[name] = a
	go func() {
		for {
			u, err := v.Next(s.ctx)
			if err != nil {
				if s.ctx.Err() == nil {
					s.hear(name, "%s's visit ends: %v", name, err)
				}
				return
			}
			s.mu.Lock()
			a.newest = u
			s.mu.Unlock()
			s.hearNews(name, u)
		}
	}()
	synctest.Wait()
	return nil
}

func (s *stage) hearNews(name string, u Update) {
	for _, n := range u.News {
		if name == "crow" {
			s.hear("", "%s", tale(u, n))
		} else if n.Private {
			s.hear(name, "(to %s) %s", name, n.Notice)
		}
	}
}

// now is the newest update that somebody got.
func (s *stage) now(a *actor) Update {
	s.mu.Lock()
	defer s.mu.Unlock()
	return a.newest
}

// act is "ana plays orc orc" and the like.
func (s *stage) act(name string, words []string) error {
	if words[0] == "enters" {
		return s.enter(name)
	}
	a := s.actors[name]
	if a == nil {
		s.t.Fatalf("there is no %s", name)
	}
	switch words[0] {
	case "leaves":
		a.visit.Leave()
		return nil
	case "quits":
		a.visit.Quit()
		return nil
	case "remembers":
		s.past = s.now(a).Seen
		return nil
	case "looks":
		s.hearView(s.now(a))
		return nil
	}
	seen := s.now(a).Seen
	if last := len(words) - 1; words[last] == "late" {
		seen, words = s.past, words[:last]
	}
	return a.visit.Do(s.ctx, s.command(seen, words))
}

func (s *stage) command(seen uint64, words []string) Command {
	number := func() int {
		n, err := strconv.Atoi(words[1])
		must(s.t, err)
		return n
	}
	switch words[0] {
	case "sits":
		return Sit{}
	case "ready":
		return Ready{}
	case "unready":
		return Ready{Off: true}
	case "starts":
		return Start{}
	case "gives-up":
		return GiveUp{}
	case "rematch":
		return Rematch{}
	case "adds":
		return AddBots{Count: number(), Kind: words[2]}
	case "removes":
		return RemoveBots{Count: number()}
	case "changes":
		setup := s.table.Board().Setup
		for _, setting := range words[1:] {
			name, value, _ := strings.Cut(setting, "=")
			must(s.t, set(&setup.Options, name, value))
		}
		return Change{setup}
	case "says":
		return Say{strings.Join(words[1:], " ")}
	case "grovels":
		return Grovel{strings.Join(words[1:], " ")}
	case "auto":
		return AutoPass{On: words[1] == "on"}
	case "takes-time":
		return MoreTime{}
	case "kicks":
		return Kick{Name: words[1]}
	case "bans":
		return Kick{Name: words[1], Ban: true}
	case "unbans":
		return Unban{words[1]}
	case "locks":
		return Lock{}
	case "unlocks":
		return Lock{Off: true}
	case "wants-a-pause":
		return Pause{}
	case "goes-on":
		return Pause{Off: true}
	}
	return Act{Seen: seen, Action: s.action(words)}
}

func (s *stage) action(words []string) rules.Action {
	var cards []rules.Card
	for _, slug := range words[1:] {
		c, err := rules.ParseCard(slug)
		must(s.t, err)
		cards = append(cards, c)
	}
	switch words[0] {
	case "plays":
		return rules.Play(cards...)
	case "gives":
		return rules.Give(cards...)
	case "feeds":
		return rules.FeedPig(cards[0])
	case "passes":
		return rules.Pass()
	case "stops":
		return rules.Stop()
	}
	s.t.Fatalf("no such command: %q", words)
	return rules.Action{}
}

// playUntil has everybody who is there do the first legal thing until the game
// is in a phase ("play until scored"), somebody has to act ("play until ana")
// a hand lies there to be cleared ("play until finished"), or somebody has to act
// and no set fits ("play until stuck").
func (s *stage) playUntil(words []string) {
	goal := words[1]
	if len(words) < 3 || words[2] != "aloud" {
		s.hush(true)
		defer s.hush(false)
	}
	for range 100_000 {
		synctest.Wait()
		game := s.now(s.actors["crow"]).View
		finished := game.Phase == rules.PhaseFollow && game.Turn == rules.Nobody
		a := s.actors[goal]
		if a != nil && s.now(a).View.Owes() || goal == string(game.Phase) || goal == "finished" && finished || goal == "stuck" && s.stuck() {
			return
		}
		if !s.somebodyActs() {
			time.Sleep(10 * time.Millisecond)
		}
	}
	s.t.Fatalf("%q never comes", goal)
}

// hush stops or goes on hearing.
func (s *stage) hush(quiet bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.quiet = quiet
}

// stuck reports whether somebody has to act and no set fits.
func (s *stage) stuck() bool {
	for _, a := range s.actors {
		if v := s.now(a).View; v != nil && v.Owes() && v.Legal[0].Kind == rules.ActPass {
			return true
		}
	}
	return false
}

// somebodyActs has one of those whose turn it is act.
func (s *stage) somebodyActs() bool {
	for _, name := range slices.Sorted(maps.Keys(s.actors)) {
		a := s.actors[name]
		if u := s.now(a); u.View != nil && u.View.Owes() {
			return a.visit.Do(s.ctx, Act{Seen: u.Seen, Action: u.View.Legal[0]}) == nil
		}
	}
	return false
}
