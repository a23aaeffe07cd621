package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"
)

// deed is one thing an admin did, or somebody tried to do as one: a line of the
// audit log.
type deed struct {
	Time    time.Time `json:"time"`
	By      string    `json:"by"` // the player's ID
	From    string    `json:"from"`
	Command string    `json:"command"`
	Error   string    `json:"error,omitempty"` // why it was not done
}

// audit is a file to which a line of JSON is added for every deed. Nothing is
// ever taken out of it, but that addresses are shortened when they are a week
// old. Safe for concurrent use.
type audit struct {
	path string // "": only the newest are known, while the process lives

	mu     sync.Mutex
	newest []deed // at most auditKept
}

// auditKept is how many deeds can be asked for.
const auditKept = 1000

// openAudit reads what was done before.
func openAudit(path string) (*audit, error) {
	a := &audit{path: path}
	if path == "" {
		return a, nil
	}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("audit log: %w", err)
	}
	for line := range bytes.Lines(text) {
		var d deed
		if json.Unmarshal(line, &d) == nil { // the last may be torn by a crash
			a.remember(d)
		}
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		return a, a.append("\n")
	}
	return a, nil
}

func (a *audit) remember(d deed) {
	a.newest = append(a.newest, d)
	if len(a.newest) > 2*auditKept {
		a.newest = append([]deed{}, a.newest[auditKept:]...)
	}
}

// write adds a deed. It is on the disk when write returns nil.
func (a *audit) write(d deed) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.remember(d)
	if a.path == "" {
		return nil
	}
	text, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("audit log: %w", err)
	}
	return a.append(string(text) + "\n")
}

func (a *audit) append(text string) error {
	f, err := os.OpenFile(a.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("audit log: %w", err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		return fmt.Errorf("audit log: %w", err)
	}
	return f.Sync()
}

// last are the newest deeds, oldest first.
func (a *audit) last(most int) []deed {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]deed{}, a.newest[max(0, len(a.newest)-most):]...)
}
