package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rooms is the plan of the house: what each room may import of the others, and
// of the world outside the standard library. Arrows only point down.
var rooms = map[string]struct {
	rooms   []string // of ours
	outside []string // prefixes of import paths
}{
	"rules":        {},
	"rules/bots":   {rooms: []string{"rules"}},
	"rules/arena":  {rooms: []string{"rules", "rules/bots"}},
	"table/feed":   {},
	"table/words":  {outside: []string{"golang.org/x/text/", "github.com/charmbracelet/x/ansi"}},
	"table":        {rooms: []string{"rules", "table/feed", "table/words"}},
	"lobby":        {rooms: []string{"rules", "table", "table/feed", "table/words"}},
	"store":        {rooms: []string{"lobby", "rules", "table"}, outside: []string{"modernc.org/sqlite"}},
	"hostkeys":     {outside: []string{"golang.org/x/crypto/ssh"}},
	"tui/terminal": {outside: []string{"charm.land/bubbletea/v2", "github.com/charmbracelet/ultraviolet", "github.com/charmbracelet/x/ansi", "github.com/charmbracelet/colorprofile"}},
	"tui":          {rooms: []string{"lobby", "rules", "table", "table/words", "tui/terminal"}, outside: []string{"charm.land/"}},
	"server/lines": {rooms: []string{"lobby", "rules", "table", "table/words"}},
	"server":       {rooms: []string{"hostkeys", "lobby", "rules", "server/lines", "table", "table/words", "tui", "tui/terminal"}, outside: []string{"charm.land/", "golang.org/x/crypto/ssh", "golang.org/x/time/rate"}},
	".":            {rooms: []string{"hostkeys", "lobby", "rules", "rules/arena", "rules/bots", "server", "store", "table", "tui"}, outside: []string{"charm.land/", "github.com/spf13/", "github.com/pelletier/go-toml/v2", "github.com/pires/go-proxyproto", "github.com/prometheus/client_golang/", "golang.org/x/term"}},
}

// pure are the rooms that know no time, no world and no other goroutine.
var pure = []string{"rules", "rules/bots"}

var impure = []string{"time", "os", "net", "sync", "log", "context"}

// TestArrows holds every import of the product against the plan.
func TestArrows(t *testing.T) {
	eachFile(t, func(room, path string, file *ast.File) {
		plan, known := rooms[room]
		if !known {
			t.Errorf("%s: the plan of the house has no room %q", path, room)
			return
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			inside, ours := strings.CutPrefix(name, "deathtrap/")
			switch {
			case ours && !slices.Contains(plan.rooms, inside):
				t.Errorf("%s: room %s may not import %s", path, room, inside)
			case !ours && strings.Contains(name, ".") && !hasPrefix(name, plan.outside):
				t.Errorf("%s: room %s may not import %s", path, room, name)
			case slices.Contains(pure, room) && isImpure(name):
				t.Errorf("%s: the pure room %s imports %s", path, room, name)
			}
		}
	})
}

func hasPrefix(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

func isImpure(name string) bool {
	return slices.ContainsFunc(impure, func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") })
}

// TestRoomsHaveDoors: every room says in doc.go what it is.
func TestRoomsHaveDoors(t *testing.T) {
	for room := range rooms {
		if room == "." {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(room, "doc.go"), nil, parser.ParseComments)
		if err != nil {
			t.Errorf("room %s: %v", room, err)
			continue
		}
		if text := file.Doc.Text(); len(text) < 200 {
			t.Errorf("room %s: its doc.go says too little: %q", room, text)
		}
	}
}

// TestSizes: a file that outgrows a reader's patience wants to be two.
func TestSizes(t *testing.T) {
	const most = 500
	eachFile(t, func(_, path string, _ *ast.File) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if lines := bytes.Count(text, []byte("\n")); lines > most {
			t.Errorf("%s has %d lines, more than %d", path, lines, most)
		}
	})
}

// eachFile calls visit for every Go file that is part of the product.
func eachFile(t *testing.T, visit func(room, path string, file *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && path != "." || entry.Name() == "testdata" || entry.Name() == "bench") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		visit(filepath.ToSlash(filepath.Dir(path)), path, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
