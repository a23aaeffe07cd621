package lobby

import (
	"context"
	"slices"
	"strings"

	"deathtrap/table"
	"deathtrap/table/words"
)

// Acquaintance is somebody as another person knows them: by the ID they keep and
// the name they had.
type Acquaintance struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Guest bool   `json:"guest"`
}

const (
	metKept     = 20  // people who whispered of late and may have gone
	ignoredMost = 200 // by one person
)

// meet remembers who has whispered, so that they can be ignored or reported also
// when they have gone. The mutex is held.
func (v *Visit) meet(p *person) {
	a := p.acquaintance()
	v.met = slices.DeleteFunc(v.met, func(old Acquaintance) bool { return old.ID == a.ID })
	v.met = append(v.met, a)
	v.met = v.met[max(0, len(v.met)-metKept):]
}

func (p *person) acquaintance() Acquaintance { return Acquaintance{p.id, p.name, p.guest} }

// acquainted finds who is meant by a name: somebody in the house or with a seat
// in it, who whispered of late, or who has said something here that still can be
// read. The mutex is held.
func (v *Visit) acquainted(name string) (Acquaintance, error) {
	l, skeleton := v.lobby, words.Skeleton(name)
	is := func(other string) bool { return words.Skeleton(other) == skeleton }
	if p := l.names[skeleton]; p == v.person {
		return Acquaintance{}, ErrYourself
	} else if p != nil {
		return p.acquaintance(), nil
	}
	for _, a := range slices.Backward(v.met) {
		if is(a.Name) {
			return a, nil
		}
	}
	for _, said := range slices.Backward(v.within()) {
		if said.From != "" && is(said.From) {
			return Acquaintance{ID: said.By, Name: said.From}, nil
		}
	}
	return Acquaintance{}, ErrNobody
}

// within is the talk that the person can read now, here and at their table, the
// oldest first. The mutex is held.
func (v *Visit) within() []table.Talk {
	talk := v.lobby.talk
	if v.room != nil && !v.room.gone && v.room.table != nil {
		talk = slices.Concat(talk, v.room.table.Board().Talk)
	}
	return talk
}

// Ignore hides from this person what somebody says, at tables, in the lobby and
// in whispers, whatever they call themselves later. It is kept for who has a
// key; of guests, and by guests, until they leave. It returns the name. To ignore
// somebody again is no error.
func (v *Visit) Ignore(name string) (string, error) {
	l := v.lobby
	l.mu.Lock()
	a, err := v.acquainted(name)
	switch {
	case v.ended != nil:
		err = v.ended
	case err == nil && len(v.person.ignored) >= ignoredMost:
		err = table.ErrRateLimited
	}
	if err != nil || v.person.deaf[a.ID] {
		l.mu.Unlock()
		return a.Name, err
	}
	v.person.ignore(append(slices.Clone(v.person.ignored), a))
	l.changed()
	l.mu.Unlock()
	if v.guest || a.Guest {
		return a.Name, nil
	}
	return a.Name, v.kept(l.config.Memory.Ignore(v.person.id, a))
}

// Unignore is the end of Ignore. It returns the name.
func (v *Visit) Unignore(name string) (string, error) {
	l := v.lobby
	l.mu.Lock()
	i := slices.IndexFunc(v.person.ignored, func(a Acquaintance) bool {
		return words.Skeleton(a.Name) == words.Skeleton(name) || l.isCalled(a.ID, name)
	})
	if i < 0 {
		l.mu.Unlock()
		return "", errNotIgnored
	}
	a := v.person.ignored[i]
	v.person.ignore(slices.Delete(slices.Clone(v.person.ignored), i, i+1))
	l.changed()
	l.mu.Unlock()
	if v.guest || a.Guest {
		return a.Name, nil
	}
	return a.Name, v.kept(l.config.Memory.Unignore(v.person.id, a.ID))
}

// kept is the error of a memory that could not take something: it holds, but not
// for the next visit.
func (v *Visit) kept(err error) error {
	if err != nil {
		v.lobby.config.Logger.Error("whom a person ignores was not kept", "player", v.person.id, "err", err)
	}
	return nil
}

// isCalled reports whether the person with that ID goes by that name now.
func (l *Lobby) isCalled(id, name string) bool {
	p := l.people[id]
	return p != nil && p.name != "" && words.Skeleton(p.name) == words.Skeleton(name)
}

// Ignored are the names of those whom this person ignores, by the alphabet: what
// they are called now, or were when they were last here.
func (v *Visit) Ignored() []string {
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	names := []string{}
	for _, a := range v.person.ignored {
		if p := l.people[a.ID]; p != nil && p.name != "" {
			a.Name = p.name
		}
		names = append(names, a.Name)
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return names
}

// ignore sets whom a person ignores. What readers may have is made anew.
func (p *person) ignore(all []Acquaintance) {
	p.ignored, p.deaf = all, make(map[string]bool, len(all))
	for _, a := range all {
		p.deaf[a.ID] = true
	}
}

// deafTo is whom the person with that ID ignores; it is not changed later.
func (l *Lobby) deafTo(id string) map[string]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.people[id]; p != nil {
		return p.deaf
	}
	return nil
}

// recallIgnored is whom a person with a key has ignored on earlier visits.
func (l *Lobby) recallIgnored(ctx context.Context, p table.Player) []Acquaintance {
	if p.Guest {
		return nil
	}
	ignored, err := l.config.Memory.Ignored(ctx, p.ID)
	if err != nil {
		l.config.Logger.Error("whom a person ignores was not found", "player", p.ID, "err", err)
	}
	return ignored
}

// unheard is the update without what those have said whom the person ignores.
func (v *Visit) unheard(u Update) Update {
	deaf := v.lobby.deafTo(v.person.id)
	if len(deaf) == 0 {
		return u
	}
	u.Talk = table.Without(u.Talk, deaf)
	if u.Board != nil {
		board := *u.Board
		board.Talk = table.Without(board.Talk, deaf)
		u.Board = &board
	}
	return u
}
