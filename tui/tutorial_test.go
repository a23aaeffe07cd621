package tui

import (
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"deathtrap/tui/terminal"
)

func TestTutorialPictures(t *testing.T) {
	goldens(t, "tutorial", func(s *session) screen {
		screen := newTutorial(s)
		screen.turnTo(2)
		return screen
	})
}

// Doing what each step asks for leads to the last.
func TestTutorialLeadsThrough(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen { return newTutorial(s) })
	screen := p.place.(*tutorialScreen)
	press := func(name string) {
		terminal.Snapshot(p, normalSize)
		_, cmd := p.Update(pressed(name))
		deliver(p, cmd)
	}
	for step := range lessons[:len(lessons)-1] {
		if screen.step != step {
			t.Fatalf("step %d, want %d:\n%s", screen.step, step, terminal.Snapshot(p, normalSize).Text())
		}
		l := lessons[step]
		if l.key == "" {
			press("enter")
			continue
		}
		press(l.key)
		if screen.step == step {
			press("enter")
		}
	}
	if screen.step != len(lessons)-1 {
		t.Fatalf("ended at step %d", screen.step)
	}
	press("left")
	if screen.step != len(lessons)-2 {
		t.Errorf("left led to step %d", screen.step)
	}
}

// Another move than the step's is taken back.
func TestTutorialTakesOtherMovesBack(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen { return newTutorial(s) })
	screen := p.place.(*tutorialScreen)
	screen.turnTo(3)
	terminal.Snapshot(p, normalSize)
	for _, name := range []string{"5", "enter"} {
		_, cmd := p.Update(pressed(name))
		deliver(p, cmd)
	}
	if screen.step != 3 || !strings.Contains(terminal.Snapshot(p, normalSize).Text(), "this step is about something else") {
		t.Errorf("step %d:\n%s", screen.step, terminal.Snapshot(p, normalSize).Text())
	}
}

// deliver runs commands that only carry a message.
func deliver(p *program, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			deliver(p, c)
		}
	default:
		if cmds, ok := asSequence(msg); ok {
			for _, c := range cmds {
				deliver(p, c)
			}
			return
		}
		_, next := p.Update(msg)
		deliver(p, next)
	}
}

// asSequence are the commands of a tea.Sequence, whose type is not exported.
func asSequence(msg tea.Msg) ([]tea.Cmd, bool) {
	v := reflect.ValueOf(msg)
	if v.Kind() != reflect.Slice || v.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return nil, false
	}
	cmds := make([]tea.Cmd, v.Len())
	for i := range cmds {
		cmds[i] = v.Index(i).Interface().(tea.Cmd)
	}
	return cmds, true
}

// No key is without an answer: one that means nothing in a step is said to.
func TestTheTutorialAnswersEveryKey(t *testing.T) {
	p := staged(t, normalSize, func(s *session) screen { return newTutorial(s) })
	screen := p.place.(*tutorialScreen)
	for step, keys := range map[int][]string{0: {"p", "x"}, 2: {"9", "l", "h"}} {
		for _, key := range keys {
			screen.turnTo(step)
			terminal.Snapshot(p, normalSize)
			p.Update(pressed(key))
			if screen.note == "" {
				t.Errorf("step %d: %s is not answered", step+1, key)
			}
		}
	}
}
