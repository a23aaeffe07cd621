package tui

import "deathtrap/lobby"

// present is who is in the house, the person first, as drawHere lists them.
func (l *lobbyScreen) present() []lobby.Person {
	people := []lobby.Person{{Name: l.me.Name}}
	for _, p := range l.house.People {
		if p.Name != l.me.Name {
			people = append(people, p)
		}
	}
	return people
}

// somebodyAt opens what one can do about the person at a place of the picture, or
// the list of all where there is no room for more.
func (l *lobbyScreen) somebodyAt(x, y int) bool {
	r, people := lobbyPlanOf(l.width, l.height).here, l.present()
	i := y - r.Y
	switch {
	case !inside(r, x, y) || i >= len(people):
		return false
	case i == 0, len(people) > r.H && i == r.H-1:
		l.wish(openDialog{newPeople(l.session)})
	default:
		l.wish(openDialog{newPerson(l.session, people[i].Name)})
	}
	return true
}
