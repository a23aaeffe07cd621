// Bench measures what a player costs. It starts the real server, and beside it
// in the same run two others: the floor, which is x/crypto/ssh alone and echoes
// 300 bytes a key, and a stock server, wish and Bubble Tea with their defaults
// and a view of the same kind. Each is a process of its own. Bench opens real SSH
// sessions to them, plays real games through the screen's keys, idles, storms and
// floods, samples the processes from outside, and writes one JSON object. So every
// figure has its like from the same machine and the same minute.
//
//	go run ./bench                        # the whole table; a quarter of an hour
//	go run ./bench -short                 # a small one of each; under a minute
//	go run ./bench -only keys,moves -runs 3
//	go run ./bench -only soak -soak 1h
//	go run ./bench -only bots    # a hundred tables of computer players
//
// It needs Linux, for /proc. Nothing fails because it is slow: bench ends with an
// error only when something did not work.
//
// # How it measures
//
// A server's CPU and memory are those of its process in /proc. The share of the
// garbage collector is the sum of what GODEBUG=gctrace=1 reports. Goroutines are
// counted in the dump that a process writes on SIGQUIT, by who started them; that
// ends it, so it comes last. Latency is from just before a key is written
// until the first byte that comes after it has been read and decrypted. A client
// keeps the text of its screen (glass.go), because the players read what enter
// will do before they press it.
//
// A phase (phases.go) measures one or more servers under one load; its figures
// have their unit at the end of their name.
package main
