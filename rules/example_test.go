package rules_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"deathtrap/rules"
)

// A game of four begins, the Pig opens the round, and the first hand is led.
func Example() {
	options := rules.DefaultOptions()
	options.Players = 4
	players := []rules.Player{{Seat: 0, Name: "ana"}, {Seat: 1, Name: "bo"}, {Seat: 2, Name: "cleo"}, {Seat: 3, Name: "dan", Bot: true}}
	game, _, err := rules.New(options, players)
	if err != nil {
		fmt.Println(err)
		return
	}
	// A table draws a secret seed; here it is known, so the deal is too.
	if _, err := game.Deal(sha256.Sum256([]byte("an example"))); err != nil {
		fmt.Println(err)
		return
	}
	for range 4 {
		seat := game.Turn()
		view := game.View(seat) // all that the player in that seat may know
		fmt.Printf("%s (%s) holds %v\n", players[seat].Name, view.Phase, view.Hand)
		events, err := game.Apply(seat, view.Legal[0])
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, e := range events {
			text, err := json.Marshal(rules.Redact(e, rules.Nobody))
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Printf("  %s\n", text)
		}
	}
	_, err = game.Apply(game.Turn(), rules.Play(rules.Imp))
	fmt.Println("refused:", err)
	// Output:
	// bo (pig) holds [imp imp imp imp imp imp orc orc skeleton skeleton zombie zombie warrior priestess priestess snake-girl snake-girl medusa chaindog exploding-pig]
	//   {"n":3,"kind":"pig-played","seat":1,"card":"imp","leader":2}
	// cleo (lead) holds [imp imp imp orc orc orc orc orc skeleton skeleton skeleton zombie warrior warrior warrior priestess snake-girl minotaur minotaur bloodbeast pit-fiend]
	//   {"n":4,"kind":"played","seat":2,"cards":["imp"],"value":1}
	// dan (follow) holds [imp orc orc orc skeleton skeleton skeleton skeleton zombie zombie warrior warrior warrior priestess snake-girl snake-girl minotaur minotaur bloodbeast bloodbeast bloodbeast]
	//   {"n":5,"kind":"played","seat":3,"cards":["orc"],"value":2}
	// ana (follow) holds [imp imp orc skeleton zombie zombie zombie zombie warrior priestess priestess priestess snake-girl minotaur medusa medusa pit-fiend red-dragon red-lotus killing-machine]
	//   {"n":6,"kind":"played","seat":0,"cards":["skeleton"],"value":3}
	// refused: it must be stronger than the set on the table
}
