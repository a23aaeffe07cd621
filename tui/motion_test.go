package tui

import (
	"strings"
	"testing"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
)

// moving shows the position before and then applies the one after, with motion.
func moving(t *testing.T, before, after table.Update) *sitting {
	p := play(t, 80, 24, autoTheme, before, start)
	p.settings.still = false
	p.at = after
	p.screen().apply(after)
	return p
}

// films are the motions: what is to be seen before, and after the news.
var films = map[string]func() (before, after table.Update){
	"put": func() (table.Update, table.Update) {
		after := yourTurn()
		v := after.View.View
		v.Turn, v.Top = 5, &rules.Top{Seat: 3, Cards: repeat(rules.Skeleton, 3), Value: 3}
		v.HandPlays = v.HandPlays[:3]
		after.News = news(put(4, 5, rules.Warrior, 3))
		return position(six, 0, v), after
	},
	"fold": func() (table.Update, table.Update) {
		v := handOver().View.View
		v.Phase, v.Turn, v.Top, v.LastHand, v.HandPlays = rules.PhaseLead, 5, nil, v.HandPlays, nil
		after := position(six, 0, v)
		after.News = news(rules.Event{Kind: rules.HandWon, Seat: 5, Leader: 5})
		return handOver(), after
	},
	"pig": func() (table.Update, table.Update) {
		v := thePig().View.View
		v.Phase, v.Turn = rules.PhaseLead, 1
		after := position(six, 0, v)
		after.News = news(rules.Event{Kind: rules.PigPlayed, Seat: 0, Card: rules.Medusa, Leader: 1})
		return thePig(), after
	},
	"machine": func() (table.Update, table.Update) { return beforeTheMachine(), theMachine() },
}

// tableOf is the table's box of a picture.
func tableOf(p *sitting) string {
	var box []string
	for _, line := range strings.Split(p.looks(), "\n")[6:13] {
		box = append(box, strings.TrimRight(string([]rune(line + strings.Repeat(" ", 80))[21:59]), " "))
	}
	return strings.Join(box, "\n") + "\n"
}

func TestMotionPictures(t *testing.T) {
	for name, film := range films {
		t.Run(name, func(t *testing.T) {
			p := moving(t, func() table.Update { b, _ := film(); return b }(), func() table.Update { _, a := film(); return a }())
			g := p.screen()
			var pictures strings.Builder
			frames := 1
			for ; g.motion.kind != noMovement; frames++ {
				pictures.WriteString(tableOf(p))
				g.nextFrame(frameMsg{id: g.motion.id})
			}
			pictures.WriteString(tableOf(p))
			golden(t, "game/motion-"+name, pictures.String())

			before, after := film()
			still := play(t, 80, 24, autoTheme, before, start)
			still.screen().apply(after)
			if p.looks() != still.looks() {
				t.Error("the motion ends otherwise than the still picture")
			}
			if frames > 5 {
				t.Errorf("%d frames", frames)
			}
		})
	}
}

func TestAnyKeyEndsAMotion(t *testing.T) {
	before, after := films["put"]()
	p := moving(t, before, after)
	if p.screen().motion.kind == noMovement {
		t.Fatal("nothing moves")
	}
	p.picture()
	p.press("p")
	if p.screen().motion.kind != noMovement || len(p.sent) != 1 {
		t.Errorf("the motion goes on, or the key was not obeyed: %v", p.sent)
	}
}

// A house that is late with a frame owes the still picture.
func TestALateFrameEndsAMotion(t *testing.T) {
	before, after := films["put"]()
	p := moving(t, before, after)
	g := p.screen()
	p.Waits()
	if g.nextFrame(frameMsg{id: g.motion.id}); len(p.Waits()) != 1 || g.motion.kind == noMovement {
		t.Fatal("the motion is over after a frame in time")
	}
	if g.nextFrame(frameMsg{id: g.motion.id, late: true}); len(p.Waits()) != 0 || g.motion.kind != noMovement {
		t.Error("the motion goes on after a late frame")
	}
}

// In a house that is behind with its news, they are shown and nothing moves for a time.
func TestLateNewsDontMove(t *testing.T) {
	before, after := films["put"]()
	p := play(t, 80, 24, autoTheme, before, start)
	p.settings.still, p.seat, p.game = false, &table.Visit{}, p.screen()
	for _, news := range []struct {
		at, age time.Duration
		moves   bool
	}{
		{0, lateNews, true},
		{time.Second, lateNews + 1, false},
		{stillTime, 0, false},
		{time.Second + stillTime, 0, true},
	} {
		now := theMoment.Add(news.at)
		after.Shown = now.Add(-news.age)
		p.Update(tableMsg{visit: p.seat, update: after, now: now})
		if moves := p.game.motion.kind != noMovement; moves != news.moves {
			t.Errorf("after %v, news of %v ago move: %v", news.at, news.age, moves)
		}
		if p.at.Shown != after.Shown || p.place != p.game {
			t.Error("the news are not shown")
		}
	}
}

func TestNewsEndsAMotion(t *testing.T) {
	before, after := films["put"]()
	p := moving(t, before, after)
	old := p.screen().motion.id
	after.News = nil
	p.screen().apply(after)
	p.Waits()
	g := p.screen()
	if g.nextFrame(frameMsg{id: old}); g.motion.kind != noMovement || len(p.Waits()) != 0 {
		t.Error("the motion goes on")
	}
}

func TestNothingMovesWhereItShouldNot(t *testing.T) {
	before, after := films["machine"]()
	for name, stop := range map[string]func(*session){
		"switched off": func(s *session) { s.settings.still = true },
		"no colour":    func(s *session) { s.caps.Profile = 0 },
		"ASCII":        func(s *session) { s.caps.ASCII = true },
		"a phone":      func(s *session) { s.width = 59 },
	} {
		p := play(t, 80, 24, autoTheme, before, start)
		p.settings.still = false
		stop(p.session)
		p.repaint()
		p.screen().apply(after)
		if p.screen().motion.kind != noMovement {
			t.Errorf("%s: it moves", name)
		}
	}
}

// While something moves only the table is drawn, and what is seen is what a whole
// picture of that moment shows.
func TestOnlyTheTableIsDrawnWhileItMoves(t *testing.T) {
	for name, film := range films {
		before, after := film()
		p := moving(t, before, after)
		p.game = p.screen()
		seen := p.picture()
		for frame := 1; p.game.motion.kind != noMovement; frame++ {
			p.Update(frameMsg{id: p.game.motion.id})
			seen = seen.Next(p.program)
			if whole := p.picture(); seen.Styled() != whole.Styled() {
				t.Errorf("%s, frame %d shows\n%s\nand not\n%s", name, frame, seen.Text(), whole.Text())
			}
		}
		p.game.story.sentence = "Nobody was told of this."
		p.Update(frameMsg{id: p.game.motion.id})
		if seen.Next(p.program).Styled() != seen.Styled() {
			t.Errorf("%s: more than the table was drawn", name)
		}
	}
}
