// Package terminal is one person's terminal at the end of a byte stream.
package terminal
