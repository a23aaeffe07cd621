package hostkeys_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/crypto/ssh"

	"deathtrap/hostkeys"
)

func load(t *testing.T, dir string) []byte {
	t.Helper()
	signers, err := hostkeys.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(signers) != 1 || signers[0].PublicKey().Type() != ssh.KeyAlgoED25519 {
		t.Fatalf("want one ed25519 key, got %v", signers)
	}
	return signers[0].PublicKey().Marshal()
}

func TestFirstStartMakesAKeyThatStays(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data", "hostkeys")
	first := load(t, dir)
	if again := load(t, dir); !bytes.Equal(first, again) {
		t.Error("the second start has another key")
	}
	for path, want := range map[string]fs.FileMode{
		dir:                               0o700 | fs.ModeDir,
		filepath.Join(dir, hostkeys.Name): 0o600,
	} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != want {
			t.Errorf("%s has mode %v, want %v", path, info.Mode(), want)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Errorf("something was left lying about: %v", entries)
	}
}

func TestParentKeepsItsMode(t *testing.T) {
	parent := t.TempDir()
	if err := os.Chmod(parent, 0o755); err != nil {
		t.Fatal(err)
	}
	load(t, filepath.Join(parent, "hostkeys"))
	info, err := os.Stat(parent)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o755 {
		t.Errorf("the parent's mode became %v", info.Mode())
	}
}

func TestStartsAtOnceShareOneKey(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "hostkeys")
	keys := make([][]byte, 8)
	var starts sync.WaitGroup
	for i := range keys {
		starts.Go(func() {
			signers, err := hostkeys.Load(dir)
			if err != nil {
				t.Error(err)
				return
			}
			keys[i] = signers[0].PublicKey().Marshal()
		})
	}
	starts.Wait()
	for _, key := range keys {
		if !bytes.Equal(key, keys[0]) {
			t.Fatal("two starts made two keys")
		}
	}
}

func TestUnusableKeysAreRefusedAndKept(t *testing.T) {
	good := filepath.Join(t.TempDir(), "good")
	load(t, good)
	whole, err := os.ReadFile(filepath.Join(good, hostkeys.Name))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text []byte
		mode fs.FileMode
		want error
	}{
		"empty":           {nil, 0o600, hostkeys.ErrDamaged},
		"cut short":       {whole[:len(whole)/2], 0o600, hostkeys.ErrDamaged},
		"another kind":    {ecdsaKey(t), 0o600, hostkeys.ErrDamaged},
		"group can read":  {whole, 0o640, hostkeys.ErrExposed},
		"others can read": {whole, 0o604, hostkeys.ErrExposed},
		"group can write": {whole, 0o620, hostkeys.ErrExposed},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, hostkeys.Name)
			if err := os.WriteFile(path, c.text, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, c.mode); err != nil {
				t.Fatal(err)
			}
			if _, err := hostkeys.Load(dir); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			kept, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(kept, c.text) {
				t.Error("the file was changed")
			}
		})
	}
}

func ecdsaKey(t *testing.T) []byte {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(block)
}

func TestLinks(t *testing.T) {
	elsewhere, dir := t.TempDir(), t.TempDir()
	want := load(t, elsewhere)
	target, link := filepath.Join(elsewhere, hostkeys.Name), filepath.Join(dir, hostkeys.Name)
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if got := load(t, dir); !bytes.Equal(got, want) {
		t.Error("the link was not followed")
	}

	if err := os.Chmod(target, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := hostkeys.Load(dir); !errors.Is(err, hostkeys.ErrExposed) {
		t.Errorf("a link to an exposed key: got %v", err)
	}

	if err := os.Remove(target); err != nil {
		t.Fatal(err)
	}
	if _, err := hostkeys.Load(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a link to nowhere: got %v", err)
	}
	if _, err := os.Lstat(link); err != nil {
		t.Errorf("the link is gone: %v", err)
	}
}

func TestAFolderIsNoKey(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, hostkeys.Name), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := hostkeys.Load(dir); !errors.Is(err, hostkeys.ErrNotFile) {
		t.Errorf("got %v", err)
	}
}
