package lobby

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
)

func TestCodes(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		form := regexp.MustCompile(`^[2-9BCDFGHJKMNPQRSTVWXYZ]*[2-9][2-9BCDFGHJKMNPQRSTVWXYZ]*$`)
		h.mu.Lock()
		defer h.mu.Unlock()
		for i := range 2000 {
			private := i%2 == 1
			code := h.newCode(private)
			if want := 4 + 4*(i%2); len(code) != want || !form.MatchString(code) || h.codes[code] != nil {
				t.Fatalf("code %q", code)
			}
			h.codes[code] = &room{}
		}
	})
}

func TestCodesAreReadAsPeopleTypeThem(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "cleo")
		s := setup(4)
		s.Private = true
		code := h.code(h.must(people[0].Open(h.ctx, s)))
		h.must(people[1].Join(h.ctx, strings.ToLower(code[:4])+"-"+code[4:]))
		h.must(people[2].Watch(h.ctx, " "+code[:2]+" "+strings.ToLower(code[2:])+"\n"))
	})
}

func TestOpen(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "cleo")
		ana := people[0]
		s := setup(5)
		s.Title = "Marta's\n\x1b[2J cellar"
		u := h.now(h.must(ana.Open(h.ctx, s)))
		if u.You != 0 || u.Board.Host != 0 || len(u.Board.Seats) != 5 || u.Board.Setup.Title != "Marta's [2J cellar" {
			t.Errorf("seat %d, board %+v", u.You, u.Board)
		}
		b := people[1].listen()
		if len(b.Tables) != 1 || b.Tables[0].Code != u.Board.Code || b.Tables[0].Seats[0].Name != "ana" {
			t.Errorf("listed: %+v", b.Tables)
		}

		s.Title = strings.Repeat("x", 41)
		_, err := ana.Open(h.ctx, s)
		h.wantErr(err, table.ErrTooLong)
		s = setup(3)
		_, err = ana.Open(h.ctx, s)
		h.wantErr(err, rules.ErrOptions)

		// Somebody else has to stay at each, or it ends.
		h.must(people[1].Join(h.ctx, u.Board.Code))
		u = h.now(h.must(ana.Open(h.ctx, setup(4))))
		if u.Board.Setup.Title != "ana's table" {
			t.Errorf("a table without a title is called %q", u.Board.Setup.Title)
		}
		h.must(people[2].Watch(h.ctx, u.Board.Code))
		h.must(ana.Open(h.ctx, setup(4)))
		h.mu.Lock()
		for range tablesEach - 3 {
			h.rooms = append(h.rooms, &room{maker: h.rooms[0].maker, board: table.Board{State: table.Over}})
		}
		h.mu.Unlock()
		_, err = ana.Open(h.ctx, setup(4))
		h.wantErr(err, ErrManyTables)
		_, err = ana.Quick(h.ctx) // to where there is a seat
		h.wantErr(err, nil)
		h.must(people[1].Open(h.ctx, setup(4)))
	})
}

func TestJoin(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "cleo", "dora", "ada")
		code := h.code(h.must(people[0].Open(h.ctx, setup(4))))
		for i, g := range people[1:4] {
			if u := h.now(h.must(g.Join(h.ctx, code))); u.You != rules.Seat(i+1) {
				t.Errorf("%s sits in %d", g.Player().Name, u.You)
			}
		}
		_, err := people[4].Join(h.ctx, code)
		h.wantErr(err, table.ErrFull)
		if got := whereabouts(people[4].listen()); got != "ana table, bo table, cleo table, dora table, ada" {
			t.Errorf("people are: %s", got)
		}
		h.must(people[4].Watch(h.ctx, code))
		if got := whereabouts(people[0].listen()); got != "ana table, bo table, cleo table, dora table, ada table watching" {
			t.Errorf("people are: %s", got)
		}
	})
}

func TestRunningGameTakesBackItsOwn(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "cleo")
		code, seats := h.play(people[:2])
		_, err := people[2].Join(h.ctx, code)
		h.wantErr(err, table.ErrFull)

		seats[1].Leave() // by the face itself, back to the lobby
		if got := whereabouts(people[2].listen()); got != "ana table, bo, cleo" {
			t.Errorf("people are: %s", got)
		}
		if people[1].Kept() != code {
			t.Errorf("kept is %q", people[1].Kept())
		}
		if u := h.now(h.must(people[1].Join(h.ctx, code))); u.You != 1 || u.Board.Seats[1].Away {
			t.Errorf("back in %d: %+v", u.You, u.Board.Seats)
		}
	})
}

func TestOneTableAtATime(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		people := h.comeAll("ana", "bo", "cleo")
		ana := people[0]
		first := h.must(ana.Open(h.ctx, setup(4)))
		h.must(people[1].Watch(h.ctx, h.code(first)))
		second := h.must(ana.Open(h.ctx, setup(5)))
		h.wantLeft(first)
		b := people[1].listen()
		if len(b.Tables) != 2 || !b.Tables[0].Seats[0].Free() || b.Tables[1].Seats[0].Name != "ana" {
			t.Errorf("tables: %+v", b.Tables)
		}

		// A failed join leaves one where one is.
		_, err := ana.Join(h.ctx, "2222")
		h.wantErr(err, ErrUnknownTable)
		if u := h.now(second); u.You != 0 {
			t.Errorf("seat %d", u.You)
		}

		// Out of a game, the seat is kept; and again, and the newest counts.
		one, _ := h.play(people[:1])
		h.wantLeft(second)
		h.must(people[1].Open(h.ctx, setup(6)))
		time.Sleep(time.Minute)
		other := h.code(h.must(people[2].Open(h.ctx, setup(4))))
		h.must(ana.Watch(h.ctx, other))
		if ana.Kept() != one {
			t.Errorf("kept is %q, want %q", ana.Kept(), one)
		}
		h.must(ana.Resume(h.ctx))
		if got := whereabouts(people[1].listen()); got != "ana table, bo table, cleo table" {
			t.Errorf("people are: %s", got)
		}
	})
}

// wantLeft reads a table's visit to its end, which must be by leaving.
func (h *house) wantLeft(at *table.Visit) {
	h.Helper()
	for {
		if _, err := at.Next(h.ctx); err != nil {
			h.wantErr(err, table.ErrLeft)
			return
		}
	}
}

func TestVisitEndsOnTheThreshold(t *testing.T) {
	for how, want := range map[string]error{"replaced": table.ErrReplaced, "left": table.ErrLeft} {
		t.Run(how, func(t *testing.T) {
			inHouse(t, time.Second, func(h *house) {
				people := h.comeAll("ana", "bo")
				code := h.code(h.must(people[1].Open(h.ctx, setup(4))))
				ana := people[0]
				var inside *table.Visit
				_, err := ana.move(h.ctx, func(p table.Player) (*room, *table.Visit, error) {
					r, err := h.find(p, code)
					h.wantErr(err, nil)
					inside = h.must(h.sit(h.ctx, r, p))
					h.wantErr(ana.Rename("cleo"), ErrNameFixed)
					if how == "left" {
						ana.Leave()
					} else {
						ana = h.come("ana", "ana")
					}
					return r, inside, nil
				})
				h.wantErr(err, want)
				h.wantLeft(inside)
				if b := people[1].listen(); !b.Tables[0].Seats[1].Away {
					t.Errorf("the seat is not kept: %+v", b.Tables[0].Seats)
				}
				_, err = people[0].Quick(h.ctx)
				h.wantErr(err, want)
				ana.Leave()
				time.Sleep(2 * time.Minute)
				if b := people[1].listen(); persons(b.Tables[0]) != 1 {
					t.Errorf("the seat is taken: %+v", b.Tables[0].Seats)
				}
				if h.people["ana"] != nil {
					t.Error("ana is remembered")
				}
			})
		})
	}
}

func TestMovesGoOneAfterAnother(t *testing.T) {
	inHouse(t, time.Second, func(h *house) {
		ana := h.come("ana", "ana")
		ana.person.door <- struct{}{} // somebody else's hand is on the door
		short, cancel := context.WithTimeout(h.ctx, time.Second)
		defer cancel()
		_, err := ana.Open(short, setup(4))
		h.wantErr(err, context.DeadlineExceeded)
		<-ana.person.door
		h.must(ana.Open(h.ctx, setup(4)))
	})
}
