package tui

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/vt"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
	"deathtrap/tui/terminal"
)

// dice plays anything that is legal.
type dice struct{}

func (dice) Choose(_ string, v rules.View, seed uint64) (rules.Action, bool) {
	a := v.Legal[seed%uint64(len(v.Legal))]
	return a, a.Kind != rules.ActMachine || v.Owes()
}

// person sits in front of a virtual terminal with a program in it.
type person struct {
	mu     sync.Mutex
	name   string
	screen *vt.SafeEmulator
	bells  int
	bytes  int // written since they were last asked for
	keys   *io.PipeWriter
	done   chan error
}

func (p *person) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bells += bytes.Count(b, []byte{'\a'})
	p.bytes += len(b)
	return p.screen.Write(b)
}

// rang reports whether the bell has rung.
func (p *person) rang() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bells > 0
}

// taken is how many bytes have been written since it was last asked.
func (p *person) taken() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.bytes
	p.bytes = 0
	return n
}

// comes lets a person into the house who has been here before.
func comes(t *testing.T, house *lobby.Lobby, name string, size terminal.Size, o Options) *person {
	t.Helper()
	o.Known = true
	return arrives(t, house, name, size, o)
}

// arrives lets a person into the house.
func arrives(t *testing.T, house *lobby.Lobby, name string, size terminal.Size, o Options) *person {
	t.Helper()
	visit, err := house.Visit(t.Context(), table.Player{ID: name, Name: name, Face: table.Screen})
	if err != nil {
		t.Fatal(err)
	}
	o.Host, o.Port, o.Settings = "dungeon.example", "2222", visit.Settings(t.Context())
	return running(t, name, size, func(ctx context.Context) terminal.Model { return New(ctx, visit, o) }, visit.Leave)
}

// running has a program run in front of a person; after is called at its end.
func running(t *testing.T, name string, size terminal.Size, program func(context.Context) terminal.Model, after func()) *person {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	in, keys := io.Pipe()
	p := &person{name: name, screen: vt.NewSafeEmulator(size.Width, size.Height), keys: keys, done: make(chan error, 1)}
	replies := make(chan struct{})
	go func() {
		defer close(replies)
		_, _ = io.Copy(io.Discard, p.screen)
	}()
	go func() {
		err := terminal.Run(ctx, program(ctx), terminal.Config{
			In: in, Out: p, Hangup: func() { in.Close() }, Term: "xterm-256color", Size: size,
		})
		after()
		in.Close()
		p.done <- err
	}()
	t.Cleanup(func() {
		leave()
		in.Close()
		_ = p.screen.InputPipe().(io.Closer).Close()
		<-replies
	})
	synctest.Wait()
	return p
}

// types sends keys, and waits until they have had their effect.
func (p *person) types(t *testing.T, keys string) {
	t.Helper()
	for _, key := range strings.SplitAfter(keys, "") {
		if _, err := io.WriteString(p.keys, key); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		synctest.Wait()
	}
	settleDown()
}

// hits sends a key that may end the program.
func (p *person) hits(key string) {
	_, _ = io.WriteString(p.keys, key)
	synctest.Wait()
}

// settleDown lets what waits for a moment, such as the lobby's board, happen.
func settleDown() {
	time.Sleep(200 * time.Millisecond)
	synctest.Wait()
}

func (p *person) sees() string {
	p.mu.Lock() // the emulator's own lock is not taken by String
	defer p.mu.Unlock()
	return p.screen.String()
}

// paints is what the person sees with its colours; of a blank only the ground shows.
func (p *person) paints() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all strings.Builder
	for y := range p.screen.Height() {
		for x := range p.screen.Width() {
			c := p.screen.CellAt(x, y)
			if c.Content == " " {
				fmt.Fprint(&all, " ", c.Style.Bg)
			} else {
				fmt.Fprint(&all, c.Content, c.Style)
			}
		}
		all.WriteByte('\n')
	}
	return all.String()
}

// mustSee fails unless all the words are on the screen.
func (p *person) mustSee(t *testing.T, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(p.sees(), w) {
			t.Fatalf("%s does not see %q:\n%s", p.name, w, p.sees())
		}
	}
}

// inHouse runs a test in a house of its own time.
func inHouse(t *testing.T, test func(t *testing.T, house *lobby.Lobby)) {
	t.Helper()
	atPace(t, 0, test)
}

// atPace is inHouse with tables that pause for so long, on the bubble's clock.
func atPace(t *testing.T, pace time.Duration, test func(t *testing.T, house *lobby.Lobby)) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		t.Cleanup(func() { // after everybody has left
			cancel()
			time.Sleep(time.Minute) // for the ticks under way
		})
		test(t, lobby.New(ctx, lobby.Config{Policy: dice{}, Pace: pace}))
	})
}

var normalSize = terminal.Size{Width: 80, Height: 24}

func TestFourSitDownAndPlayAGame(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		marta := comes(t, house, "marta", normalSize, Options{})
		marta.mustSee(t, "Welcome back, marta", "No table stands yet.")
		marta.types(t, "n")
		marta.types(t, "cellar\x1b[B\x1b[B\x1b[D\x1b[D") // four players
		marta.mustSee(t, "players    ◄ 4")
		marta.types(t, "\x1b[B\x1b[D\x1b[D\x1b[D\r") // one round
		marta.mustSee(t, "cellar", "1 of 4 seats taken", "1 round")

		people := []*person{marta}
		for i, name := range []string{"Wei", "Ilse", "Pim"} {
			p := comes(t, house, name, []terminal.Size{normalSize, {Width: 120, Height: 40}, {Width: 40, Height: 12}}[i], Options{})
			settleDown()
			p.mustSee(t, "cellar")
			p.types(t, "\r")
			people = append(people, p)
		}
		for _, p := range people[1:] {
			p.mustSee(t, "marta")
			p.types(t, "\r")
			p.mustSee(t, "ready")
		}
		marta.mustSee(t, "enter start the game")
		marta.types(t, "\r")
		playOn(t, people, "The Ultimate Hero of all time!")
		marta.types(t, "R")
		marta.mustSee(t, "marta wants a rematch", "enter I am ready")
	})
}

// playOn lets people press what plays until all see the words.
func playOn(t *testing.T, people []*person, until string) {
	t.Helper()
	for range 2000 {
		synctest.Wait()
		done := 0
		for _, p := range people {
			switch see := p.sees(); {
			case strings.Contains(see, until):
				done++
			default:
				p.types(t, "\r")
			}
		}
		if done == len(people) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	views := ""
	for _, p := range people {
		views += fmt.Sprintf("%s:\n%s\n", p.name, p.sees())
	}
	t.Fatalf("nobody saw %q:\n%s", until, views)
}

// A key press is all it takes to be in a game against computer players.
func TestPracticeIsOneKey(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		ilse := comes(t, house, "Ilse", normalSize, Options{})
		ilse.types(t, "b")
		ilse.mustSee(t, "round 1 of 4", "bot")
		playOn(t, []*person{ilse}, "The Ultimate Hero of all time!")
	})
}

// A quick match finds a seat, and nobody has to wait for people.
func TestQuickMatchSitsDown(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		ilse := comes(t, house, "Ilse", normalSize, Options{})
		ilse.types(t, "m")
		ilse.mustSee(t, "Ilse's table", "6 of 6 seats taken", "enter start the game")
	})
}

// A guest is told how to come back, in words that can be copied.
func TestGuestsAreToldHowToComeBack(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen { s.at, s.seat = waitingTable(), &table.Visit{}; return newWaiting(s) })
	p.hearAlone("Wei is back.")
	if len(p.dialogs) != 0 || p.notice.words != "Wei is back." {
		t.Errorf("a short notice: %d dialogs, %q", len(p.dialogs), p.notice.words)
	}
	p.hearAlone("You are a guest. This brings you back: ssh -p 2222 resume-word@dungeon.example")
	if got := terminal.Snapshot(p, normalSize).Text(); !strings.Contains(got, "ssh -p 2222 resume-word@dungeon.example\n") || !strings.Contains(got, "enter I am ready") {
		t.Errorf("the way back:\n%s", got)
	}
}

// Whoever leaves a running game, or drops out of it, finds the seat again.
func TestASeatIsKept(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		ilse := comes(t, house, "Ilse", normalSize, Options{})
		ilse.types(t, "b")
		ilse.types(t, "\x1b")
		settleDown()
		ilse.types(t, "q")
		ilse.mustSee(t, "Your seat at", "is kept", "enter go back to your seat")
		ilse.types(t, "\r")
		ilse.mustSee(t, "round 1 of 4")
		ilse.keys.Close()
		settleDown()
		again := comes(t, house, "Ilse", normalSize, Options{})
		settleDown()
		again.mustSee(t, "round 1 of 4")
	})
}

// The newest line of a person is theirs; the older one says so and ends.
func TestTheOlderLineSaysGoodbye(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		first := comes(t, house, "Ilse", normalSize, Options{})
		comes(t, house, "Ilse", normalSize, Options{})
		settleDown()
		first.mustSee(t, "You came back by another line", "enter leave")
		first.types(t, "\r")
		if err := <-first.done; err != nil {
			t.Errorf("it ended with %v", err)
		}
	})
}

// A friend comes straight to the table, another one looks on.
func TestInvitationLeadsToTheTable(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		marta := comes(t, house, "marta", normalSize, Options{})
		marta.types(t, "n")
		marta.types(t, "cellar\r")
		_, after, _ := strings.Cut(marta.sees(), "ssh -p 2222 ")
		code, _, _ := strings.Cut(after, "@")
		friend := comes(t, house, "Wei", normalSize, Options{Want: code})
		friend.mustSee(t, "table "+code, "2 of 6 seats taken")
		comes(t, house, "Pim", normalSize, Options{Watch: code}).mustSee(t, "table "+code, "enter sit down")
		lost := comes(t, house, "Suze", normalSize, Options{Want: "NOPE"})
		lost.mustSee(t, "There is no table with that code.", "TABLES")
		lost.types(t, "j")
		lost.types(t, strings.ToLower(code))
		lost.mustSee(t, "enter sit down at "+code)
		lost.types(t, "\r")
		lost.mustSee(t, "3 of 6 seats taken")
	})
}

// Everybody reads what is said where they are, and nobody else does.
func TestChatGoesWhereOneIs(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		marta := comes(t, house, "marta", normalSize, Options{})
		wei := comes(t, house, "Wei", normalSize, Options{})
		wei.types(t, "canyone for four?\r")
		marta.mustSee(t, "Wei", "anyone for four?")
		marta.types(t, "n")
		marta.types(t, "\r")
		marta.types(t, "cat the table\r")
		marta.mustSee(t, "at the table")
		if strings.Contains(wei.sees(), "at the table") {
			t.Errorf("Wei hears it in the lobby:\n%s", wei.sees())
		}
	})
}

func TestDrainingIsSaid(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		ilse := comes(t, house, "Ilse", normalSize, Options{})
		house.Drain()
		settleDown()
		ilse.mustSee(t, "The server will end soon.")
		ilse.types(t, "b")
		ilse.mustSee(t, "nothing new begins")
	})
}

// Whoever looks elsewhere is rung for when it is their turn.
func TestBellCallsForTheTurn(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		ilse := comes(t, house, "Ilse", normalSize, Options{})
		ilse.types(t, "b")
		playOn(t, []*person{ilse}, "round 1")
		if _, err := io.WriteString(ilse.keys, "\x1b[O"); err != nil { // the window is no longer in front
			t.Fatal(err)
		}
		for range 600 {
			synctest.Wait()
			if ilse.rang() {
				return
			}
			time.Sleep(time.Second)
		}
		t.Error("no bell in ten minutes")
	})
}

// What is typed ahead in one go reaches the screens it is meant for.
func TestKeysTypedAheadFollow(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		ilse := comes(t, house, "Ilse", normalSize, Options{})
		ilse.hits("ncellar\x1b[B\x1b[B\x1b[D") // a new table, its title, one player fewer
		ilse.mustSee(t, "cellar", "players    ◄ 5")
		ilse.hits("\x03s") // back, and to the settings
		ilse.mustSee(t, "settings")
	})
}

// Whoever comes for the first time is told where they are, and any key of the
// lobby's works at once.
func TestTheFirstVisit(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		ilse := arrives(t, house, "Ilse", normalSize, Options{})
		ilse.mustSee(t, "Welcome, Ilse.", "Get rid of all your cards", "b play now")
		ilse.types(t, "\r")
		ilse.mustSee(t, "TABLES", "Welcome, Ilse.")
		for key, see := range map[string]string{"b": "round 1 of 4", "g": "step 1 of", "n": "new table", "m": "Wei-m's table", "s": "settings"} {
			wei := arrives(t, house, "Wei-"+key, normalSize, Options{})
			wei.types(t, key)
			wei.mustSee(t, see)
			wei.keys.Close()
			settleDown()
		}
	})
}

// Whoever waits at a quick match is told for how long.
func TestAQuickMatchSaysWhenItFills(t *testing.T) {
	atPace(t, time.Second, func(t *testing.T, house *lobby.Lobby) {
		ilse := comes(t, house, "Ilse", normalSize, Options{})
		ilse.types(t, "m")
		ilse.mustSee(t, "1 of 6 seats taken", "If nobody comes in 15 seconds")
		time.Sleep(16 * time.Second)
		ilse.types(t, "")
		ilse.mustSee(t, "6 of 6 seats taken")
	})
}

// The row of the table with one's own seat leads back to the seat, too.
func TestTheOwnTableIsNotToBeWatched(t *testing.T) {
	own := table.Board{Code: "KRAK", State: table.Playing}
	l := newLobby(&session{house: lobby.Board{Tables: []table.Board{own}}})
	l.kept = own.Code
	for l.row = range l.rows() {
		if got := l.enterKey().Help().Desc; got != "go back to your seat at KRAK" {
			t.Errorf("row %d: enter is to %s", l.row, got)
		}
	}
}
