package arena

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"deathtrap/rules"
)

// longestLine is more than any event of a game needs.
const longestLine = 1 << 20

// Checked counts what Verify found in order.
type Checked struct {
	Games  int `json:"games"`
	Rounds int `json:"rounds"`
	Events int `json:"events"`
}

// Wrong is the first event that is wrong.
type Wrong struct {
	Line int    // from 1
	Why  string // a sentence
}

func (w *Wrong) Error() string { return fmt.Sprintf("line %d: %s", w.Line, w.Why) }

// Verify reads the unredacted events of whole games, one a line, and judges
// each by the rules as it comes. A file may hold one game or, with "game" in
// every event, many; keys may stand in any order and unknown fields are
// ignored. When a round is scored its deal is compared with commit and seed. The
// error is a *Wrong for the first event that is wrong, or the reader's.
func Verify(r io.Reader) (Checked, error) {
	v := verifier{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		v.line++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := v.read(lines.Bytes()); err != nil {
			return v.checked, err
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return v.checked, &Wrong{v.line + 1, "it is longer than any event."}
	case err != nil:
		return v.checked, fmt.Errorf("reading events: %w", err)
	case v.checked.Events == 0:
		return v.checked, &Wrong{v.line, "there is no event at all."}
	case !v.gameOver():
		return v.checked, &Wrong{v.line, "the events end in the middle of a game."}
	}
	return v.checked, nil
}

// verifier replays a game beside the events that are read.
type verifier struct {
	checked Checked
	line    int

	game   *rules.Game
	number *int // of the game, if its events say it
	n      int  // of the last event

	due  []rules.Event // have happened in the replay, and not been read
	held *given        // a sealed tribute, until its hero's choice is read

	before *rules.Game // as it was before the deal
	dealt  given       // this round's dealt event
}

// given is an event as it was read.
type given struct {
	line  int
	text  []byte
	event rules.Event
}

func (v *verifier) gameOver() bool {
	return v.game == nil || v.game.Phase() == rules.PhaseOver && len(v.due) == 0
}

func (v *verifier) wrong(format string, a ...any) error {
	return &Wrong{v.line, fmt.Sprintf(format, a...)}
}

// read judges the next line.
func (v *verifier) read(text []byte) error {
	var head struct {
		Game *int            `json:"game"`
		N    int             `json:"n"`
		Kind rules.EventKind `json:"kind"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return v.wrong("it is not an event: %v.", err)
	}
	g := given{line: v.line, text: text}
	if err := json.Unmarshal(text, &g.event); err != nil {
		return v.wrong("it is not a whole event: %v.", err)
	}
	if err := v.inOrder(head.Game, g.event); err != nil {
		return err
	}
	v.n = g.event.N
	if err := v.judge(g); err != nil {
		return err
	}
	v.checked.Events++
	if g.event.Kind == rules.RoundScored {
		v.checked.Rounds++
	}
	if v.held == nil && v.gameOver() {
		v.checked.Games++
	}
	return nil
}

// inOrder checks that the event is the next of its game, and the game the
// next of the file.
func (v *verifier) inOrder(number *int, e rules.Event) error {
	begins := v.gameOver()
	if v.game != nil {
		due := v.number
		if begins && due != nil {
			next := *due + 1
			due = &next
		}
		if (number == nil) != (due == nil) || number != nil && *number != *due {
			return v.wrong("it says game %s, but %s is due.", orNone(number), orNone(due))
		}
	}
	if begins {
		v.n = 0
	}
	v.number = number
	if e.N != v.n+1 {
		return v.wrong("its n is %d, but %d is due: an event is missing, doubled or out of place.", e.N, v.n+1)
	}
	return nil
}

func orNone(number *int) string {
	if number == nil {
		return "none"
	}
	return fmt.Sprint(*number)
}

// judge compares an event with what must have happened; if nothing must have,
// it is a move, and is made.
func (v *verifier) judge(g given) error {
	if len(v.due) == 0 {
		waits, err := v.move(g)
		if waits || err != nil {
			return err
		}
	}
	if held := v.held; held != nil {
		v.held = nil
		if err := v.compare(*held); err != nil {
			return err
		}
	}
	return v.compare(g)
}

// compare takes the first event that is due and compares it with what was
// read.
func (v *verifier) compare(g given) error {
	due := v.due[0]
	v.due = v.due[1:]
	if g.event.Kind == rules.RoundScored && due.Kind == rules.RoundScored {
		if err := v.checkSeed(g); err != nil {
			return err
		}
		due.Seed = g.event.Seed
	}
	why, err := difference(g.text, due)
	if err != nil {
		return fmt.Errorf("line %d: %w", g.line, err)
	}
	if why != "" {
		return &Wrong{g.line, why}
	}
	return nil
}

// checkSeed checks the deal against the commit before it and the seed after it,
// and says which of the three is wrong: the one that does not fit the others.
func (v *verifier) checkSeed(scored given) error {
	events, err := v.before.Deal(scored.event.Seed)
	if err != nil {
		return fmt.Errorf("line %d: dealing again: %w", scored.line, err)
	}
	again, dealt := events[0], v.dealt.event
	fits := again.First == dealt.First && sameHands(again.Hands, dealt.Hands)
	committed := again.Commit == dealt.Commit
	switch {
	case fits && committed:
		return nil
	case fits:
		return &Wrong{v.dealt.line, fmt.Sprintf("its commit is not the SHA-256 of the seed in line %d.", scored.line)}
	case committed:
		return &Wrong{v.dealt.line, fmt.Sprintf("its hands are not what the seed in line %d deals.", scored.line)}
	}
	return &Wrong{scored.line, fmt.Sprintf("its seed is not the one that line %d was committed to.", v.dealt.line)}
}

func sameHands(a, b [][]rules.Card) bool {
	for s := range a {
		if rules.HandOf(a[s]...) != rules.HandOf(b[s]...) {
			return false
		}
	}
	return true
}
