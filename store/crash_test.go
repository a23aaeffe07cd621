package store

import (
	"bufio"
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"modernc.org/sqlite"

	"deathtrap/lobby"
	"deathtrap/rules"
	"deathtrap/table"
)

var crashEvery = flag.Int("crash.every", 80, "kill the process at every so many entries of a game, at each stage; 1: at each")

// The moments of an entry at which the process is killed.
const (
	beforeTheWrite   = "before the write"
	beforeTheCommit  = "before the commit"
	afterTheCommit   = "after the commit" // and before anybody is told
	crashEnvironment = "DEATHTRAP_TEST_CRASH"
)

// plan is what a child process is to do.
type plan struct {
	Folder string
	Stage  string // "": to the end of the game
	Seq    uint64 // at this entry
}

// TestKilledAtEveryStage has a process play a game and kills it at an entry; a
// second process plays the game to its end. Whatever the first one's player saw
// or was granted must be in the log, and only once.
func TestKilledAtEveryStage(t *testing.T) {
	stages := []string{beforeTheWrite, beforeTheCommit, afterTheCommit}
	runs := 0
	for seq := uint64(4); ; seq += uint64(*crashEvery) {
		for _, stage := range stages {
			folder := t.TempDir()
			first, crashed := child(t, plan{folder, stage, seq})
			if !crashed {
				if runs == 0 {
					t.Fatalf("no process was killed; the first said %q", first)
				}
				t.Logf("%d processes were killed", runs)
				return
			}
			runs++
			second, crashed := child(t, plan{Folder: folder})
			if crashed || len(second) == 0 || second[len(second)-1] != "over" {
				t.Fatalf("%s %d: the second process said %q", stage, seq, second)
			}
			compare(t, fmt.Sprintf("killed %s of entry %d", stage, seq), folder, append(first, second...))
		}
	}
}

// child runs a plan in a process of its own, and returns the lines that it
// printed, and whether it was killed.
func child(t *testing.T, p plan) (lines []string, killed bool) {
	t.Helper()
	text, err := json.Marshal(p)
	must(t, err)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashEnvironment+"="+string(text))
	var broken bytes.Buffer
	cmd.Stderr = &broken
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	for said := bufio.NewScanner(out); said.Scan(); {
		lines = append(lines, said.Text())
	}
	_ = cmd.Wait() // how it ended is looked at
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	killed = ok && status.Signaled() && status.Signal() == syscall.SIGKILL
	if !killed && !cmd.ProcessState.Success() {
		t.Fatalf("%+v: %v\n%s", p, cmd.ProcessState, broken.String())
	}
	return lines, killed
}

// compare holds the lines of a game's processes against its log.
func compare(t *testing.T, what, folder string, lines []string) {
	t.Helper()
	s, err := Open(folder, nil)
	must(t, err)
	defer s.Close()
	past, err := s.entries(t.Context(), 1)
	must(t, err)
	saw, asked, granted := map[string]bool{}, map[string]int{}, map[string]int{}
	for _, line := range lines {
		kind, rest, _ := strings.Cut(line, " ")
		switch kind {
		case "saw":
			saw[rest] = true
		case "asked":
			asked[rest]++
		case "granted":
			granted[rest]++
		}
	}
	moves := map[string]int{}
	must(t, table.Replay(past, func(e table.Entry, _ *rules.Game, events []rules.Event) error {
		for _, event := range events {
			delete(saw, fmt.Sprint(e.Seq, " ", encode(rules.Redact(event, 0))))
		}
		if e.Kind == table.Moved && e.Seat == 0 && !e.Auto {
			moves[encode(e.Action)]++
		}
		return nil
	}))
	for line := range saw {
		t.Errorf("%s: seen and lost: %s", what, line)
	}
	for move, n := range granted {
		if moves[move] < n {
			t.Errorf("%s: %s was granted %d times, the log has %d", what, move, n, moves[move])
		}
	}
	for move, n := range moves {
		if n > asked[move] {
			t.Errorf("%s: %s was asked for %d times, the log has %d", what, move, asked[move], n)
		}
	}
}

func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// runPlan is the child process: a player and three computer players at a table,
// as fast as they can. Each thing that the player sees or does is a line.
func runPlan(text string) error {
	var p plan
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return err
	}
	s, err := Open(p.Folder, nil)
	if err != nil {
		return err
	}
	if err := s.plant(p); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	kept, err := s.Tables(ctx)
	if err != nil {
		return err
	}
	house := lobby.New(ctx, lobby.Config{Memory: mined{s, p}, Policy: firstLegal{}})
	house.Restore(kept)
	v, err := house.Visit(ctx, table.Player{ID: "a", Name: "ana"})
	if err != nil {
		return err
	}
	at, err := v.Resume(ctx)
	if len(kept) == 0 {
		at, err = begin(ctx, v)
	}
	if err != nil {
		return err
	}
	return playOn(ctx, at)
}

func begin(ctx context.Context, v *lobby.Visit) (*table.Visit, error) {
	setup := table.Setup{Options: rules.DefaultOptions()}
	setup.Options.Players, setup.Options.Rounds, setup.Options.Bots, setup.Options.Turn = 4, 1, "novice", 0
	at, err := v.Open(ctx, setup)
	if err != nil {
		return nil, err
	}
	return at, at.Do(ctx, table.Start{})
}

// playOn plays to the end of the game. A table of whose start nothing is left
// begins anew.
func playOn(ctx context.Context, at *table.Visit) error {
	for {
		u, err := at.Next(ctx)
		if err != nil {
			return err
		}
		for _, n := range u.News {
			if n.Event != nil {
				fmt.Println("saw", n.Seen, encode(n.Event))
			}
		}
		switch {
		case u.Board.State == table.Over:
			fmt.Println("over")
			return nil
		case u.Board.State == table.Waiting && u.You == u.Board.Host:
			if err := at.Do(ctx, table.Start{}); err != nil {
				return err
			}
		case u.View != nil && u.View.Owes():
			a := u.View.Legal[0]
			fmt.Println("asked", encode(a))
			if at.Do(ctx, table.Act{Seen: u.Seen, Action: a}) == nil {
				fmt.Println("granted", encode(a))
			}
		}
	}
}

// plant has the database itself kill the process between a write and its commit.
func (s *Store) plant(p plan) error {
	if p.Stage != beforeTheCommit {
		return nil
	}
	err := sqlite.RegisterScalarFunction("crash", 0, func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
		return nil, crash()
	})
	if err != nil {
		return err
	}
	// The connection there is does not know the function yet.
	if err := s.writer.stop(); err != nil {
		return err
	}
	s.db.SetMaxIdleConns(0)
	if s.writer, err = startWriter(s.db, s.now, s.logger); err != nil {
		return err
	}
	_, err = s.writer.conn.ExecContext(context.Background(), fmt.Sprintf(
		"CREATE TEMP TRIGGER mine AFTER INSERT ON main.entries WHEN NEW.seq = %d BEGIN SELECT crash(); END", p.Seq))
	return err
}

// crash is kill -9.
func crash() error {
	if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
		return err
	}
	select {} // it takes a moment
}

// mined is a memory with a log that kills the process at an entry.
type mined struct {
	*Store
	plan plan
}

func (m mined) Table(code, maker string) table.Log {
	return minedLog{m.Store.Table(code, maker), m.plan}
}

type minedLog struct {
	log  table.Log
	plan plan
}

func (l minedLog) Append(e table.Entry) error {
	if e.Seq == l.plan.Seq && l.plan.Stage == beforeTheWrite {
		return crash()
	}
	err := l.log.Append(e)
	if e.Seq == l.plan.Seq && l.plan.Stage == afterTheCommit {
		return crash()
	}
	return err
}

// firstLegal is a policy that plays the first thing it may, and never the
// Machine.
type firstLegal struct{}

func (firstLegal) Choose(_ string, v rules.View, _ uint64) (rules.Action, bool) {
	for _, a := range v.Legal {
		if a.Kind != rules.ActMachine {
			return a, true
		}
	}
	return rules.Action{}, false
}
