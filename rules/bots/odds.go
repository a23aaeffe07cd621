package bots

import "deathtrap/rules"

// Odds and worths are whole numbers, in parts of one: unlike fractions they
// come out the same on every machine.
const one = 1024

// shares is how finely a hand's share of the unseen cards is told.
const shares = 32

// mostCopies is the number of cards of the commonest creature.
const mostCopies = 12

// holds[q][n][u] is the chance that a hand with a share of q parts of the
// unseen cards holds at least n of u given ones.
var holds = func() (t [shares + 1][rules.LargestSet + 1][mostCopies + 1]int16) {
	const fine = 1 << 30
	for q := range t {
		exactly := [mostCopies + 1]int64{fine} // exactly[k]: k of the first u
		for u := range mostCopies + 1 {
			sum := int64(0)
			for n := u; n >= 0; n-- {
				sum += exactly[n]
				t[q][n][u] = int16((sum*one + fine/2) / fine)
			}
			for k := min(u+1, mostCopies); k >= 0; k-- {
				less := int64(0)
				if k > 0 {
					less = exactly[k-1]
				}
				exactly[k] = (exactly[k]*int64(shares-q) + less*int64(q)) / shares
			}
		}
	}
	return t
}()

// fade is about e to the power of -x: the chance that nothing happens of what
// is expected x times.
func fade(x int) int { return one * one / (one + x + x*x/(2*one)) }
