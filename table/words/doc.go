// Package words is the one place where foreign text is cleaned, measured and
// compared: names, talk, titles, and what a client says of its terminal.
//
// What people type reaches other people's terminals, where a few bytes can
// move the cursor, set a title, write to the clipboard or turn the line round.
// So every foreign string passes through here once, on its way in, and is
// plain from then on:
//
//	name, err := words.Name("Ragnar")     // or a sentence that says what is wrong
//	name := words.Propose("root@host!")   // always a name: "root-host"
//	line, err := words.Line(typed, 200)   // one line of talk, at most 200 cells
//	term := words.Term(os.Getenv("TERM")) // printable ASCII
//
// The property, tested with hostile text: every rune of the output is a
// letter, mark, number, sign or single blank; it is valid UTF-8 in normal form
// C; no control, format, private or unassigned rune is left (so no bidi
// control, joiner or tag), no variation selector, and nobody can pile up more
// than two marks. Emoji joined to one picture come apart into their parts.
//
// Width counts cells by grapheme clusters, the way the screens are drawn; every
// cluster of a cleaned text is one or two cells wide.
//
// Two names that look the same have the same [Skeleton], whatever scripts they
// are written in. All functions are pure and safe for concurrent use.
package words
