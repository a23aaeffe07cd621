// Package server admits people: it turns an SSH connection into a visit of the
// lobby with a face, a full screen or a verb's sentences.
//
//	listener, err := server.Listening.Listen(ctx, "tcp", ":2222")
//	s, err := server.New(server.Config{Lobby: house, Signers: signers, Logger: logger})
//	go s.Serve(listener)
//	...
//	err = s.Shutdown(ctx) // everybody is told, every terminal restored
//
// # The way in
//
//	listener -> admission -> line -> channel -> session -> face
//
// The admission counts: connections a source, those that have not logged in,
// people in the house; it keeps out who failed too often, and the last places for
// who has a key or a seat. A line is one connection; its socket bounds what the
// key exchange and the input may cost. A channel is the one session a line may
// have at a time; of what the client asks, it lets through what a game needs
// and answers the rest itself, so nothing ever waits behind it. A session is
// the person: who they are, and which face they asked for.
//
// # Who is who
//
// A public key is a player: its SHA-256 fingerprint is the player's ID, unless
// the key is linked to another's (see lobby's keys.go). It is read only from the finished login ([ssh.Session.PublicKey]); a key that was
// merely asked about names nobody. Whoever brings no key is a guest: they are
// let in by keyboard-interactive without a question, and get a word of their
// own, whose hash is their ID. Whoever comes as "resume-WORD" is that guest
// again, as long as the lobby knows them; a word this server never gave is
// nobody's. (With "none" let in, OpenSSH would never show its key, as it tries that
// first.)
//
// # Who owns what
//
// Every line has an [ssh.Server] value of its own, whose callbacks are the
// line's methods, so nothing of one connection can be seen from another. All
// goroutines of a line start through line.spawn, or, where a timer starts them,
// run in line.thread; both recover: a panic ends
// that line and nothing else. What a line holds is given back in line.close,
// which may be called by anybody at any time.
//
// # Who decides
//
// An admin is a key in the file of [Hosting]; what they order comes in as a verb
// like any other (admin.go), and what changes something is in the audit log.
// Bans and lists of keys are looked at when somebody knocks and again at every
// session. Verbs that answer a question (answers.go) are no visit of the lobby.
//
// # Slow readers
//
// Nobody waits for a client. A write that is not taken for [Limits.Stall]
// closes the line; so does output of more than [Limits.Unread] that the client
// does not acknowledge in that time. See outbox.
package server
