package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// The product itself, built as a host builds it, once for all tests.
var (
	builtIn string // the folder it lies in; "" before it is built
	built   = sync.OnceValues(func() (string, error) {
		dir, err := os.MkdirTemp("", "deathtrap")
		if err != nil {
			return "", err
		}
		builtIn = dir
		file := filepath.Join(dir, "deathtrap")
		if out, err := exec.Command("go", "build", "-o", file, ".").CombinedOutput(); err != nil {
			return "", fmt.Errorf("go build: %w: %s", err, out)
		}
		return file, nil
	})
)

// deathtrap is a command of the built binary.
func deathtrap(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	file, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return exec.Command(file, args...)
}

// swept runs the tests and removes what was built for them.
type swept struct{ *testing.M }

func (s swept) Run() int {
	status := s.M.Run()
	if builtIn != "" {
		if err := os.RemoveAll(builtIn); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return status
}
