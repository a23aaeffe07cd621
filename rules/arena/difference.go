package arena

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"deathtrap/rules"
)

// difference says, in a sentence, how the text of an event differs from what
// it must be; "" if it does not, apart from the order of its keys and unknown
// fields.
func difference(text []byte, due rules.Event) (string, error) {
	right, err := json.Marshal(due)
	if err != nil {
		return "", err
	}
	if bytes.HasSuffix(text, right[1:]) && bytes.HasPrefix(text, []byte(`{"game":`)) || bytes.Equal(text, right) {
		return "", nil
	}
	var given, wanted map[string]any
	if err := json.Unmarshal(text, &given); err != nil {
		return "", err
	}
	if err := json.Unmarshal(right, &wanted); err != nil {
		return "", err
	}
	for _, field := range slices.Sorted(maps.Keys(wanted)) {
		value, there := given[field]
		switch {
		case given["kind"] != wanted["kind"]:
			return fmt.Sprintf("%s is due, not %s.", wanted["kind"], given["kind"]), nil
		case !there:
			return fmt.Sprintf("%q is missing.", field), nil
		case !reflect.DeepEqual(value, wanted[field]):
			return fmt.Sprintf("%q is %s, but must be %s.", field, short(value), short(wanted[field])), nil
		}
	}
	return "", nil
}

// short is a value as JSON, cut when it is long.
func short(value any) string {
	const longest = 200
	text, err := json.Marshal(value)
	if err != nil {
		return "something else"
	}
	if len(text) > longest {
		return string(text[:longest]) + "..."
	}
	return string(text)
}
