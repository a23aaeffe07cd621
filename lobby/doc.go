// Package lobby is the house: who is here, which tables there are, and the
// doors between them.
package lobby
