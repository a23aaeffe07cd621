package hostkeys

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/crypto/ssh"
)

// Name is the file of the one host key, named as sshd names its own. It is
// ed25519: every client of the last ten years knows it, and a signature costs
// the server a fiftieth of one with RSA.
const Name = "ssh_host_ed25519_key"

// maxSize is more than any key needs, so that a wrong file is not read whole.
const maxSize = 64 << 10

// Why a host key is not used. The error around it names the file.
var (
	ErrExposed = errors.New("other users of this machine can read it: they could pretend to be this server (chmod 600 repairs it)")
	ErrDamaged = errors.New("it holds no usable ed25519 host key: put the right one back, or take it away and a new one is made (players then have to accept it anew)")
	ErrNotFile = errors.New("it is not a file")
)

// Load reads the host key in dir and makes folder (mode 0700) and key (0600)
// where there is none. A key file may be a link; what it points at is what
// counts. Two servers that start at once end up with the same key.
func Load(dir string) ([]ssh.Signer, error) {
	path := filepath.Join(dir, Name)
	// Lstat: a link that leads nowhere is a key that got lost, not a first start.
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(dir, path); err != nil {
			return nil, fmt.Errorf("make host key %s: %w", path, err)
		}
	}
	signer, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("host key %s: %w", path, err)
	}
	return []ssh.Signer{signer}, nil
}

// Fingerprint is what clients show of a key, SHA256:...
func Fingerprint(s ssh.Signer) string { return ssh.FingerprintSHA256(s.PublicKey()) }

func read(path string) (ssh.Signer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := check(f); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxSize))
	if err != nil {
		return nil, err
	}
	signer, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("%w (%v)", ErrDamaged, err)
	}
	if kind := signer.PublicKey().Type(); kind != ssh.KeyAlgoED25519 {
		return nil, fmt.Errorf("%w (it is of type %s)", ErrDamaged, kind)
	}
	return signer, nil
}

// check looks at the open file, not at its path, which may change meanwhile.
func check(f *os.File) error {
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return ErrNotFile
	case info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows": // which has no such bits
		return ErrExposed
	}
	return nil
}

// create makes the key so that path either does not exist or holds a whole key,
// whenever the machine stops. It never replaces a file that is there by now.
func create(dir, path string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	text, err := generate()
	if err != nil {
		return err
	}
	temp, err := writeTemp(dir, text)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	// Link, unlike Rename, fails if another start was quicker; then its key is ours.
	if err := os.Link(temp, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDir(dir)
}

func generate() ([]byte, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	block, err := ssh.MarshalPrivateKey(private, "deathtrap")
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(block), nil
}

// writeTemp writes a file only its owner can read, and waits until it is on disk.
func writeTemp(dir string, text []byte) (path string, err error) {
	f, err := os.CreateTemp(dir, ".new-*") // mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

func syncDir(dir string) error {
	if runtime.GOOS == "windows" { // which can't open a folder for that
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
