package server

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"deathtrap/lobby"
)

// The sizes of an RSA key that is accepted, in bits: a shorter one can be
// broken, a longer one costs the server too much.
const (
	minRSA = 2048
	maxRSA = 8192
)

// maxAuthTries leaves room for everything a well filled agent offers before the
// first key that is accepted.
const maxAuthTries = 24

// What a key must not be. A player sees "Permission denied" and may go on with
// another key or none; these are for the log.
var (
	errCertificate = errors.New("certificates are not accepted, only plain keys")
	errRSASize     = fmt.Errorf("RSA keys have %d to %d bits here", minRSA, maxRSA)
	errKeyType     = errors.New("keys of that type are not accepted")
)

// algorithms are those the server offers. Clients choose the key exchange, so
// only cheap ones are there: at most 0.4 ms of computing for an unknown client.
func algorithms() gossh.Config {
	return gossh.Config{
		KeyExchanges: []string{
			gossh.KeyExchangeMLKEM768X25519,
			gossh.KeyExchangeCurve25519, // and its older name, curve25519-sha256@libssh.org
			gossh.KeyExchangeECDHP256,
		},
		Ciphers: []string{
			gossh.CipherChaCha20Poly1305,
			gossh.CipherAES128GCM,
			gossh.CipherAES256GCM,
			gossh.CipherAES128CTR,
			gossh.CipherAES256CTR,
		},
		MACs: []string{
			gossh.HMACSHA256ETM,
			gossh.HMACSHA512ETM,
			gossh.HMACSHA256,
			gossh.HMACSHA512,
		},
	}
}

// signatures are the algorithms by which a player's key may sign: none with SHA-1, no DSA.
func signatures() []string {
	return []string{
		gossh.KeyAlgoED25519,
		gossh.KeyAlgoSKED25519,
		gossh.KeyAlgoSKECDSA256,
		gossh.KeyAlgoECDSA256,
		gossh.KeyAlgoECDSA384,
		gossh.KeyAlgoECDSA521,
		gossh.KeyAlgoRSASHA256,
		gossh.KeyAlgoRSASHA512,
	}
}

// acceptable says why a key can't name a player, or nil.
func acceptable(key gossh.PublicKey) error {
	if _, ok := key.(*gossh.Certificate); ok {
		return errCertificate
	}
	switch key.Type() {
	case gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoSKECDSA256,
		gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521:
		return nil
	case gossh.KeyAlgoRSA:
		return acceptableRSA(key)
	}
	return errKeyType
}

func acceptableRSA(key gossh.PublicKey) error {
	outer, ok := key.(gossh.CryptoPublicKey)
	if !ok {
		return errKeyType
	}
	inner, ok := outer.CryptoPublicKey().(*rsa.PublicKey)
	if !ok {
		return errKeyType
	}
	if bits := inner.N.BitLen(); bits < minRSA || bits > maxRSA {
		return errRSASize
	}
	return nil
}

// identity is who somebody is.
type identity struct {
	id   string // the player's
	key  string // fingerprint of the key; "" for a guest
	word string // of a guest, to come back with; "" for a player with a key
}

// identify tells who has logged in. The key must come from the finished login.
// Who comes as "resume-WORD" is the guest to whom this server gave that word, if
// they are here or a seat is kept for them: a word of somebody's own choice
// names nobody. Who has a key is the player whose key that is. Who has none is
// the guest with the line's own word.
func identify(user string, key ssh.PublicKey, own string, house *lobby.Lobby) identity {
	if word, resumes := strings.CutPrefix(strings.ToLower(user), resumes); resumes && wordForm.MatchString(word) {
		// The look-up is by a hash, so the time it takes tells nothing of words.
		if id := guestID(word); house.Knows(id) {
			return identity{id: id, word: word}
		}
	}
	if key != nil {
		fingerprint := gossh.FingerprintSHA256(key)
		return identity{id: house.Owner(fingerprint), key: fingerprint}
	}
	return identity{id: guestID(own), word: own}
}

func (i identity) guest() bool { return i.word != "" }

// resumes is what a guest puts before the word to come back with, as user name.
const resumes = "resume-"

// wordForm is the form of a word to come back with, as newWord makes them.
var wordForm = regexp.MustCompile(`^[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}$`)

// guestID is the ID of the guest with that word: its hash, so that whoever reads
// an ID can't come back by it.
func guestID(word string) string {
	sum := sha256.Sum256([]byte("deathtrap guest " + strings.ReplaceAll(word, "-", "")))
	return "guest:" + base32.StdEncoding.EncodeToString(sum[:16])[:26]
}

// newWord is a word to come back with: 60 bits, in three groups that are easy to
// copy by hand.
func newWord() string {
	w := strings.ToLower(rand.Text())
	return w[:4] + "-" + w[4:8] + "-" + w[8:12]
}
