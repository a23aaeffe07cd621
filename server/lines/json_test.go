package lines_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"

	"deathtrap/rules"
	"deathtrap/rules/arena"
	"deathtrap/server/lines"
	"deathtrap/table"
)

var (
	doorGames     = flag.Int("door-games", 5, "games that the leak test plays through the door")
	doorPositions = flag.Int("door-positions", 500, "positions at which the door is asked for what is not legal")
)

// seat opens a table with these options and seats n programs at it.
func seat(t *testing.T, options string, n int) (players []*program, code string) {
	t.Helper()
	house := newHouse(t)
	for i := range n {
		players = append(players, connect(t, house, fmt.Sprintf("prog%d", i)))
	}
	code = players[0].must("create", `"private":true`, `"options":`+options).Code
	for i, p := range players[1:] {
		if m := p.must("join", fmt.Sprintf(`"code":%q`, code)); m.Seat == nil || *m.Seat != i+1 {
			t.Fatalf("%s sits in seat %v, want %d", p.name, m.Seat, i+1)
		}
	}
	return players, code
}

// start has everybody ready and the host start.
func start(players []*program) {
	for _, p := range players {
		p.must("ready")
	}
	players[0].must("start")
}

// playOut plays random legal actions until the game is over. Every view of the
// seat is put before check first.
func (p *program) playOut(random *rand.Rand, check func(message)) {
	answered := uint64(0)
	pending := 0
	for {
		m := p.next()
		switch {
		case m.Type == "event" && m.Event.Kind == rules.GameOver:
			return
		case m.Type == "reply" && m.ID == float64(pending) && !m.OK && m.Error.Code != "stale":
			p.t.Errorf("%s: a legal action is refused: %s %s", p.name, m.Error.Code, m.Error.Message)
			return
		case m.Type != "view" || m.View == nil || m.Seen == answered || len(m.View.Legal) == 0:
			continue
		}
		if check != nil {
			check(m)
			m = p.view // a bot's Machine may have come meanwhile
		}
		if len(m.View.Legal) == 0 {
			continue
		}
		owed := m.View.Turn == m.View.Seat || m.View.Phase == rules.PhaseGive
		if owed || random.IntN(30) == 0 {
			answered = m.Seen
			pending = p.act(m.View.Legal[random.IntN(len(m.View.Legal))])
		}
	}
}

// everyOptions are tables that between them have every option.
var everyOptions = []string{
	`{"players":4}`,
	`{"players":5,"laps":"open","leader":"chosen"}`,
	`{"players":6,"laps":"lock","exchange":"sealed"}`,
	`{"players":7,"machine":"turn","exchange":"sealed","rounds":3}`,
	`{"players":8,"laps":"open","machine":"turn","leader":"chosen","turn":"off"}`,
}

// TestDoorKeepsSecrets plays whole games with every seat and a watcher at the
// door, and then, knowing all hands from the revealed seeds, searches every
// line that anybody received for a card they could not know of.
func TestDoorKeepsSecrets(t *testing.T) {
	for game := range *doorGames {
		options := everyOptions[game%len(everyOptions)]
		t.Run(fmt.Sprint(game, options), func(t *testing.T) {
			t.Parallel()
			var o rules.Options
			if err := json.Unmarshal([]byte(options), &o); err != nil {
				t.Fatal(err)
			}
			players, code := seat(t, options, o.Players)
			watcher := connect(t, players[0].house, "watcher")
			watcher.must("watch", fmt.Sprintf(`"code":%q`, code))
			start(players)
			var all sync.WaitGroup
			for i, p := range players {
				all.Go(func() { p.playOut(rand.New(rand.NewPCG(uint64(game), uint64(i))), nil) })
			}
			all.Go(func() { watcher.playOut(rand.New(rand.NewPCG(0, 0)), nil) })
			all.Wait()
			truth := reconstruct(t, players)
			for i, p := range players {
				searchLines(t, truth, p, rules.Seat(i))
			}
			searchLines(t, truth, watcher, rules.Nobody)
		})
	}
}

// reconstruct puts together, from what each seat got, the game as nobody saw
// it, and has it verified: commitments, deals and all.
func reconstruct(t *testing.T, players []*program) []rules.Event {
	t.Helper()
	var game []rules.Event
	for seat, p := range players {
		events := eventsOf(t, p)
		if seat == 0 {
			game = events
		}
		if len(events) != len(game) {
			t.Fatalf("%s got %d events, %s %d", p.name, len(events), players[0].name, len(game))
		}
		for i, e := range events {
			if e.N != i+1 {
				t.Fatalf("%s got event %d in place %d", p.name, e.N, i+1)
			}
			whole := &game[i]
			switch {
			case e.Kind == rules.Dealt:
				if whole.Hands == nil {
					whole.Hands = make([][]rules.Card, len(players))
				}
				whole.Hands[seat] = e.Hand
			case e.Cards != nil:
				whole.Cards = e.Cards
			}
		}
	}
	var text bytes.Buffer
	for i := range game {
		game[i].Hand, game[i].Counts, game[i].Count = nil, nil, 0
		line, err := json.Marshal(game[i])
		if err != nil {
			t.Fatal(err)
		}
		text.Write(append(line, '\n'))
	}
	if _, err := arena.Verify(&text); err != nil {
		t.Fatalf("the game is not by the rules: %v", err)
	}
	return game
}

func eventsOf(t *testing.T, p *program) []rules.Event {
	t.Helper()
	var events []rules.Event
	for _, line := range p.raw {
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatal(err)
		}
		if m.Type == "event" {
			events = append(events, *m.Event)
		}
	}
	return events
}

// searchLines looks through the raw bytes that one viewer received: a card's
// word may stand in a line only if the viewer holds or held one like it in this
// round, or one was shown to them.
func searchLines(t *testing.T, truth []rules.Event, p *program, viewer rules.Seat) {
	t.Helper()
	var lawful rules.Hand
	next := 0
	for _, line := range p.raw {
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatal(err)
		}
		if m.Type == "event" {
			showTo(&lawful, &truth[next], viewer)
			next++
		}
		for _, c := range rules.Cards() {
			if lawful[c] == 0 && bytes.Contains(line, []byte(`"`+c.String()+`"`)) {
				t.Fatalf("%s can't know of a %s: %s", p.name, c, line)
			}
		}
	}
}

// showTo adds what an event lawfully shows the viewer.
func showTo(lawful *rules.Hand, e *rules.Event, viewer rules.Seat) {
	switch e.Kind {
	case rules.Dealt:
		*lawful = rules.Hand{}
		if viewer != rules.Nobody {
			lawful.Add(rules.HandOf(e.Hands[viewer]...))
		}
	case rules.Tribute, rules.Returned:
		if viewer != rules.Nobody && (viewer == e.From || viewer == e.To) {
			lawful.Add(rules.HandOf(e.Cards...))
		}
	case rules.PigPlayed:
		lawful.Add(rules.HandOf(rules.ExplodingPig, e.Card))
	case rules.Played:
		lawful.Add(rules.HandOf(e.Cards...))
	case rules.MachinePlayed:
		lawful.Add(rules.HandOf(rules.KillingMachine))
	}
}

// TestDoorLegal asks, at positions of random play, for actions that are not
// listed: each is refused with its word, changes nothing, and what is listed is
// then still accepted.
func TestDoorLegal(t *testing.T) {
	for _, options := range everyOptions {
		t.Run(options, func(t *testing.T) {
			t.Parallel()
			o, err := rules.ReadOptions([]byte(options))
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(1, uint64(len(options))))
			for tried := 0; tried < *doorPositions/len(everyOptions); {
				players, _ := seat(t, options, 1)
				players[0].must("bots", fmt.Sprintf(`"count":%d`, o.Players-1), `"kind":"novice"`)
				start(players)
				players[0].playOut(random, func(m message) {
					tried++
					tryUnlisted(t, players[0], random, m)
				})
			}
		})
	}
}

func tryUnlisted(t *testing.T, p *program, random *rand.Rand, m message) {
	t.Helper()
	if m.View.Turn != m.View.Seat && m.View.Phase != rules.PhaseGive {
		return // others move on while we ask
	}
	a := someAction(random, m.View)
	for _, legal := range m.View.Legal {
		if legal.Same(a) {
			return
		}
	}
	r := p.await(p.act(a))
	if r.OK || r.Error.Code != "illegal-play" && r.Error.Code != "stale" {
		t.Errorf("%+v, which is not listed at %+v: ok=%v %q", a, m.View, r.OK, r.Error.Code)
	}
}

// someAction is anything that could be tried.
func someAction(random *rand.Rand, v *rules.View) rules.Action {
	var cards []rules.Card
	for range random.IntN(4) {
		cards = append(cards, rules.Card(1+random.IntN(16)))
	}
	card := rules.Card(1 + random.IntN(16))
	return []rules.Action{
		rules.Play(cards...), rules.Give(cards...), rules.Pass(), rules.Stop(),
		rules.FeedPig(card), rules.FeedPigFor(card, rules.Seat(random.IntN(len(v.Counts)))),
	}[random.IntN(6)]
}

// TestDoorRefusals asks for everything that can't be had, and gets the word.
func TestDoorRefusals(t *testing.T) {
	house := newHouse(t)
	ana, bo := connect(t, house, "ana"), connect(t, house, "bo")

	ana.refused("bad-request", "dance")
	ana.refused("not-seated", "ready")
	ana.refused("not-seated", "leave")
	ana.refused("not-seated", "resume")
	ana.refused("not-seated", "act", `"seen":0`, `"action":{"kind":"pass"}`)
	ana.refused("unknown-table", "join", `"code":"N0PE"`)
	ana.refused("bad-request", "create", `"options":{"players":3}`)
	ana.refused("bad-request", "create", `"options":{"laps":"twice"}`)
	ana.refused("too-long", "chat", `"text":"`+strings.Repeat("x", 201)+`"`)

	code := ana.must("create", `"options":{"players":4}`).Code
	at := fmt.Sprintf(`"code":%q`, code)
	bo.must("join", at)
	ana.refused("not-allowed", "start")
	bo.refused("not-allowed", "start")
	bo.refused("not-allowed", "bots", `"count":1`)
	ana.refused("not-allowed", "act", `"seen":1`, `"action":{"kind":"pass"}`)
	ana.refused("bad-request", "act", `"action":{"kind":"pass"}`)
	ana.refused("bad-request", "act", `"seen":1`, `"action":{"kind":"dance"}`)
	ana.must("bots", `"count":2`)
	connect(t, house, "cleo").refused("table-full", "join", at)
	watcher := connect(t, house, "wim")
	watcher.must("watch", at)
	watcher.refused("not-seated", "act", `"seen":1`, `"action":{"kind":"pass"}`)
	start([]*program{ana, bo})
	ana.sees(func(m message) bool { return m.View != nil })
	ana.refused("bad-request", "act", `"seen":99999`, `"action":{"kind":"pass"}`)
	ana.refused("stale", "act", `"seen":1`, `"action":{"kind":"pass"}`)
	ana.refused("not-allowed", "rematch")
}

// TestDoorNonsense: what is no request gets a sentence and costs nobody
// anything.
func TestDoorNonsense(t *testing.T) {
	house := newHouse(t)
	p := connect(t, house, "ana")
	for _, line := range []string{
		`{`, `nonsense`, `[1,2]`, `"text"`, `null x`, `{"do":5}`, strings.Repeat("x", 100<<10),
		`{"do":"` + strings.Repeat("y", 70<<10) + `"}`, "\x00\xff\x1b[2J", `{"id":7,"do":"tables","count":"many"}`,
	} {
		p.send(line)
		if m := p.next(); m.Type != "reply" && m.OK || m.Error.Code != "bad-request" {
			t.Errorf("%.40q: %+v", line, m)
		}
	}
	p.must("tables")
}

// TestDoorTalk: talk reaches the table in order, the table's own has no name.
func TestDoorTalk(t *testing.T) {
	players, _ := seat(t, `{"players":4}`, 2)
	players[0].must("chat", `"text":"one"`)
	players[0].must("chat", `"text":"two"`)
	var heard []string
	for len(heard) < 2 {
		if m := players[1].next(); m.Type == "chat" && m.From != nil {
			heard = append(heard, *m.From+" "+m.Text)
		}
	}
	if got := strings.Join(heard, ", "); got != "prog0 one, prog0 two" {
		t.Errorf("heard %s", got)
	}
}

// TestDoorNewestWins: the same key at a second door ends the first with a word.
func TestDoorNewestWins(t *testing.T) {
	house := newHouse(t)
	first := connect(t, house, "ana")
	connect(t, house, "ana")
	for {
		if m := first.next(); m.Type == "bye" {
			if m.Reason == "" {
				t.Error("no reason given")
			}
			return
		}
	}
}

// TestDoorDeadline: times are told in UTC, wherever the server stands.
func TestDoorDeadline(t *testing.T) {
	players, _ := seat(t, `{"players":4}`, 4)
	start(players)
	players[0].sees(func(m message) bool { return m.View != nil && m.View.Phase == rules.PhasePig })
	last := players[0].raw[len(players[0].raw)-1]
	if !regexp.MustCompile(`"deadline":"[^"]+Z"`).Match(last) {
		t.Errorf("no deadline in UTC: %s", last)
	}
}

// TestDoorKnowsTheTablesAtOnce: also a program that asks with its first breath hears
// of the tables that there are.
func TestDoorKnowsTheTablesAtOnce(t *testing.T) {
	house := newHouse(t)
	connect(t, house, "host").must("create", `"options":{"players":4}`)
	watch := connect(t, house, "watch")
	for len(watch.must("tables").Tables) == 0 { // till the lobby has it
	}
	for i := range 30 {
		visit, err := house.Visit(t.Context(), table.Player{ID: fmt.Sprint("key of ", i), Name: fmt.Sprint("quick", i), Face: table.JSON})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := lines.JSON(t.Context(), lines.Line{
			In: strings.NewReader(`{"id":1,"do":"tables"}` + "\n"), Out: &out, Hangup: func() {}, Visit: visit, Logger: slog.New(slog.DiscardHandler),
		}); err != nil {
			t.Fatal(err)
		}
		visit.Leave()
		if !strings.Contains(out.String(), "host's table") {
			t.Fatalf("the %dth program hears %s", i+1, &out)
		}
	}
}
