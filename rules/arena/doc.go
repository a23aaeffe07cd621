// Package arena is games without people: computer players play whole games
// as fast as they can ([Simulate], [Summarize]), and the events of any game,
// from here or from a table, are judged anew by the rules ([Verify]).
//
// Everything here is a plain function that runs in its caller's goroutine and
// owns nothing afterwards. Simulate is deterministic: the same [Settings]
// print the same bytes on every machine. A round's seed is the SHA-256 of the
// text "deathtrap simulate/SEED/GAME/ROUND", game from 0, round from 1.
//
//	s := arena.Settings{Games: 100, Seed: "7", Options: rules.DefaultOptions(), Bots: []string{"regular"}}
//	err := arena.Simulate(os.Stdout, s)
//	checked, err := arena.Verify(file)
//
// Computer players are asked with what their seat may see and nothing else.
package arena
