package lobby

import (
	"cmp"
	"context"

	"deathtrap/table"
	"deathtrap/table/words"
)

// What can be learned of the lobby without a visit.

// Board is what everybody in the lobby may see now.
func (l *Lobby) Board() *Board {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.board()
}

// Knows reports whether the person with that ID is here, or a seat is kept for
// them.
func (l *Lobby) Knows(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.people[id] != nil
}

// Seated reports whether the person with that ID has a seat, here or away.
func (l *Lobby) Seated(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.people[id]
	return p != nil && len(p.seats) > 0
}

// NameOf is the name under which a person is here, or would come in if nobody
// had it meanwhile.
func (l *Lobby) NameOf(ctx context.Context, p table.Player) string {
	wish := words.Propose(cmp.Or(l.recall(ctx, p), p.Name))
	l.mu.Lock()
	defer l.mu.Unlock()
	if known := l.people[p.ID]; known != nil && known.name != "" {
		return known.name
	}
	return l.free(wish, words.Skeleton(wish))
}
