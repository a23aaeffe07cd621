package server

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	gossh "golang.org/x/crypto/ssh"
)

// keyFile is the keys in a file of the form of authorized_keys (sshd(8)); options
// before a key are not looked at. The zero value has no keys. Safe for concurrent
// use once it is loaded.
type keyFile struct {
	path string // "": there is none
	keys atomic.Pointer[map[string]bool]
}

// load reads the file anew. If that fails, the keys stay as they were.
func (f *keyFile) load() error {
	if f.path == "" {
		return nil
	}
	text, err := os.ReadFile(f.path)
	if err != nil {
		return fmt.Errorf("read keys: %w", err)
	}
	keys, err := parseKeys(text)
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	f.keys.Store(&keys)
	return nil
}

var errKeyLine = errors.New("it is no key as in authorized_keys")

// parseKeys reads every line, as one that is skipped may be the very one that
// the host relies on.
func parseKeys(text []byte) (map[string]bool, error) {
	keys := map[string]bool{}
	number := 0
	for line := range bytes.Lines(text) {
		number++
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		key, _, _, _, err := gossh.ParseAuthorizedKey(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, errKeyLine)
		}
		if err := acceptable(key); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		keys[gossh.FingerprintSHA256(key)] = true
	}
	return keys, nil
}

// has reports whether the key with that fingerprint is in the file.
func (f *keyFile) has(id string) bool {
	keys := f.keys.Load()
	return keys != nil && (*keys)[id]
}
