package lines

import (
	"fmt"
	"strings"
	"time"

	"deathtrap/rules"
	"deathtrap/table"
)

// hearTable tells the news of the table, and asks for what is owed.
func (r *reader) hearTable(a arrival[table.Update]) error {
	if sentOut(a.err) {
		r.forget()
		r.say(explain(a.err, nil))
		r.offerLobby()
		return nil
	}
	if a.err != nil {
		return a.err
	}
	before := r.last
	r.hearNews(&a.update)
	if before.Board.State != table.Playing && a.update.Board.State == table.Playing {
		before = &a.update // who plays is told as the game begins
	}
	r.tellBoard(before.Board, a.update.Board)
	r.offerTable()
	return nil
}

// arrive tells of a table that the person has just come to.
func (r *reader) arrive(u *table.Update) {
	r.hearNews(u)
	b := u.Board
	r.say(aboutTable(b))
	if u.You == rules.Nobody {
		r.say("You watch.")
	}
	r.say("A friend comes here by: join " + b.Code + ".")
	r.stand()
	r.offerTable()
}

func (r *reader) hearNews(u *table.Update) {
	r.last = u
	r.teller.you, r.teller.names = u.You, namesOf(u.Board)
	for _, n := range u.News {
		switch {
		case n.Event != nil:
			if n.Event.Kind == rules.Dealt {
				r.commits[n.Event.Round] = n.Event.Commit
			}
			r.say(r.teller.event(n.Event)...)
		case n.Talk != nil:
			r.say(n.Talk.From + " says: " + n.Talk.Text)
		case n.Private && strings.Contains(n.Notice, ": "): // what is to be typed has a line of its own
			before, typed, _ := strings.Cut(n.Notice, ": ")
			r.say(before+":", typed)
		case n.Notice != "":
			r.say(n.Notice)
		}
	}
}

// tellBoard tells who came, went, or is ready, before and after games.
func (r *reader) tellBoard(old, now *table.Board) {
	for i, is := range now.Seats {
		var was table.Chair // of a seat that is new
		if i < len(old.Seats) {
			was = old.Seats[i]
		}
		switch {
		case rules.Seat(i) == r.last.You:
		case was.Name != is.Name && is.Free():
			r.say(was.Name + " leaves the table.")
		case was.Name != is.Name:
			r.say(is.Name + " sits down.")
		case !was.Ready && is.Ready && is.Bot == "":
			r.say(is.Name + " is ready.")
		}
	}
	if old.Host != now.Host && now.Host == r.last.You && now.Host != rules.Nobody {
		r.say("You are the host now.")
	}
}

// stand says how things stand at the table.
func (r *reader) stand() {
	u := r.last
	for i, c := range u.Board.Seats {
		r.say(r.aboutSeat(rules.Seat(i), c))
	}
	v := u.View
	if v == nil || u.Board.State != table.Playing {
		return
	}
	r.say(fmt.Sprintf("Round %d of %d.", v.Round, v.Rounds))
	if v.Top != nil {
		r.say(fmt.Sprintf("On the table: %s, value %d, by %s.", set(v.Top.Cards), v.Top.Value, r.teller.whom(v.Top.Seat)))
	}
	if u.You != rules.Nobody {
		r.say(holding(v.Hand))
	}
}

func (r *reader) aboutSeat(s rules.Seat, c table.Chair) string {
	if c.Free() {
		return fmt.Sprintf("Seat %d is free.", s+1)
	}
	facts := []string{fmt.Sprintf("Seat %d: %s", s+1, r.teller.whom(s))}
	u := r.last
	if c.Bot != "" {
		facts = append(facts, "a computer player")
	}
	if u.Board.Host == s {
		facts = append(facts, "the host")
	}
	if c.Away {
		facts = append(facts, "away")
	}
	switch v := u.View; {
	case v != nil && u.Board.State == table.Playing:
		facts = append(facts, number(v.Counts[s], "card"), number(v.Totals[s], "point"))
		if v.Titles[s] != "" {
			facts = append(facts, v.Titles[s])
		}
	case c.Ready && c.Bot == "":
		facts = append(facts, "ready")
	}
	return strings.Join(facts, ", ") + "."
}

// offerTable asks for what the person owes or may do, each question once.
func (r *reader) offerTable() {
	u := r.last
	switch {
	case u.Board.State != table.Playing:
		r.offerBetweenGames()
	case u.You == rules.Nobody:
		r.offer("watching", "You watch the game.", []choice{r.away("leave", "leave: back to the lobby", false)})
	case u.View.Phase == rules.PhaseScored:
		r.offer(fmt.Sprint("scored", u.View.Round), "The next round is dealt soon.", []choice{
			{"ready", "ready: go on at once", func() error { return r.at.Do(r.ctx, table.Ready{}) }},
		})
	case u.View.Owes():
		r.offer(r.owed(), r.question(), r.actions())
	case len(u.View.Legal) > 0:
		r.offer(fmt.Sprint("stop", u.View.Round, u.View.HandNumber), "You may stop this hand at any moment.", r.actions())
	default:
		r.choices, r.asked = nil, "" // others play: a number typed too late does nothing
	}
}

func (r *reader) away(words, text string, giveUp bool) choice {
	return choice{words, text, func() error { return r.backToLobby(giveUp) }}
}

func (r *reader) offerBetweenGames() {
	u := r.last
	if u.You == rules.Nobody {
		r.offer(fmt.Sprint("watch", u.Board.State), "You watch. The game has not begun.", []choice{
			{"sit", "sit: take a free seat", func() error { return r.at.Do(r.ctx, table.Sit{}) }},
			r.away("leave", "leave: back to the lobby", false),
		})
		return
	}
	do := func(c table.Command) func() error { return func() error { return r.at.Do(r.ctx, c) } }
	var choices []choice
	host := u.Board.Host == u.You
	if u.Board.State == table.Over {
		if host {
			choices = append(choices, choice{"rematch", "rematch: the same people play again", do(table.Rematch{})})
		}
	} else {
		ready := choice{"ready", "ready: say that you are ready", do(table.Ready{})}
		if u.Board.Seats[u.You].Ready {
			ready = choice{"unready", "unready: not ready after all", do(table.Ready{Off: true})}
		}
		choices = append(choices, ready)
		if host {
			choices = append(choices,
				choice{"start", "start: begin when every seat is taken and everybody is ready", do(table.Start{})},
				choice{"bot", "bot: add a computer player", do(table.AddBots{Count: 1})},
				choice{"no bot", "no bot: take one away", do(table.RemoveBots{Count: 1})})
		}
	}
	choices = append(choices, r.away("leave", "leave: back to the lobby", true))
	question := "The game has not begun. What will you do?"
	if u.Board.State == table.Over {
		question = "The game is over. Say grovel and your words to grovel, or:"
	}
	r.offer(fmt.Sprint("between", u.Board.State, u.Board.Game, host), question, choices)
}

// owed tells one demand from the next, so that each is announced once.
func (r *reader) owed() string {
	v := r.last.View
	return fmt.Sprint("owed", r.last.Board.Game, v.Round, v.Phase, v.HandNumber, len(v.HandPlays))
}

// question is what is asked of the person now, in full.
func (r *reader) question() string {
	v := r.last.View
	clock := ""
	if v.Deadline != nil {
		clock = fmt.Sprintf(" You have %d seconds.", max(0, int(time.Until(*v.Deadline).Round(time.Second).Seconds())))
	}
	switch v.Phase {
	case rules.PhaseGive:
		for _, t := range v.Trades {
			if t.To == v.Seat {
				return fmt.Sprintf("Give %s back to %s. %s%s", number(t.Count, "card"), r.teller.whom(t.From), holding(v.Hand), clock)
			}
		}
	case rules.PhasePig:
		return "The Exploding Pig was dealt to you. One monster goes with it. " + holding(v.Hand) + clock
	case rules.PhaseLead:
		return "Your turn: you lead. " + holding(v.Hand) + clock
	case rules.PhaseFollow:
		return fmt.Sprintf("Your turn. Beat %s, value %d, by %s: %s of value %d or more. %s%s", set(v.Top.Cards), v.Top.Value,
			r.teller.whom(v.Top.Seat), number(len(v.Top.Cards), "card"), v.Top.Value+1, holding(v.Hand), clock)
	}
	return "It is your turn." + clock
}

// actions are the legal actions as choices.
func (r *reader) actions() []choice {
	u := r.last
	choices := make([]choice, 0, len(u.View.Legal))
	for _, a := range u.View.Legal {
		words := r.wordsFor(a)
		choices = append(choices, choice{words, words, r.act(a)})
	}
	return choices
}

func (r *reader) act(a rules.Action) func() error {
	seen := r.last.Seen
	return func() error { return r.at.Do(r.ctx, table.Act{Seen: seen, Action: a}) }
}

// wordsFor is what to type for an action.
func (r *reader) wordsFor(a rules.Action) string {
	switch a.Kind {
	case rules.ActPig:
		if a.Leader != rules.Nobody {
			return "pig " + a.Card.Name() + " for " + r.teller.names[a.Leader]
		}
		return "pig " + a.Card.Name()
	case rules.ActPlay, rules.ActGive:
		return string(a.Kind) + " " + list(a.Cards)
	}
	return string(a.Kind)
}

// hearTableWords obeys what is typed at a table.
func (r *reader) hearTableWords(word, rest string) {
	u := r.last
	switch word {
	case "hand":
		if u.View != nil {
			r.say(holding(u.View.Hand))
		}
	case "table":
		r.stand()
	case "scores":
		r.tellScores()
	case "last":
		r.tellLast()
	case "out":
		r.tellOut()
	case "grovel":
		if err := r.at.Do(r.ctx, table.Grovel{Text: rest}); err != nil {
			r.complain(err)
		}
	case "leave":
		r.hearLeave()
	case "hint":
		r.hint()
	case "verify":
		r.verify()
	case "auto", "change", "bot", "time", "hurry", "pause", "go":
		r.hearSetting(word, rest)
	case "kick", "ban", "unban", "lock", "unlock":
		r.hearHost(word, rest)
	case "play", "give", "pig", "pass", "machine", "p", "k":
		r.hearAction(word, strings.ToLower(rest))
	default:
		r.say("That is no choice here. Say again to hear the choices, or help.")
	}
}

// hearLeave leaves; a seat in a running game is asked about once.
func (r *reader) hearLeave() {
	seated := r.last.You != rules.Nobody
	if seated && r.last.Board.State == table.Playing && !r.leaving {
		r.leaving = true
		r.say("A computer player would play your cards to the end. Say leave again to leave.")
		return
	}
	if err := r.backToLobby(seated); err != nil {
		r.complain(err)
	}
}

func (r *reader) tellLast() {
	if r.last.View == nil || len(r.last.View.LastHand) == 0 {
		r.say("There is no hand before this one.")
		return
	}
	past := r.teller
	past.lying = false
	for i := range r.last.View.LastHand {
		r.say(past.event(&r.last.View.LastHand[i])...)
	}
}

// tellOut tells which cards are neither gone nor the listener's own.
func (r *reader) tellOut() {
	v := r.last.View
	if v == nil {
		r.say("No cards are dealt.")
		return
	}
	seen := rules.HandOf(append(append([]rules.Card{}, v.Gone...), v.Hand...)...)
	var unseen []rules.Card
	for _, c := range rules.Cards() {
		for range c.Copies() - int(seen[c]) {
			unseen = append(unseen, c)
		}
	}
	r.say("Still out, and not yours: " + list(unseen) + ".")
}

// hearAction plays what is typed in words.
func (r *reader) hearAction(word, rest string) {
	if r.last.View == nil || r.last.You == rules.Nobody {
		r.complain(table.ErrNotSeated)
		return
	}
	a, err := r.readAction(word, rest)
	if err == nil {
		err = r.last.View.Check(a)
	}
	if err == nil {
		err = r.act(a)()
	}
	if err != nil {
		r.complain(err)
	}
}
