// Package bots plays the game: it picks an action from what a seat may see.
//
// [Choose] answers one of the view's legal actions and is a function of the
// view and a seed alone: the same view and seed give the same action on every
// machine. A bot knows no more than a person in its seat would. Its work is
// bounded by what it counts, never by a clock, so a slow machine plays the same
// game.
//
//	view := game.View(seat)
//	if action, ok := bots.Choose("regular", view, seed); ok {
//		events, err := game.Apply(seat, action)
//	}
//
// The kinds that people meet are novice, regular and master. Random and flat,
// which is plain flat Monte Carlo, are marks to measure others against.
// docs/bots.md tells how each of them thinks and how well it does.
package bots
