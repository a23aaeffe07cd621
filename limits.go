package main

import (
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode"

	"deathtrap/server"
)

// limitsTable is the table of the config file with the limits of the server:
// the fields of server.Limits, such as people-per-source = 20 or login = "1m".
const limitsTable = "limits"

// setLimits sets limits to what such a table says.
func setLimits(l *server.Limits, said any) error {
	table, ok := said.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is a table: [%s]", limitsTable, limitsTable)
	}
	fields := reflect.ValueOf(l).Elem()
	names := map[string]reflect.Value{}
	for i := range fields.NumField() {
		names[kebab(fields.Type().Field(i).Name)] = fields.Field(i)
	}
	for name, value := range table {
		field, known := names[name]
		if !known {
			return fmt.Errorf("there is no limit %q", name)
		}
		if err := setLimit(field, value); err != nil {
			return fmt.Errorf("limit %s: %w", name, err)
		}
	}
	return nil
}

func setLimit(field reflect.Value, value any) error {
	switch field.Interface().(type) {
	case bool:
		yes, ok := value.(bool)
		if !ok {
			return fmt.Errorf("it is true or false, not %v", value)
		}
		field.SetBool(yes)
	case time.Duration:
		text, _ := value.(string)
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return fmt.Errorf(`it is a time such as "10s", not %v`, value)
		}
		field.SetInt(int64(d))
	default:
		n, ok := value.(int64)
		if !ok || n <= 0 {
			return fmt.Errorf("it is a number from 1, not %v", value)
		}
		field.SetInt(n)
	}
	return nil
}

// kebab is a field's name as it stands in a file: PeoplePerKey is people-per-key.
func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
