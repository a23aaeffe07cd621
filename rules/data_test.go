package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the expected texts anew")

// golden compares text with a file in testdata, or writes it.
func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s differs; it is now:\n%s", file, text)
	}
}

// everyEvent is one event of each kind, with values that are easily left out.
func everyEvent() []Event {
	o := DefaultOptions()
	return []Event{
		{N: 1, Kind: GameStarted, Players: []Player{{0, "ana", false}, {1, "bo", true}}, Options: &o},
		{N: 2, Kind: Dealt, Round: 1, First: 0, Commit: Seed{1}.Commit(), Hands: [][]Card{{Imp, RedLotus}, {SnakeGirl}}},
		{N: 3, Kind: Tribute, Round: 2, From: 5, To: 0, Cards: []Card{Minotaur, Medusa}},
		{N: 4, Kind: Returned, Round: 2, From: 0, To: 5, Cards: []Card{Imp, Imp}},
		{N: 5, Kind: PigPlayed, Seat: 0, Card: Orc, Leader: 0},
		{N: 6, Kind: Played, Seat: 0, Cards: []Card{Chaindog}, Value: 0},
		{N: 7, Kind: Passed, Seat: 0, Auto: false},
		{N: 8, Kind: MachinePlayed, Seat: 0},
		{N: 9, Kind: WentOut, Seat: 0, Place: 1},
		{N: 10, Kind: HandWon, Seat: 0, Leader: 0},
		{N: 11, Kind: RoundScored, Round: 1, Order: []Seat{1, 0}, Points: []int{1, 2}, Totals: []int{0, 2}, Seed: Seed{1}},
		{N: 12, Kind: GameOver, Winner: 0, Totals: []int{3, 2}, Ranking: []Seat{0, 1}},
	}
}

// The fields of every kind of event, whole and redacted, letter by letter.
func TestEventData(t *testing.T) {
	var text strings.Builder
	for _, e := range everyEvent() {
		texts := []string{}
		for _, seen := range []Event{e, Redact(e, 0), Redact(e, 1), Redact(e, Nobody)} {
			line, err := json.Marshal(seen)
			if err != nil {
				t.Fatal(err)
			}
			if len(texts) == 0 || texts[len(texts)-1] != string(line) {
				texts = append(texts, string(line))
			}
			var back Event
			if err := json.Unmarshal(line, &back); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(back, seen) {
				t.Errorf("%s reads back as %+v", line, back)
			}
		}
		text.WriteString(strings.Join(texts, "\n") + "\n")
	}
	golden(t, "events.jsonl", text.String())
}

func TestActionData(t *testing.T) {
	for text, action := range map[string]Action{
		`{"kind":"give","cards":["imp","orc"]}`:            Give(Imp, Orc),
		`{"kind":"pig","card":"orc"}`:                      FeedPig(Orc),
		`{"kind":"pig","card":"orc","leader":0}`:           FeedPigFor(Orc, 0),
		`{"kind":"play","cards":["orc","orc","chaindog"]}`: Play(Orc, Orc, Chaindog),
		`{"kind":"pass"}`:                                  Pass(),
		`{"kind":"machine"}`:                               Stop(),
	} {
		written, err := json.Marshal(action)
		if err != nil || string(written) != text {
			t.Errorf("%s is written as %s (%v)", text, written, err)
		}
		var read Action
		if err := json.Unmarshal([]byte(text), &read); err != nil || !reflect.DeepEqual(read, action) {
			t.Errorf("%s is read as %+v (%v)", text, read, err)
		}
	}
}

// What is no action is refused, or read as one that no rule allows.
func TestHostileActions(t *testing.T) {
	for _, text := range []string{
		``, `null`, `[]`, `7`, `"pass"`, `{}`, `{"kind":null}`, `{"kind":"resign"}`, `{"kind":7}`,
		`{"kind":"play","cards":"orc"}`,
		`{"kind":"play","cards":"AgI="}`, // two Orcs as bytes in base64
		`{"kind":"play","cards":[2]}`,
		`{"kind":"play","cards":["Orc"]}`,
		`{"kind":"play","cards":[["orc"]]}`,
		`{"kind":"play","cards":["no-card"]}`,
		`{"kind":"pig","card":["orc"]}`,
		`{"kind":"pig","card":"orc","leader":"0"}`,
		`{"kind":"pig","card":"orc","leader":1.5}`,
		`{"kind":"pig","card":"orc","leader":-1}`,
	} {
		var a Action
		if err := json.Unmarshal([]byte(text), &a); err == nil {
			t.Errorf("%s is read as %+v", text, a)
		}
	}
	g := leading(t, DefaultOptions(), "orc orc", "imp", "imp", "imp", "imp", "imp")
	for _, text := range []string{
		`{"kind":"play"}`, `{"kind":"play","cards":null}`, `{"kind":"play","cards":[]}`,
		`{"kind":"play","cards":[null]}`, `{"kind":"play","cards":["orc",null]}`,
		`{"kind":"pig"}`, `{"kind":"give"}`,
		`{"kind":"play","cards":["orc"` + strings.Repeat(`,"orc"`, 257) + `]}`,
	} {
		var a Action
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			t.Errorf("%s can't be read: %v", text, err)
		}
		if err := g.Check(0, a); err == nil {
			t.Errorf("%s is allowed", text)
		}
	}
}

// Fields that a kind does not have are ignored, also in code.
func TestStrayFields(t *testing.T) {
	var a Action
	text := `{"kind":"pass","cards":["orc"],"card":"imp","leader":3,"colour":"red"}`
	if err := json.Unmarshal([]byte(text), &a); err != nil || !a.Same(Pass()) {
		t.Errorf("%+v, %v", a, err)
	}
	if !(Action{Kind: ActPass}).Same(Pass()) || !(Action{Kind: ActPlay, Cards: []Card{Imp, Orc}, Card: Imp}).Same(Play(Orc, Imp)) {
		t.Error("stray fields make another choice")
	}
	if FeedPigFor(Orc, 1).Same(FeedPigFor(Orc, 2)) || Play(Orc).Same(Give(Orc)) || Play(Orc).Same(Play(Orc, Orc)) || FeedPig(Orc).Same(FeedPig(Imp)) {
		t.Error("different choices are the same")
	}
}

func TestHostileEvents(t *testing.T) {
	for _, text := range []string{
		`null`, `{}`, `{"n":1,"kind":"cheated"}`, `{"n":1.5,"kind":"passed"}`, `{"n":1,"kind":"played","cards":"AgI="}`,
		`{"n":1,"kind":"dealt","commit":"00"}`, `{"n":1,"kind":"dealt","commit":"zz"}`, `{"n":1,"kind":"passed","seat":-1}`,
	} {
		var e Event
		if err := json.Unmarshal([]byte(text), &e); err == nil {
			t.Errorf("%s is read as %+v", text, e)
		}
	}
	if _, err := json.Marshal(Event{Kind: "cheated"}); !errors.Is(err, ErrNoSuchEvent) {
		t.Errorf("an unknown event is written: %v", err)
	}
	if seen := Redact(Event{N: 3, Kind: "marked", Cards: []Card{Orc}}, 0); seen.Cards != nil {
		t.Error("an unknown event is not redacted")
	}
}

func FuzzAction(f *testing.F) {
	f.Add([]byte(`{"kind":"pig","card":"orc","leader":2}`))
	f.Add([]byte(`{"kind":"play","cards":["orc","chaindog"]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var a Action
		if json.Unmarshal(text, &a) != nil {
			return
		}
		leading(t, DefaultOptions(), "orc", "imp", "imp", "imp", "imp", "imp").Check(0, a)
		again, err := json.Marshal(a)
		if err != nil {
			return // names something that is no card, which Check refused
		}
		var b Action
		if err := json.Unmarshal(again, &b); err != nil || !a.Same(b) {
			t.Errorf("%s became %s: %v", text, again, err)
		}
	})
}

func FuzzEvent(f *testing.F) {
	for _, e := range everyEvent() {
		text, err := json.Marshal(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var e Event
		if json.Unmarshal(text, &e) != nil {
			return
		}
		once, err := json.Marshal(e)
		if err != nil {
			return
		}
		var back Event
		if err := json.Unmarshal(once, &back); err != nil {
			t.Fatalf("%s became %s: %v", text, once, err)
		}
		if twice, err := json.Marshal(back); err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%s became %s: %v", once, twice, err)
		}
	})
}
