package lines_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
)

// FuzzDoor sends any line to a door with a table behind it: it is answered, and
// the door still works.
func FuzzDoor(f *testing.F) {
	for _, line := range []string{
		`{"id":1,"do":"create","options":{"players":6,"laps":"open","turn":"off"}}`,
		`{"id":2,"do":"act","seen":1,"action":{"kind":"play","cards":["orc","chaindog"]}}`,
		`{"id":3,"do":"bots","count":-3,"kind":"novice"}`, `{"id":null,"do":"leave"}`, `{"do":"chat","text":"\u0000\u202e"}`,
		`{"id":[1,{"a":2}],"do":"join","code":"` + strings.Repeat("K", 300) + `"}`, `{"do":"rematch"}`, `{}`, `[]`, `nul`,
	} {
		f.Add(line)
	}
	house := newHouse(f)
	var people atomic.Int64 // each has limits of their own
	f.Fuzz(func(t *testing.T, line string) {
		p := connect(t, house, fmt.Sprintf("fuzz%d", people.Add(1)))
		p.must("create", `"private":true`, `"options":{"players":4}`)
		line = strings.NewReplacer("\n", " ", "\r", " ").Replace(line)
		p.send(line)
		p.asked = 1 << 20 // no id that the line may have had
		p.must("tables")
		p.reply("leave")
	})
}
