package table

import "slices"

// without is the update without what some people have said: their talk, and
// what they grovelled. The update is shared with other visits, so what changes
// is made anew.
func (u Update) without(ids map[string]bool) Update {
	if len(ids) == 0 {
		return u
	}
	u.Board = u.Board.without(ids)
	u.News = slices.DeleteFunc(slices.Clone(u.News), func(n News) bool {
		return n.Talk != nil && ids[n.Talk.By] || ids[n.by]
	})
	return u
}

func (b *Board) without(ids map[string]bool) *Board {
	less := *b
	less.Talk = Without(b.Talk, ids)
	less.Seats = slices.Clone(b.Seats)
	for i, id := range b.owners {
		if ids[id] {
			less.Seats[i].Grovel = ""
		}
	}
	return &less
}

// Without is talk without the lines of some people. The list is not changed.
func Without(talk []Talk, ids map[string]bool) []Talk {
	return slices.DeleteFunc(slices.Clone(talk), func(t Talk) bool { return ids[t.By] })
}
