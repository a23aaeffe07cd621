package tui

import (
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
	keys   *io.PipeWriter
	done   chan error
}

func (p *person) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.screen.Write(b)
}

// comes lets a person into the house.
func comes(t *testing.T, house *lobby.Lobby, name string, size terminal.Size, o Options) *person {
	t.Helper()
	visit, err := house.Visit(t.Context(), table.Player{ID: name, Name: name, Face: table.Screen})
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	in, keys := io.Pipe()
	p := &person{name: name, screen: vt.NewSafeEmulator(size.Width, size.Height), keys: keys, done: make(chan error, 1)}
	replies := make(chan struct{})
	go func() {
		defer close(replies)
		_, _ = io.Copy(io.Discard, p.screen)
	}()
	o.Host, o.Port = "dungeon.example", "2222"
	go func() {
		err := terminal.Run(ctx, New(ctx, visit, o), terminal.Config{
			In: in, Out: p, Hangup: func() { in.Close() }, Term: "xterm-256color", Size: size,
		})
		visit.Leave()
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

// settleDown lets what waits for a moment, such as the lobby's board, happen.
func settleDown() {
	time.Sleep(200 * time.Millisecond)
	synctest.Wait()
}

func (p *person) sees() string { return p.screen.String() }

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
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		t.Cleanup(func() { // after everybody has left
			cancel()
			time.Sleep(2 * time.Second) // for the ticks under way
		})
		test(t, lobby.New(ctx, lobby.Config{Policy: dice{}}))
	})
}

var normalSize = terminal.Size{Width: 80, Height: 24}

func TestFourSitDownAndPlayAGame(t *testing.T) {
	inHouse(t, func(t *testing.T, house *lobby.Lobby) {
		marta := comes(t, house, "marta", normalSize, Options{})
		marta.mustSee(t, "Welcome back, marta", "No table stands yet")
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
