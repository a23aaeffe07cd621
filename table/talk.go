package table

import (
	"time"
)

// judgeSay judges table talk.
func (c *core) judgeSay(v *visitor, cmd Say) (Entry, error) {
	clean, err := line(cmd.Text, talkCells)
	if err != nil {
		return Entry{}, err
	}
	speaker := v.player
	speaker.Name = c.name(v)
	return Entry{Kind: Said, Seat: v.seat, Player: &speaker, Text: clean}, nil
}

func (c *core) keepSaid(e Entry) {
	said := Talk{From: e.Player.Name, Text: e.Text, By: e.Player.ID}
	c.news = append(c.news, piece{seen: c.seen, talk: &said})
	c.keep(said)
}

// mayAsk counts what a visitor asks for, and reports whether it is too much.
// Moves are as many as the game allows.
func (c *core) mayAsk(now time.Time, v *visitor, kind EntryKind) bool {
	switch kind {
	case Moved:
		return true
	case Said:
		return c.said.take(now, v.player.ID)
	}
	return c.asked.take(now, v.player.ID)
}

// name is what a visitor is called: by the name of the seat, which stays what
// it was when they sat down.
func (c *core) name(v *visitor) string {
	if v.seat >= 0 {
		return c.seats[v.seat].Name
	}
	return v.player.Name
}

// note adds a sentence of the table itself to the news.
func (c *core) note(sentence string) { c.noteOf("", sentence) }

// noteOf is note with words of somebody's own in the sentence.
func (c *core) noteOf(id, sentence string) {
	c.news = append(c.news, piece{seen: c.seen, notice: sentence, by: id})
	c.keep(Talk{Text: sentence, By: id})
}

// keep keeps a line for newcomers. Boards share the list, so it is made anew.
func (c *core) keep(t Talk) {
	older := c.talk[max(0, len(c.talk)+1-TalkKept):]
	c.talk = append(append(make([]Talk, 0, len(older)+1), older...), t)
	c.changed = true
}

// quota is how much one person may ask for: so much in each span.
type quota struct {
	spans []span // shortest first
	taken map[string][]time.Time
}

type span struct {
	most int
	in   time.Duration
}

func newQuota(spans ...span) quota {
	return quota{spans: spans, taken: map[string][]time.Time{}}
}

// take reports whether the person may have one more now, and counts it.
func (q *quota) take(now time.Time, id string) bool {
	q.forget(now)
	times := q.taken[id]
	for _, s := range q.spans {
		if n := len(times); n >= s.most && now.Sub(times[n-s.most]) < s.in {
			return false
		}
	}
	q.taken[id] = append(times, now)
	return true
}

// forget drops what is older than the longest span.
func (q *quota) forget(now time.Time) {
	oldest := now.Add(-q.spans[len(q.spans)-1].in)
	for id, times := range q.taken {
		for len(times) > 0 && !times[0].After(oldest) {
			times = times[1:]
		}
		if len(times) == 0 {
			delete(q.taken, id)
		} else {
			q.taken[id] = times
		}
	}
}
