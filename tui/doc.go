// Package tui is the game as people see it: screens that draw what a visit
// shows and turn keys into commands.
//
// [New] makes the program of one connection, a terminal.Model. Everything it
// remembers hangs on one session: nothing is global, nothing travels in a
// context. The program has one screen and perhaps dialogs on top of it; only
// the program navigates, screens wish (for intents such as leaveTable).
//
//	m := tui.New(ctx, visit, tui.Options{Host: "dungeon.example", Port: "2222"})
//	err := terminal.Run(ctx, m, terminal.Config{...})
//
// # Who waits for whom
//
// Screens pull. One wait is for the lobby visit, another for the table visit, each begun
// anew when it is over; each answers with the newest state, so a slow terminal misses states
// in between and never news. What a person asks for goes out as a command with
// a verb's name, bound to the connection's context; its error comes back as a
// message and is said as a sentence. Update does no input or output and never
// waits. Draw is a function of the program's state and the canvas's size.
//
// # Where things are
//
// A file family each: first, lobby, waiting, game, result, ceremony, help, settings,
// form, menu, tutorial are screens; tui and travel are the program that goes
// from one to another; chrome is what they have in common (title bar, enter
// line, key lines); sentence holds all words about errors and events; theme all
// colours, by meaning.
package tui
