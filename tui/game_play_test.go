package tui

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// roughNames are names that a table's cleaning lets through, and worse ones.
var roughNames = []string{
	"marta", "名前が長い人物です名", "e\u0301e\u0301e\u0301e\u0301", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", " ", "►◄▄▄▄", "ไม้เมืองเหนือ", "a\x1b[31mb",
}

// solo is a game of which one seat is played by keys on a screen, and all others
// by the first legal action that comes to hand.
type solo struct {
	t      *testing.T
	random *rand.Rand
	game   *rules.Game
	seat   rules.Seat
	seen   uint64
	news   []table.News
	stage  *sitting
}

func newSolo(t *testing.T, o rules.Options, seed uint64) *solo {
	s := &solo{t: t, random: rand.New(rand.NewPCG(seed, 1)), seat: rules.Seat(seed % uint64(o.Players))}
	players := make([]rules.Player, o.Players)
	for i := range players {
		players[i] = rules.Player{Seat: rules.Seat(i), Name: roughNames[i]}
	}
	var err error
	if s.game, _, err = rules.New(o, players); err != nil {
		t.Fatal(err)
	}
	s.happen(s.game.Deal(rules.Seed{byte(seed)}))
	s.stage = play(t, 80, 24, autoTheme, s.update(), start)
	s.stage.screen().settings.still = seed%2 == 0
	return s
}

func (s *solo) happen(events []rules.Event, err error) {
	if err != nil {
		s.t.Fatal(err)
	}
	s.seen++
	for _, e := range events {
		redacted := rules.Redact(e, s.seat)
		s.news = append(s.news, table.News{Seen: s.seen, Event: &redacted})
	}
}

func (s *solo) update() table.Update {
	o := s.game.Options()
	deadline := start.Add(1e9 * 7)
	u := table.Update{
		Seen: s.seen, You: s.seat, News: s.news, View: &table.View{View: s.game.View(s.seat), Deadline: &deadline},
		Board: &table.Board{Code: "K7QD", State: table.Playing, Seats: chairs(roughNames[:o.Players]...), Setup: table.Setup{Options: o}},
	}
	s.news = nil
	return u
}

// others lets somebody else act, if anybody has to.
func (s *solo) others() bool {
	if s.game.Finished() {
		s.happen(s.game.Clear())
		return true
	}
	for seat := range rules.Seat(s.game.Options().Players) {
		if seat != s.seat && s.game.Owes(seat) {
			legal := s.game.Legal(seat)
			s.happen(s.game.Apply(seat, legal[s.random.IntN(len(legal))]))
			return true
		}
	}
	return false
}

var anyKey = []string{
	"enter", "enter", "enter", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "f", "d", "w", "w", "+", "-", "left", "right",
	"up", "down", "tab", "p", "K", "k", "y", "h", "l", "x", "o", "a", "space", "esc",
}

// act presses keys until something is sent, and does what was sent.
func (s *solo) act() {
	for presses := 0; ; presses++ {
		key := anyKey[s.random.IntN(len(anyKey))]
		if presses > 300 {
			key = "enter"
		}
		s.stage.sent = nil
		s.stage.screen().update(pressed(key))
		s.stage.picture()
		for _, c := range s.stage.sent {
			act, ok := c.(table.Act)
			if !ok {
				continue
			}
			if act.Seen != s.seen {
				s.t.Fatalf("sent with seen %d, not %d", act.Seen, s.seen)
			}
			s.happen(s.game.Apply(s.seat, act.Action))
			return
		}
		if presses > 310 {
			g := s.stage.screen()
			s.t.Fatalf("nothing can be sent: %+v %+v owes %v sent %v drawn %v size %v", momentOf(g.view), g.choice, g.view.Owes(), g.sent, g.drawn, s.stage.size)
		}
	}
}

// turn lets the game go on by one action.
func (s *solo) turn() {
	if !s.game.Owes(s.seat) && s.others() {
		return
	}
	s.act()
}

func (s *solo) show() {
	u := s.update()
	s.stage.at = u
	s.stage.screen().apply(u)
	s.stage.size = terminal.Size{Width: 1 + s.random.IntN(300), Height: 1 + s.random.IntN(100)}
	if s.random.IntN(2) == 0 {
		s.stage.size = terminal.Size{Width: 24 + s.random.IntN(120), Height: 6 + s.random.IntN(40)}
	}
	frame := frameOf(s.stage.size.Width, s.stage.size.Height)
	s.stage.width, s.stage.height = frame.W, frame.H
	s.stage.picture()
}

// TestWhateverIsPressedIsLegal plays whole rounds by keys pressed at random: all
// that is sent is accepted, and a player who only presses enter gets through.
func TestWhateverIsPressedIsLegal(t *testing.T) {
	for seed := range uint64(8) {
		o := rules.DefaultOptions()
		o.Players = 4 + int(seed)%5
		o.Laps = []rules.Laps{rules.LapsOne, rules.LapsOpen, rules.LapsLock}[seed%3]
		o.Leader = []rules.Leading{rules.LeaderLeft, rules.LeaderChosen}[seed%2]
		o.Exchange = []rules.Trading{rules.ExchangeOpen, rules.ExchangeSealed}[seed/2%2]
		o.Machine = []rules.Stopping{rules.MachineAny, rules.MachineTurn}[seed/3%2]
		o.Rounds = 2
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := newSolo(t, o, seed)
			for s.game.Phase() != rules.PhaseOver {
				if s.game.Phase() == rules.PhaseScored {
					s.happen(s.game.Deal(rules.Seed{byte(seed), 1}))
				} else {
					s.turn()
				}
				if s.game.Phase() != rules.PhaseOver {
					s.show()
				}
			}
		})
	}
}

// TestPartsDontOverlap checks the rectangles at every size there is a layout for.
func TestPartsDontOverlap(t *testing.T) {
	for w := leastW; w <= mostW; w++ {
		for h := leastH; h <= mostH; h++ {
			for players := rules.MinPlayers; players <= rules.MaxPlayers; players++ {
				for _, side := range []bool{true, false} {
					l := layoutGame(w, h, players, side)
					checkLayout(t, &l, w, h, players)
				}
			}
		}
	}
}

func checkLayout(t *testing.T, l *gameLayout, w, h, players int) {
	t.Helper()
	parts := []terminal.Rect{l.table, l.news, l.turn, l.hand, l.words, l.side}
	if l.size != phone {
		parts = append(parts, terminal.Rect{W: w, H: 1})
		parts = append(parts, l.seats[1:players]...)
	}
	parts = append(parts, terminal.Rect{Y: h - 2, W: w, H: 2})
	parts = slices.DeleteFunc(parts, func(r terminal.Rect) bool { return r.W <= 0 || r.H <= 0 })
	for i, a := range parts {
		if a.X < 0 || a.Y < 0 || a.X+a.W > w || a.Y+a.H > h {
			t.Fatalf("%dx%d, %d players: %+v is outside", w, h, players, a)
		}
		for _, b := range parts[:i] {
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
				t.Fatalf("%dx%d, %d players: %+v and %+v overlap", w, h, players, a, b)
			}
		}
	}
}
