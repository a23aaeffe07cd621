package table

import (
	"strconv"

	"deathtrap/rules"
	"deathtrap/table/words"
)

// botNames are what computer players are called. People's names have no blanks,
// so nobody can be taken for one of them; and they are short, so that a title has
// room beside them.
var botNames = [...]string{
	"Old Ox", "Sir Ash", "Ma Moth", "Pa Crow", "Mad Tam", "Sly Wyn",
	"Big Oak", "Red Nan", "Dim Jon", "Wee Rat", "Sad Meg", "Bad Yew",
}

// botGrovels is what computer players say when they are beaten.
var botGrovels = [...]string{
	"I shall polish the boots that kicked me.",
	"May your torch never gutter, o radiant one.",
	"My skeletons were unworthy of your stairs.",
	"I was told there would be treasure. Mercy!",
	"Even my imps admire you.",
}

// newBots names computer players for those seats, unlike anybody at the table.
// Where the list begins depends on the table's code, so that tables differ.
func (c *core) newBots(seats []rules.Seat, kind string) []Bot {
	taken := map[string]bool{}
	for i := range c.seats {
		taken[words.Skeleton(c.seats[i].Name)] = true
	}
	for _, v := range c.visitors {
		taken[words.Skeleton(v.player.Name)] = true
	}
	first := 0
	for _, r := range c.code {
		first += int(r)
	}
	var bots []Bot
	for n := 0; len(bots) < len(seats); n++ {
		name := botNames[(first+n)%len(botNames)]
		if n >= len(botNames) {
			name += " " + strconv.Itoa(n/len(botNames)+1)
		}
		if look := words.Skeleton(name); !taken[look] {
			taken[look] = true
			bots = append(bots, Bot{Seat: seats[len(bots)], Name: name, Kind: kind})
		}
	}
	return bots
}
