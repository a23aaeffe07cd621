package rules

import (
	"fmt"
	"slices"
	"strings"
)

// twin is the game once more, as dumb as can be: lists of words, and a list of
// who has yet to answer. It follows docs/rules.md and knows nothing of Game.
type twin struct {
	o       Options
	n       int
	hands   [][]string
	stage   string // give, pig, lead, follow, scored, over
	round   int
	first   int
	owes    map[int]int // exchange: how many cards a hero gives
	pays    map[int]int // hero to wimp
	turn    int         // pig, lead
	waiting []int       // follow: who has yet to answer, in order
	locked  map[int]bool
	set     []string
	owner   int
	out     []int
	last    []int // the order of the round before
	totals  []int
	heroes  []int
	told    []string
}

var twinValues = map[string]int{
	"imp": 1, "orc": 2, "skeleton": 3, "zombie": 4, "warrior": 5, "priestess": 6, "snake-girl": 7,
	"minotaur": 8, "bloodbeast": 9, "medusa": 10, "pit-fiend": 11, "red-dragon": 12,
}

func newTwin(o Options) *twin {
	return &twin{o: o, n: o.Players, stage: "scored", hands: make([][]string, o.Players), totals: make([]int, o.Players)}
}

func (w *twin) tell(format string, a ...any) { w.told = append(w.told, fmt.Sprintf(format, a...)) }

func (w *twin) deal(seed Seed) {
	previous := w.first
	if w.round == 0 {
		previous = -1
	}
	w.round++
	w.hands, w.first = scriptDeal(seed[:], w.n, previous)
	w.out = nil
	w.tell("dealt %d %d", w.round, w.first)
	if w.round == 1 {
		w.openWithPig()
		return
	}
	w.stage = "give"
	big, hero, wimp, total := w.last[0], w.last[1], w.last[w.n-2], w.last[w.n-1]
	w.owes = map[int]int{big: 2, hero: 1}
	w.pays = map[int]int{big: total, hero: wimp}
	if w.o.Exchange == ExchangeOpen {
		w.payTribute(big)
		w.payTribute(hero)
	}
}

func (w *twin) payTribute(hero int) {
	wimp := w.pays[hero]
	creatures := slices.DeleteFunc(slices.Clone(w.hands[wimp]), func(c string) bool { return twinValues[c] == 0 })
	slices.SortFunc(creatures, func(a, b string) int { return twinValues[b] - twinValues[a] })
	paid := creatures[:w.owes[hero]]
	slices.Reverse(paid)
	w.move(wimp, hero, paid)
	w.tell("tribute %d %d %s", wimp, hero, strings.Join(paid, " "))
}

func (w *twin) move(from, to int, cards []string) {
	w.hands[from], _ = without(w.hands[from], cards)
	w.hands[to] = append(w.hands[to], cards...)
}

// without is a hand less some cards, if it holds them.
func without(hand, cards []string) ([]string, bool) {
	left := slices.Clone(hand)
	for _, c := range cards {
		i := slices.Index(left, c)
		if i < 0 {
			return hand, false
		}
		left = slices.Delete(left, i, i+1)
	}
	return left, true
}

func (w *twin) openWithPig() {
	w.stage = "pig"
	w.turn = slices.IndexFunc(w.hands, func(hand []string) bool { return slices.Contains(hand, "exploding-pig") })
}

// may says whether a seat may do it. Cards come in any order.
func (w *twin) may(seat int, kind string, cards []string, leader int) bool {
	if seat < 0 || seat >= w.n {
		return false
	}
	_, held := without(w.hands[seat], cards)
	mine := w.turn == seat && (w.stage == "pig" || w.stage == "lead") ||
		w.stage == "follow" && len(w.waiting) > 0 && w.waiting[0] == seat
	switch kind {
	case "give":
		return w.stage == "give" && w.owes[seat] > 0 && len(cards) == w.owes[seat] && held
	case "pig":
		named := leader >= 0 && leader < w.n
		return w.stage == "pig" && mine && held && twinValues[cards[0]] > 0 && named == (w.o.Leader == LeaderChosen) && (named || leader == -1)
	case "pass":
		return w.stage == "follow" && mine
	case "machine":
		if !slices.Contains(w.hands[seat], "killing-machine") || w.stage != "lead" && w.stage != "follow" {
			return false
		}
		return mine || w.stage == "follow" && w.o.Machine == MachineAny
	case "play":
		if !mine || !held || w.stage == "pig" || len(cards) == 0 {
			return false
		}
		value, isSet := worth(cards)
		if w.stage == "lead" {
			return isSet
		}
		old, _ := worth(w.set)
		return isSet && len(cards) == len(w.set) && value > old
	}
	return false
}

// worth is a set's value, if it is a set.
func worth(cards []string) (int, bool) {
	value := 0
	for _, c := range cards {
		switch {
		case c == "chaindog" || c == "red-lotus":
		case twinValues[c] == 0 || value != 0 && value != twinValues[c]:
			return 0, false
		default:
			value = twinValues[c]
		}
	}
	return value, true
}

// do makes a move that may be made.
func (w *twin) do(seat int, kind string, cards []string, leader int) {
	switch kind {
	case "give":
		w.give(seat, cards)
	case "pig":
		w.hands[seat], _ = without(w.hands[seat], []string{"exploding-pig", cards[0]})
		if leader < 0 {
			leader = (seat + 1) % w.n
		}
		w.tell("pig %d %s %d", seat, cards[0], leader)
		w.lead(leader)
	case "play":
		w.play(seat, cards)
	case "pass":
		w.tell("passed %d", seat)
		if w.o.Laps == LapsLock {
			w.locked[seat] = true
		}
		w.waiting = w.waiting[1:]
	case "machine":
		w.hands[seat], _ = without(w.hands[seat], []string{"killing-machine"})
		w.tell("machine %d", seat)
		if w.roundOver(seat) {
			return
		}
		w.lead(w.orAfter(seat))
	}
}

func (w *twin) give(hero int, cards []string) {
	if w.o.Exchange == ExchangeSealed {
		w.payTribute(hero)
	}
	w.move(hero, w.pays[hero], cards)
	w.tell("returned %d %d %s", hero, w.pays[hero], strings.Join(cards, " "))
	delete(w.owes, hero)
	if len(w.owes) == 0 {
		w.openWithPig()
	}
}

func (w *twin) play(seat int, cards []string) {
	w.hands[seat], _ = without(w.hands[seat], cards)
	value, _ := worth(cards)
	w.tell("played %d %s %d", seat, strings.Join(cards, " "), value)
	led := w.stage == "lead"
	w.stage, w.set, w.owner = "follow", cards, seat
	if w.roundOver(seat) {
		return
	}
	if w.o.Laps == LapsOne && !led {
		w.waiting = w.waiting[1:]
		return
	}
	w.waiting = nil
	for i := 1; i < w.n; i++ {
		if s := (seat + i) % w.n; len(w.hands[s]) > 0 && !w.locked[s] {
			w.waiting = append(w.waiting, s)
		}
	}
}

func (w *twin) lead(seat int) {
	w.stage, w.turn, w.set, w.waiting, w.locked = "lead", seat, nil, nil, map[int]bool{}
}

func (w *twin) clear() {
	w.tell("won %d %d", w.owner, w.orAfter(w.owner))
	w.lead(w.orAfter(w.owner))
}

func (w *twin) orAfter(seat int) int {
	for len(w.hands[seat]) == 0 {
		seat = (seat + 1) % w.n
	}
	return seat
}

// roundOver tells who went out, and ends the round when one is left.
func (w *twin) roundOver(seat int) bool {
	if len(w.hands[seat]) > 0 {
		return false
	}
	w.out = append(w.out, seat)
	w.tell("out %d %d", seat, len(w.out))
	if len(w.out) < w.n-1 {
		return false
	}
	last := w.orAfter(0)
	w.out = append(w.out, last)
	w.tell("out %d %d", last, w.n)
	for i, s := range w.out {
		w.totals[s] += w.n - i
	}
	w.heroes = append(w.heroes, w.out[0])
	w.last, w.stage = w.out, "scored"
	w.tell("scored %d %v %v", w.round, w.out, w.totals)
	if w.round == w.o.Rounds {
		w.stage = "over"
		w.tell("over %v", w.ranking())
	}
	return true
}

// ranking: points, then Big Hero finishes, then the last round.
func (w *twin) ranking() []int {
	ranking := slices.Clone(w.out)
	wins := func(s int) (n int) {
		for _, hero := range w.heroes {
			if hero == s {
				n++
			}
		}
		return n
	}
	slices.SortFunc(ranking, func(a, b int) int {
		for _, less := range []int{w.totals[b] - w.totals[a], wins(b) - wins(a), slices.Index(w.out, a) - slices.Index(w.out, b)} {
			if less != 0 {
				return less
			}
		}
		return 0
	})
	return ranking
}
