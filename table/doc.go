// Package table is one table: its seats, its game, its clocks and its talk.
package table
