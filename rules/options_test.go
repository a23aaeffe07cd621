package rules

import (
	"encoding/json"
	"errors"
	"testing"
	"time"
)

func TestDefaultOptionsArePrintedGame(t *testing.T) {
	text, err := json.Marshal(DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"players":6,"rounds":4,"laps":"one","leader":"left","machine":"any","exchange":"open","turn":"30s","bots":"none"}`
	if string(text) != want {
		t.Errorf("%s", text)
	}
	if err := DefaultOptions().Check(); err != nil {
		t.Error(err)
	}
	for option, words := range Choices() {
		var o map[string]any
		if err := json.Unmarshal(text, &o); err != nil {
			t.Fatal(err)
		}
		if o[option] != words[0] {
			t.Errorf("the first choice of %s is %s, the default %v", option, words[0], o[option])
		}
	}
}

func TestReadOptions(t *testing.T) {
	for _, c := range []struct {
		text string
		want func(*Options) // nil: refused
	}{
		{``, func(*Options) {}},
		{`{}`, func(*Options) {}},
		{`{"colour":"red"}`, func(*Options) {}},
		{`{"players":4}`, func(o *Options) { o.Players = 4 }},
		{`{"players":8,"rounds":12}`, func(o *Options) { o.Players, o.Rounds = 8, 12 }},
		{`{"rounds":1,"laps":"open"}`, func(o *Options) { o.Rounds, o.Laps = 1, LapsOpen }},
		{`{"laps":"lock","leader":"chosen","machine":"turn","exchange":"sealed"}`, func(o *Options) {
			o.Laps, o.Leader, o.Machine, o.Exchange = LapsLock, LeaderChosen, MachineTurn, ExchangeSealed
		}},
		{`{"turn":"off","bots":"master"}`, func(o *Options) { o.Turn, o.Bots = 0, "master" }},
		{`{"turn":"10s"}`, func(o *Options) { o.Turn = 10 * second }},
		{`{"turn":"5m"}`, func(o *Options) { o.Turn = 300 * second }},
		{`{"turn":"1m30s"}`, func(o *Options) { o.Turn = 90 * second }},
		{`{"players":3}`, nil},
		{`{"players":9}`, nil},
		{`{"players":"6"}`, nil},
		{`{"players":6.5}`, nil},
		{`{"rounds":0}`, nil},
		{`{"rounds":13}`, nil},
		{`{"laps":"two"}`, nil},
		{`{"laps":""}`, nil},
		{`{"laps":"One"}`, nil},
		{`{"leader":"right"}`, nil},
		{`{"machine":"never"}`, nil},
		{`{"exchange":true}`, nil},
		{`{"turn":"9s"}`, nil},
		{`{"turn":"301s"}`, nil},
		{`{"turn":30}`, nil},
		{`{"turn":"soon"}`, nil},
		{`{"turn":""}`, nil},
		{`{"bots":"random"}`, nil},
		{`[]`, nil},
		{`{"players":6`, nil},
		{`{} {}`, nil},
	} {
		got, err := ReadOptions([]byte(c.text))
		if c.want == nil {
			if !errors.Is(err, ErrOptions) {
				t.Errorf("%s: %+v, %v", c.text, got, err)
			}
			continue
		}
		want := DefaultOptions()
		c.want(&want)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", c.text, got, err)
		}
	}
}

// A turn's time is a Go duration in all but name.
func TestTurnTimeIsDuration(t *testing.T) {
	for _, text := range []string{
		"10s", "30s", "300s", "5m", "1m30s", "90.5s", "2.5m", "0.05h", "30000ms", "1m1ms", "30.1s", "32.3s", "12.7s", "299.999s",
		"1m0.25s", "10.000000001s", "299.999999999s", "45000000us", "45000000µs", "45000000000ns", "0h1m", "1m1m",
		"", "s", "5", "5 s", " 30s", "30s ", "-30s", "+30s", ".", ".s", "1e2s", "30x", "9.9s", "5m1s", "1h", "0s", "99999999999999999999h",
		"NaNs", "infs", "0x1fs", "3_0s", "off ", "OFF", "30S",
	} {
		want, wrong := time.ParseDuration(text)
		allowed := wrong == nil && want >= 10*time.Second && want <= 5*time.Minute && text[0] != '+'
		got, err := ParseTurnTime(text)
		if allowed != (err == nil && got >= minTurn) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
		if allowed && (time.Duration(got) != want || got.String() != want.String()) {
			t.Errorf("%q is %d, written %s; a duration is %d, written %s", text, got, got, want, want)
		}
	}
	for d := 10 * time.Second; d <= 5*time.Minute; d += 123_456_789 {
		if got, err := ParseTurnTime(d.String()); err != nil || time.Duration(got) != d || got.String() != d.String() {
			t.Errorf("%v is %v, %v", d, got, err)
		}
	}
	if got, err := ParseTurnTime("off"); err != nil || got != 0 || got.String() != "off" {
		t.Errorf("off is %v, %v", got, err)
	}
}

func TestNewRefuses(t *testing.T) {
	o := DefaultOptions()
	if _, _, err := New(Options{}, nil); !errors.Is(err, ErrOptions) {
		t.Error(err)
	}
	if _, _, err := New(o, people(5)); !errors.Is(err, ErrPlayers) {
		t.Error(err)
	}
	shifted := people(6)
	shifted[2].Seat = 3
	if _, _, err := New(o, shifted); !errors.Is(err, ErrPlayers) {
		t.Error(err)
	}
}

func FuzzReadOptions(f *testing.F) {
	f.Add([]byte(`{"players":6,"rounds":4,"laps":"one","turn":"1m30s"}`))
	f.Add([]byte(`{"turn":"299.999999999s","bots":"none"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		o, err := ReadOptions(text)
		if err != nil {
			return
		}
		if err := o.Check(); err != nil {
			t.Fatal(err)
		}
		written, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ReadOptions(written); err != nil || again != o {
			t.Errorf("%s became %s: %v", text, written, err)
		}
	})
}
