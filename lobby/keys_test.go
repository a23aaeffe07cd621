package lobby

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deathtrap/table"
)

// with lets somebody in by a key, as whoever's it is.
func (h *house) with(key, name string) *guest {
	h.Helper()
	v, err := h.Visit(h.ctx, table.Player{ID: h.Owner(key), Key: key, Name: name, Face: table.Screen})
	if err != nil {
		h.Fatalf("%s can't come in: %v", name, err)
	}
	return &guest{Visit: v, h: h}
}

// offered is a code of whoever has the key.
func (h *house) offered(key string) string {
	h.Helper()
	code, _, err := h.Offer(key)
	if err != nil {
		h.Fatal(err)
	}
	return code
}

// linked links a key to the player of another.
func (h *house) linked(key, to string) {
	h.Helper()
	if player, err := h.Link(key, h.offered(to)); err != nil || player != h.Owner(to) {
		h.Fatalf("linked to %q, %v", player, err)
	}
}

func keysOf(h *house, player string) string {
	var ids []string
	for _, k := range h.KeysOf(player) {
		ids = append(ids, k.ID)
	}
	return strings.Join(ids, " ")
}

func TestTwoKeysAreOnePlayer(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		desk := h.with("desk", "ana")
		bo := h.come("bo", "bo")
		h.linked("laptop", "desk")
		code, seats := h.play([]*guest{desk, bo})
		lap := h.with("laptop", "somebody else")
		h.wantErr(desk.ending(), table.ErrReplaced) // the newest takes the seat, and no second hand shows
		for err := error(nil); err == nil; {
			_, err = seats[0].Next(h.ctx)
		}
		if got := lap.Player(); got.Name != "ana" || got.ID != "desk" || lap.Key() != "laptop" {
			t.Errorf("came in as %+v", got)
		}
		back := h.must(lap.Resume(h.ctx))
		if u := h.now(back); u.You != 0 || u.Board.Code != code || len(u.View.Hand) == 0 {
			t.Errorf("back in seat %d of %s", u.You, u.Board.Code)
		}
		desk = h.with("desk", "ana")
		if u := h.now(h.must(desk.Resume(h.ctx))); u.You != 0 {
			t.Errorf("by the first key they are in seat %d", u.You)
		}
		h.wantErr(lap.ending(), table.ErrReplaced)
		h.Mute("desk", time.Now().Add(time.Hour))
		h.wantErr(h.with("laptop", "ana").Say(h.ctx, "hello"), table.ErrMuted)
		if got := keysOf(h, "desk"); got != "desk laptop" {
			t.Errorf("the keys are %s", got)
		}
	})
}

func TestALinkCodeHoldsOnceAndNotForLong(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		link := func(key, code string, want error) {
			t.Helper()
			_, err := h.Link(key, code)
			h.wantErr(err, want)
		}
		first := h.offered("desk")
		code := h.offered("desk")
		link("a", first, ErrNoCode) // a new one makes the old one worthless
		link("desk", code, ErrOwnKey)
		if _, err := h.Link("a", strings.ToLower(strings.ReplaceAll(code, "-", " "))); err != nil {
			t.Fatalf("as somebody types it: %v", err)
		}
		link("b", code, ErrNoCode)
		code = h.offered("a") // any key of the player can ask
		time.Sleep(linkTime - time.Second)
		if player, err := h.Link("c", code); err != nil || player != "desk" {
			t.Errorf("just in time: %q, %v", player, err)
		}
		code = h.offered("a")
		time.Sleep(linkTime)
		link("d", code, ErrNoCode)
		link("", code, ErrNoKey)
		_, _, err := h.Offer("")
		h.wantErr(err, ErrNoKey)
		if got := keysOf(h, "desk"); got != "desk a c" {
			t.Errorf("the keys are %s", got)
		}
	})
}

func TestWhoGuessesAtLinkCodesIsToldToWait(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		code := h.offered("desk")
		seen := map[string]bool{}
		for i := range 5 {
			_, err := h.Link("thief", fmt.Sprint("K7QD-9GTA-P2X", i))
			h.wantErr(err, ErrNoCode)
		}
		_, err := h.Link("thief", code)
		h.wantErr(err, table.ErrRateLimited) // whatever the next
		time.Sleep(time.Minute)
		if _, err := h.Link("thief", code); err != nil {
			t.Errorf("after a minute: %v", err)
		}
		for range 1000 {
			code := h.offered("other")
			if len(code) != 14 || seen[code] {
				t.Fatalf("code %q", code)
			}
			seen[code] = true
		}
		if n := len(h.keys.codes); n != 1 {
			t.Errorf("%d codes hold", n)
		}
	})
}

func TestWhatAKeyWasBeforeIsGivenUp(t *testing.T) {
	names := map[string]string{}
	inHouseOf(t, Config{Memory: memory{names: names}}, func(h *house) {
		bo := h.with("laptop", "bo")
		code := h.offered("desk")
		h.with("desk", "ana")
		at := h.must(bo.Open(h.ctx, setup(4)))
		_, err := h.Link("laptop", code)
		h.wantErr(err, ErrKeySeated)
		at.Quit()
		synctest.Wait()
		h.Mute("laptop", time.Now().Add(time.Hour))
		if err := bo.Visit.Link(code); err != nil { // the code still holds
			t.Fatal(err)
		}
		h.wantErr(bo.ending(), ErrLinked)
		if names["laptop"] != "" || names["desk"] != "ana" {
			t.Errorf("names are %v", names)
		}
		if ana := h.with("laptop", "bo"); ana.Player().Name != "ana" || !h.isMuted("desk") {
			t.Errorf("came in as %s, muted %t", ana.Player().Name, h.isMuted("desk"))
		}
		h.linked("phone", "tablet")
		_, err = h.Link("phone", h.offered("desk"))
		h.wantErr(err, ErrKeyShared)
	})
}

func TestAKeyThatIsTakenAway(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		h.linked("laptop", "desk")
		h.wantErr(h.Unlink("desk", "else"), ErrNotYours)
		h.wantErr(h.Unlink("other", "other"), ErrLastKey)
		h.wantErr(h.Unlink("", "desk"), ErrNoKey)

		// The first key is stolen: it is taken away by the other one, and the
		// player stays who they are.
		thief, bo := h.with("desk", "ana"), h.come("bo", "bo")
		h.play([]*guest{thief, bo})
		code := h.offered("desk")
		if err := h.Unlink("laptop", "desk"); err != nil {
			t.Fatal(err)
		}
		h.wantErr(thief.ending(), ErrUnlinked)
		_, err := h.Link("crowbar", code) // which the thief had asked for
		h.wantErr(err, ErrNoCode)
		if owner := h.Owner("desk"); !strings.HasPrefix(owner, ownerless) || keysOf(h, owner) != "desk" {
			t.Errorf("the stolen key is %q with keys %s", owner, keysOf(h, owner))
		}
		thief = h.with("desk", "ana")
		if got := thief.Player().Name; got == "ana" || thief.Kept() != "" {
			t.Errorf("the thief is %s, with a seat at %q", got, thief.Kept())
		}
		ana := h.with("laptop", "x")
		if u := h.now(h.must(ana.Resume(h.ctx))); u.You != 0 || ana.Player().ID != "desk" {
			t.Errorf("the player is in seat %d", u.You)
		}
		h.wantErr(h.Unlink("laptop", "laptop"), ErrLastKey)

		// It may become somebody's again.
		thief.Leave()
		h.linked("desk", "bo")
		if got := keysOf(h, "bo"); got != "bo desk" {
			t.Errorf("the keys are %s", got)
		}
	})
}

func TestAPlayerHasSoManyKeys(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		for i := range keysEach - 1 {
			h.linked(fmt.Sprint("key", i), "desk")
		}
		_, _, err := h.Offer("desk")
		h.wantErr(err, ErrManyKeys)
	})
}

// gives is a memory that waits before it gives a key, and may refuse.
type gives struct {
	*forgetful
	asked chan struct{}
	mayBe chan error
}

func (g gives) Give(Key, string) error {
	g.asked <- struct{}{}
	return <-g.mayBe
}

// TestAKeyIsGivenOnceItIsKept: durable before visible, and nobody slips through
// the door meanwhile.
func TestAKeyIsGivenOnceItIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		defer end()
		g := gives{forgetful: &forgetful{}, asked: make(chan struct{}, 1), mayBe: make(chan error)}
		h := &house{t, New(ctx, Config{Policy: firstLegal{}, Memory: g}), ctx, end}
		lap := h.with("laptop", "bo")
		linked := make(chan error, 1)
		try := func() {
			code := h.offered("desk")
			go func() { _, err := h.Link("laptop", code); linked <- err }()
			<-g.asked
		}
		try()
		if h.Owner("laptop") != "laptop" {
			t.Error("it is given before it is kept")
		}
		_, err := lap.Open(h.ctx, setup(4))
		h.wantErr(err, ErrKeyMoved)
		_, err = h.Visit(h.ctx, table.Player{ID: "laptop", Key: "laptop", Name: "bo"})
		h.wantErr(err, ErrKeyMoved)
		g.mayBe <- errors.New("the disk is full")
		h.wantErr(<-linked, table.ErrNotKept)
		at := h.must(lap.Open(h.ctx, setup(4))) // as if nothing had been
		at.Quit()
		synctest.Wait()
		try()
		g.mayBe <- nil
		h.wantErr(<-linked, nil)
		h.wantErr(lap.ending(), ErrLinked)
		_, err = h.Visit(h.ctx, table.Player{ID: "laptop", Key: "laptop", Name: "bo"})
		h.wantErr(err, ErrKeyMoved) // who had been looked up before
	})
}
