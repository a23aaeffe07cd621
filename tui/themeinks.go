package tui

import "deathtrap/rules"

// shade is one colour as each kind of terminal can show it: true colour, one of
// the 256, and one of its own 16, or own for whatever it writes with.
type shade struct {
	rgb   uint32
	index uint8
	basic int8
}

const own int8 = -1

// grounds are the surfaces' colours, on a dark and on a light terminal. Each
// ink below has a contrast of at least 4.5 on the grounds it is used on, lines
// and backs apart; a test computes it.
var grounds = [surfaces][2]shade{
	ground:    {{0x15110e, 233, own}, {0xfbf6ea, 255, own}},
	band:      {{0x221b16, 234, own}, {0xf1e8d6, 254, own}},
	enterBand: {{0x2e251e, 235, own}, {0xe9dec8, 254, own}},
	picked:    {{0x4a3513, 236, own}, {0xffe3a3, 229, own}},
	paper:     {{0xefe4cc, 230, 7}, {0xffffff, 231, 7}},
	chosen:    {{0xffd57a, 222, 3}, {0xffd57a, 222, 3}},
}

// inks are the roles' colours: on dark grounds; on light ones and on paper.
var inks = [roles][2]shade{
	text:   {{0xddd2c0, 187, own}, {0x2c241c, 235, 0}},
	strong: {{0xfff6e5, 230, 15}, {0x120d08, 232, 0}},
	quiet:  {{0xa09384, 144, 7}, {0x665a4c, 240, 0}},
	turn:   {{0xffbf47, 215, 11}, {0x8a4b00, 58, 1}},
	crown:  {{0xffbf47, 215, 11}, {0x8a4b00, 58, 1}},
	you:    {{0x7cc4ff, 117, 14}, {0x005a9e, 25, 4}},
	danger: {{0xff7a66, 209, 9}, {0xb3261e, 124, 1}},
	ready:  {{0x8fd694, 114, 10}, {0x1f6b35, 23, 2}},
	chat:   {{0xb9b0ff, 147, 13}, {0x4a41a8, 60, 5}},
	line:   {{0x5a4e43, 239, 8}, {0xb8a88e, 144, 7}},
	backs:  {{0xb5603f, 130, 1}, {0xa04a28, 130, 1}},
}

// creatureInks are the cards' colours: on dark grounds; on light ones and on
// paper.
var creatureInks = [...][2]shade{
	rules.NoCard:         {{0xddd2c0, 187, own}, {0x2c241c, 235, 0}},
	rules.Imp:            {{0xe39a6b, 173, 3}, {0x944812, 52, 1}},
	rules.Orc:            {{0xa9c75e, 149, 2}, {0x4a6200, 58, 2}},
	rules.Skeleton:       {{0xe8e2d2, 253, 15}, {0x5c5648, 240, 0}},
	rules.Zombie:         {{0x86b596, 108, 6}, {0x2f6547, 238, 2}},
	rules.Warrior:        {{0x8fb8e8, 110, 12}, {0x2a5c99, 24, 4}},
	rules.Priestess:      {{0xe0a6e6, 182, 13}, {0x8a2f94, 90, 5}},
	rules.SnakeGirl:      {{0x45cfa5, 79, 10}, {0x006b50, 23, 2}},
	rules.Minotaur:       {{0xcfa06a, 179, 3}, {0x7a4f1a, 58, 1}},
	rules.Bloodbeast:     {{0xf0708a, 204, 9}, {0xa81f45, 125, 1}},
	rules.Medusa:         {{0x5bcbe6, 80, 14}, {0x00637d, 24, 4}},
	rules.PitFiend:       {{0xff9545, 209, 11}, {0x9a4700, 88, 1}},
	rules.RedDragon:      {{0xff6a55, 203, 9}, {0xb3200f, 124, 1}},
	rules.Chaindog:       {{0xd3a6ff, 183, 13}, {0x6a2fb0, 55, 5}},
	rules.RedLotus:       {{0xff86c4, 212, 13}, {0xa81a6e, 125, 5}},
	rules.ExplodingPig:   {{0xffb0bd, 217, 13}, {0xa02f48, 125, 5}},
	rules.KillingMachine: {{0xc3ced6, 252, 7}, {0x4a5861, 240, 0}},
}

// safeInk is the ink of the safe theme: what is told apart by red, green or
// violet elsewhere is blue, amber or white there.
func safeInk(r role) [2]shade {
	switch r {
	case ready, chat:
		return inks[you]
	case danger:
		return inks[strong]
	}
	return inks[r]
}
