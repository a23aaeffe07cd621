//go:build clients

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// TestClientsOfEveryFace plays a game at a table of six: two at screens, one by
// ear, and three programs, which are the one from the docs.
func TestClientsOfEveryFace(t *testing.T) {
	h := startHouse(t, "--pace", "0")
	ctx, cancel := context.WithTimeout(t.Context(), 4*patience)
	defer cancel()
	first := h.sit("ana", h.openSSH("ana", h.key("ana")))
	code := first.openTable(6)
	screens := []*seat{first, h.join("bo", h.openSSH(code, h.key("bo")))}

	var others sync.WaitGroup
	ear := h.openSSH("cleo", h.key("cleo"), "plain", code)
	others.Go(func() { listenToGame(ctx, t, ear) })
	for i := range 3 {
		name := fmt.Sprintf("prog%d", i)
		ssh := h.openSSH(name, h.key(name)).Args[1:]
		player := exec.CommandContext(ctx, "python3", append([]string{"docs/player.py", code}, ssh...)...)
		others.Go(func() {
			if out, err := player.CombinedOutput(); err != nil || !strings.Contains(string(out), "the winner is seat") {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		})
	}
	first.mustSee("6 of 6 seats taken")
	screens[1].mustSee("enter I am ready")
	screens[1].press("\r")
	if _, err := first.sees(t.Context(), func(text string) bool { return strings.Contains(text, "enter start the game") }); err != nil {
		t.Fatal(err)
	}
	first.press("\r")
	for _, s := range screens {
		others.Go(func() {
			if err := s.playOut(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	others.Wait()
}

// firstChoice is read out when the listener may choose.
var firstChoice = regexp.MustCompile(`^1: (\w+)`)

// listenToGame plays by ear: it says it is ready, takes the first choice
// whenever there are some, and hears who is the Ultimate Hero.
func listenToGame(ctx context.Context, t *testing.T, ssh *exec.Cmd) {
	keys, err := ssh.StdinPipe()
	if err != nil {
		t.Error(err)
		return
	}
	out, err := ssh.StdoutPipe()
	if err != nil {
		t.Error(err)
		return
	}
	if err := ssh.Start(); err != nil {
		t.Error(err)
		return
	}
	defer context.AfterFunc(ctx, func() { ssh.Process.Kill() })()
	var heard strings.Builder
	over, offered := false, false
	for said := bufio.NewScanner(out); said.Scan(); {
		line := said.Text()
		fmt.Fprintln(&heard, line)
		over = over || strings.Contains(line, "the Ultimate Hero of all time")
		stopped := offered // the choices of an offer are no question
		offered = strings.HasPrefix(line, "You may stop this hand")
		switch m := firstChoice.FindStringSubmatch(line); {
		case m == nil:
		case over:
			io.WriteString(keys, "quit\n")
		case !stopped:
			io.WriteString(keys, "1\n")
		}
	}
	if err := ssh.Wait(); err != nil || !over {
		t.Errorf("by ear: %v\n%s", err, heard.String())
	}
}
