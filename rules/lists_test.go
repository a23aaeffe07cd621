package rules

import (
	"bytes"
	"reflect"
	"testing"
)

// What views share is never old, and never changes: each view is the one that a
// game shows that has shown none before, and stays so whatever happens later.
func TestSharedListsAreNeverOld(t *testing.T) {
	for n := MinPlayers; n <= MaxPlayers; n++ {
		for _, exchange := range []Trading{ExchangeOpen, ExchangeSealed} {
			o := DefaultOptions()
			o.Players, o.Rounds, o.Exchange = n, 2, exchange
			showAll(t, begin(t, o))
		}
	}
}

func showAll(t *testing.T, g *Game) {
	var views []View
	var texts [][]byte
	playRandomly(t, g, 1, func([]Event) {
		forgetful := g.Clone()
		for s := Nobody; int(s) < g.options.Players; s++ {
			forgetful.listed = lists{}
			v := g.View(s)
			if fresh := forgetful.View(s); !reflect.DeepEqual(v, fresh) {
				t.Fatalf("seat %d is shown %+v instead of %+v", s, v, fresh)
			}
			if g.events%10 == 0 {
				views, texts = append(views, v), append(texts, inJSON(t, v))
			}
		}
	})
	for i, v := range views {
		if !bytes.Equal(inJSON(t, v), texts[i]) {
			t.Errorf("%s has become %+v", texts[i], v)
		}
	}
}

// What may be done is listed anew or shared; in either case it isn't changed later.
func TestSharedActionsStay(t *testing.T) {
	g := leading(t, DefaultOptions(), "orc orc chaindog killing-machine", "imp imp imp", "imp", "imp", "imp", "imp")
	must(t, g, 0, Play(Orc, Chaindog))
	for _, due := range []struct {
		seat  Seat
		legal []Action
	}{{0, []Action{Stop()}}, {1, []Action{Pass()}}, {2, []Action{}}} {
		_ = append(g.Legal(due.seat), Action{Kind: "forged"})
		if legal := g.Legal(due.seat); !reflect.DeepEqual(legal, due.legal) {
			t.Errorf("seat %d may do %+v, not %+v", due.seat, legal, due.legal)
		}
	}
}
